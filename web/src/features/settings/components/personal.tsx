import { Box, Button, Flex, Skeleton, Text } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { useOwnModelsQuery, useSelfQuery } from '../../../shared/session/self-api.ts';
import { useSession } from '../../../shared/session/use-session.ts';
import { CopyText } from '../../../shared/ui/copy.tsx';
import { onDemand } from '../../../shared/ui/on-demand.tsx';
import { Section } from '../../../shared/ui/page.tsx';
import { EmptyState, FailedState } from '../../../shared/ui/states.tsx';
import { accessTexts } from '../access-texts.ts';
import { ZoneChoice } from './zone-choice.tsx';
import { PasswordForm } from './password-form.tsx';
import { InviteCard } from './invite-card.tsx';
import { OwnEmail } from './own-email.tsx';

/** Seldom changed: its code comes when somebody asks for it. */
const SignInMethods = onDemand(async () => (await import('./sign-in-methods.tsx')).SignInMethods);

const OwnSessions = onDemand(async () => (await import('./own-sessions.tsx')).OwnSessions);
const NewAccessToken = onDemand(async () => (await import('./new-access-token.tsx')).NewAccessToken);
const CloseDialog = onDemand(async () => (await import('./close-dialog.tsx')).CloseDialog);

const PROVIDER_FIELDS = ['github_id', 'linux_do_id', 'wechat_id', 'telegram_id'] as const;
const MODELS_SHOWN = 10;
const MODEL_WIDTHS = ['96px', '128px', '80px', '112px'];

export function PersonalSettings(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(accessTexts);
  const hasPassword = useHasPassword();
  return (
    <>
      <Section title={t.personal.account}>
        <Account />
      </Section>
      <Section title={own.methods} about={own.methodsAbout}>
        <Methods />
      </Section>
      <Section title={t.register.email}>
        <OwnEmail />
      </Section>
      <Section title={t.personal.zone} about={t.personal.zoneAbout}>
        <ZoneChoice />
      </Section>
      <Section title={hasPassword ? t.personal.password : own.setPassword} about={t.register.passwordRule}>
        <PasswordForm hasPassword={hasPassword} />
      </Section>
      <Section title={own.sessions} about={own.sessionsAbout}>
        <Sessions />
      </Section>
      <Section title={t.personal.accessToken} about={t.personal.accessTokenAbout}>
        <AccessToken />
      </Section>
      <InviteCard />
      <Section title={t.personal.models} about={t.personal.modelsAbout}>
        <Models />
      </Section>
    </>
  );
}

/** Who came by an account with a provider has none at first. */
function useHasPassword(): boolean {
  const { data: self } = useSelfQuery();
  return self?.has_password ?? true;
}

/** What is set and bound in a line, until somebody wants to change it. */
function Methods(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(accessTexts);
  const { data: self, error } = useSelfQuery();
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <SignInMethods />;
  const held = self && [
    self.has_password ? t.signIn.password : own.noPassword,
    ...(self.email === '' ? [] : [t.register.email]),
    ...PROVIDER_FIELDS.flatMap((field) => (self[field] === '' ? [] : [own.providers[field]])),
  ];
  return (
    <Flex gap="3" align="center" wrap="wrap">
      {held !== undefined ? (
        <Text>{held.join(' · ')}</Text>
      ) : error === undefined ? (
        <Skeleton height="14px" width="200px" my="1" />
      ) : null}
      <Button size="xs" onClick={() => setIsOpen(true)}>
        {own.manage}
      </Button>
    </Flex>
  );
}

function Account(): ReactElement {
  const t = useTexts();
  const { isRoot } = useSession();
  const [closing, setClosing] = useState(false);
  const query = useSelfQuery();
  const { data: self } = query;
  if (query.error && !self)
    return <FailedState what={t.personal.account} error={query.error} retry={() => void query.refetch()} />;
  if (!self) return <Skeleton height="14px" width="200px" my="1" />;
  return (
    <Flex gap="3" align="center" wrap="wrap">
      <Text>{`${self.username} · ${t.roles(self.role)} · ${t.users.group} ${self.group}`}</Text>
      <Button asChild size="xs">
        <Link to="/user/edit">{t.personal.names}</Link>
      </Button>
      {isRoot ? null : (
        <Button size="xs" variant="ghost" onClick={() => setClosing(true)}>
          {t.users.actions.delete}
        </Button>
      )}
      {closing ? <CloseDialog onClose={() => setClosing(false)} /> : null}
    </Flex>
  );
}

/** Which sessions there are, when somebody asks or is led here to end one (`#sessions`). */
function Sessions(): ReactElement {
  const own = useOwnTexts(accessTexts);
  const { hash } = useLocation();
  const [isOpen, setIsOpen] = useState(hash === '#sessions');
  return isOpen ? <OwnSessions /> : <Button onClick={() => setIsOpen(true)}>{own.showSessions}</Button>;
}

function AccessToken(): ReactElement {
  const t = useTexts();
  const [asked, setAsked] = useState(0);
  return (
    <Flex gap="3" align="center" wrap="wrap">
      <Button onClick={() => setAsked(asked + 1)}>{t.personal.makeToken}</Button>
      {asked > 0 ? <NewAccessToken key={asked} /> : null}
    </Flex>
  );
}

/** The first ten, the others on demand; a click copies the name. */
function Models(): ReactElement {
  const t = useTexts();
  const query = useOwnModelsQuery();
  const { data: models } = query;
  const [all, setAll] = useState(false);
  if (query.error && !models)
    return <FailedState what={t.personal.models} error={query.error} retry={() => void query.refetch()} />;
  if (!models)
    return (
      <Flex gap="2" wrap="wrap" aria-busy>
        {MODEL_WIDTHS.map((width) => (
          <Skeleton key={width} height="32px" width={width} />
        ))}
      </Flex>
    );
  if (models.length === 0) return <EmptyState title={t.personal.noModels} />;
  return (
    <Flex gap="2" wrap="wrap" align="center">
      {(all ? models : models.slice(0, MODELS_SHOWN)).map((model) => (
        <Box key={model} borderWidth="1px" borderRadius="l2" px="2" minH="32px" display="flex" alignItems="center">
          <CopyText text={model} characters={48} />
        </Box>
      ))}
      {models.length > MODELS_SHOWN ? (
        <Button size="xs" variant="ghost" onClick={() => setAll(!all)}>
          {all ? t.personal.fewer : t.personal.moreModels(models.length - MODELS_SHOWN)}
        </Button>
      ) : null}
    </Flex>
  );
}
