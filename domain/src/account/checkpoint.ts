import type { AccountEventOf } from './events.ts';
import type { ExistingAccount, TokenUse } from './state.ts';

/** How long a checkpoint remembers sources; for older ones the whole stream is folded (design section 4). */
export const SOURCES_KEPT_MS = 30 * 24 * 3_600_000;

/** A stream gets a checkpoint when this many events stand after its last one. */
export const CHECKPOINT_EVERY_EVENTS = 200;

/** The most that a checkpoint's data may take, in bytes of UTF-8: well below what one append may carry (ports/event-store.ts). */
export const CHECKPOINT_BYTES_MAX = 384 * 1024;

/**
 * The checkpoint that fits: all of it, or without its sources, which are then looked for in the whole stream, or none, when open leases and
 * tokens alone are too many. Without one the stream is read from the one before, or from its beginning: slower, and just as right.
 */
export function fittingCheckpoint(
  account: ExistingAccount,
  nowMs: number,
): AccountEventOf<'AccountCheckpointed'>['data'] | undefined {
  const whole = checkpointOf(account, nowMs);
  const candidates = [
    whole,
    { ...whole, sources: [], sourcesForgotten: account.sources.size > 0 || whole.sourcesForgotten },
  ];
  return candidates.find((data) => new TextEncoder().encode(JSON.stringify(data)).length <= CHECKPOINT_BYTES_MAX);
}

/** Whether a token differs from one that the account has never heard of. */
export const tellsOfToken = ({ limit, version, used }: TokenUse): boolean =>
  limit !== null || version > 0 || used !== 0;

export function checkpointOf(account: ExistingAccount, nowMs: number): AccountEventOf<'AccountCheckpointed'>['data'] {
  const { revision: _revision, leases, tokens, sources, ...rest } = account;
  const kept = [...sources].filter(([, seenAtMs]) => nowMs - seenAtMs < SOURCES_KEPT_MS);
  return {
    ...rest,
    leases: [...leases.values()],
    tokens: [...tokens.values()].filter(tellsOfToken),
    sources: kept,
    sourcesForgotten: account.sourcesForgotten || kept.length < sources.size,
  };
}
