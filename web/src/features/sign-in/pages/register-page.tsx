import { Button, chakra, Flex, Stack } from '@chakra-ui/react';
import { useEffect, useState, type ReactElement } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { EMAIL_CHARACTERS_MAX, USERNAME_CHARACTERS_MAX } from '@ledgate/domain/catalogue/limits';
import { type Texts, useTexts } from '../../../shared/i18n/text.tsx';
import { passwordError } from '../../../shared/session/password.ts';
import { useStatus } from '../../../shared/status/status-api.ts';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { useAction } from '../../../shared/ui/use-action.ts';
import { TextLink } from '../../../shared/ui/links.ts';
import { useForm } from '../../../shared/ui/use-form.ts';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { useRegisterMutation, useSendCodeMutation } from '../api/sign-in-api.ts';
import { SignInFrame } from '../components/sign-in-frame.tsx';
import { useInviter } from '../inviter.ts';
import { useOnward } from '../use-onward.ts';

const RESEND_S = 30;

export function RegisterPage(): ReactElement {
  const onward = useOnward();
  return onward === undefined ? <Register /> : <Navigate to={onward} replace />;
}

function Register(): ReactElement {
  const t = useTexts();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const signIn = { pathname: '/login', search };
  const { email_verification: verifies, register_enabled: open, password_register_enabled: byPassword } = useStatus();
  const inviter = useInviter();
  const [register] = useRegisterMutation();
  const form = useForm({
    initial: { username: '', password: '', password2: '', email: '', code: '' },
    validate: (values) => ({
      username:
        values.username.trim() === ''
          ? t.form.required
          : values.username.trim().length > USERNAME_CHARACTERS_MAX
            ? t.form.charactersMax(USERNAME_CHARACTERS_MAX)
            : undefined,
      password: passwordError(values.password, t),
      password2: values.password === values.password2 ? undefined : t.register.passwordsDiffer,
      email: verifies ? emailError(values.email.trim(), t) : undefined,
      code: verifies && values.code.trim() === '' ? t.register.codeMissing : undefined,
    }),
    submit: async ({ username, password, password2, email, code }) => {
      await register({
        username: username.trim(),
        password,
        password2,
        email: email.trim(),
        verification_code: code.trim(),
        aff_code: inviter,
      }).unwrap();
      form.settle();
      tellSuccess(t.register.done);
      // Who invited is told by now; where somebody wanted to go is not.
      const next = new URLSearchParams(search).get('next');
      const to = { pathname: '/login', search: next === null ? '' : `?${new URLSearchParams({ next }).toString()}` };
      await navigate(to, { replace: true, state: state as unknown });
    },
  });
  const { values, errors, set } = form;
  if (!open || !byPassword)
    return (
      <EmptyState
        title={t.register.closed}
        about={t.register.closedAbout}
        action={
          <Button asChild>
            <Link to={signIn} state={state}>
              {t.signIn.title}
            </Link>
          </Button>
        }
      />
    );
  return (
    <SignInFrame
      title={t.register.title}
      foot={
        <>
          {t.register.haveAccount}{' '}
          <TextLink to={signIn} state={state}>
            {t.signIn.title}
          </TextLink>
        </>
      }
    >
      <chakra.form noValidate onSubmit={form.onSubmit}>
        <Stack gap="4">
          <TextField
            label={t.users.username}
            value={values.username}
            onChange={(name) => set('username', name)}
            error={errors.username}
            help={t.form.charactersMax(USERNAME_CHARACTERS_MAX)}
            autoComplete="username"
            autoFocus
          />
          <TextField
            label={t.signIn.password}
            type="password"
            value={values.password}
            onChange={(password) => set('password', password)}
            error={errors.password}
            help={t.register.passwordRule}
            autoComplete="new-password"
          />
          <TextField
            label={t.register.password2}
            type="password"
            value={values.password2}
            onChange={(password) => set('password2', password)}
            error={errors.password2}
            autoComplete="new-password"
          />
          {verifies ? (
            <>
              <Flex gap="2" align="flex-start">
                <TextField
                  label={t.register.email}
                  type="email"
                  value={values.email}
                  onChange={(email) => set('email', email)}
                  error={errors.email}
                  autoComplete="email"
                />
                <SendCode email={values.email.trim()} />
              </Flex>
              <TextField
                label={t.register.code}
                value={values.code}
                onChange={(code) => set('code', code)}
                error={errors.code}
                autoComplete="one-time-code"
              />
            </>
          ) : null}
          <FailureNote text={form.failure} />
          <Button type="submit" variant="solid" colorPalette="brand" loading={form.busy}>
            {t.register.submit}
          </Button>
        </Stack>
      </chakra.form>
    </SignInFrame>
  );
}

function emailError(email: string, t: Texts): string | undefined {
  if (!email.includes('@')) return t.register.emailMissing;
  return email.length > EMAIL_CHARACTERS_MAX ? t.form.charactersMax(EMAIL_CHARACTERS_MAX) : undefined;
}

/** Sends the verification code; can be repeated after 30 s. */
function SendCode({ email }: { readonly email: string }): ReactElement {
  const t = useTexts();
  const [send] = useSendCodeMutation();
  const { run, busy } = useAction(send);
  const [wait, setWait] = useState(0);
  useEffect(() => {
    if (wait === 0) return undefined;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  const start = async (): Promise<void> => {
    if ((await run(email, t.register.codeSent)) !== undefined) setWait(RESEND_S);
  };
  return (
    <Button mt="26px" loading={busy} disabled={wait > 0 || !email.includes('@')} onClick={() => void start()}>
      {wait > 0 ? t.register.resend(wait) : t.register.sendCode}
    </Button>
  );
}
