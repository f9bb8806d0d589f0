import { sessionRoutes } from '@ledgate/api/contract/session';
import { username } from '@ledgate/api/contract/user';
import { z } from 'zod';
import { stated, typedText } from '../../shared/form/typed.ts';
import type { Texts } from '../../shared/i18n/text.tsx';
import { newPassword, passwordAgain } from '../../shared/session/password.ts';

const { body: login } = sessionRoutes.login;
const { body: register } = sessionRoutes.register;

export const loginForm = (t: Texts) =>
  z.object({
    username: typedText.min(1, { error: t.signIn.missing }).pipe(login.shape.username),
    password: z.string().min(1, { error: t.signIn.missing }).pipe(login.shape.password),
  });

export type RegisterValues = {
  readonly username: string;
  readonly password: string;
  readonly password2: string;
  readonly email: string;
  readonly code: string;
};

/** A new account as it is typed; what is sent comes out. Address and code count where the operator has addresses verified. */
export const registerForm = (values: RegisterValues, verifies: boolean, t: Texts) =>
  z.object({
    username: typedText.min(1, { error: t.form.required }).pipe(username),
    password: newPassword(t),
    password2: passwordAgain(values.password, t),
    email: verifies
      ? typedText.includes('@', { error: t.register.emailMissing }).pipe(stated(register.shape.email))
      : typedText,
    code: verifies
      ? typedText.min(1, { error: t.register.codeMissing }).pipe(stated(register.shape.verification_code))
      : typedText,
  });
