import { OPTION_DEFAULTS } from '@ledgate/domain/options/values';
import { changedOption } from '../audit/changed-fields.ts';
import type { AuditFields } from '../audit/administration.ts';
import { execute, type Queryable, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { DirectoryKeys } from '../keys/directory-keys.ts';
import type { DirectoryTransaction } from '../transaction.ts';
import { isSecretOption, keepOptionSecret, sealedOptions } from './option-secrets.ts';
import { LOCK_OPTIONS } from './sql.ts';

// Options that are not prices, as text. What was never saved has its default (`domain/src/options`), which is not stored here.

/**
 * Only what was saved, secrets in clear. Those that are encrypted are read last: a sealing between the two queries takes none away. Throws MasterKeyMissing.
 */
export async function savedOptions(db: Queryable, keys: DirectoryKeys): Promise<ReadonlyMap<string, string>> {
  const found = await rows<{ key: string; value: string }>(db, query('directory.options').select('key', 'value'));
  return new Map([...(await sealedOptions(db, keys)), ...found.map(({ key, value }) => [key, value] as const)]);
}

/** Saved over defaults. */
export const getOptions = async (db: Queryable, keys: DirectoryKeys): Promise<ReadonlyMap<string, string>> =>
  new Map([...Object.entries(OPTION_DEFAULTS), ...(await savedOptions(db, keys))]);

/** The same for a transaction that changes one by what the others are: nobody else changes any until it has ended. */
export async function holdOptions(
  { client }: DirectoryTransaction,
  keys: DirectoryKeys,
): Promise<ReadonlyMap<string, string>> {
  await client.query(LOCK_OPTIONS);
  return getOptions(client, keys);
}

/** Answers what changed, for the audit row; undefined when the value was saved before (the default counts as never saved). */
export async function putOption(
  tx: DirectoryTransaction,
  keys: DirectoryKeys,
  key: string,
  value: string,
): Promise<{ before: AuditFields; after: AuditFields } | undefined> {
  await tx.client.query(LOCK_OPTIONS);
  const before = (await savedOptions(tx.client, keys)).get(key);
  if (before === value) return undefined;
  if (isSecretOption(key)) await keepOptionSecret(tx, keys, key, value);
  else await execute(tx.client, query('directory.options').insert({ key, value }).onConflict('key').merge(['value']));
  tx.changed('option', 0);
  return changedOption(key, before, value);
}
