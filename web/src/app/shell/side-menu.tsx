import { Box, IconButton } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuPanelLeftClose, LuPanelLeftOpen } from 'react-icons/lu';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../shared/i18n/text.tsx';
import { useStatus } from '../../shared/status/status-api.ts';
import { TOP_BAR_HEIGHT } from '../../shared/ui/top-bar-height.ts';
import { menuCollapsed, selectUi } from '../../shared/ui-state/ui-slice.ts';
import { NavItems } from './nav-items.tsx';

/** 224 px, collapsed 56 px; the operator says how it is until a person chooses. */
export function SideMenu(): ReactElement {
  const t = useTexts();
  const dispatch = useDispatch();
  const { menuCollapsed: chosen } = useSelector(selectUi);
  const { default_collapse_sidebar: byDefault } = useStatus();
  const collapsed = chosen ?? byDefault;
  return (
    <Box
      as="nav"
      aria-label={t.nav.console}
      className="no-print"
      display={{ base: 'none', sm: 'flex' }}
      flexDirection="column"
      justifyContent="space-between"
      flexShrink={0}
      width={collapsed ? '56px' : '224px'}
      bg="bg.panel"
      borderInlineEndWidth="1px"
      px={collapsed ? '2' : '3'}
      py="3"
      position="sticky"
      top={TOP_BAR_HEIGHT}
      height={`calc(100dvh - ${TOP_BAR_HEIGHT})`}
      overflowY="auto"
    >
      <NavItems collapsed={collapsed} />
      <IconButton
        aria-label={collapsed ? t.nav.expand : t.nav.collapse}
        title={collapsed ? t.nav.expand : t.nav.collapse}
        aria-expanded={!collapsed}
        variant="ghost"
        size="sm"
        color="fg.muted"
        mt="4"
        alignSelf={collapsed ? 'center' : 'flex-end'}
        onClick={() => dispatch(menuCollapsed(!collapsed))}
      >
        {collapsed ? <LuPanelLeftOpen /> : <LuPanelLeftClose />}
      </IconButton>
    </Box>
  );
}
