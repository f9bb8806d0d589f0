import type { CallLimitKind } from '@ledgate/domain/call-limits/call-limits';
import type { Standing, Verdict } from '@ledgate/domain/call-limits/window';
import { RelayError } from '../errors/relay-error.ts';

const MS = 1_000;
const MINUTE_S = 60;

/** Names of the kinds in the headers of the family. */
const HEADER_NAMES: Readonly<Record<CallLimitKind, string>> = {
  rpm: 'requests',
  tpm: 'tokens',
  parallel: 'parallel',
};

/** As `limited-parts.ts` names them. */
const SUBJECT = /^(user|token|channel):\d+(?::(model|group):(.*))?$/s;
const SUBJECTS: Readonly<Record<string, string>> = { user: 'this user', token: 'this API key', channel: 'a channel' };

/** What is allowed and what is left of it, of each kind the limit of which least is left. */
export function limitHeaders(standings: readonly Standing[]): Readonly<Record<string, string>> {
  const tightest = new Map<CallLimitKind, Standing>();
  for (const standing of standings) {
    const known = tightest.get(standing.kind);
    if (known === undefined || standing.left < known.left) tightest.set(standing.kind, standing);
  }
  const headers: Record<string, string> = {};
  for (const { kind, limit, left, resetMs } of tightest.values()) {
    const name = HEADER_NAMES[kind];
    headers[`x-ratelimit-limit-${name}`] = String(limit);
    headers[`x-ratelimit-remaining-${name}`] = String(left);
    if (kind !== 'parallel') headers[`x-ratelimit-reset-${name}`] = durationText(resetMs);
  }
  return headers;
}

/** As the family writes it: 250ms, 6s, 1m1s. */
function durationText(ms: number): string {
  if (ms < MS) return `${Math.ceil(ms)}ms`;
  const seconds = Math.ceil(ms / MS);
  return seconds < MINUTE_S ? `${seconds}s` : `${Math.floor(seconds / MINUTE_S)}m${seconds % MINUTE_S}s`;
}

export type RefusedByLimit = Extract<Verdict, { readonly granted: false }>;

/** 429 with what was reached, and when to ask again. One call that is over the limit of tokens is told to come with less. */
export function limitRefusal({ subject, kind, limit, retryAfterMs }: RefusedByLimit, tokens: number): RelayError {
  const [, who = '', of, name] = SUBJECT.exec(subject) ?? [];
  const whose = `${SUBJECTS[who] ?? who}${of === undefined ? '' : ` with the ${of} ${name}`}`;
  const seconds = Math.max(1, Math.ceil((retryAfterMs ?? MINUTE_S * MS) / MS));
  return RelayError.rateLimited(
    retryAfterMs === undefined
      ? `${whose} may use ${limit} tokens a minute, and this request alone may use ${tokens}: make it smaller, or state a smaller maximum`
      : `${whose} may ${WHAT[kind](limit)}, which is reached; please try again in ${seconds} s`,
    seconds,
  );
}

/** More calls wait to be counted than may. */
export const limitsCrowded = (): RelayError =>
  RelayError.unavailable('too many requests wait to be counted against their limits');

const WHAT: Readonly<Record<CallLimitKind, (limit: number) => string>> = {
  rpm: (limit) => `make ${limit} requests a minute`,
  tpm: (limit) => `use ${limit} tokens a minute`,
  parallel: (limit) => `have ${limit} calls running at a time`,
};
