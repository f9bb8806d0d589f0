import type { z } from 'zod';
import type { Texts } from '../i18n/text.tsx';
import type { Checked } from '../ui/use-form.ts';
import { formMessage } from './form-message.ts';

/** Checks what is typed by the schema that `schemaOf` makes of the contract's; each rule without a message of its own gets one in the person's language. */
export const byContract =
  <Values extends object, Sent>(schemaOf: (values: Values) => z.ZodType<Sent, Values>, t: Texts) =>
  (values: Values): Checked<Values, Sent> => {
    const parsed = schemaOf(values).safeParse(values, { error: (issue) => formMessage(issue, t) });
    if (parsed.success) return { sent: parsed.data };
    // The first that a field does wrong: what is said later is mostly of the same.
    const faults = parsed.error.issues.map((issue) => [String(issue.path[0]), messageOf(issue)] as const);
    return { errors: Object.fromEntries(faults.toReversed()) as Partial<Record<keyof Values, string>> };
  };

/** Of alternatives none of which fits, what the first says. */
const messageOf = (issue: z.core.$ZodIssue): string =>
  (issue.code === 'invalid_union' ? issue.errors[0]?.[0]?.message : undefined) ?? issue.message;
