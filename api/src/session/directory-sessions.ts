import type { Position } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import type { Database } from '@ledgate/projections/shared/database';
import { createSession, deleteSession, findSession, noteWritten } from '@ledgate/projections/directory/sessions/sessions';
import { lastShown, noteShown } from '@ledgate/projections/directory/sessions/shown';
import { findUser, findUserByAccessToken } from '@ledgate/projections/directory/users/find';
import type { Sessions } from '../http/sessions.ts';

/** The feed has one partition as long as the read models are filled in process. */
const PARTITION = '0';

/** Sessions as they stand in the directory: every process sees the same. */
export const directorySessions = (db: Database, nowMs: () => number): Sessions => ({
  open: (userId) => createSession(db, userId as UserId, Math.floor(nowMs() / 1_000)),
  end: async (token) => void (await deleteSession(db, token)),
  find: async (token) => {
    const session = await findSession(db, token, Math.floor(nowMs() / 1_000));
    const user = session === undefined || session.userId === null ? undefined : await findUser(db, session.userId);
    return session === undefined || user === undefined ? undefined : { user, written: Math.max(0, ...Object.values(session.positions)) as Position };
  },
  byAccessToken: (accessToken) => findUserByAccessToken(db, accessToken),
  wrote: (token, position) => noteWritten(db, token, { [PARTITION]: position }),
  shown: (token, numbers) => noteShown(db, token, numbers),
  lastShown: (token, object) => lastShown(db, token, object),
});

