import { NotWrittenYet } from '@ledgate/domain/events/ledger-gate';
import { WrittenByLaterRelease } from '@ledgate/domain/events/written-by-later-release';
import { type EventStore, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { NO_FAULTS } from '@ledgate/domain/ports/faults';
import type { LeaseRecalls } from '@ledgate/domain/ports/lease-recalls';
import type { Administration } from './audit/administration.ts';
import type { Database } from '../shared/database.ts';
import { type DrainedCommand, drainOwn } from './outbox/drain.ts';
import type { DrainPorts } from './outbox/drain-row.ts';
import type { OwedRow } from './outbox/enqueue.ts';
import { owedTo } from './outbox/rows.ts';
import { type DirectoryTransaction, withDirectoryTransaction } from './transaction.ts';

type Ports = {
  readonly db: Database;
  readonly store: EventStore;
  /** Ends when every live relay has taken in the version, or after a second (docs/architecture.md#acknowledged-changes). */
  readonly acknowledged: (version: number) => Promise<unknown>;
  readonly recalls: Pick<LeaseRecalls, 'recall'>;
  readonly faults?: DrainPorts['faults'];
};

type Brought = DrainedCommand & {
  /**
   * False when the ledger could not be reached, or a stream stands there that only a later release can go on with, or this process has yet to learn that
   * such an event is written now: the change stands, and the worker (of that release) brings the ledger after it, and recalls what leases it must.
   */
  readonly inLedger: boolean;
};
export type Changed<Value> = Brought & { readonly value: Value };

/**
 * What a console call does to change the directory: one transaction, then at once its outbox rows into the ledger and the relays' acknowledgement;
 * leases are recalled after both, so that no relay takes new ones by what the directory said before. Ends when the change is in force everywhere, or
 * as far as it could be within the time-outs. Throws ValueTaken, or what `work` throws, with nothing changed.
 */
export async function changeDirectory<Value>(
  { db, store, acknowledged, recalls, faults = NO_FAULTS }: Ports,
  administration: Administration | null,
  work: (tx: DirectoryTransaction) => Promise<Value>,
): Promise<Changed<Value>> {
  const { value, version, owed } = await withDirectoryTransaction(db, administration, work);
  const takenIn = version === undefined ? Promise.resolve() : acknowledged(version);
  const recall: DrainPorts['recall'] = async (accountId) => {
    await takenIn;
    return recalls.recall(accountId);
  };
  const [drained] = await Promise.all([broughtToLedger({ store, db, recall, faults }, owed), takenIn]);
  return { value, ...drained };
}

/**
 * Brings into the ledger what the directory still owes to these streams, whoever else is about it: for who finds that a change was made already, and cannot
 * know whether the process that made it has come so far.
 */
export async function bringOwed(
  { db, store, recalls, faults = NO_FAULTS }: Omit<Ports, 'acknowledged'>,
  streams: readonly string[],
): Promise<Brought> {
  const recall: DrainPorts['recall'] = (accountId) => recalls.recall(accountId);
  return broughtToLedger({ store, db, recall, faults }, await owedTo(db, streams));
}

async function broughtToLedger(ports: DrainPorts, owed: readonly OwedRow[]): Promise<Brought> {
  try {
    return { ...(await drainOwn(ports, owed)), inLedger: true };
  } catch (error) {
    // A process that has not learned yet that `ledger_schema` was raised leaves the append to the worker.
    const isOwed =
      error instanceof StoreUnavailable || error instanceof WrittenByLaterRelease || error instanceof NotWrittenYet;
    if (isOwed) return { written: [], parked: [], inLedger: false };
    throw error;
  }
}
