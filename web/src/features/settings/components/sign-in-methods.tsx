import type { Binding } from '@ledgate/api/contract/outside-account';
import type { Self } from '@ledgate/api/contract/session';
import { Box, Button, Flex, Skeleton, Text } from '@chakra-ui/react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { PROVIDERS, type Provider, useProvidersOn } from '../../../shared/outside/providers.ts';
import { outsideTexts } from '../../../shared/outside/texts.ts';
import { useProviderPage } from '../../../shared/outside/use-provider-page.ts';
import { EMAIL_HASH, PASSWORD_HASH } from '../../../shared/session/password-place.ts';
import { useSelfQuery } from '../../../shared/session/self-api.ts';
import { CopyText } from '../../../shared/ui/copy.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { onDemand } from '../../../shared/ui/on-demand.tsx';
import { FailedState } from '../../../shared/ui/states.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useBindTelegramMutation, useBindWeChatMutation, useUnbindOwnMutation } from '../bindings-api.ts';
import { methodsTexts } from '../methods-texts.ts';

const WeChatDialog = onDemand(async () => (await import('../../../shared/outside/wechat-dialog.tsx')).WeChatDialog);
const TelegramDialog = onDemand(
  async () => (await import('../../../shared/outside/telegram-dialog.tsx')).TelegramDialog,
);

const ID_CHARACTERS = 24;

type Asked =
  { readonly to: 'bind'; readonly what: 'wechat' | 'telegram' } | { readonly to: 'unbind'; readonly what: Binding };

/** By what somebody gets into his account: password, e-mail, and the accounts with providers that he has or could have. */
export function SignInMethods(): ReactElement {
  const own = useOwnTexts(methodsTexts);
  const query = useSelfQuery();
  const { data: self } = query;
  if (query.error && !self)
    return <FailedState what={own.what} error={query.error} retry={() => void query.refetch()} />;
  return self === undefined ? <Skeleton height="200px" maxW="560px" /> : <Methods self={self} />;
}

function Methods({ self }: { readonly self: Self }): ReactElement {
  const own = useOwnTexts(methodsTexts);
  const { names } = useOwnTexts(outsideTexts);
  const on = useProvidersOn();
  const { go, busy } = useProviderPage();
  const [asked, setAsked] = useState<Asked>();
  const bind = (provider: Provider): void => {
    if (provider === 'wechat' || provider === 'telegram') setAsked({ to: 'bind', what: provider });
    else void go(provider, '');
  };
  const unbindButton = (what: Binding, name: string): ReactElement => (
    <Button size="xs" aria-label={own.unbindOf(name)} onClick={() => setAsked({ to: 'unbind', what })}>
      {own.unbind}
    </Button>
  );
  return (
    <Box as="ul" maxW="560px" listStyleType="none" borderTopWidth="1px">
      <Method
        name={own.password}
        action={
          <Button asChild size="xs">
            <Link to={PASSWORD_HASH}>{self.has_password ? own.change : own.set}</Link>
          </Button>
        }
      >
        {self.has_password ? own.isSet : <Muted>{own.noPassword}</Muted>}
      </Method>
      <Method
        name={own.email}
        action={
          self.email === '' ? (
            <Button asChild size="xs">
              <Link to={EMAIL_HASH} aria-label={own.bindOf(own.email)}>
                {own.bind}
              </Link>
            </Button>
          ) : (
            unbindButton('email', own.email)
          )
        }
      >
        {self.email === '' ? <Muted>{own.unbound}</Muted> : self.email}
      </Method>
      {PROVIDERS.filter(([provider, field]) => on.has(provider) || self[field] !== '').map(([provider, field]) => (
        <Method
          key={provider}
          name={names[provider]}
          action={
            self[field] === '' ? (
              <Button size="xs" aria-label={own.bindOf(names[provider])} disabled={busy} onClick={() => bind(provider)}>
                {own.bind}
              </Button>
            ) : (
              unbindButton(provider, names[provider])
            )
          }
        >
          {self[field] === '' ? (
            <Muted>{own.unbound}</Muted>
          ) : (
            <CopyText text={self[field]} characters={ID_CHARACTERS} label={names[provider]} />
          )}
        </Method>
      ))}
      {asked === undefined ? null : <Question asked={asked} close={() => setAsked(undefined)} />}
    </Box>
  );
}

function Question({ asked, close }: { readonly asked: Asked; readonly close: () => void }): ReactElement {
  const own = useOwnTexts(methodsTexts);
  const { names } = useOwnTexts(outsideTexts);
  const [byWeChat] = useBindWeChatMutation();
  const [byTelegram] = useBindTelegramMutation();
  const [unbind] = useUnbindOwnMutation();
  const name = asked.what === 'email' ? own.email : names[asked.what];
  const bound = (): void => {
    tellSuccess(own.bound(name));
    close();
  };
  if (asked.to === 'unbind')
    return (
      <ConfirmDialog
        title={own.unbindTitle(name)}
        about={asked.what === 'email' ? own.unbindEmailAbout : own.unbindAbout(name)}
        confirm={own.unbind}
        onClose={close}
        act={async () => {
          await unbind(asked.what).unwrap();
          tellSuccess(own.isUnbound(name));
        }}
      />
    );
  return asked.what === 'wechat' ? (
    <WeChatDialog
      title={own.bindTitle(name)}
      save={own.bind}
      onClose={close}
      submit={async (code) => {
        await byWeChat(code).unwrap();
        bound();
      }}
    />
  ) : (
    <TelegramDialog
      title={own.bindTitle(name)}
      onClose={close}
      submit={async (signed) => {
        await byTelegram(signed).unwrap();
        bound();
      }}
    />
  );
}

const Muted = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <Text as="span" color="fg.muted">
    {children}
  </Text>
);

type MethodProps = { readonly name: string; readonly children: ReactNode; readonly action: ReactElement };

const Method = ({ name, children, action }: MethodProps): ReactElement => (
  <Flex as="li" align="center" gap="3" minH="44px" py="1" borderBottomWidth="1px">
    <Text width={{ base: '80px', sm: '120px' }} flexShrink="0" fontSize="13px">
      {name}
    </Text>
    <Box flex="1" minW="0" overflowWrap="anywhere">
      {children}
    </Box>
    {action}
  </Flex>
);
