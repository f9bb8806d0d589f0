import { Button, chakra, Dialog, Stack, Text } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useDispatch } from 'react-redux';
import { forgetUnsaved } from '../../../shared/form/unsaved.ts';
import { useBotCheck } from '../../../shared/bot-check/use-bot-check.tsx';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { haltTexts } from '../../../shared/session/halt-texts.ts';
import { expired, type SessionUser, signedInOver } from '../../../shared/session/session-slice.ts';
import { DialogFrame } from '../../../shared/ui/dialog-frame.tsx';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useForm } from '../../../shared/ui/use-form.ts';
import { useLoginMutation } from '../api/sign-in-api.ts';

type SignInOverProps = {
  readonly user: SessionUser;
  /** Who has signed in here in place of `user`. */
  readonly other: SessionUser | null;
};

/** Signs in over a page on which something is typed: the same person's calls go on, another one's sign-in sends nothing (docs/console.md#sign-in). */
export function SignInOver({ user, other }: SignInOverProps): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(haltTexts);
  const dispatch = useDispatch();
  const [login] = useLoginMutation();
  const { part: botCheck, checked } = useBotCheck();
  const form = useForm({
    initial: { username: user.username, password: '' },
    mayBeLost: true,
    validate: ({ username, password }) => ({
      username: username.trim() === '' ? t.signIn.missing : undefined,
      password: password === '' ? t.signIn.missing : undefined,
    }),
    submit: async ({ username, password }) => {
      const found = await checked((turnstile) => login({ username: username.trim(), password, turnstile }).unwrap());
      form.set('password', '');
      if (found.id !== user.id) form.set('username', user.username);
      dispatch(signedInOver(found));
    },
  });
  const leave = (): void => {
    forgetUnsaved();
    if (other === null) dispatch(expired());
    else window.location.reload();
  };
  const { values, errors, set } = form;
  return (
    <DialogFrame title={own.over} onClose={() => undefined} stays>
      <chakra.form display="contents" noValidate onSubmit={form.onSubmit}>
        <Dialog.Body>
          <Stack gap="4">
            {other ? (
              <Text role="alert" color="warn">
                {own.overOther(other.username, user.username)}
              </Text>
            ) : (
              <Text color="fg.muted">{own.overAbout(user.username)}</Text>
            )}
            <TextField
              label={t.signIn.username}
              value={values.username}
              onChange={(name) => set('username', name)}
              error={errors.username}
              autoComplete="username"
            />
            <TextField
              label={t.signIn.password}
              type="password"
              value={values.password}
              onChange={(password) => set('password', password)}
              error={errors.password}
              autoComplete="current-password"
              autoFocus
            />
            {botCheck}
            <FailureNote text={form.failure} />
          </Stack>
        </Dialog.Body>
        <Dialog.Footer flexWrap="wrap">
          <Button variant="outline" onClick={leave}>
            {other ? own.overReload(other.username) : own.overLeave}
          </Button>
          <Button type="submit" variant="solid" colorPalette="brand" loading={form.busy} loadingText={t.signIn.busy}>
            {t.signIn.title}
          </Button>
        </Dialog.Footer>
      </chakra.form>
    </DialogFrame>
  );
}
