import { Button, chakra, Stack } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { USERNAME_CHARACTERS_MAX } from '@ledgate/domain/catalogue/limits';
import { useBotCheck } from '../../../shared/bot-check/use-bot-check.tsx';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { emailError } from '../../../shared/mail/email-error.ts';
import { passwordError } from '../../../shared/session/password.ts';
import { useStatus } from '../../../shared/status/status-api.ts';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { TextLink } from '../../../shared/ui/links.ts';
import { onDemand } from '../../../shared/ui/on-demand.tsx';
import { useForm } from '../../../shared/ui/use-form.ts';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { useRegisterMutation } from '../api/sign-in-api.ts';
import { useHasWays, WaysIn } from '../components/asked-ways-in.tsx';
import { SignInFrame } from '../components/sign-in-frame.tsx';
import { useInviter } from '../inviter.ts';
import { useOnward } from '../use-onward.ts';

/** Few operators ask for them. */
const CodeFields = onDemand(async () => (await import('../../../shared/mail/code-fields.tsx')).CodeFields);

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
  const hasWays = useHasWays();
  const { part: botCheck, checked } = useBotCheck();
  const [register] = useRegisterMutation();
  const form = useForm({
    initial: { username: '', password: '', password2: '', email: '', code: '' },
    sentAs: { code: 'verification_code' },
    validate: (values) => ({
      username:
        values.username.trim() === ''
          ? t.form.required
          : values.username.trim().length > USERNAME_CHARACTERS_MAX
            ? t.form.charactersMax(USERNAME_CHARACTERS_MAX)
            : undefined,
      password: passwordError(values.password, t),
      password2: values.password === values.password2 ? undefined : t.register.passwordsDiffer,
      email: verifies ? emailError(values.email, t) : undefined,
      code: verifies && values.code.trim() === '' ? t.register.codeMissing : undefined,
    }),
    submit: async ({ username, password, password2, email, code }) => {
      await checked((turnstile) =>
        register({
          username: username.trim(),
          password,
          password2,
          email: email.trim(),
          verification_code: code.trim(),
          aff_code: inviter,
          turnstile,
        }).unwrap(),
      );
      form.settle();
      tellSuccess(t.register.done);
      // Who invited is told by now; where somebody wanted to go is not.
      const next = new URLSearchParams(search).get('next');
      const to = { pathname: '/login', search: next === null ? '' : `?${new URLSearchParams({ next }).toString()}` };
      await navigate(to, { replace: true, state: state as unknown });
    },
  });
  const { values, errors, set } = form;
  if (!open || !(byPassword || hasWays))
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
      {byPassword ? (
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
            {verifies ? <CodeFields values={values} errors={errors} set={set} checked={checked} /> : null}
            {botCheck}
            <FailureNote text={form.failure} />
            <Button type="submit" variant="solid" colorPalette="brand" loading={form.busy}>
              {t.register.submit}
            </Button>
          </Stack>
        </chakra.form>
      ) : null}
      {hasWays ? <WaysIn isAlone={!byPassword} /> : null}
    </SignInFrame>
  );
}
