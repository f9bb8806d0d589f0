import { keysOf } from '@ledgate/domain/channel/channel-keys';
import type { PoolClient } from 'pg';
import { MIGRATION_LOCK_TIMEOUT_MS } from '../../limits.ts';
import { type Database, execute, inTransaction, oneRow, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { lockTimeout, RESET_LOCK_TIMEOUT, sessionLockTimeout, tryLock, unlock } from '../../shared/sql.ts';
import { SEALING_LOCK_TIMEOUT_MS, SECRETS_BATCH_ROWS, WAL_SEGMENTS_ENDED_MAX } from '../limits.ts';
import { noteSealed } from '../migrate.ts';
import type { DirectoryKeys } from './directory-keys.ts';
import type { KeyKind } from './key-ring.ts';
import { anyClearOption, sealOptions } from '../options/option-secrets.ts';
import {
  CHECKPOINT,
  CLEARED_TABLES,
  END_SEGMENT,
  FORGET_SAMPLES,
  HAS_OWNERS,
  IS_SEEN,
  LOCK_OWNERS,
  OPTIONS,
  rewrite,
  REWRITE_STATISTICS,
  SEGMENTS_AHEAD,
  TABLES,
  WHO_ASKS,
  WRITE_NOTHING,
} from './sql.ts';

const LOCK_NOT_AVAILABLE = '55P03';
const isLockHeld = (error: unknown): boolean => (error as { code?: string }).code === LOCK_NOT_AVAILABLE;

type Found = { readonly id: number; readonly key: string; readonly type?: number };

/** What came of it. */
export type Sealing = {
  /** Secrets that stood in clear and are encrypted now. */
  readonly secrets: number;
  /** Why files of Postgres still hold what stood in clear; undefined: they do not. */
  readonly remains: string | undefined;
  /** Nothing is left that a later call could do. */
  readonly isOver: boolean;
};

/**
 * Encrypts every secret that stands in clear and drops the columns that held them, in one transaction, and options in another; then writes the tables anew
 * and ends the write-ahead log's old segments, so that no file of Postgres holds one any more. To be called where no process of the release before serves
 * (docs/operations.md#secrets-at-rest): it would find no keys. Broken off anywhere, the next call finishes it, and so it does where this one had to leave
 * something. Undefined where it had been done.
 *
 * @param done tables that a call before has written anew, for the next one
 */
export async function sealDirectory(
  db: Database,
  directoryKeys: DirectoryKeys,
  done = new Set<string>(),
): Promise<Sealing | undefined> {
  let secrets: number | undefined;
  try {
    if (!(await directoryKeys.isSealed(db))) secrets = await seal(db, directoryKeys);
    if (await anyClearOption(db)) {
      secrets = (secrets ?? 0) + (await sealOptions(db, directoryKeys));
      done.delete(OPTIONS);
    }
  } catch (error) {
    if (!isLockHeld(error)) throw error;
    return { secrets: secrets ?? 0, ...left('a table with secrets that stand in clear is in use') };
  }
  if (!(await remainsClear(db)))
    return secrets === undefined ? undefined : { secrets, remains: undefined, isOver: true };
  const client = await db.connect();
  let isBroken = true;
  try {
    const { locked } = await oneRow<{ locked: boolean }>(client, query.raw(tryLock('sealing')));
    const clearing = locked ? await cleared(client, done) : left('another process is writing them anew');
    if (locked) await client.query(unlock('sealing'));
    isBroken = false;
    return { secrets: secrets ?? 0, ...clearing };
  } finally {
    client.release(isBroken);
  }
}

/** Whether files of Postgres still hold what stood in clear. */
export const remainsClear = async (db: Database): Promise<boolean> =>
  (await rows(db, query('directory.clear_remains').select('single'))).length > 0;

/** Undefined where another has sealed it meanwhile. Throws LOCK_NOT_AVAILABLE where somebody holds a table for longer, as a backup does. */
const seal = (db: Database, directoryKeys: DirectoryKeys): Promise<number | undefined> =>
  inTransaction(db, async (client) => {
    await client.query(lockTimeout(SEALING_LOCK_TIMEOUT_MS));
    await client.query(LOCK_OWNERS);
    if (await directoryKeys.isSealed(client)) return undefined;
    let secrets = 0;
    for (const kind of Object.keys(TABLES) as readonly KeyKind[]) secrets += await sealed(client, directoryKeys, kind);
    // Nothing was ever written there in clear.
    const { any } = await oneRow<{ any: boolean }>(client, query.raw(HAS_OWNERS));
    if (any) await execute(client, query('directory.clear_remains').insert({ single: true }));
    await noteSealed(client);
    return secrets;
  });

/** What is deleted has lost its secret for good. */
async function sealed(client: PoolClient, directoryKeys: DirectoryKeys, kind: KeyKind): Promise<number> {
  let [last, count] = [0, 0];
  for (;;) {
    const found = await rows<Found>(
      client,
      query(TABLES[kind].owners)
        .select('id', 'key', ...(kind === 'channel' ? ['type'] : []))
        .where('id', '>', last)
        .whereNull('deleted_time')
        .orderBy('id')
        .limit(SECRETS_BATCH_ROWS),
    );
    const added = found.flatMap(({ id, key, type }) =>
      (type === undefined ? [key] : keysOf(type, key)).map((secret) => ({ ownerId: id, secret })),
    );
    await directoryKeys.add(client, kind, added);
    count += added.length;
    last = found.at(-1)?.id ?? last;
    if (found.length < SECRETS_BATCH_ROWS) return count;
  }
}

type Clearing = Pick<Sealing, 'remains' | 'isOver'>;

const left = (remains: string): Clearing => ({ remains, isOver: false });

/** What Postgres does not let this role do remains; the tables are written anew all the same. */
async function cleared(client: PoolClient, done: Set<string>): Promise<Clearing> {
  const { role, isSuperuser } = await oneRow<{ role: string; isSuperuser: boolean }>(client, query.raw(WHO_ASKS));
  if (isSuperuser && (await oneRow<{ seen: boolean }>(client, query.raw(IS_SEEN))).seen)
    return left('a transaction that began before they were encrypted has not ended');
  if (!(await rewritten(client, isSuperuser, done))) return left('a table that is to be written anew is in use');
  if (isSuperuser) {
    await client.query(END_SEGMENT);
    await client.query(CHECKPOINT);
    await endSegmentsAhead(client);
    await client.query(CHECKPOINT);
  }
  await execute(client, query('directory.clear_remains').delete());
  return { remains: isSuperuser ? undefined : `the role ${role} is no superuser of this Postgres`, isOver: true };
}

/** Whoever comes after this waits with it for who holds a table, as a backup does: so it gives up soon. Answers whether all is done. */
async function rewritten(client: PoolClient, isSuperuser: boolean, done: Set<string>): Promise<boolean> {
  await client.query(sessionLockTimeout(MIGRATION_LOCK_TIMEOUT_MS));
  try {
    for (const table of CLEARED_TABLES) {
      if (done.has(table)) continue;
      if (table === OPTIONS) await client.query(FORGET_SAMPLES);
      await client.query(rewrite(table));
      done.add(table);
    }
    if (isSuperuser) await client.query(REWRITE_STATISTICS);
    return true;
  } catch (error) {
    if (!isLockHeld(error)) throw error;
    return false;
  } finally {
    await client.query(RESET_LOCK_TIMEOUT);
  }
}

/** Segments that a checkpoint has kept for later hold what was in them before: each is written over when it is ended, and so is the one in use. */
async function endSegmentsAhead(client: PoolClient): Promise<void> {
  for (let [ended, ahead] = [0, 1]; ahead > 0 && ended < WAL_SEGMENTS_ENDED_MAX; ended += 1) {
    ({ ahead } = await oneRow<{ ahead: number }>(client, query.raw(SEGMENTS_AHEAD)));
    await client.query(WRITE_NOTHING);
    await client.query(END_SEGMENT);
  }
}
