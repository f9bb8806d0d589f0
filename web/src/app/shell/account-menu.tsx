import { Box, Menu, Portal, Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLanguage, useTexts } from '../../shared/i18n/text.tsx';
import { useLeaving } from '../../shared/ui/use-leaving.ts';
import { Money } from '../../shared/money/money.tsx';
import { useSelfQuery } from '../../shared/session/self-api.ts';
import type { SessionUser } from '../../shared/session/session-slice.ts';
import { useStatus } from '../../shared/status/status-api.ts';
import { TOP_UP_PLACE, topUpTitles } from '../../shared/topup/titles.ts';
import { AccountName } from './account-button.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Opens as it comes: a press has asked for it. */
export function AccountMenu({ user }: { readonly user: SessionUser }): ReactElement {
  const t = useTexts();
  const language = useLanguage();
  const { enable_online_topup: mayTopUp } = useStatus();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const leaving = useLeaving();
  return (
    <Menu.Root defaultOpen lazyMount unmountOnExit positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <AccountName user={user} />
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
            {mayTopUp ? (
              <Menu.Item value="top-up" minH="32px" onSelect={() => void navigate(TOP_UP_PLACE)}>
                {topUpTitles[language].topUp}
              </Menu.Item>
            ) : null}
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
