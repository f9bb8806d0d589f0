import { OPTION_DEFAULTS } from '@ledgate/domain/options/values';
import { changedOption } from '../audit/changed-fields.ts';
import type { AuditFields } from '../audit/administration.ts';
import { execute, maybeRow, type Queryable, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { DirectoryTransaction } from '../transaction.ts';

// Options that are not prices, as text. What was never saved has its default (`domain/src/options`), which is not stored here.

/** Only what was saved. */
export async function savedOptions(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const found = await rows<{ key: string; value: string }>(db, query('directory.options').select('key', 'value'));
  return new Map(found.map(({ key, value }) => [key, value]));
}

/** Saved over defaults. */
export const getOptions = async (db: Queryable): Promise<ReadonlyMap<string, string>> =>
  new Map([...Object.entries(OPTION_DEFAULTS), ...(await savedOptions(db))]);

/** Answers what changed, for the audit row; undefined when the value was saved before (the default counts as never saved). */
export async function putOption(
  tx: DirectoryTransaction,
  key: string,
  value: string,
): Promise<{ before: AuditFields; after: AuditFields } | undefined> {
  const before = await maybeRow<{ value: string }>(
    tx.client,
    query('directory.options').select('value').where({ key }).forUpdate(),
  );
  if (before?.value === value) return undefined;
  await execute(tx.client, query('directory.options').insert({ key, value }).onConflict('key').merge(['value']));
  tx.changed('option', 0);
  return changedOption(key, before?.value, value);
}
