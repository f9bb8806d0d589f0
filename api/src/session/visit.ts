import type { SessionData } from '@ledgate/projections/directory/sessions/sessions';
import type { AnyCall } from '../http/call.ts';
import type { Sessions } from '../http/sessions.ts';

/** A call that may get a session although nobody has signed in. */
export type Visiting = Pick<AnyCall, 'session'> & { readonly setCookie: (token: string) => void };

/** Keeps it in the session of the call; who has none gets one of half an hour, which is nobody's. */
export async function keepForVisit(sessions: Sessions, call: Visiting, kept: SessionData): Promise<void> {
  const { token } = call.session;
  if (token === undefined || !(await sessions.keep(token, kept))) call.setCookie(await sessions.visit(kept));
}
