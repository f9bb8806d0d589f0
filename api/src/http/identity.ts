import { ROLE } from '@ledgate/domain/catalogue/roles';
import { USER_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { UserRow } from '@ledgate/projections/directory/rows';
import { namesUser } from '@ledgate/projections/directory/sessions/shown-caller';
import type { Level } from '../contract/route.ts';
import type { Problem } from './problem.ts';

const ROLE_NEEDED: Readonly<Record<Level, number>> = { public: 0, try_user: 0, ...ROLE };

/** Who a call says it is from, as far as it could be found out. `user` is read anew on each call: a ban or a new role holds at once. */
export type Presented =
  | { readonly by: 'nobody' }
  | { readonly by: 'unknown_access_token' }
  | { readonly by: 'session' | 'access_token'; readonly user: UserRow };

/**
 * The checks of docs/behaviour.md#who-may-call in their order: somebody at all, the header New-Api-User, banned, the role. undefined: the call may go on.
 * @param header the value of New-Api-User
 */
export function refusalOf(presented: Presented, header: string | undefined, level: Level): Problem | undefined {
  if (level === 'public' || level === 'try_user') return undefined;
  if (presented.by === 'nobody') return { code: 'not_signed_in' };
  if (presented.by === 'unknown_access_token') return { code: 'access_token_unknown' };
  if (presented.user.closedTime !== null) return { code: 'own_account_closed' };
  if (!namesUser(header, presented.user.id)) return { code: 'user_header_wrong' };
  if (presented.user.status === USER_STATUS.disabled) return { code: 'user_banned' };
  if (presented.user.role < ROLE_NEEDED[level]) return { code: 'role_too_low' };
  return undefined;
}

/** The user of a call that needs none: nobody unless he could call what needs one. */
export const visitorOf = (presented: Presented): UserRow | undefined =>
  'user' in presented && presented.user.closedTime === null && presented.user.status !== USER_STATUS.disabled
    ? presented.user
    : undefined;
