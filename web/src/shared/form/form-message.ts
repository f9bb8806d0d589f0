import type { z } from 'zod';
import type { Texts } from '../i18n/text.tsx';

/** What a field says of a rule of the contract that has no message of its own. */
export function formMessage(issue: z.core.$ZodRawIssue, t: Texts): string {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? t.form.required
        : t.form.numberMin(Number(issue.minimum));
    case 'too_big':
      return issue.origin === 'string'
        ? t.form.charactersMax(Number(issue.maximum))
        : t.form.numberMax(Number(issue.maximum));
    case 'custom':
      return ruleMessage(issue.params, t);
    default:
      return t.form.notAccepted;
  }
}

/** Rules that the contract names (api/src/contract/fields.ts). */
function ruleMessage(params: Readonly<Record<string, unknown>> | undefined, t: Texts): string {
  switch (params?.['rule']) {
    case 'bytes_at_most':
      return t.form.bytesMax(Number(params['maximum']));
    case 'user_name':
      return t.form.userName;
    default:
      return t.form.notAccepted;
  }
}
