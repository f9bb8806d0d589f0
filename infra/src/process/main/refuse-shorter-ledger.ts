import { setTimeout as pause } from 'node:timers/promises';
import { type EventStore, type Position, START } from '@ledgate/domain/ports/event-store';
import { appliedPositions } from '@ledgate/projections/schema/checkpoints';
import { isMissing, liveGeneration } from '@ledgate/projections/schema/generations';
import type { Database } from '@ledgate/projections/shared/database';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { LEDGER_END_LOOKS_MAX, LEDGER_END_PAUSE_MS } from '../../limits.ts';

type LedgerAndReadModels = {
  readonly store: Pick<EventStore, 'head'>;
  readonly pool: Database;
  /** Where the ledger is, for people. */
  readonly ledgerName: string;
};

/**
 * For a start: throws StartRefused where the ledger ends before a position up to which the live read models, of whichever release, have been filled.
 * It is another one then, or an older copy, and whoever served on it would grant what is spent already. Whose ledger it is was asked before
 * (which-ledger.ts). Looked at in this order, what other processes write meanwhile makes no difference.
 */
export async function refuseShorterLedger({ store, pool, ledgerName }: LedgerAndReadModels): Promise<void> {
  const filledUpTo = await furthestPosition(pool);
  let head = await store.head();
  // A server of a cluster may have an election or its own catching up behind it.
  for (let look = 1; head < filledUpTo && look < LEDGER_END_LOOKS_MAX; look += 1) {
    await pause(LEDGER_END_PAUSE_MS);
    head = await store.head();
  }
  if (head >= filledUpTo) return;
  throw new StartRefused(
    `${ledgerName} ends at position ${head}, and the read models of this database were filled up to position ${filledUpTo}: ` +
      'it is another ledger than theirs, or an older copy of it; correct EVENTSTORE_URL or DATABASE_URL, or put the whole ledger back',
  );
}

/** START where there are no read models, or a rebuild has just put others in their place. */
async function furthestPosition(pool: Database): Promise<Position> {
  try {
    const live = await liveGeneration(pool);
    return live === undefined ? START : (Math.max(START, ...(await appliedPositions(pool, live))) as Position);
  } catch (error) {
    if (isMissing(error)) return START;
    throw error;
  }
}
