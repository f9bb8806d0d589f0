import type { UserRow } from '@ledgate/projections/directory/rows';
import type { Level } from '../contract/route.ts';
import type { Problem } from './problem.ts';

const DIGITS = /^\d{1,15}$/;
const ROLE_NEEDED: Readonly<Record<Level, number>> = { public: 0, try_user: 0, user: 1, admin: 10, root: 100 };
const BANNED = 2;

/** Who a call says it is from, as far as it could be found out. `user` is read anew on each call: a ban or a new role holds at once. */
export type Claim =
  | { readonly by: 'nobody' }
  | { readonly by: 'unknown_access_token' }
  | { readonly by: 'session' | 'access_token'; readonly user: UserRow };

/**
 * The checks of contract A.1 in their order: somebody at all, the header New-Api-User, banned, the role. undefined: the call may go on.
 * @param header the value of New-Api-User
 */
export function refusalOf(claim: Claim, header: string | undefined, level: Level): Problem | undefined {
  if (level === 'public' || level === 'try_user') return undefined;
  if (claim.by === 'nobody') return { code: 'not_signed_in' };
  if (claim.by === 'unknown_access_token') return { code: 'access_token_unknown' };
  if (claim.user.closedTime !== null) return { code: 'not_signed_in' };
  if (header === undefined || !DIGITS.test(header.trim()) || Number(header) !== claim.user.id)
    return { code: 'user_header_wrong' };
  if (claim.user.status === BANNED) return { code: 'user_banned' };
  if (claim.user.role < ROLE_NEEDED[level]) return { code: 'role_too_low' };
  return undefined;
}

/** The user of a call that needs none: nobody unless he could call what needs one. */
export const visitorOf = (claim: Claim): UserRow | undefined =>
  'user' in claim && claim.user.closedTime === null && claim.user.status !== BANNED ? claim.user : undefined;

/** The system access token in an `Authorization` header, with or without `Bearer `. */
export function accessTokenOf(header: string | undefined): string | undefined {
  const token = header?.replace(/^Bearer\s+/i, '').trim();
  return token === undefined || token === '' ? undefined : token;
}
