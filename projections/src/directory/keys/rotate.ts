import { inTransaction, type Database, execute, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { SECRETS_BATCH_ROWS } from '../limits.ts';
import type { KeyKind, KeyRing, Sealed } from './key-ring.ts';
import { resealEndUserKey } from '../end-users/end-user-key.ts';
import { resealOptions } from '../options/option-secrets.ts';
import { withDirectoryTransaction } from '../transaction.ts';
import { refuseMissing } from './master-keys.ts';
import { replaceSecrets, TABLES } from './sql.ts';

type Rotation = {
  readonly ring: KeyRing;
  readonly nowMs: number;
  /** After each batch, which is then committed: how many secrets this run has encrypted anew. */
  readonly onSecrets?: (count: number) => void;
};

const KINDS = Object.keys(TABLES) as readonly KeyKind[];
const masterKeys = () => query('directory.master_keys');

/**
 * Goes over to the ring's newest master key: from the first step on all processes encrypt with it, then what is kept under others is encrypted anew,
 * SECRETS_BATCH_ROWS rows a transaction, and at the end the directory names it alone. One that was broken off anywhere is finished by the next. Throws
 * MasterKeyMissing before anything is changed. Answers how many secrets this run has encrypted anew.
 */
export async function rotateMasterKey(db: Database, { ring, nowMs, onSecrets }: Rotation): Promise<number> {
  await begin(db, ring, nowMs);
  let count = 0;
  for (const kind of KINDS) {
    for (;;) {
      const done = await batch(db, ring, kind);
      if (done === 0) break;
      count += done;
      onSecrets?.(count);
    }
  }
  const few = await inTransaction(
    db,
    async (client) => Number(await resealEndUserKey(client, ring)) + (await resealOptions(client, ring)),
  );
  if (few > 0) {
    count += few;
    onSecrets?.(count);
  }
  // Refused by Postgres as long as one row is under it.
  await execute(db, masterKeys().whereNot({ key_id: ring.newest }).delete());
  return count;
}

/**
 * Whoever adds a secret holds the current row until his end: none is added under an earlier key afterwards. Audited where it is another key than before: a
 * rotation that is finished by the next is one act.
 */
async function begin(db: Database, ring: KeyRing, nowMs: number): Promise<void> {
  await withDirectoryTransaction(
    db,
    null,
    async (tx) => {
      const { client } = tx;
      const found = await rows<{ id: string; current: boolean }>(
        client,
        masterKeys().select({ id: 'key_id', current: 'current' }).forUpdate(),
      );
      await refuseMissing(client, ring);
      await execute(client, masterKeys().whereNot({ key_id: ring.newest }).update({ current: false }));
      const newest = { key_id: ring.newest, current: true, noted_time: Math.floor(nowMs / 1_000) };
      await execute(client, masterKeys().insert(newest).onConflict('key_id').merge(['current']));
      tx.changed('master_key', 0);
      const before = found.find(({ current }) => current)?.id;
      if (before !== ring.newest)
        tx.administered({
          actorId: null,
          process: 'rotate-master-key',
          action: 'master_key.rotate',
          target: 'master_key',
          before: { id: before ?? null },
          after: { id: ring.newest },
          reason: '',
          requestId: '',
        });
    },
    nowMs,
  );
}

const batch = (db: Database, ring: KeyRing, kind: KeyKind): Promise<number> =>
  inTransaction(db, async (client) => {
    const { secrets, owner } = TABLES[kind];
    const found = await rows<Pick<Sealed, 'masterKey' | 'cipher'> & { number: number; ownerId: number }>(
      client,
      query(secrets)
        .select({ number: 'number', ownerId: owner, masterKey: 'master_key', cipher: 'cipher' })
        .whereNot({ master_key: ring.newest })
        .orderBy('number')
        .limit(SECRETS_BATCH_ROWS)
        .forUpdate(),
    );
    const made = found.map(({ number, ownerId, ...sealed }) => {
      const place = { kind, number, ownerId };
      return { number, ...ring.seal(ring.newest, place, ring.open(sealed, place)) };
    });
    if (made.length > 0)
      await rows(client, {
        text: replaceSecrets(kind),
        values: [
          made.map(({ number }) => number),
          ring.newest,
          made.map(({ cipher }) => cipher),
          made.map(({ hash }) => hash),
        ],
      });
    return made.length;
  });
