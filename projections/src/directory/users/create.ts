import type { AccountEventOf } from '@ledgate/domain/account/events';
import { oneRow } from '../database.ts';
import { newAffCode } from '../random-text.ts';
import { ROLE, USER_STATUS, type UserRow } from '../rows.ts';
import { sql } from '../sql.ts';
import { RANDOM_TEXT_ATTEMPTS_MAX } from '../limits.ts';
import type { DirectoryTransaction } from '../transaction.ts';
import { userColumns } from './columns.ts';
import { findUserByAffCode } from './find.ts';

export type NewUser = Pick<UserRow, 'username' | 'passwordHash'> &
  Partial<Pick<UserRow, 'displayName' | 'role' | 'email' | 'group' | 'inviterId' | 'githubId' | 'wechatId' | 'telegramId' | 'linuxDoId'>>;

export type Opening = {
  /** Given with the account: QuotaForNewUser, QuotaForInvitee, or root's first balance. Amounts of 0 are left out by the decider. */
  readonly grants: readonly AccountEventOf<'QuotaGranted'>['data'][];
  /** `user-{id}` of who does it; not given for a person who registers: then the new user himself. */
  readonly actor?: string;
  readonly requestId: string;
};

/** Adds the user and, through the outbox, opens the account with its grants. Throws ValueTaken (username, email, ...) at the end of the transaction. */
export async function createUser(tx: DirectoryTransaction, user: NewUser, { grants, actor, requestId }: Opening): Promise<UserRow> {
  const row = await oneRow<UserRow>(tx.client, sql`
    insert into directory.users
      (username, password_hash, display_name, role, status, email, github_id, wechat_id, telegram_id, linux_do_id, "group", aff_code, inviter_id, created_time)
    values (${user.username}, ${user.passwordHash}, ${user.displayName ?? user.username}, ${user.role ?? ROLE.user}, ${USER_STATUS.enabled}, ${user.email ?? ''},
      ${user.githubId ?? ''}, ${user.wechatId ?? ''}, ${user.telegramId ?? ''}, ${user.linuxDoId ?? ''}, ${user.group ?? 'default'},
      ${await unusedAffCode(tx)}, ${user.inviterId ?? 0}, ${Math.floor(tx.nowMs / 1_000)})
    returning ${userColumns}`);
  await tx.toLedger({
    kind: 'account',
    userId: row.id,
    command: { type: 'OpenAccount', userId: row.id, grants },
    context: { commandId: `open-account-${row.id}`, correlationId: requestId, occurredAtMs: tx.nowMs, actor: actor ?? `user-${row.id}` },
  });
  return row;
}

/** An invite code that nobody has. */
export async function unusedAffCode({ client }: DirectoryTransaction): Promise<string> {
  for (let attempt = 0; attempt < RANDOM_TEXT_ATTEMPTS_MAX; attempt += 1) {
    const code = newAffCode();
    if (await findUserByAffCode(client, code) === undefined) return code;
  }
  throw new Error('no unused invite code was found');
}
