import { Box, Button, chakra, Stack } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { useBotCheck } from '../../../shared/bot-check/use-bot-check.tsx';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { useCountdown } from '../../../shared/mail/countdown.ts';
import { emailError } from '../../../shared/mail/email-error.ts';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { TextLink } from '../../../shared/ui/links.ts';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useForm } from '../../../shared/ui/use-form.ts';
import { useMailResetLinkMutation } from '../api/reset-api.ts';
import { SignInFrame } from '../components/sign-in-frame.tsx';
import { resetTexts } from '../texts.ts';

/** Has a link mailed by which a new password is made; for whoever has forgotten his. */
export function ResetPage(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(resetTexts);
  const [mail] = useMailResetLinkMutation();
  const { part: botCheck, checked } = useBotCheck();
  const { left, start } = useCountdown();
  const [mailedTo, setMailedTo] = useState<string>();
  const form = useForm({
    initial: { email: '' },
    mayBeLost: true,
    validate: ({ email }) => ({ email: emailError(email, t) }),
    submit: async (values) => {
      // By Enter, too, not before the button can be pressed.
      if (left > 0) return;
      const email = values.email.trim();
      await checked((turnstile) => mail({ email, turnstile }).unwrap());
      setMailedTo(email);
      start();
    },
  });
  const { values, errors, set } = form;
  return (
    <SignInFrame
      title={own.title}
      about={own.about}
      foot={
        <>
          {own.remembered} <TextLink to="/login">{t.signIn.title}</TextLink>
        </>
      }
    >
      <chakra.form noValidate onSubmit={form.onSubmit}>
        <Stack gap="4">
          <TextField
            label={t.register.email}
            type="email"
            value={values.email}
            onChange={(email) => set('email', email)}
            error={errors.email}
            autoComplete="email"
            autoFocus
          />
          {botCheck}
          <Box fontSize="13px" lineHeight="18px" overflowWrap="anywhere">
            <Box role="status">{mailedTo === undefined ? null : own.sent(mailedTo)}</Box>
            <FailureNote text={form.failure} />
          </Box>
          <Button
            type="submit"
            variant="solid"
            colorPalette="brand"
            fontVariantNumeric="tabular-nums"
            loading={form.busy}
            disabled={left > 0}
          >
            {left > 0 ? own.again(left) : own.send}
          </Button>
        </Stack>
      </chakra.form>
    </SignInFrame>
  );
}
