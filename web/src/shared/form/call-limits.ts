import { CALL_LIMIT_KINDS, CALL_LIMIT_MAX, type CallLimitKind } from '@ledgate/domain/call-limits/call-limits';
import type { Texts } from '../i18n/text.tsx';
import { typedWhole } from './typed.ts';

/** Limits of calls as they are typed: 0 is no limit. */
export type CallLimitValues = Readonly<Record<CallLimitKind, string>>;

export const callLimitValues = (limits: Readonly<Record<CallLimitKind, number>> | undefined): CallLimitValues => ({
  rpm: String(limits?.rpm ?? 0),
  tpm: String(limits?.tpm ?? 0),
  parallel: String(limits?.parallel ?? 0),
});

const typedLimit = (kind: CallLimitKind, t: Texts) =>
  typedWhole(0, CALL_LIMIT_MAX[kind], t.form.countBetween(0, CALL_LIMIT_MAX[kind]));

/** The three fields of a form that has them. */
export const callLimitShape = (t: Texts) => ({
  rpm: typedLimit('rpm', t),
  tpm: typedLimit('tpm', t),
  parallel: typedLimit('parallel', t),
});

/** What is sent: nothing where all is as it was. */
export function callLimitsBody(
  { rpm, tpm, parallel }: Readonly<Record<CallLimitKind, number>>,
  before: Readonly<Record<CallLimitKind, number>> | undefined,
): { readonly limits?: Record<CallLimitKind, number> } {
  const limits = { rpm, tpm, parallel };
  return CALL_LIMIT_KINDS.every((kind) => limits[kind] === (before?.[kind] ?? 0)) ? {} : { limits };
}
