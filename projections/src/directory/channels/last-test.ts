import { z } from 'zod';
import { LAST_TEST_ERROR_CHARACTERS_MAX } from '../limits.ts';

const schema = z.object({ model: z.string(), error: z.string(), code: z.string() });

/** What the row's own columns do not say of its last test. `code` names a failure that `error` tells in our own words; '' where they are the upstream's. */
export type LastTest = z.output<typeof schema>;

/** As it stands in the row: at most 500 characters of the reason, without what is not printed. */
export const lastTestText = ({ model, error, code }: LastTest): string =>
  JSON.stringify({
    model,
    error: [...error.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()].slice(0, LAST_TEST_ERROR_CHARACTERS_MAX).join(''),
    code,
  });

/** undefined where the row says nothing. */
export const lastTestIn = (text: string): LastTest | undefined =>
  text === '' ? undefined : schema.parse(JSON.parse(text));
