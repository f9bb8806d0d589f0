import { password } from '@ledgate/api/contract/user';
import { PASSWORD_CHARACTERS_MIN } from '@ledgate/domain/catalogue/limits';
import { z } from 'zod';
import type { Texts } from '../i18n/text.tsx';

/** A new password by the rule of docs/behaviour.md#users; `missing` is said where nothing is typed. */
export const newPassword = (t: Texts, missing: string = t.register.passwordShort) =>
  z
    .string()
    .min(1, { error: missing, abort: true })
    .min(PASSWORD_CHARACTERS_MIN, { error: t.register.passwordShort })
    .pipe(password);

/** The same once more. */
export const passwordAgain = (typed: string, t: Texts) => z.literal(typed, { error: t.register.passwordsDiffer });
