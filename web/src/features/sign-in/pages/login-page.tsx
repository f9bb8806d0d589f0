import { Box, Button, chakra, Stack } from '@chakra-ui/react';
import { useEffect, useState, type ReactElement } from 'react';
import { useDispatch } from 'react-redux';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useBotCheck } from '../../../shared/bot-check/use-bot-check.tsx';
import { useTexts } from '../../../shared/i18n/text.tsx';
import { PASSWORD_PLACE } from '../../../shared/session/password-place.ts';
import { signedIn } from '../../../shared/session/session-slice.ts';
import { useStatus } from '../../../shared/status/status-api.ts';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { TextLink } from '../../../shared/ui/links.ts';
import { onDemand } from '../../../shared/ui/on-demand.tsx';
import { useForm } from '../../../shared/ui/use-form.ts';
import { useLoginMutation } from '../api/sign-in-api.ts';
import type { FactoryPasswordProps } from '../components/factory-password.tsx';
import { useHasWays, WaysIn } from '../components/asked-ways-in.tsx';
import { SignInFrame } from '../components/sign-in-frame.tsx';
import { afterSignIn } from '../after-sign-in.ts';
import { useInviter } from '../inviter.ts';
import { useOnward } from '../use-onward.ts';

/** The line under the top bar says it on every page. */
function SaidLater({ later }: FactoryPasswordProps): null {
  useEffect(() => later(), [later]);
  return null;
}

const FactoryPassword = onDemand(
  async () => (await import('../components/factory-password.tsx')).FactoryPassword,
  SaidLater,
);

export function LoginPage(): ReactElement {
  const onward = useOnward();
  return onward === undefined ? <SignIn /> : <Navigate to={onward} replace />;
}

function SignIn(): ReactElement {
  const t = useTexts();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const location = useLocation();
  const [params] = useSearchParams();
  const { register_enabled: canRegister, password_login_enabled: byPassword } = useStatus();
  const hasWays = useHasWays();
  const { part: botCheck, checked } = useBotCheck();
  const [login] = useLoginMutation();
  const [mustChange, setMustChange] = useState(false);
  useInviter();
  const form = useForm({
    initial: { username: '', password: '' },
    mayBeLost: true,
    validate: ({ username, password }) => ({
      username: username.trim() === '' ? t.signIn.missing : undefined,
      password: password === '' ? t.signIn.missing : undefined,
    }),
    submit: async ({ username, password }) => {
      const user = await checked((turnstile) => login({ username: username.trim(), password, turnstile }).unwrap());
      dispatch(signedIn(user));
      if (user.must_change_password) setMustChange(true);
      else await navigate(afterSignIn(location), { replace: true });
    },
  });
  const { values, errors, set } = form;
  return (
    <SignInFrame
      title={t.signIn.title}
      foot={
        <>
          {canRegister ? (
            <>
              {t.signIn.noAccount}{' '}
              <TextLink to={{ pathname: '/register', search: location.search }} state={location.state}>
                {t.register.title}
              </TextLink>
              {' · '}
            </>
          ) : null}
          <TextLink to="/reset">{t.signIn.forgot}</TextLink>
        </>
      }
    >
      {params.get('expired') === 'true' ? (
        <Box
          role="status"
          borderWidth="1px"
          borderColor="warn.border"
          bg="warn.subtle"
          borderRadius="l2"
          px="3"
          py="2"
          fontSize="13px"
        >
          {t.signIn.expired}
        </Box>
      ) : null}
      {byPassword || !hasWays ? (
        <chakra.form noValidate onSubmit={form.onSubmit}>
          <Stack gap="4">
            <TextField
              label={t.signIn.username}
              value={values.username}
              onChange={(name) => set('username', name)}
              error={errors.username}
              autoComplete="username"
              autoFocus
            />
            <TextField
              label={t.signIn.password}
              type="password"
              value={values.password}
              onChange={(password) => set('password', password)}
              error={errors.password}
              autoComplete="current-password"
            />
            {botCheck}
            <FailureNote text={form.failure} />
            <Button type="submit" variant="solid" colorPalette="brand" loading={form.busy} loadingText={t.signIn.busy}>
              {t.signIn.title}
            </Button>
          </Stack>
        </chakra.form>
      ) : null}
      {hasWays ? <WaysIn isAlone={!byPassword} /> : null}
      {mustChange ? (
        <FactoryPassword
          later={() => void navigate(afterSignIn(location), { replace: true })}
          now={() => void navigate(PASSWORD_PLACE, { replace: true })}
        />
      ) : null}
    </SignInFrame>
  );
}
