import { EMAIL_CHARACTERS_MAX } from '@ledgate/domain/catalogue/limits';
import type { Texts } from '../i18n/text.tsx';

/** What a form says of an e-mail as it is typed; undefined where it may be sent. Whether it is one, the server knows. */
export function emailError(typed: string, t: Texts): string | undefined {
  const email = typed.trim();
  if (!email.includes('@')) return t.register.emailMissing;
  return email.length > EMAIL_CHARACTERS_MAX ? t.form.charactersMax(EMAIL_CHARACTERS_MAX) : undefined;
}
