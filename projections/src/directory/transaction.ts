import type { PoolClient } from 'pg';
import { type Database, inTransaction } from '../shared/database.ts';
import { type Administration, recordAdministration } from './audit/administration.ts';
import { type ChangeKind, type DirectoryChange, lockHead, nextVersion } from './changes.ts';
import type { OutboxEntry } from './outbox/entry.ts';
import { enqueue, type OwedRow } from './outbox/enqueue.ts';
import { asValueTaken } from './taken.ts';

/** An open transaction. Every write of users, tokens, channels, options and codes asks for one. */
export type DirectoryTransaction = {
  readonly client: PoolClient;
  /** Unix milliseconds: the one moment at which all of it happens. */
  readonly nowMs: number;
  /** Says that caches must know. Write functions do it themselves. */
  changed(kind: ChangeKind, id: number): void;
  /** Records an administrative change whose fields are known only inside; may be called several times. undefined: it has changed nothing. */
  administered(administration: Administration | undefined): void;
  /** What the ledger must hear: appended after the commit, at once or after a crash. */
  toLedger(entry: OutboxEntry): Promise<void>;
};

type Committed<Value> = {
  readonly value: Value;
  /** The version that relays must acknowledge; undefined when no cache cares. */
  readonly version: number | undefined;
  /** Outbox rows to be drained now, in their order. */
  readonly owed: readonly OwedRow[];
};

/**
 * Runs `work` in one transaction. With an administration (given here, or inside by `administered`) its audit outbox row is written in the same
 * transaction, so that nothing an administrator does is without a record; whatever caches care about bumps the directory's version and is
 * notified. Throws ValueTaken when a unique value is somebody else's; whatever `work` throws undoes everything.
 */
export async function withDirectoryTransaction<Value>(
  db: Database,
  administration: Administration | null,
  work: (tx: DirectoryTransaction) => Promise<Value>,
  nowMs: number = Date.now(),
): Promise<Committed<Value>> {
  const changes: DirectoryChange[] = [];
  const administrations: Administration[] = administration === null ? [] : [administration];
  const owed: OwedRow[] = [];
  try {
    return await inTransaction(db, async (client) => {
      const tx: DirectoryTransaction = {
        client,
        nowMs,
        changed: (kind, id) => void changes.push({ kind, id }),
        administered: (further) => void (further !== undefined && administrations.push(further)),
        toLedger: async (entry) => void owed.push(await enqueue(client, entry)),
      };
      const value = await work(tx);
      return { value, version: await finished(tx, changes, administrations), owed };
    });
  } catch (error) {
    throw asValueTaken(error);
  }
}

async function finished(
  tx: DirectoryTransaction,
  changes: readonly DirectoryChange[],
  administrations: readonly Administration[],
): Promise<number | undefined> {
  if (changes.length === 0 && administrations.length === 0) return undefined;
  // The head row orders commits: versions and audit rows get their numbers only while this transaction holds it.
  const version = changes.length === 0 ? undefined : await nextVersion(tx.client, changes);
  if (version === undefined) await lockHead(tx.client);
  for (const administration of administrations) await recordAdministration(tx.client, administration, tx.nowMs);
  return version;
}

/** Tells caches about something that is not a row of the directory: a published price book. Answers the version to be acknowledged. */
export async function noteChange(db: Database, kind: ChangeKind, id = 0): Promise<number> {
  const { version } = await withDirectoryTransaction(db, null, async (tx) => tx.changed(kind, id));
  if (version === undefined) throw new Error('a change without a version');
  return version;
}
