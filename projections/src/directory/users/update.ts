import { assignments } from '../../shared/column-names.ts';
import { execute, oneRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { newAccessToken, sha256Hex } from '../random-text.ts';
import type { UserRow } from '../rows.ts';
import type { DirectoryTransaction } from '../transaction.ts';
import { EDITABLE, type UserEdit, userColumns } from './columns.ts';
import { unusedAffCode } from './create.ts';
import { lockUser } from './find.ts';

/** A new name is nobody else's (migrations/0006-one-owner-of-a-name.ts). */
const NOBODYS_NAMESAKE = 0;

/** Before and after, for the audit row. */
export type Edited<Row> = { readonly before: Row; readonly after: Row };

/** Sets the fields that are given. undefined: there is no such user. Throws ValueTaken when somebody else has the name, whatever its letter case. */
export async function updateUser(
  tx: DirectoryTransaction,
  id: number,
  edit: UserEdit,
): Promise<Edited<UserRow> | undefined> {
  const before = await lockUser(tx.client, id);
  if (before === undefined) return undefined;
  const set = assignments(EDITABLE, edit);
  if (set === undefined) return { before, after: before };
  const renamed = edit.username !== undefined && edit.username.toLowerCase() !== before.username.toLowerCase();
  const after = await oneRow<UserRow>(
    tx.client,
    query('directory.users')
      .where({ id })
      .update(renamed ? { ...set, namesake: NOBODYS_NAMESAKE } : set)
      .returning(userColumns),
  );
  tx.changed('user', id);
  return { before, after };
}

/**
 * Closes the account: the row and its name stay, sessions and access token go; AccountClosed follows through the outbox.
 * undefined: no such user, or closed already.
 */
export async function closeUser(
  tx: DirectoryTransaction,
  id: number,
  by: { readonly actorId: number; readonly requestId: string },
): Promise<Edited<UserRow> | undefined> {
  const before = await lockUser(tx.client, id);
  if (before === undefined || before.closedTime !== null) return undefined;
  const after = await oneRow<UserRow>(
    tx.client,
    query('directory.users')
      .where({ id })
      .update({ closed_time: Math.floor(tx.nowMs / 1_000), access_token_hash: '' })
      .returning(userColumns),
  );
  await execute(tx.client, query('directory.sessions').where({ user_id: id }).delete());
  await tx.toLedger({
    kind: 'account',
    userId: before.id,
    command: { type: 'CloseAccount', actorId: by.actorId as UserRow['id'] },
    context: {
      commandId: `close-account-${id}`,
      correlationId: by.requestId,
      occurredAtMs: tx.nowMs,
      actor: `user-${by.actorId}`,
    },
  });
  tx.changed('user', id);
  return { before, after };
}

/** A new system access token in place of the old one. The token itself is told once and never kept. */
export async function renewAccessToken(tx: DirectoryTransaction, id: number): Promise<string | undefined> {
  const accessToken = newAccessToken();
  return (await updateUser(tx, id, { accessTokenHash: sha256Hex(accessToken) })) === undefined
    ? undefined
    : accessToken;
}

/** The user's invite code, made if there is none (docs/behaviour.md#users). */
export async function affCodeOf(tx: DirectoryTransaction, id: number): Promise<string | undefined> {
  const user = await lockUser(tx.client, id);
  if (user === undefined || user.affCode !== '') return user?.affCode;
  const affCode = await unusedAffCode(tx);
  await execute(tx.client, query('directory.users').where({ id }).update({ aff_code: affCode }));
  return affCode;
}
