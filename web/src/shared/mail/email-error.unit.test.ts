import { EMAIL_CHARACTERS_MAX } from '@ledgate/domain/catalogue/limits';
import { describe, expect, it } from '@jest/globals';
import { en } from '../i18n/en.ts';
import { zh } from '../i18n/zh.ts';
import { emailError } from './email-error.ts';

const ofLength = (characters: number): string => `${'a'.repeat(characters - '@b.c'.length)}@b.c`;

describe('an e-mail that is typed', () => {
  it.each([
    ['', en.register.emailMissing],
    ['   ', en.register.emailMissing],
    ['ada', en.register.emailMissing],
    ['ada@example.com', undefined],
    [' ada@example.com ', undefined],
    [ofLength(EMAIL_CHARACTERS_MAX), undefined],
    [ofLength(EMAIL_CHARACTERS_MAX + 1), en.form.charactersMax(EMAIL_CHARACTERS_MAX)],
  ])('%j', (typed, message) => expect(emailError(typed, en)).toBe(message));

  it('is refused in the language of the page', () => expect(emailError('', zh)).toBe(zh.register.emailMissing));
});
