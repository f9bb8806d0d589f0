import { execute, maybeRow, type Queryable, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { type KeyRing, MasterKeyMissing } from './key-ring.ts';

// Which master keys an installation's secrets are under, and with which of them new ones are encrypted: the directory says it, so that all do the same.

const table = () => query('directory.master_keys');

/** Their ids, also of a dump; none before the first start that encrypts. */
export const masterKeyIds = async (db: Queryable): Promise<readonly string[]> =>
  (await rows<{ id: string }>(db, table().select('key_id as id').orderBy('key_id'))).map(({ id }) => id);

/** Begins with the ring's newest where there is none yet. Throws MasterKeyMissing where the ring lacks one that secrets are under. */
export async function beginMasterKeys(db: Queryable, ring: KeyRing, nowMs: number): Promise<void> {
  if ((await masterKeyIds(db)).length === 0)
    await execute(
      db,
      table()
        .insert({ key_id: ring.newest, current: true, noted_time: Math.floor(nowMs / 1_000) })
        // By whichever index: two processes begin at once, with the same one or another.
        .onConflict()
        .ignore(),
    );
  await refuseMissing(db, ring);
}

/** Throws MasterKeyMissing where a secret may be under a master key that the ring lacks. */
export async function refuseMissing(db: Queryable, ring: KeyRing): Promise<void> {
  const missing = ring.lacking(await masterKeyIds(db));
  if (missing.length > 0) throw new MasterKeyMissing(missing);
}

/** The id that a new secret is encrypted under: it stays the current one until the transaction ends. */
export async function currentMasterKey(client: Queryable): Promise<string> {
  const current = await maybeRow<{ id: string }>(
    client,
    table().select('key_id as id').where('current', true).forShare(),
  );
  if (current === undefined) throw new Error('the directory names no master key: no process has begun with one');
  return current.id;
}
