import { callLimitsIn } from '@ledgate/domain/call-limits/sent-call-limits';
import type { Database } from '../../shared/database.ts';
import { askedInTime } from '../asked-in-time.ts';
import type { TokenView } from '../relay-view.ts';
import type { UserRow } from '../rows.ts';
import type { SessionUsers } from '../session-users.ts';
import { findUserByAccessToken } from '../users/find.ts';
import { findSessionUser } from './sessions.ts';

/** Read anew for each call, as the console's calls do: nothing of a session is kept that its end or a ban would have to reach. */
export const createSessionUsers = (db: Database, nowMs: () => number): SessionUsers => ({
  ofSession: async (id) => viewOf((await askedInTime(findSessionUser(db, id, Math.floor(nowMs() / 1_000))))?.user),
  ofAccessToken: async (accessToken) => viewOf(await askedInTime(findUserByAccessToken(db, accessToken))),
});

const viewOf = (user: UserRow | undefined): TokenView['user'] | undefined =>
  user && {
    userId: user.id,
    username: user.username,
    role: user.role,
    status: user.status,
    group: user.group,
    closed: user.closedTime !== null,
    limits: callLimitsIn(user.limits),
  };
