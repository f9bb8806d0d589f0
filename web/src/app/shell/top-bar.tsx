import { Box, Button, chakra, CloseButton, Drawer, Flex, IconButton, Image, Kbd, Portal } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { LuMenu, LuSearch } from 'react-icons/lu';
import { Link, useLocation } from 'react-router-dom';
import { useTexts } from '../../shared/i18n/text.tsx';
import { useSession } from '../../shared/session/use-session.ts';
import { useStatus } from '../../shared/status/status-api.ts';
import mark from '../mark.svg';
import { AccountMenu } from './account-menu.tsx';
import { LanguageMenu, ThemeButton } from './choices.tsx';
import { NavItems } from './nav-items.tsx';
import { TOP_BAR_HEIGHT } from './side-menu.tsx';

const DEFAULT_LOGO = '/logo.png';

export function TopBar({ openPalette }: { readonly openPalette: () => void }): ReactElement {
  const t = useTexts();
  const { user } = useSession();
  const { system_name: product, logo } = useStatus();
  const { pathname } = useLocation();
  const isPublic = pathname === '/' || pathname === '/login' || pathname === '/register';
  return (
    <Flex
      as="header"
      className="no-print"
      align="center"
      gap="2"
      px={{ base: '2', sm: '4' }}
      height={TOP_BAR_HEIGHT}
      borderBottomWidth="1px"
      bg="bg"
      position="sticky"
      top="0"
      zIndex="docked"
    >
      {user ? <MenuSheet /> : null}
      <chakra.div asChild display="flex" alignItems="center" gap="2.5" fontWeight="600" minW="0" pe="2">
        <Link to="/">
          <Image src={logo && logo !== DEFAULT_LOGO ? logo : mark} alt="" w="22px" h="22px" borderRadius="4px" />
          <Box as="span" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
            {product}
          </Box>
        </Link>
      </chakra.div>
      <Flex flex="1" justify="flex-end" align="center" gap="1">
        {user ? (
          <>
            {isPublic ? (
              <Button asChild variant="ghost" size="xs" display={{ base: 'none', sm: 'inline-flex' }}>
                <Link to="/detail">{t.nav.console}</Link>
              </Button>
            ) : null}
            <Button
              variant="outline"
              size="xs"
              color="fg.muted"
              fontWeight="400"
              display={{ base: 'none', md: 'inline-flex' }}
              minW="200px"
              justifyContent="space-between"
              onClick={openPalette}
              aria-keyshortcuts="Control+K Meta+K"
            >
              <Flex align="center" gap="2">
                <LuSearch />
                {t.palette.open}
              </Flex>
              <Kbd size="sm" variant="plain">
                Ctrl+K
              </Kbd>
            </Button>
            <IconButton
              aria-label={t.palette.open}
              variant="ghost"
              size="xs"
              display={{ md: 'none' }}
              onClick={openPalette}
            >
              <LuSearch />
            </IconButton>
          </>
        ) : null}
        <LanguageMenu />
        <ThemeButton />
        {user ? (
          <AccountMenu user={user} />
        ) : (
          <>
            <Button asChild variant="ghost" size="xs">
              <Link to="/login">{t.signIn.title}</Link>
            </Button>
            <Button
              asChild
              variant="solid"
              colorPalette="brand"
              size="xs"
              display={{ base: 'none', sm: 'inline-flex' }}
            >
              <Link to="/register">{t.register.title}</Link>
            </Button>
          </>
        )}
      </Flex>
    </Flex>
  );
}

/** The side menu below 600 px. */
function MenuSheet(): ReactElement {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <Drawer.Root
      open={open}
      placement="start"
      size="xs"
      lazyMount
      unmountOnExit
      onOpenChange={(details) => setOpen(details.open)}
    >
      <Drawer.Trigger asChild>
        <IconButton aria-label={t.nav.menu} variant="ghost" size="sm" display={{ sm: 'none' }}>
          <LuMenu />
        </IconButton>
      </Drawer.Trigger>
      <Portal>
        <Drawer.Backdrop bg="blackAlpha.400" />
        <Drawer.Positioner>
          <Drawer.Content bg="bg" maxW="280px">
            <Drawer.Header py="3">
              <Drawer.Title fontSize="15px">{t.nav.menu}</Drawer.Title>
            </Drawer.Header>
            <Drawer.Body px="3">
              <nav aria-label={t.nav.console}>
                <NavItems onChosen={() => setOpen(false)} />
              </nav>
            </Drawer.Body>
            <Drawer.CloseTrigger asChild>
              <CloseButton size="sm" aria-label={t.common.close} />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
