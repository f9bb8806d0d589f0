import { type OptionKey, optionRows } from '@ledgate/domain/options/registry';
import { type Database, execute, inTransaction, type Queryable, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { lockTimeout } from '../../shared/sql.ts';
import type { DirectoryKeys } from '../keys/directory-keys.ts';
import type { KeyRing, OptionPlace } from '../keys/key-ring.ts';
import { currentMasterKey } from '../keys/master-keys.ts';
import { mayEarlierServe } from '../ledger-schema/ledger-schema.ts';
import { SEALING_LOCK_TIMEOUT_MS } from '../limits.ts';
import type { DirectoryTransaction } from '../transaction.ts';
import { LOCK_OPTIONS } from './sql.ts';

// Options that are secrets (docs/operations.md#secrets-at-rest): a row each, encrypted under the master key and bound to the option's key. As long as
// processes of the release before may serve, they are written where those read them, in clear; a row there is always newer than the one here.

const MS = 1_000;
/** Since when it is set: it stood in clear, which tells no time. */
const NOT_KNOWN = 0;

type Row = { readonly key: string; readonly masterKey: string; readonly cipher: Buffer };

const table = () => query('directory.option_secrets');
const clear = () => query('directory.options').whereIn('key', SECRET_OPTIONS);
const placeOf = (key: string): OptionPlace => ({ kind: 'option', key });

/** The options that are kept so. */
const SECRET_OPTIONS: readonly OptionKey[] = optionRows().flatMap(([key, row]) => (row.kind === 'secret' ? [key] : []));
export const isSecretOption = (key: string): boolean => (SECRET_OPTIONS as readonly string[]).includes(key);

/** Those that stand here, opened; one that is damaged counts as not set. Throws MasterKeyMissing. */
export async function sealedOptions(db: Queryable, keys: DirectoryKeys): Promise<ReadonlyMap<string, string>> {
  const found = await rows<Row>(db, table().select({ key: 'key', masterKey: 'master_key', cipher: 'cipher' }));
  const opened = found.map((row) => [row.key, keys.opened(row, placeOf(row.key))] as const);
  return new Map(opened.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}

/** Whether each is set, and since when (Unix seconds; null where it stands in clear, which tells no time). */
type OptionSecretFacts = { readonly key: string; readonly isSet: boolean; readonly setTime: number | null };

export async function optionSecretFacts(db: Queryable): Promise<readonly OptionSecretFacts[]> {
  const inClear = new Map(
    (await rows<{ key: string; value: string }>(db, clear().select('key', 'value'))).map(({ key, value }) => [
      key,
      value,
    ]),
  );
  const sealed = new Map(
    (await rows<{ key: string; setTime: number }>(db, table().select({ key: 'key', setTime: 'set_time' }))).map(
      ({ key, setTime }) => [key, setTime],
    ),
  );
  return SECRET_OPTIONS.map((key) => {
    const text = inClear.get(key);
    const setTime = text === undefined ? sealed.get(key) : NOT_KNOWN;
    return { key, isSet: text === undefined ? setTime !== undefined : text !== '', setTime: setTime || null };
  });
}

/** Saves one, or takes it away where it is ''. Throws MasterKeyMissing. */
export async function keepOptionSecret(
  { client, nowMs }: DirectoryTransaction,
  { ring }: DirectoryKeys,
  key: string,
  value: string,
): Promise<void> {
  if (await mayEarlierServe(client)) {
    await execute(client, query('directory.options').insert({ key, value }).onConflict('key').merge(['value']));
    return;
  }
  if ((await execute(client, clear().where({ key }).delete())) > 0) await noteRemains(client);
  await seal(client, ring, { key, value, setTime: Math.floor(nowMs / MS) });
}

type Kept = { readonly key: string; readonly value: string; readonly setTime: number };

async function seal(client: Queryable, ring: KeyRing, { key, value, setTime }: Kept): Promise<void> {
  if (value === '') {
    await execute(client, table().where({ key }).delete());
    return;
  }
  const masterKey = await currentMasterKey(client);
  const { cipher } = ring.sealBytes(masterKey, placeOf(key), Buffer.from(value));
  const row = { key, master_key: masterKey, cipher, set_time: setTime };
  await execute(client, table().insert(row).onConflict('key').merge(['master_key', 'cipher', 'set_time']));
}

/** Whether one stands in clear: of the release before, or as a backup of it brought it. */
export const anyClearOption = async (db: Queryable): Promise<boolean> =>
  (await rows(db, clear().select('key').limit(1))).length > 0;

/** Files of Postgres hold what stood in clear. Written anew, so that its transaction is the one that nobody may see behind any more. */
const noteRemains = (client: Queryable): Promise<number> =>
  execute(client, query('directory.clear_remains').insert({ single: true }).onConflict('single').merge());

/**
 * Encrypts those that stand in clear, in one transaction; that files of Postgres still hold them is noted there too. To be called where no process of the
 * release before serves. Answers how many. Throws what Postgres says where somebody holds the table for longer, and MasterKeyMissing.
 */
export const sealOptions = (db: Database, { ring }: DirectoryKeys): Promise<number> =>
  inTransaction(db, async (client) => {
    await client.query(lockTimeout(SEALING_LOCK_TIMEOUT_MS));
    await client.query(LOCK_OPTIONS);
    const found = await rows<{ key: string; value: string }>(client, clear().select('key', 'value'));
    for (const row of found) await seal(client, ring, { ...row, setTime: NOT_KNOWN });
    if (found.length === 0) return 0;
    await execute(client, clear().delete());
    await noteRemains(client);
    return found.length;
  });

/** Under the newest master key from now on, in the caller's transaction. Answers how many were under another one. Throws SecretDamaged. */
export async function resealOptions(client: Queryable, ring: KeyRing): Promise<number> {
  const found = await rows<Row>(
    client,
    table()
      .select({ key: 'key', masterKey: 'master_key', cipher: 'cipher' })
      .whereNot({ master_key: ring.newest })
      .orderBy('key')
      .forUpdate(),
  );
  for (const { key, ...sealed } of found) {
    const { cipher } = ring.sealBytes(ring.newest, placeOf(key), ring.openBytes(sealed, placeOf(key)));
    await execute(client, table().where({ key }).update({ master_key: ring.newest, cipher }));
  }
  return found.length;
}
