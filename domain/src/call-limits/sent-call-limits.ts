import { z } from 'zod';
import { parsedJson } from '../shared/json.ts';
import { CALL_LIMIT_KINDS, CALL_LIMIT_MAX, type CallLimitKind, type CallLimits } from './call-limits.ts';

const limit = (kind: CallLimitKind) => z.number().int().min(0).max(CALL_LIMIT_MAX[kind]).nullish();

/** As they are sent: 0, null and nothing are no limit. */
export const callLimitsSchema = z.strictObject({ rpm: limit('rpm'), tpm: limit('tpm'), parallel: limit('parallel') });
export type CallLimitsSent = z.output<typeof callLimitsSchema>;

/** Those that there are; undefined where there is none. */
export function callLimitsOf(sent: CallLimitsSent): CallLimits | undefined {
  const limits = Object.fromEntries(CALL_LIMIT_KINDS.flatMap((kind) => (sent[kind] ? [[kind, sent[kind]]] : [])));
  return Object.keys(limits).length === 0 ? undefined : limits;
}

/** As the directory keeps them: JSON, '' for none. */
export function callLimitsText(sent: CallLimitsSent): string {
  const limits = callLimitsOf(sent);
  return limits === undefined ? '' : JSON.stringify(limits);
}

/** What the directory keeps; a text that is none of these limits nothing. */
export function callLimitsIn(text: string): CallLimits | undefined {
  if (text === '') return undefined;
  const parsed = callLimitsSchema.safeParse(parsedJson(text));
  return parsed.success ? callLimitsOf(parsed.data) : undefined;
}

/** As they are shown: 0 is no limit. */
export function callLimitsShown(text: string): Record<CallLimitKind, number> {
  const limits = callLimitsIn(text);
  return { rpm: limits?.rpm ?? 0, tpm: limits?.tpm ?? 0, parallel: limits?.parallel ?? 0 };
}
