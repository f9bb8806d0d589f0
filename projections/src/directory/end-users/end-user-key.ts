import { createHmac, randomBytes } from 'node:crypto';
import type { UserId } from '@ledgate/domain/shared/ids';
import { type Database, execute, inTransaction, maybeRow, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { InstallationPlace, KeyRing } from '../keys/key-ring.ts';
import { currentMasterKey } from '../keys/master-keys.ts';
import { rewrite } from '../keys/sql.ts';
import { withDirectoryTransaction } from '../transaction.ts';

// The installation's key for the end users that callers name (docs/behaviour.md#attribution). Events hold hashes under it, for ever; without it nobody finds
// out, by trying, who stood behind one.

const KEY_BYTES = 32;
const HASH_BYTES = 12;
const MS = 1_000;
const TABLE = 'directory.end_user_key';

/** Which key there is, without the key. `number` counts those that there were; `madeAtMs`: Unix milliseconds. */
type EndUserKeyFacts = { readonly number: number; readonly madeAtMs: number };

type Row = {
  readonly number: number;
  readonly masterKey: string;
  readonly cipher: Buffer;
  readonly madeTime: number;
};

const table = () => query(TABLE);
const placeOf = (number: number): InstallationPlace => ({ kind: 'end_user_key', number, ownerId: 0 });
const rowIn = (db: Queryable): Promise<Row | undefined> =>
  maybeRow<Row>(
    db,
    table().select({ number: 'number', masterKey: 'master_key', cipher: 'cipher', madeTime: 'made_time' }),
  );

/** The key; one is made where there is none yet. Throws MasterKeyMissing. */
export async function endUserKey(db: Database, ring: KeyRing, nowMs: number): Promise<Buffer> {
  const found = await rowIn(db);
  if (found !== undefined) return opened(ring, found);
  await inTransaction(db, (client) => make(client, ring, 1, nowMs));
  const made = await rowIn(db);
  if (made === undefined) throw new Error('the key for end users was taken away while it was made');
  return opened(ring, made);
}

/** undefined before the first process of this release has started. */
export async function endUserKeyFacts(db: Queryable): Promise<EndUserKeyFacts | undefined> {
  const row = await rowIn(db);
  return row && { number: row.number, madeAtMs: row.madeTime * MS };
}

/**
 * Destroys the key and makes another one: who was hashed before is nobody's from then on, also of the same end user. Audited. `version`: which relays take in
 * within the poll of their view, or refuse to serve once that is too old. Throws MasterKeyMissing.
 */
export async function changeEndUserKey(
  db: Database,
  ring: KeyRing,
  nowMs: number,
): Promise<EndUserKeyFacts & { readonly version: number }> {
  const { value, version } = await withDirectoryTransaction(
    db,
    null,
    async (tx) => {
      const before = await maybeRow<{ number: number }>(tx.client, table().select('number').forUpdate());
      const number = (before?.number ?? 0) + 1;
      await execute(tx.client, table().delete());
      await make(tx.client, ring, number, nowMs);
      tx.changed('end_user_key', 0);
      tx.administered({
        actorId: null,
        process: 'end-user-key',
        action: 'end_user_key.change',
        target: 'end_user_key',
        before: { number: before?.number ?? null },
        after: { number },
        reason: '',
        requestId: '',
      });
      return { number, madeAtMs: Math.floor(nowMs / MS) * MS };
    },
    nowMs,
  );
  if (version === undefined) throw new Error('a change without a version');
  // Else the row that was deleted would stand in the table's file until something is written over it.
  await db.query(rewrite(TABLE));
  return { ...value, version };
}

/** Under the newest master key from now on. Answers whether it was under another one. In the caller's transaction. */
export async function resealEndUserKey(client: Queryable, ring: KeyRing): Promise<boolean> {
  const row = await maybeRow<Row>(
    client,
    table()
      .select({ number: 'number', masterKey: 'master_key', cipher: 'cipher', madeTime: 'made_time' })
      .whereNot({ master_key: ring.newest })
      .forUpdate(),
  );
  if (row === undefined) return false;
  const { cipher } = ring.sealBytes(ring.newest, placeOf(row.number), opened(ring, row));
  await execute(client, table().update({ master_key: ring.newest, cipher }));
  return true;
}

/** 12 bytes in base64url. The account is part of it: callers number their users alike. */
export const endUserHash = (key: Buffer, accountId: UserId, name: string): string =>
  createHmac('sha256', key).update(`${accountId}\0${name}`).digest().subarray(0, HASH_BYTES).toString('base64url');

const opened = (ring: KeyRing, { number, masterKey, cipher }: Row): Buffer =>
  ring.openBytes({ masterKey, cipher }, placeOf(number));

async function make(client: Queryable, ring: KeyRing, number: number, nowMs: number): Promise<void> {
  const masterKey = await currentMasterKey(client);
  const { cipher } = ring.sealBytes(masterKey, placeOf(number), randomBytes(KEY_BYTES));
  const row = { single: true, number, master_key: masterKey, cipher, made_time: Math.floor(nowMs / MS) };
  await execute(client, table().insert(row).onConflict('single').ignore());
}
