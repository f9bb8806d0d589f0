import { Box, Button, chakra, Stack } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { emailError } from '../../../shared/mail/email-error.ts';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { tellNotice, tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useForm } from '../../../shared/ui/use-form.ts';
import { useSendTestMailMutation, useSetOptionMutation } from '../api/settings-api.ts';
import { settingsTexts } from '../texts.ts';

/** What belongs to the mail server and is no option that is shown: its password, and whether a mail gets there. */
export function MailTools(): ReactElement {
  return (
    <Stack gap="5" maxW="560px">
      <MailPassword />
      <TestMail />
    </Stack>
  );
}

/** Nobody is told the one that is kept. */
function MailPassword(): ReactElement {
  const t = useTexts();
  const { mail: own } = useOwnTexts(settingsTexts);
  const [setOption] = useSetOptionMutation();
  const form = useForm({
    initial: { password: '' },
    validate: () => ({}),
    submit: async ({ password }) => {
      if (password === '') return tellNotice(t.settings.unchanged);
      await setOption({ key: 'SMTPToken', value: password }).unwrap();
      form.set('password', '');
      tellSuccess(own.passwordSaved);
    },
  });
  return (
    <chakra.form noValidate onSubmit={form.onSubmit}>
      <Stack gap="4" align="flex-start">
        <TextField
          label={own.password}
          type="password"
          value={form.values.password}
          onChange={(password) => form.set('password', password)}
          help={own.passwordAbout}
          autoComplete="new-password"
        />
        <FailureNote text={form.failure} />
        <Button type="submit" variant="outline" loading={form.busy} loadingText={t.common.saving}>
          {own.savePassword}
        </Button>
      </Stack>
    </chakra.form>
  );
}

function TestMail(): ReactElement {
  const t = useTexts();
  const { mail: own } = useOwnTexts(settingsTexts);
  const [send] = useSendTestMailMutation();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initial: { to: '' },
    mayBeLost: true,
    validate: ({ to }) => ({ to: emailError(to, t) }),
    submit: async (values) => {
      setSentTo(undefined);
      const to = values.to.trim();
      await send(to).unwrap();
      setSentTo(to);
    },
  });
  return (
    <chakra.form noValidate onSubmit={form.onSubmit}>
      <Stack gap="4" align="flex-start">
        <TextField
          label={own.testTo}
          type="email"
          value={form.values.to}
          onChange={(to) => {
            setSentTo(undefined);
            form.set('to', to);
          }}
          error={form.errors.to}
          help={own.testAbout}
          autoComplete="email"
        />
        <Box fontSize="13px" lineHeight="18px" overflowWrap="anywhere">
          <Box role="status">{sentTo === undefined ? null : own.sent(sentTo)}</Box>
          <FailureNote text={form.failure} />
        </Box>
        <Button type="submit" variant="outline" loading={form.busy}>
          {own.test}
        </Button>
      </Stack>
    </chakra.form>
  );
}
