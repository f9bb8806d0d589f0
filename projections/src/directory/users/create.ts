import type { AccountEventOf } from '@ledgate/domain/account/events';
import { byColumn } from '../../shared/column-names.ts';
import { oneRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { newAffCode } from '../random-text.ts';
import type { UserRow } from '../rows.ts';
import { RANDOM_TEXT_ATTEMPTS_MAX } from '../limits.ts';
import type { DirectoryTransaction } from '../transaction.ts';
import { newRowOf } from '../columns.ts';
import { type NewUserRow, USER_COLUMNS, userColumns } from './columns.ts';
import { findUserByAffCode } from './find.ts';

/** Where no name to show is given it is the username. */
export type NewUser = Omit<NewUserRow, 'displayName'> & Partial<Pick<NewUserRow, 'displayName'>>;

export type Opening = {
  /** Given with the account: QuotaForNewUser, QuotaForInvitee, or root's first balance. Amounts of 0 are left out by the decider. */
  readonly grants: readonly AccountEventOf<'QuotaGranted'>['data'][];
  /** `user-{id}` of who does it; not given for a person who registers: then the new user himself. */
  readonly actor?: string;
  readonly requestId: string;
};

/** Adds the user and, through the outbox, opens the account with its grants. Throws ValueTaken (username whatever its letter case, email, ...). */
export async function createUser(
  tx: DirectoryTransaction,
  user: NewUser,
  { grants, actor, requestId }: Opening,
): Promise<UserRow> {
  const added = {
    ...newRowOf(USER_COLUMNS, { displayName: user.username, ...user }),
    affCode: await unusedAffCode(tx),
    createdTime: Math.floor(tx.nowMs / 1_000),
  } satisfies Partial<Record<keyof UserRow, unknown>>;
  const row = await oneRow<UserRow>(tx.client, query('directory.users').insert(byColumn(added)).returning(userColumns));
  await tx.toLedger({
    kind: 'account',
    userId: row.id,
    command: { type: 'OpenAccount', userId: row.id, grants },
    context: {
      commandId: `open-account-${row.id}`,
      correlationId: requestId,
      occurredAtMs: tx.nowMs,
      actor: actor ?? `user-${row.id}`,
    },
  });
  return row;
}

/** An invite code that nobody has. */
export async function unusedAffCode({ client }: DirectoryTransaction): Promise<string> {
  for (let attempt = 0; attempt < RANDOM_TEXT_ATTEMPTS_MAX; attempt += 1) {
    const code = newAffCode();
    if ((await findUserByAffCode(client, code)) === undefined) return code;
  }
  throw new Error('no unused invite code was found');
}
