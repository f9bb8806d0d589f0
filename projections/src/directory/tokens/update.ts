import { LAST_LIMIT_VERSION } from '@ledgate/domain/account/deleted-tokens';
import type { Quota } from '@ledgate/domain/shared/quota';
import { assignments } from '../../shared/column-names.ts';
import { type Database, execute, oneRow, rows } from '../../shared/database.ts';
import { oneOfIds, query } from '../../shared/query.ts';
import type { DirectoryKeys } from '../keys/directory-keys.ts';
import { TOKENS_SWEPT_MAX } from '../limits.ts';
import type { TokenRow } from '../rows.ts';
import { type DirectoryTransaction, withDirectoryTransaction } from '../transaction.ts';
import type { Edited } from '../users/update.ts';
import { EDITABLE, type TokenFields, tokenColumns } from './columns.ts';
import { type Asker, deletionToLedger, limitToLedger } from './create.ts';
import { lockToken } from './find.ts';

export type TokenEdit = TokenFields & {
  /** All that the token may ever use (used + remaining), null for no limit; not given: the limit stays. */
  readonly limit?: Quota | null;
};

/**
 * Sets the fields that are given. A limit raises the row's version, and TokenLimitSet with that version follows through the outbox.
 * `userId`: only this user's token. undefined: there is none.
 */
export async function updateToken(
  tx: DirectoryTransaction,
  { id, userId }: { readonly id: number; readonly userId?: number },
  { limit, ...fields }: TokenEdit,
  asker: Asker,
): Promise<Edited<TokenRow> | undefined> {
  const before = await lockToken(tx.client, id, userId);
  if (before === undefined) return undefined;
  // No limit before and none now: the ledger has nothing to hear.
  const tells = limit !== undefined && !(limit === null && before.unlimitedQuota);
  const edited = assignments(EDITABLE, fields);
  if (edited === undefined && !tells) return { before, after: before };
  const set = {
    ...edited,
    ...(tells ? { unlimited_quota: limit === null, limit_version: query.raw('limit_version + 1') } : {}),
  };
  const after = await oneRow<TokenRow>(
    tx.client,
    query('directory.tokens').where({ id }).update(set).returning(tokenColumns),
  );
  if (tells) await limitToLedger(tx, after, limit, asker);
  tx.changed('token', id);
  return { before, after };
}

/**
 * The row stays for the names in logs, without its key. The ledger hears of it through the outbox, and forgets the token's limit and use.
 * Answers whether there was one.
 */
export async function deleteToken(
  tx: DirectoryTransaction,
  directoryKeys: DirectoryKeys,
  { id, userId }: { readonly id: number; readonly userId?: number },
  asker: Asker,
): Promise<TokenRow | undefined> {
  const token = await lockToken(tx.client, id, userId);
  if (token === undefined) return undefined;
  const deleted = { deleted_time: Math.floor(tx.nowMs / 1_000), limit_version: LAST_LIMIT_VERSION };
  await execute(tx.client, query('directory.tokens').where({ id }).update(deleted));
  if (await directoryKeys.isSealed(tx.client)) await directoryKeys.drop(tx.client, 'token', [id]);
  await deletionToLedger(tx, token, asker);
  tx.changed('token', id);
  return token;
}

/**
 * Tells the ledger of tokens that were deleted before releases did, or by one that does not: at most TOKENS_SWEPT_MAX. Answers how many; the outbox
 * brings them there.
 */
export async function sweepDeletedTokens(db: Database): Promise<number> {
  const { value } = await withDirectoryTransaction(db, null, async (tx) => {
    const found = await rows<Pick<TokenRow, 'id' | 'userId'>>(
      tx.client,
      query('directory.tokens')
        .select('id', 'user_id as userId')
        .whereRaw(`deleted_time is not null and limit_version < ${LAST_LIMIT_VERSION}`)
        .orderBy('id')
        .limit(TOKENS_SWEPT_MAX)
        .forUpdate()
        .skipLocked(),
    );
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await execute(
      tx.client,
      query('directory.tokens').where(oneOfIds('id', ids)).update({ limit_version: LAST_LIMIT_VERSION }),
    );
    for (const token of found) await deletionToLedger(tx, token, { actor: 'worker-directory', requestId: 'sweep' });
    return ids.length;
  });
  return value;
}
