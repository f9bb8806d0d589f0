import { PASSWORD_CHARACTERS_MAX, PASSWORD_CHARACTERS_MIN } from '@ledgate/domain/catalogue/limits';
import type { Texts } from '../i18n/text.tsx';

/** The rule of docs/behaviour.md#users for a new password; undefined when it is kept. */
export const passwordError = (password: string, t: Texts): string | undefined =>
  password.length < PASSWORD_CHARACTERS_MIN
    ? t.register.passwordShort
    : password.length > PASSWORD_CHARACTERS_MAX
      ? t.form.charactersMax(PASSWORD_CHARACTERS_MAX)
      : undefined;
