import { toApiError } from '../api/api-error.ts';
import type { Texts } from '../i18n/text.tsx';

/** What to tell a person of a failed call (docs/console.md#messages). */
export function errorText(error: unknown, t: Texts): string {
  const { kind, status, message, code } = toApiError(error);
  if (code === 'command_id_reused') return t.errors.madeBefore;
  if (kind === 'refused') return message || t.errors.refused;
  if (kind === 'elsewhere') return t.errors.elsewhere;
  if (kind === 'barred') return t.errors.barred;
  if (kind === 'network') {
    if (code === 'unanswered_once') return t.errors.unansweredOnce;
    return code === 'unanswered' ? t.errors.unanswered : t.errors.unreachable;
  }
  if (status === 429) return t.errors.tooMany;
  if (status === 500) return t.errors.internal;
  if (status === 405) return t.errors.demo;
  if (status === 401) return t.errors.signedOut;
  return t.errors.other(message || String(status));
}
