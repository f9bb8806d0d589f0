import { Box, Button, chakra, Flex, IconButton, Image, Kbd } from '@chakra-ui/react';
import { useEffect, type ReactElement } from 'react';
import { LuMenu, LuSearch } from 'react-icons/lu';
import { useSelector } from 'react-redux';
import { Link, NavLink } from 'react-router-dom';
import { useTexts } from '../../shared/i18n/text.tsx';
import { useSession } from '../../shared/session/use-session.ts';
import { useStatus } from '../../shared/status/status-api.ts';
import { onDemand, useAsked } from '../../shared/ui/on-demand.tsx';
import { useNarrow } from '../../shared/ui/use-narrow.ts';
import { TOP_BAR_HEIGHT } from '../../shared/ui/top-bar-height.ts';
import { useFollowed } from '../../shared/long-work/followed-runs.ts';
import { selectWorks } from '../../shared/long-work/work-slice.ts';
import mark from '../mark.svg?inline';
import { AccountButton } from './account-button.tsx';
import { LanguageButton, ThemeButton } from './choices.tsx';
import { usePages } from './use-pages.ts';

const WorkPlace = onDemand(async () => (await import('./work-place.tsx')).WorkPlace);

const DEFAULT_LOGO = '/logo.png';

export function TopBar({ openPalette }: { readonly openPalette: () => void }): ReactElement {
  const t = useTexts();
  const { user } = useSession();
  const { system_name: product, logo } = useStatus();
  const follows = useFollowed(user?.id);
  const hasWork = useSelector(selectWorks).length > 0 || follows;
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
      <MenuButton />
      <chakra.div asChild display="flex" alignItems="center" gap="2.5" fontWeight="600" minW="0" pe="2">
        <Link to="/">
          <Image src={logo && logo !== DEFAULT_LOGO ? logo : mark} alt="" w="22px" h="22px" borderRadius="4px" />
          <Box as="span" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
            {product}
          </Box>
        </Link>
      </chakra.div>
      <TopNav />
      <Flex flex="1" justify="flex-end" align="center" gap="1">
        {hasWork ? <WorkPlace /> : null}
        {user ? (
          <>
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
              <Kbd size="sm" variant="plain" htmlTranslate="no">
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
        <LanguageButton />
        <ThemeButton />
        {user ? (
          <AccountButton user={user} />
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

const TopLink = chakra(NavLink, {
  base: {
    px: '2.5',
    minH: '32px',
    display: 'inline-flex',
    alignItems: 'center',
    borderRadius: 'l2',
    fontSize: '13px',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    _hover: { color: 'fg' },
    '&.active': { color: 'fg', fontWeight: 500 },
  },
});

/** Pages for everybody, and the way to the console. On small screens they are in the sheet. */
function TopNav(): ReactElement {
  const t = useTexts();
  const { user } = useSession();
  const { enable_data_export: dashboard } = useStatus();
  const [home, ...others] = usePages('top');
  const links = [
    ...(home ? [{ path: home.path, name: home.name }] : []),
    ...(user ? [{ path: dashboard ? '/detail' : '/token', name: t.nav.console }] : []),
    ...others,
  ];
  return (
    <chakra.nav aria-label={t.nav.top} display={{ base: 'none', md: 'flex' }}>
      {links.map(({ path, name }) => (
        <TopLink key={path} to={path} end={path === '/'}>
          {name}
        </TopLink>
      ))}
    </chakra.nav>
  );
}

/** After what the page itself loads. */
const SOON_MS = 2_000;

const loadSheet = async () => (await import('./menu-sheet.tsx')).MenuSheet;

function MenuButton(): ReactElement {
  const t = useTexts();
  const { Part: MenuSheet, ask, warm } = useAsked(loadSheet);
  const isNarrow = useNarrow();
  // The only way to other pages: its code is there before the connection is lost.
  useEffect(() => {
    const timer = isNarrow ? setTimeout(() => void loadSheet().catch(() => undefined), SOON_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isNarrow]);
  return MenuSheet ? (
    <MenuSheet />
  ) : (
    <IconButton
      aria-label={t.nav.menu}
      aria-haspopup="dialog"
      aria-expanded={false}
      variant="ghost"
      size="sm"
      display={{ sm: 'none' }}
      onPointerEnter={warm}
      onFocus={warm}
      onClick={ask}
    >
      <LuMenu />
    </IconButton>
  );
}
