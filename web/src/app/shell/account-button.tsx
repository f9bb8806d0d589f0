import { Box, Button, type ButtonProps } from '@chakra-ui/react';
import type { ReactElement, Ref } from 'react';
import { LuChevronDown } from 'react-icons/lu';
import { useTexts } from '../../shared/i18n/text.tsx';
import type { SessionUser } from '../../shared/session/session-slice.ts';
import { useAsked } from '../../shared/ui/on-demand.tsx';

type AccountProps = { readonly user: SessionUser };

const loadMenu = async () => (await import('./account-menu.tsx')).AccountMenu;

export function AccountButton({ user }: AccountProps): ReactElement {
  const { Part: AccountMenu, ask, warm } = useAsked(loadMenu);
  return AccountMenu ? (
    <AccountMenu user={user} />
  ) : (
    <AccountName
      user={user}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={warm}
      onFocus={warm}
      onClick={ask}
    />
  );
}

/** What the menu hangs from. */
export function AccountName({
  user,
  ...props
}: AccountProps & ButtonProps & { readonly ref?: Ref<HTMLButtonElement> }): ReactElement {
  const t = useTexts();
  return (
    <Button variant="ghost" size="xs" aria-label={t.nav.account(namesOf(user))} maxW="160px" {...props}>
      <Box as="span" overflow="hidden" textOverflow="ellipsis">
        {user.display_name || user.username}
      </Box>
      <LuChevronDown />
    </Button>
  );
}

/** With the name that is shown, so that people can say it. */
const namesOf = ({ username, display_name: shown }: SessionUser): string =>
  shown === '' || shown === username ? username : `${username} · ${shown}`;
