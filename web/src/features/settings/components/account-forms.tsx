import { Button, chakra, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { newPassword, passwordAgain } from '../../../shared/form/new-password.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { PASSWORD_HASH } from '../../../shared/session/password-place.ts';
import { useEditSelfMutation } from '../../../shared/session/self-api.ts';
import { left } from '../../../shared/session/session-slice.ts';
import { useSession } from '../../../shared/session/use-session.ts';
import { FailureNote } from '../../../shared/ui/failure-note.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { tellSuccess } from '../../../shared/ui/toaster.tsx';
import { accessTexts } from '../access-texts.ts';
import { accountFormsTexts } from '../account-forms-texts.ts';
import { useCloseSelfMutation } from '../api/settings-api.ts';

/** The old one is asked for, where there is one: whoever finds a session open must not take the account over. */
export function PasswordForm({ hasPassword }: { readonly hasPassword: boolean }): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(accountFormsTexts);
  const access = useOwnTexts(accessTexts);
  const [edit] = useEditSelfMutation();
  const form = useContractForm({
    initial: { old_password: '', password: '', again: '' },
    schema: ({ password }) =>
      z.object({
        old_password: hasPassword ? z.string().min(1, { error: own.oldMissing }) : z.string(),
        password: newPassword(t),
        again: passwordAgain(password, t),
      }),
    submit: async ({ old_password, password }) => {
      await edit({ old_password, password }).unwrap();
      for (const field of ['old_password', 'password', 'again'] as const) form.set(field, '');
      tellSuccess(hasPassword ? t.personal.passwordChanged : own.passwordSet);
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
            label={own.oldPassword}
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

/** Closes the own account, by who types its name. */
export function CloseAccount(): ReactElement {
  const own = useOwnTexts(accountFormsTexts);
  const access = useOwnTexts(accessTexts);
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Text color="fg.muted" fontSize="13px" mb="3" maxW="560px">
        {own.closeAbout}
      </Text>
      <Button colorPalette="red" variant="outline" onClick={() => setAsked(true)}>
        {access.close}
      </Button>
      {asked ? <CloseDialog onClose={() => setAsked(false)} /> : null}
    </>
  );
}

function CloseDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const own = useOwnTexts(accountFormsTexts);
  const access = useOwnTexts(accessTexts);
  const { user } = useSession();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [closeSelf] = useCloseSelfMutation();
  const name = user?.username ?? '';
  const form = useContractForm({
    initial: { username: '' },
    schema: () =>
      z.object({
        username: z
          .string()
          .trim()
          .refine((typed) => typed === name, { error: own.otherName }),
      }),
    submit: async ({ username }) => {
      await closeSelf({ username }).unwrap();
      dispatch(left());
      tellSuccess(own.closed);
      await navigate('/login', { replace: true });
    },
  });
  return (
    <FormDialog title={own.closeTitle} onClose={onClose} form={form} save={access.close}>
      <Text>{own.closeQuestion}</Text>
      <TextField
        label={own.nameOf(name)}
        value={form.values.username}
        onChange={(username) => form.set('username', username)}
        error={form.errors.username}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}
