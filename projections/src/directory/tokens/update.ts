import type { Quota } from '@ledgate/domain/shared/quota';
import { assignments } from '../../shared/column-names.ts';
import { execute, oneRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { TokenRow } from '../rows.ts';
import type { DirectoryTransaction } from '../transaction.ts';
import type { Edited } from '../users/update.ts';
import { tokenColumns } from './columns.ts';
import { type Asker, limitToLedger } from './create.ts';
import { lockToken } from './find.ts';

const EDITABLE = ['status', 'name', 'expiredTime', 'modelLimitsEnabled', 'modelLimits', 'allowIps', 'group'] as const;

export type TokenEdit = Partial<Pick<TokenRow, (typeof EDITABLE)[number]>> & {
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

/** The row stays for the names in logs; its key never works again. Answers whether there was one. */
export async function deleteToken(
  tx: DirectoryTransaction,
  id: number,
  userId?: number,
): Promise<TokenRow | undefined> {
  const token = await lockToken(tx.client, id, userId);
  if (token === undefined) return undefined;
  await execute(
    tx.client,
    query('directory.tokens')
      .where({ id })
      .update({ deleted_time: Math.floor(tx.nowMs / 1_000) }),
  );
  tx.changed('token', id);
  return token;
}
