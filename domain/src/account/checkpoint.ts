import type { AccountEventOf } from './events.ts';
import type { ExistingAccount } from './state.ts';

/** How long a checkpoint remembers sources; for older ones the whole stream is folded (design section 4). */
export const SOURCES_KEPT_MS = 30 * 24 * 3_600_000;

/** A stream gets a checkpoint when this many events stand after its last one. */
export const CHECKPOINT_EVERY_EVENTS = 200;

export function checkpointOf(account: ExistingAccount, nowMs: number): AccountEventOf<'AccountCheckpointed'>['data'] {
  const { revision: _revision, leases, tokens, sources, ...rest } = account;
  const kept = [...sources].filter(([, seenAtMs]) => nowMs - seenAtMs < SOURCES_KEPT_MS);
  return {
    ...rest,
    leases: [...leases.values()],
    tokens: [...tokens.values()],
    sources: kept,
    sourcesForgotten: account.sourcesForgotten || kept.length < sources.size,
  };
}
