import type { SessionState, SessionUser } from './session-slice.ts';

/** What becomes of a call before it is sent: `elsewhere` and `barred` are never sent. */
export type Gate = 'go' | 'wait' | 'elsewhere' | 'barred';

/**
 * Whether this tab may call (docs/console.md#sign-in). No call goes out under a session that is somebody else's: who is stored is compared before each.
 * @param isOfSession the call begins or ends a session
 */
export function gateOf({ user, halt }: SessionState, stored: SessionUser | null, isOfSession: boolean): Gate {
  if (user === null) return 'go';
  if (halt?.by === 'elsewhere') return 'elsewhere';
  if (halt !== undefined && isOfSession) return 'go';
  if (halt !== undefined) return halt.by === 'barred' ? 'barred' : 'wait';
  return stored?.id === user.id ? 'go' : 'elsewhere';
}

export type Refused = 'ignore' | 'again' | 'elsewhere' | 'interrupt' | 'expire';

/**
 * What a 401 means for this tab.
 * @param asked whose call it was
 * @param now what the tab knows when the answer comes: one that comes late is not about the next person
 */
export function afterNotSignedIn(
  asked: SessionState,
  now: SessionState,
  stored: SessionUser | null,
  isTyped: boolean,
): Refused {
  if (asked.user === null || now.user?.id !== asked.user.id) return 'ignore';
  if (now.halt !== undefined) return now.halt.by === 'interrupted' ? 'again' : 'ignore';
  if (stored?.id !== now.user.id) return 'elsewhere';
  return isTyped ? 'interrupt' : 'expire';
}
