import { chakra, Stack } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { NavLink } from 'react-router-dom';
import { type Place, prefetch } from '../pages.ts';
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

const FIRST_OF_ADMINS = 'channel';

export function NavItems({
  place = 'menu',
  collapsed = false,
  onChosen,
}: {
  readonly place?: Place;
  readonly collapsed?: boolean;
  readonly onChosen?: () => void;
}): ReactElement {
  return (
    <Stack as="ul" gap="0.5" listStyleType="none">
      {usePages(place).map((page) => (
        <chakra.li
          key={page.id}
          {...(page.id === FIRST_OF_ADMINS || page.id === 'setting' ? { borderTopWidth: '1px', pt: '2', mt: '2' } : {})}
        >
          <Item
            to={page.path}
            end={page.path === '/'}
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
