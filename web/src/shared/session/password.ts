import type { Texts } from '../i18n/text.tsx';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 20;

/** The rule of contract A.3 for a new password; undefined when it is kept. */
export const passwordError = (password: string, t: Texts): string | undefined =>
  password.length < PASSWORD_MIN
    ? t.register.passwordShort
    : password.length > PASSWORD_MAX
      ? t.form.charactersMax(PASSWORD_MAX)
      : undefined;
