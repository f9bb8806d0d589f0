import type { LoginUser } from '@ledgate/api/contract/session';
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { FaGithub, FaTelegram, FaWeixin } from 'react-icons/fa6';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { PROVIDERS, type Provider, useProvidersOn } from '../../../shared/outside/providers.ts';
import { outsideTexts } from '../../../shared/outside/texts.ts';
import { useProviderPage } from '../../../shared/outside/use-provider-page.ts';
import { signedIn } from '../../../shared/session/session-slice.ts';
import { onDemand } from '../../../shared/ui/on-demand.tsx';
import { afterSignIn } from '../after-sign-in.ts';
import { useSignInByTelegramMutation, useSignInByWeChatMutation } from '../api/outside-sign-in-api.ts';
import { useInviter } from '../inviter.ts';
import { keepOnward } from '../kept-onward.ts';
import { outsideSignInTexts } from '../outside-texts.ts';
import { LinuxDoMark } from './linuxdo-mark.tsx';

const WeChatDialog = onDemand(async () => (await import('../../../shared/outside/wechat-dialog.tsx')).WeChatDialog);
const TelegramDialog = onDemand(
  async () => (await import('../../../shared/outside/telegram-dialog.tsx')).TelegramDialog,
);

/** Where who signs in here without a page of the provider's goes on to. */
const START = '/';

const MARKS: Readonly<Record<Provider, ReactElement>> = {
  github: <FaGithub aria-hidden />,
  linuxdo: <LinuxDoMark />,
  wechat: <FaWeixin aria-hidden />,
  telegram: <FaTelegram aria-hidden />,
};

/** Accounts with providers by which somebody signs in, or registers at the first time; those that the operator has. `isAlone`: nothing stands above them. */
export function WaysIn({ isAlone }: { readonly isAlone: boolean }): ReactElement | null {
  const own = useOwnTexts(outsideSignInTexts);
  const { names } = useOwnTexts(outsideTexts);
  const on = useProvidersOn();
  const location = useLocation();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const inviter = useInviter();
  const { go, busy } = useProviderPage();
  const [byWeChat] = useSignInByWeChatMutation();
  const [byTelegram] = useSignInByTelegramMutation();
  const [opened, setOpened] = useState<'wechat' | 'telegram'>();
  const enter = async (user: LoginUser): Promise<void> => {
    dispatch(signedIn(user));
    await navigate(afterSignIn(location, START), { replace: true });
  };
  const start = (provider: Provider): void => {
    if (provider === 'wechat' || provider === 'telegram') return setOpened(provider);
    keepOnward(afterSignIn(location));
    void go(provider, inviter);
  };
  const close = (): void => setOpened(undefined);
  if (on.size === 0) return null;
  return (
    <Stack gap="4">
      {isAlone ? null : (
        <Flex align="center" gap="3" color="fg.muted" fontSize="13px">
          <Box flex="1" borderTopWidth="1px" />
          <Text>{own.or}</Text>
          <Box flex="1" borderTopWidth="1px" />
        </Flex>
      )}
      <Stack gap="2">
        {PROVIDERS.filter(([provider]) => on.has(provider)).map(([provider]) => (
          <Button key={provider} disabled={busy} onClick={() => start(provider)}>
            {MARKS[provider]}
            {own.by(names[provider])}
          </Button>
        ))}
      </Stack>
      {opened === 'wechat' ? (
        <WeChatDialog
          title={own.by(names.wechat)}
          save={own.submit}
          submit={async (code) => enter(await byWeChat({ code, aff: inviter }).unwrap())}
          onClose={close}
        />
      ) : opened === 'telegram' ? (
        <TelegramDialog
          title={own.by(names.telegram)}
          submit={async (signed) => enter(await byTelegram(signed).unwrap())}
          onClose={close}
        />
      ) : null}
    </Stack>
  );
}
