import { execute, oneRow, type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { CHANGES_KEPT_VERSIONS } from './limits.ts';
import { ADD_CHANGES, CHANGES_SINCE } from './sql.ts';
import { NOTIFY } from '../shared/sql.ts';

/** What caches care about. Id 0 where there is no row: options, the price book, `ledger_schema`, the master key in use, the key for end users. */
export type ChangeKind =
  'user' | 'token' | 'channel' | 'option' | 'pricebook' | 'ledger_schema' | 'master_key' | 'end_user_key';
export type DirectoryChange = { readonly kind: ChangeKind; readonly id: number };

/** NOTIFY channel; the payload is the new version. */
export const CHANGED = 'ledgate_directory';

/**
 * Makes the next version with its changes. The head row stays locked until the transaction ends, so that versions are committed in their
 * order: who has read up to a version never finds an earlier one later. Hence the last thing a transaction does.
 */
export async function nextVersion(db: Queryable, changes: readonly DirectoryChange[]): Promise<number> {
  const { version } = await oneRow<{ version: number }>(
    db,
    query('directory.directory_head')
      .update({ version: query.raw('version + 1') })
      .returning('version'),
  );
  await execute(db, query.raw(ADD_CHANGES, [version, changes.map(({ kind }) => kind), changes.map(({ id }) => id)]));
  await execute(db, query.raw(NOTIFY, [CHANGED, String(version)]));
  return version;
}

export async function currentVersion(db: Queryable): Promise<number> {
  const { version } = await oneRow<{ version: number }>(db, query('directory.directory_head').select('version'));
  return version;
}

/** What changed after `version`, and up to where. `complete` is false when that is longer ago than changes are kept. */
export async function changesSince(
  db: Queryable,
  version: number,
  answerMaxMs?: number,
): Promise<{ version: number; changes: readonly DirectoryChange[]; complete: boolean }> {
  const found = await rows<{ version: number; kind: ChangeKind | null; id: number | null }>(
    db,
    query.raw(CHANGES_SINCE, [version]),
    answerMaxMs,
  );
  const head = found[0]?.version ?? version;
  const changes = found.flatMap(({ kind, id }) => (kind === null || id === null ? [] : [{ kind, id }]));
  return { version: head, changes, complete: head - version <= CHANGES_KEPT_VERSIONS };
}

/** Removes changes that nobody needs any more. */
export const sweepChanges = (db: Queryable): Promise<number> =>
  execute(
    db,
    query('directory.directory_changes')
      .whereRaw('version <= (select version from directory.directory_head) - ?::bigint', [CHANGES_KEPT_VERSIONS])
      .delete(),
  );

/** Holds the head row to the end of the transaction: what others commit gets its version, and its place in the audit's order, afterwards. */
export async function lockHead(db: Queryable): Promise<void> {
  await execute(db, query('directory.directory_head').select('version').forUpdate());
}
