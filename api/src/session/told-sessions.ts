import { deleteSessionsOf } from '@ledgate/projections/directory/sessions/sessions';
import { endSessionOf, sessionsOf } from '@ledgate/projections/directory/sessions/told-sessions';
import { findOpenUser } from '@ledgate/projections/directory/users/find';
import { updateUser } from '@ledgate/projections/directory/users/update';
import type { toldSessionRoutes } from '../contract/told-session.ts';
import { administration } from '../directory/administration.ts';
import { changeDirectory } from '../directory/change-directory.ts';
import { done, DONE, refused } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import type { ApiPorts } from '../ports.ts';
import { rankRefusal } from '../user/rank.ts';

/** What a person sees and ends of his own sessions, and administrators of others' (docs/behaviour.md#sessions). What is ended is 401 at the next call. */
export const toldSessionHandlers = (ports: ApiPorts): Handlers<typeof toldSessionRoutes> => ({
  list: async ({ caller, session, nowMs }) => {
    const sessions = await sessionsOf(ports.db, caller.id, session.token, Math.floor(nowMs / 1_000));
    return done(
      sessions.map(({ id, createdTime, seenTime, address, agent, isCurrent }) => ({
        id,
        created_at: createdTime,
        seen_at: seenTime,
        address,
        agent,
        current: isCurrent,
      })),
    );
  },

  endOthers: async ({ caller, session }) => done(await deleteSessionsOf(ports.db, caller.id, session.token)),

  end: async (call) => {
    const ended = await endSessionOf(ports.db, call.caller.id, call.params.id, call.session.token);
    if (ended === undefined) return refused({ code: 'session_missing' });
    if (ended.isCurrent) call.clearCookie();
    return DONE;
  },

  endAccessToken: async (call) => {
    await changeDirectory(ports, call, null, (tx) => updateUser(tx, call.caller.id, { accessTokenHash: '' }));
    return DONE;
  },

  /** His access token stays: nobody but he ends it, or a ban. */
  endOf: async (call) => {
    const target = await findOpenUser(ports.db, call.params.id);
    if (target === undefined) return refused({ code: 'user_missing' });
    const problem = rankRefusal(call.caller, target);
    if (problem !== undefined) return refused(problem);
    const ended = await changeDirectory(ports, call, null, async (tx) => {
      const sessions = await deleteSessionsOf(tx.client, target.id);
      const fields = { before: { sessions }, after: { sessions: 0 } };
      if (sessions > 0) tx.administered(administration(call, 'user.end_sessions', `user-${target.id}`, fields));
      return sessions;
    });
    if (target.id === call.caller.id && call.session.token !== undefined) call.clearCookie();
    return done(ended);
  },
});
