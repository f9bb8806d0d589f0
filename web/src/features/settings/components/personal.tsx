import { Box, Button, Flex, Skeleton, Text } from '@chakra-ui/react';
import { Suspense, useState, type ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { lazyPart } from '../../../shared/connection/page-code.ts';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { useOwnModelsQuery, useSelfQuery } from '../../../shared/session/self-api.ts';
import { useSession } from '../../../shared/session/use-session.ts';
import { CopyText, useCopy } from '../../../shared/ui/copy.tsx';
import { ConfirmDialog } from '../../../shared/ui/dialogs.tsx';
import { Section } from '../../../shared/ui/page.tsx';
import { EmptyState, FailedState } from '../../../shared/ui/states.tsx';
import { accessTexts } from '../access-texts.ts';
import { useAccessTokenMutation } from '../api/settings-api.ts';
import { ZoneChoice } from './zone-choice.tsx';
import { InviteCard } from './invite-card.tsx';
import { OwnEmail } from './own-email.tsx';

/** Beside what every visit needs, and with texts of its own. */
const SignInMethods = lazyPart(async () => (await import('./sign-in-methods.tsx')).SignInMethods);

/** What is typed to keep the account, or to end it. */
const accountForms = () => import('./account-forms.tsx');
const PasswordForm = lazyPart(async () => (await accountForms()).PasswordForm);
const CloseAccount = lazyPart(async () => (await accountForms()).CloseAccount);

const MODELS_SHOWN = 10;
const MODEL_WIDTHS = ['96px', '128px', '80px', '112px'];

export function PersonalSettings(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(accessTexts);
  const hasPassword = useHasPassword();
  const { isRoot } = useSession();
  return (
    <>
      <Section title={t.personal.account}>
        <Account />
      </Section>
      <Section title={own.methods} about={own.methodsAbout}>
        <Suspense fallback={<Skeleton height="200px" maxW="560px" />}>
          <SignInMethods />
        </Suspense>
      </Section>
      <Section title={t.register.email}>
        <OwnEmail />
      </Section>
      <Section title={t.personal.zone} about={t.personal.zoneAbout}>
        <ZoneChoice />
      </Section>
      <Section title={hasPassword ? t.personal.password : own.setPassword} about={t.register.passwordRule}>
        <Suspense fallback={<Skeleton height="260px" maxW="368px" />}>
          <PasswordForm hasPassword={hasPassword} />
        </Suspense>
      </Section>
      <Section title={t.personal.accessToken} about={t.personal.accessTokenAbout}>
        <AccessToken />
      </Section>
      <InviteCard />
      <Section title={t.personal.models} about={t.personal.modelsAbout}>
        <Models />
      </Section>
      {isRoot ? null : (
        <Section title={own.close}>
          <Suspense fallback={<Skeleton height="68px" maxW="560px" />}>
            <CloseAccount />
          </Suspense>
        </Section>
      )}
    </>
  );
}

/** Who came by an account with a provider has none at first. */
function useHasPassword(): boolean {
  const { data: self } = useSelfQuery();
  return self?.has_password ?? true;
}

function Account(): ReactElement {
  const t = useTexts();
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
    </Flex>
  );
}

function AccessToken(): ReactElement {
  const t = useTexts();
  const copy = useCopy();
  const [asked, setAsked] = useState(false);
  const [token, setToken] = useState<string>();
  const [make] = useAccessTokenMutation();
  return (
    <Flex gap="3" align="center" wrap="wrap">
      <Button onClick={() => setAsked(true)}>{t.personal.makeToken}</Button>
      {token ? (
        <Box>
          <CopyText text={token} characters={40} label={t.personal.accessToken} />
        </Box>
      ) : null}
      {asked ? (
        <ConfirmDialog
          title={t.personal.makeTokenTitle}
          about={t.personal.makeTokenAbout}
          confirm={t.personal.makeToken}
          danger={false}
          onClose={() => setAsked(false)}
          act={async () => {
            const made = await make().unwrap();
            setToken(made);
            await copy(made, t.personal.tokenCopied);
          }}
        />
      ) : null}
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
