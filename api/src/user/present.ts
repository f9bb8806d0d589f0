import { callLimitsShown } from '@ledgate/domain/call-limits/sent-call-limits';
import { permissionsIn } from '@ledgate/domain/catalogue/permissions';
import type { Database } from '@ledgate/projections/shared/database';
import type { UserRow } from '@ledgate/projections/directory/rows';
import { inviteCountsOf, usernamesOf } from '@ledgate/projections/directory/users/list';
import { type Balance, balancesOf } from '@ledgate/projections/queries/balances';
import type { User } from '../contract/user.ts';

/** The user object of docs/behaviour.md#users for each of the rows, in their order. */
export async function userAnswers(db: Database, users: readonly UserRow[]): Promise<readonly User[]> {
  const ids = users.map(({ id }) => id);
  const inviters = [...new Set(users.map(({ inviterId }) => inviterId))].filter((id) => id > 0);
  const [balances, invited, names] = await Promise.all([
    balancesOf(db, ids),
    inviteCountsOf(db, ids),
    usernamesOf(db, inviters),
  ]);
  return users.map((user) =>
    userAnswer(user, balances.get(user.id), {
      invited: invited.get(user.id) ?? 0,
      inviter: names.get(user.inviterId) ?? '',
    }),
  );
}

export async function oneUserAnswer(db: Database, user: UserRow): Promise<User> {
  const [answer] = await userAnswers(db, [user]);
  if (answer === undefined) throw new Error('no answer for one user');
  return answer;
}

type Invitations = { readonly invited: number; readonly inviter: string };

const userAnswer = (user: UserRow, balance: Balance | undefined, { invited, inviter }: Invitations): User => ({
  id: user.id,
  username: user.username,
  password: '',
  display_name: user.displayName,
  role: user.role,
  status: user.status,
  email: user.email,
  github_id: user.githubId,
  wechat_id: user.wechatId,
  telegram_id: user.telegramId,
  linux_do_id: user.linuxDoId,
  verification_code: '',
  quota: balance?.balance ?? 0,
  used_quota: balance?.usedQuota ?? 0,
  request_count: balance?.requestCount ?? 0,
  group: user.group,
  aff_code: user.affCode,
  aff_count: invited,
  aff_quota: balance?.affQuota ?? 0,
  aff_history_quota: balance?.affHistoryQuota ?? 0,
  inviter_id: user.inviterId,
  inviter_username: inviter,
  DeletedAt: user.closedTime === null ? null : new Date(user.closedTime * 1_000).toISOString(),
  created_time: user.createdTime,
  limits: callLimitsShown(user.limits),
  permissions: permissionsIn(user.permissions),
});

/** What a session is remembered to have been shown of users. */
export const balancesShown = (users: readonly User[]): ReadonlyMap<string, number> =>
  new Map(users.map(({ id, quota }) => [`user-${id}`, quota]));
