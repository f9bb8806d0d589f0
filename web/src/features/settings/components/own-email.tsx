import { Button, chakra, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef, type ReactElement } from 'react';
import { useLocation } from 'react-router-dom';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { useBotCheck } from '../../../shared/bot-check/use-bot-check.tsx';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { CodeFields } from '../../../shared/mail/code-fields.tsx';
import { EMAIL_HASH } from '../../../shared/session/password-place.ts';
import { useSelfQuery } from '../../../shared/session/self-api.ts';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { FailedState } from '../../../shared/ui/states.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useBindEmailMutation } from '../api/settings-api.ts';
import { emailForm } from '../email-form.ts';
import { emailTexts } from '../email-texts.ts';

/** The e-mail by which somebody signs in and gets a new password, and its change by a code that is mailed. */
export function OwnEmail(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(emailTexts);
  const query = useSelfQuery();
  const { data: self } = query;
  const card = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === EMAIL_HASH) card.current?.querySelector('input')?.focus();
  }, [hash, key]);
  if (query.error && !self)
    return <FailedState what={t.register.email} error={query.error} retry={() => void query.refetch()} />;
  return (
    <Stack ref={card} gap="4" maxW="368px" align="flex-start">
      <Stack gap="1">
        {self === undefined ? (
          <Skeleton height="14px" width="200px" my="1" />
        ) : (
          <Text overflowWrap="anywhere">{self.email === '' ? own.none : own.inForce(self.email)}</Text>
        )}
        <Text color="fg.muted" fontSize="13px">
          {own.about}
        </Text>
      </Stack>
      <EmailForm />
    </Stack>
  );
}

function EmailForm(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(emailTexts);
  const [bind] = useBindEmailMutation();
  // Whoever is signed in has passed it in all likelihood.
  const { part: botCheck, checked } = useBotCheck(true);
  const form = useContractForm({
    initial: { email: '', code: '' },
    schema: () => emailForm(t),
    submit: async (proof) => {
      await bind(proof).unwrap();
      form.set('email', '');
      form.set('code', '');
      tellSuccess(own.saved);
    },
  });
  return (
    <chakra.form noValidate width="100%" onSubmit={form.onSubmit}>
      <Stack gap="4" align="flex-start">
        <CodeFields values={form.values} errors={form.errors} set={form.set} checked={checked} />
        {botCheck}
        <FailureNote text={form.failure} />
        <Button type="submit" loading={form.busy} loadingText={t.common.saving}>
          {t.common.save}
        </Button>
      </Stack>
    </chakra.form>
  );
}
