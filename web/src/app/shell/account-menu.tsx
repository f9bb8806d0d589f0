import { Box, Button, Menu, Portal, Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuChevronDown } from 'react-icons/lu';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '../../shared/i18n/text.tsx';
import { useLeaving } from '../../shared/ui/use-leaving.ts';
import { Money } from '../../shared/money/money.tsx';
import { useSelfQuery } from '../../shared/session/self-api.ts';
import type { SessionUser } from '../../shared/session/session-slice.ts';
import { useSignOut } from './use-sign-out.ts';

export function AccountMenu({ user }: { readonly user: SessionUser }): ReactElement {
  const t = useTexts();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const leaving = useLeaving();
  return (
    <Menu.Root lazyMount unmountOnExit positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <Button variant="ghost" size="xs" aria-label={t.nav.account(namesOf(user))} maxW="160px">
          <Box as="span" overflow="hidden" textOverflow="ellipsis">
            {user.display_name || user.username}
          </Box>
          <LuChevronDown />
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content bg="bg" borderWidth="1px" minW="200px">
            <Box px="2" py="1.5" borderBottomWidth="1px" mb="1">
              <Text fontWeight="500">{user.username}</Text>
              <Text fontSize="12px" color="fg.muted">
                {t.roles(user.role)}
                <OwnBalance />
              </Text>
            </Box>
            <Menu.Item value="wallet" minH="32px" onSelect={() => void navigate('/topup')}>
              {t.nav.topup}
            </Menu.Item>
            <Menu.Item value="settings" minH="32px" onSelect={() => void navigate('/setting')}>
              {t.nav.setting}
            </Menu.Item>
            <Menu.Item value="leave" minH="32px" onSelect={() => leaving(() => void signOut())}>
              {t.nav.signOut}
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}

/** Asked for whenever the menu opens: nobody sees it otherwise. */
function OwnBalance(): ReactElement | null {
  const { data: self } = useSelfQuery();
  return self ? (
    <>
      {' '}
      · <Money quota={self.quota} />
    </>
  ) : null;
}

/** With the name that is shown, so that people can say it. */
const namesOf = ({ username, display_name: shown }: SessionUser): string =>
  shown === '' || shown === username ? username : `${username} · ${shown}`;
