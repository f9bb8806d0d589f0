import type { AccountCommandOf } from '@ledgate/domain/account/commands';
import { deletionOf } from '@ledgate/domain/account/deleted-tokens';
import type { UserId } from '@ledgate/domain/shared/ids';
import type { Quota } from '@ledgate/domain/shared/quota';
import { byColumn } from '../../shared/column-names.ts';
import { oneRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { DirectoryKeys } from '../keys/directory-keys.ts';
import { newTokenKey } from '../random-text.ts';
import type { TokenRow } from '../rows.ts';
import type { DirectoryTransaction } from '../transaction.ts';
import { newRowOf } from '../columns.ts';
import { type NewTokenRow, TOKEN_COLUMNS, tokenColumns } from './columns.ts';

/** Who asks, for the ledger's events. */
export type Asker = { readonly actor: string; readonly requestId: string };

export type NewToken = NewTokenRow & {
  /** All that the token may ever use, in quota units; null: no limit of its own. */
  readonly limit: Quota | null;
};

/** Adds a token. With a limit, TokenLimitSet version 1 follows through the outbox; until the account has it, the relay gives the token no lease. */
export async function createToken(
  tx: DirectoryTransaction,
  directoryKeys: DirectoryKeys,
  token: NewToken,
  asker: Asker,
): Promise<TokenRow & { readonly key: string }> {
  const seconds = Math.floor(tx.nowMs / 1_000);
  const key = newTokenKey();
  const isSealed = await directoryKeys.staysSealed(tx.client, 'token');
  const added = {
    ...newRowOf(TOKEN_COLUMNS, token),
    ...(isSealed ? {} : { key }),
    createdTime: seconds,
    accessedTime: seconds,
    unlimitedQuota: token.limit === null,
    limitVersion: token.limit === null ? 0 : 1,
  } satisfies Partial<Record<keyof TokenRow | 'key', unknown>>;
  const row = await oneRow<TokenRow>(
    tx.client,
    query('directory.tokens').insert(byColumn(added)).returning(tokenColumns),
  );
  if (isSealed) await directoryKeys.add(tx.client, 'token', [{ ownerId: row.id, secret: key }]);
  if (token.limit !== null) await limitToLedger(tx, row, token.limit, asker);
  tx.changed('token', row.id);
  return { ...row, key };
}

/** The row's version goes with the limit: an older or equal one is a no-op on the account. */
export const limitToLedger = (
  tx: DirectoryTransaction,
  { id, userId, limitVersion }: Pick<TokenRow, 'id' | 'userId' | 'limitVersion'>,
  limit: Quota | null,
  asker: Asker,
): Promise<void> => toLedger(tx, userId, { type: 'SetTokenLimit', tokenId: id, limit, version: limitVersion }, asker);

export const deletionToLedger = (
  tx: DirectoryTransaction,
  { id, userId }: Pick<TokenRow, 'id' | 'userId'>,
  asker: Asker,
): Promise<void> => toLedger(tx, userId, deletionOf(id), asker);

const toLedger = (
  tx: DirectoryTransaction,
  userId: UserId,
  command: AccountCommandOf<'SetTokenLimit'>,
  { actor, requestId }: Asker,
): Promise<void> =>
  tx.toLedger({
    kind: 'account',
    userId,
    command,
    context: {
      commandId: `token-limit-${command.tokenId}-${command.version}`,
      correlationId: requestId,
      occurredAtMs: tx.nowMs,
      actor,
    },
  });
