import { Box, Button, chakra, Stack } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { emailError } from '../../../shared/mail/email-error.ts';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useForm } from '../../../shared/ui/use-form.ts';
import { useSendTestMailMutation } from '../operator-api.ts';
import { settingsTexts } from '../texts.ts';
import { SecretOption } from './secret-option.tsx';

/** What belongs to the mail server and is no option that is shown: its password, and whether a mail gets there. */
export function MailTools(): ReactElement {
  return (
    <Stack gap="5" maxW="560px">
      <SecretOption option="SMTPToken" />
      <TestMail />
    </Stack>
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
