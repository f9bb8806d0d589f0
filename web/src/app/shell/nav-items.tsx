import { chakra, Stack } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { useSession } from '../../shared/session/use-session.ts';
import { pages, type Place, prefetch } from '../pages.ts';
import { usePages } from './use-pages.ts';

const Item = chakra(NavLink, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: '2.5',
    minH: '34px',
    borderRadius: 'l2',
    color: 'fg.muted',
    fontWeight: 500,
    fontSize: '13px',
    textDecoration: 'none',
    _hover: { bg: 'gray.muted', color: 'fg' },
    '&.active, &.active:hover': { bg: 'brand.subtle', color: 'brand' },
    '@media (pointer: coarse)': { minH: '44px' },
    '& svg': { flexShrink: 0, width: '16px', height: '16px' },
  },
});

/** What the menu has after the settings. */
const FIRST_AFTER = 'pricing';

/** Of no place in the menu, although its path begins as one there. */
const isElsewhere = (pathname: string): boolean =>
  pages.some(({ path, places }) => path === pathname && places.length === 0);

export function NavItems({
  place = 'menu',
  collapsed = false,
  onChosen,
}: {
  readonly place?: Place;
  readonly collapsed?: boolean;
  readonly onChosen?: () => void;
}): ReactElement {
  const elsewhere = isElsewhere(useLocation().pathname);
  const { user } = useSession();
  // Who is signed in has the side menu beside the top bar's pages, and what stands in both once.
  const shown = usePages(place).filter(({ places }) => place === 'menu' || !user || !places.includes('menu'));
  return (
    <Stack as="ul" gap="0.5" listStyleType="none">
      {shown.map((page) => (
        <chakra.li
          key={page.id}
          {...(place === 'menu' && page.id === FIRST_AFTER ? { borderTopWidth: '1px', pt: '2', mt: '2' } : {})}
        >
          <Item
            to={page.path}
            end={page.path === '/' || elsewhere}
            title={collapsed ? page.name : undefined}
            aria-label={page.name}
            justifyContent={collapsed ? 'center' : undefined}
            px={collapsed ? '0' : undefined}
            onMouseEnter={() => prefetch(page)}
            onFocus={() => prefetch(page)}
            onClick={onChosen}
          >
            <page.icon aria-hidden />
            {collapsed ? null : (
              <chakra.span minW="0" py="1" overflowWrap="anywhere">
                {page.name}
              </chakra.span>
            )}
          </Item>
        </chakra.li>
      ))}
    </Stack>
  );
}
