import { z } from 'zod';
import { idParam, timeS } from './fields.ts';
import { nothing, route } from './route.ts';
import * as ACCESS from './who-may.ts';

/** A session as its owner is told of it (docs/behaviour.md#sessions). */
const toldSessionSchema = z.object({
  /** Names it; it is not what the cookie holds. */
  id: z.uuid(),
  created_at: timeS,
  /** To the minute. */
  seen_at: timeS,
  /** Of the call that it was seen with; '' where nobody knows. */
  address: z.string(),
  agent: z.string(),
  /** It is the one that asks. */
  current: z.boolean(),
});
export type ToldSession = z.output<typeof toldSessionSchema>;

const sessionId = z.object({ id: z.uuid() });
/** How many were ended. */
const ended = z.number().int();

export const toldSessionRoutes = {
  list: route({
    method: 'GET',
    path: '/api/user/sessions',
    ...ACCESS.toldSession.list,
    summary: "The caller's own sessions, that which was used last first",
    data: z.array(toldSessionSchema),
  }),
  endOthers: route({
    method: 'DELETE',
    path: '/api/user/sessions',
    ...ACCESS.toldSession.endOthers,
    summary: "Ends the caller's sessions, but not the one that asks; answers how many",
    data: ended,
  }),
  end: route({
    method: 'DELETE',
    path: '/api/user/sessions/{id}',
    ...ACCESS.toldSession.end,
    summary: 'Ends one session of the caller, also the one that asks',
    params: sessionId,
    data: nothing,
  }),
  endAccessToken: route({
    method: 'DELETE',
    path: '/api/user/token',
    ...ACCESS.toldSession.endAccessToken,
    summary: "Ends the caller's system access token; nothing where there is none",
    data: nothing,
  }),
  endOf: route({
    method: 'DELETE',
    path: '/api/user/{id}/sessions',
    ...ACCESS.toldSession.endOf,
    summary: 'Ends all sessions of a user of a lower rank; answers how many',
    params: idParam,
    data: ended,
  }),
} as const;
