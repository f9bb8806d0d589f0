import { Button, chakra, Stack } from '@chakra-ui/react';
import { useEffect, useRef, type ReactElement } from 'react';
import { useLocation } from 'react-router-dom';
import { z } from 'zod';
import { newPassword, passwordAgain } from '../../../shared/form/new-password.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { PASSWORD_HASH } from '../../../shared/session/password-place.ts';
import { useEditSelfMutation } from '../../../shared/session/self-api.ts';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { accessTexts } from '../access-texts.ts';

/** The old one is asked for, where there is one: whoever finds a session open must not take the account over. */
export function PasswordForm({ hasPassword }: { readonly hasPassword: boolean }): ReactElement {
  const t = useTexts();
  const access = useOwnTexts(accessTexts);
  const [edit] = useEditSelfMutation();
  const form = useContractForm({
    initial: { old_password: '', password: '', again: '' },
    schema: ({ password }) =>
      z.object({
        old_password: hasPassword ? z.string().min(1, { error: t.form.required }) : z.string(),
        password: newPassword(t),
        again: passwordAgain(password, t),
      }),
    submit: async ({ old_password, password }) => {
      await edit({ old_password, password }).unwrap();
      for (const field of ['old_password', 'password', 'again'] as const) form.set(field, '');
      tellSuccess(hasPassword ? t.personal.passwordChanged : access.passwordSet);
    },
  });
  const { values, errors, set } = form;
  const field = useRef<HTMLInputElement>(null);
  const { hash, key } = useLocation();
  // Each time that a link leads here, not only the first.
  useEffect(() => {
    if (hash === PASSWORD_HASH) field.current?.focus();
  }, [hash, key]);
  return (
    <chakra.form noValidate maxW="368px" onSubmit={form.onSubmit}>
      <Stack gap="4" align="flex-start">
        {hasPassword ? (
          <TextField
            label={access.oldPassword}
            inputRef={field}
            type="password"
            value={values.old_password}
            onChange={(old) => set('old_password', old)}
            error={errors.old_password}
            autoComplete="current-password"
          />
        ) : null}
        <TextField
          label={t.users.newPassword}
          {...(hasPassword ? {} : { inputRef: field })}
          type="password"
          value={values.password}
          onChange={(password) => set('password', password)}
          error={errors.password}
          autoComplete="new-password"
        />
        <TextField
          label={t.register.password2}
          type="password"
          value={values.again}
          onChange={(again) => set('again', again)}
          error={errors.again}
          autoComplete="new-password"
        />
        <FailureNote text={form.failure} />
        <Button type="submit" loading={form.busy}>
          {hasPassword ? t.personal.changePassword : access.setPassword}
        </Button>
      </Stack>
    </chakra.form>
  );
}
