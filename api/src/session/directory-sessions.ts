import type { Position } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import type { Database } from '@ledgate/projections/shared/database';
import {
  createSession,
  deleteSession,
  findSession,
  findSessionUser,
  keepInSession,
  noteWritten,
  takeState,
} from '@ledgate/projections/directory/sessions/sessions';
import { VISIT_LIFE_SECONDS } from '@ledgate/projections/directory/limits';
import { lastShown, noteShown } from '@ledgate/projections/directory/sessions/shown';
import { findUserByAccessToken } from '@ledgate/projections/directory/users/find';
import { partitionFrom, partitionText } from '@ledgate/projections/runner/partition';
import type { Sessions } from '../http/sessions.ts';

/** Sessions as they stand in the directory: every process sees the same. */
export const directorySessions = (db: Database, nowMs: () => number): Sessions => {
  const nowS = (): number => Math.floor(nowMs() / 1_000);
  return {
    open: (userId, from, kept = {}) => createSession(db, userId as UserId, nowS(), kept, { from }),
    visit: (kept) => createSession(db, null, nowS(), kept, { lifeSeconds: VISIT_LIFE_SECONDS }),
    end: (token) => deleteSession(db, token),
    kept: async (token) => (await findSession(db, token, nowS()))?.data,
    keep: (token, kept) => keepInSession(db, token, kept, nowS()),
    takeState: (token, state) => takeState(db, token, state, nowS()),
    find: async (token, from) => {
      const found = await findSessionUser(db, token, nowS(), from);
      if (found === undefined) return undefined;
      return {
        user: found.user,
        written: Object.entries(found.session.positions).map(([text, position]) => ({
          ...partitionFrom(text),
          position: position as Position,
        })),
      };
    },
    byAccessToken: (accessToken) => findUserByAccessToken(db, accessToken),
    wrote: (token, written) =>
      noteWritten(db, token, Object.fromEntries(written.map((place) => [partitionText(place), place.position]))),
    shown: (token, numbers) => noteShown(db, token, numbers),
    lastShown: (token, object) => lastShown(db, token, object),
  };
};
