import type { PoolClient } from 'pg';
import { MIGRATION_ATTEMPTS_MAX, MIGRATION_LOCK_TIMEOUT_MS, MIGRATION_PAUSE_MS } from '../limits.ts';
import { type Database, execute, inTransaction, type Queryable, rows } from '../shared/database.ts';
import { pause } from '../shared/pause.ts';
import { query } from '../shared/query.ts';
import { tables } from './migrations/0001-tables.ts';
import { userSearch } from './migrations/0002-user-search.ts';
import { publishedTopics } from './migrations/0003-published-topics.ts';
import { relocation } from './migrations/0004-relocation.ts';
import { leaderships } from './migrations/0005-leaderships.ts';
import { oneOwnerOfAName } from './migrations/0006-one-owner-of-a-name.ts';
import { commands } from './migrations/0007-commands.ts';
import { feedIdentity } from './migrations/0008-feed-identity.ts';
import { testsOfChannels } from './migrations/0009-tests-of-channels.ts';
import { untoldDeletions } from './migrations/0010-untold-deletions.ts';
import { installation } from './migrations/0011-installation.ts';
import { ledgerSchema } from './migrations/0012-ledger-schema.ts';
import { DROP_CLEAR_COLUMNS } from './keys/sql.ts';
import { sealedSecrets } from './migrations/0013-sealed-secrets.ts';
import { refusedCalls } from './migrations/0015-refused-calls.ts';
import { tillsThatRead } from './migrations/0016-tills-that-read.ts';
import { refusedPrices } from './migrations/0017-refused-prices.ts';
import { keptAnswers } from './migrations/0018-kept-answers.ts';
import { callLimits } from './migrations/0019-call-limits.ts';
import { endUserKey } from './migrations/0020-end-user-key.ts';
import { shortLivedKeys } from './migrations/0021-short-lived-keys.ts';
import { findings } from './migrations/0022-findings.ts';
import { madeCommands } from './migrations/0023-made-commands.ts';
import { mailCodes } from './migrations/0024-mail-codes.ts';
import { notices } from './migrations/0025-notices.ts';
import { permissions } from './migrations/0026-permissions.ts';
import { toldSessions } from './migrations/0027-told-sessions.ts';
import { payments } from './migrations/0028-payments.ts';
import { auditAddresses } from './migrations/0029-audit-addresses.ts';
import { channelRuns } from './migrations/0030-channel-runs.ts';
import { optionSecrets } from './migrations/0031-option-secrets.ts';
import { asksOfOrders } from './migrations/0033-asks-of-orders.ts';
import { codesByAge } from './migrations/0034-codes-by-age.ts';
import { exportJobs } from './migrations/0035-export-jobs.ts';
import { sealTree } from './migrations/0036-seal-tree.ts';
import { lockForTransaction, lockTimeout } from '../shared/sql.ts';
import { DROP_SCHEMA, MAKE_REGISTRY, MAKE_SCHEMA } from './sql.ts';

/** In order; a migration that has been released is never changed. */
const MIGRATIONS = [
  ['0001-tables', tables],
  ['0002-user-search', userSearch],
  ['0003-published-topics', publishedTopics],
  ['0004-relocation', relocation],
  ['0005-leaderships', leaderships],
  ['0006-one-owner-of-a-name', oneOwnerOfAName],
  ['0007-commands', commands],
  ['0008-feed-identity', feedIdentity],
  ['0009-tests-of-channels', testsOfChannels],
  ['0010-untold-deletions', untoldDeletions],
  ['0011-installation', installation],
  ['0012-ledger-schema', ledgerSchema],
  ['0013-sealed-secrets', sealedSecrets],
  ['0014-no-clear-secrets', DROP_CLEAR_COLUMNS],
  ['0015-refused-calls', refusedCalls],
  ['0016-tills-that-read', tillsThatRead],
  ['0017-refused-prices', refusedPrices],
  ['0018-kept-answers', keptAnswers],
  ['0019-call-limits', callLimits],
  ['0020-end-user-key', endUserKey],
  ['0021-short-lived-keys', shortLivedKeys],
  ['0022-findings', findings],
  ['0023-made-commands', madeCommands],
  ['0024-mail-codes', mailCodes],
  ['0025-notices', notices],
  ['0026-permissions', permissions],
  ['0027-told-sessions', toldSessions],
  ['0028-payments', payments],
  ['0029-audit-addresses', auditAddresses],
  ['0030-channel-runs', channelRuns],
  ['0031-option-secrets', optionSecrets],
  ['0033-asks-of-orders', asksOfOrders],
  ['0034-codes-by-age', codesByAge],
  ['0035-export-jobs', exportJobs],
  ['0036-seal-tree', sealTree],
] as const;

/** Takes away what the release before needs, and only after secrets were encrypted: never by itself, but with `noteSealed`. */
const SEALING = '0014-no-clear-secrets';

const UNDEFINED_TABLE = '42P01';
const LOCK_NOT_AVAILABLE = '55P03';
const never = new AbortController().signal;

/**
 * Brings the schema `directory` up to date. One query when there is nothing to do; two processes may call it at once. A reader that holds a table, such as a
 * dump, is not waited for long: the whole is tried again. Throws when the database was written by a later release.
 */
export async function migrateDirectory(db: Database): Promise<void> {
  for (let attempt = 1; (await missing(db)).length > 0; attempt += 1) {
    try {
      await inTransaction(db, async (client) => {
        await client.query(lockTimeout(MIGRATION_LOCK_TIMEOUT_MS));
        await execute(client, query.raw(lockForTransaction('directoryMigration')));
        await client.query(MAKE_SCHEMA);
        await client.query(MAKE_REGISTRY);
        await applyMissing(client);
      });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === MIGRATION_ATTEMPTS_MAX) throw error;
    }
    await pause(MIGRATION_PAUSE_MS, never);
  }
}

/** Names of the migrations that made the directory what it is, in their order. */
export async function appliedMigrations(db: Queryable): Promise<readonly string[]> {
  const applied = new Set(await namesIn(db));
  return MIGRATIONS.map(([name]) => name).filter((name) => applied.has(name));
}

/**
 * In the caller's transaction: makes the schema anew and empty, as it was when only these migrations had been applied, lets `load` fill it, and applies the
 * others to what was loaded. Throws when a migration is not known: a later release made it.
 */
export async function remakeDirectory(
  client: PoolClient,
  applied: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const known: ReadonlySet<string> = new Set(MIGRATIONS.map(([name]) => name));
  const later = applied.find((name) => !known.has(name));
  if (later !== undefined) throw laterRelease(later);
  await execute(client, query.raw(lockForTransaction('directoryMigration')));
  await client.query(DROP_SCHEMA);
  await client.query(`${MAKE_SCHEMA}; ${MAKE_REGISTRY}`);
  await applyMissing(client, new Set(applied));
  await load();
  await applyMissing(client);
}

/** In the transaction that has encrypted every secret: nothing stands in clear from now on (keys/seal.ts). */
export async function noteSealed(client: PoolClient): Promise<void> {
  await applyMissing(client, new Set([SEALING]));
}

/** Those of `wanted`, by default all that come by themselves. */
async function applyMissing(client: PoolClient, wanted?: ReadonlySet<string>): Promise<void> {
  const applied = new Set(await namesIn(client));
  for (const [name, sql] of MIGRATIONS) {
    if (applied.has(name) || !(wanted?.has(name) ?? name !== SEALING)) continue;
    await client.query(sql);
    await execute(client, query('directory.migrations').insert({ name }));
  }
}

const laterRelease = (name: string): Error =>
  new Error(`the directory was written by a later release (${name}); start that release or restore a backup`);

const namesIn = async (db: Queryable): Promise<readonly string[]> =>
  (await rows<{ name: string }>(db, query('directory.migrations').select('name'))).map(({ name }) => name);

async function missing(db: Database): Promise<readonly string[]> {
  try {
    const applied = await namesIn(db);
    const known: ReadonlySet<string> = new Set(MIGRATIONS.map(([name]) => name));
    const later = applied.find((name) => !known.has(name));
    if (later !== undefined) throw laterRelease(later);
    return [...known].filter((name) => name !== SEALING && !applied.includes(name));
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return MIGRATIONS.map(([name]) => name);
    throw error;
  }
}
