import { type EventStore, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { Administration } from './audit/administration.ts';
import type { Database } from '../shared/database.ts';
import { type DrainedCommand, drainOwn } from './outbox/drain.ts';
import { type DirectoryTransaction, withDirectoryTransaction } from './transaction.ts';

type Ports = {
  readonly db: Database;
  readonly store: EventStore;
  /** Ends when every live relay has taken in the version, or after a second (design section 5). */
  readonly acknowledged: (version: number) => Promise<unknown>;
};

export type Changed<Value> = DrainedCommand & {
  readonly value: Value;
  /** False when the ledger could not be reached: the change stands, and the worker brings the ledger after it. */
  readonly inLedger: boolean;
};

/**
 * What a console call does to change the directory: one transaction, then at once its outbox rows into the ledger and the relays' acknowledgement.
 * Ends when the change is in force everywhere, or as far as it could be within the time-outs. Throws ValueTaken, or what `work` throws, with
 * nothing changed.
 */
export async function changeDirectory<Value>(
  { db, store, acknowledged }: Ports, administration: Administration | null, work: (tx: DirectoryTransaction) => Promise<Value>,
): Promise<Changed<Value>> {
  const { value, version, outboxIds } = await withDirectoryTransaction(db, administration, work);
  const [drained] = await Promise.all([broughtToLedger(store, db, outboxIds), version === undefined ? undefined : acknowledged(version)]);
  return { value, ...drained };
}

async function broughtToLedger(store: EventStore, db: Database, outboxIds: readonly number[]): Promise<DrainedCommand & { readonly inLedger: boolean }> {
  try {
    return { ...(await drainOwn(store, db, outboxIds)), inLedger: true };
  } catch (error) {
    if (error instanceof StoreUnavailable) return { written: [], parked: [], inLedger: false };
    throw error;
  }
}
