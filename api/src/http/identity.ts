import { permissionsIn } from '@ledgate/domain/catalogue/permissions';
import { USER_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { UserRow } from '@ledgate/projections/directory/rows';
import { namesUser } from '@ledgate/projections/directory/sessions/shown-caller';
import { type Access, mayCall } from '../contract/access.ts';
import type { Problem } from './problem.ts';

/** Who a call says it is from, as far as it could be found out. `user` is read anew on each call: a ban or a new role holds at once. */
export type Presented =
  | { readonly by: 'nobody' }
  | { readonly by: 'unknown_access_token' }
  | { readonly by: 'session' | 'access_token'; readonly user: UserRow };

/**
 * The checks of docs/behaviour.md#who-may-call in their order: somebody at all, the header New-Api-User, banned, role or permission.
 * undefined: the call may go on.
 * @param header the value of New-Api-User
 */
export function refusalOf(presented: Presented, header: string | undefined, access: Access): Problem | undefined {
  if (access.level === 'public' || access.level === 'try_user') return undefined;
  if (presented.by === 'nobody') return { code: 'not_signed_in' };
  if (presented.by === 'unknown_access_token') return { code: 'access_token_unknown' };
  if (presented.user.closedTime !== null) return { code: 'own_account_closed' };
  if (!namesUser(header, presented.user.id)) return { code: 'user_header_wrong' };
  if (presented.user.status !== USER_STATUS.enabled) return { code: 'user_banned' };
  const { role, permissions } = presented.user;
  return mayCall(access, { role, permissions: permissionsIn(permissions) }) ? undefined : { code: 'role_too_low' };
}

/** The user of a call that needs none: nobody unless he could call what needs one. */
export const visitorOf = (presented: Presented): UserRow | undefined =>
  'user' in presented && presented.user.closedTime === null && presented.user.status === USER_STATUS.enabled
    ? presented.user
    : undefined;
