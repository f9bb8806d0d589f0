import type { EventStore, Position } from '@ledgate/domain/ports/event-store';
import { SEAL_NOW_LOOK_MS, SEAL_NOW_WAIT_MS } from '../limits.ts';
import type { Progress } from '../runner/progress.ts';
import type { Database } from '../shared/database.ts';
import { pause } from '../shared/pause.ts';
import { sealTreeRow, wishSeal } from './seal-tree-row.ts';
import { newestSeal, type SealRow } from './seals.ts';

type SealNowParts = {
  readonly db: Database;
  readonly store: Pick<EventStore, 'head'>;
  readonly readModels: Pick<Progress, 'waitFor'>;
};

export type SealedNow =
  | { readonly ok: true; readonly seal: SealRow }
  /** `ledger_key_missing`: who is to seal has no key, or not the ledger's. `size_not_sealed`: nobody has in time; it is still going to be. */
  | { readonly ok: false; readonly code: 'ledger_key_missing' | 'size_not_sealed' };

type SealNowOptions = {
  /** Everything up to here; left out: up to the ledger's head. */
  readonly position?: Position;
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
};

const never = new AbortController().signal;

/**
 * Has everything sealed up to a position by the notary, in whatever process it is, and waits until the read models know the seal: the newest one, where there
 * is nothing new. Throws StoreUnavailable.
 */
export async function sealNow(
  { db, store, readModels }: SealNowParts,
  { position, waitMs = SEAL_NOW_WAIT_MS, signal = never }: SealNowOptions = {},
): Promise<SealedNow> {
  const deadline = performance.now() + waitMs;
  const wished = position ?? (await store.head());
  await wishSeal(db, wished);
  for (;;) {
    const { sealedPosition, sealedSize, trouble } = await sealTreeRow(db);
    if (sealedPosition >= wished) {
      await readModels.waitFor(await store.head(), Math.max(0, deadline - performance.now()));
      const seal = await newestSeal(db);
      // Read models that are behind know an older one.
      return seal !== undefined && seal.size >= sealedSize
        ? { ok: true, seal }
        : { ok: false, code: 'size_not_sealed' };
    }
    if (performance.now() >= deadline || signal.aborted)
      return {
        ok: false,
        code: trouble === 'key_missing' || trouble === 'key_differs' ? 'ledger_key_missing' : 'size_not_sealed',
      };
    await pause(SEAL_NOW_LOOK_MS, signal);
  }
}
