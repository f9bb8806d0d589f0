import type { UserRow } from '@ledgate/projections/directory/rows';
import type { CalledFrom, SessionData } from '@ledgate/projections/directory/sessions/sessions';
import type { Written } from '@ledgate/projections/runner/partition';

/** Whose a session is, and how far it has written in each partition. */
export type SignedIn = { readonly user: UserRow; readonly written: readonly Written[] };

/** Server-side sessions, as the calls see them. Tokens are known to their owner alone. */
export interface Sessions {
  open(userId: number, from: CalledFrom, kept?: SessionData): Promise<string>;
  /** A short one of nobody, for what he keeps until he signs in. */
  visit(kept: SessionData): Promise<string>;
  /** Answers what it kept; undefined where there was none. */
  end(token: string): Promise<SessionData | undefined>;
  kept(token: string): Promise<SessionData | undefined>;
  /** Adds to what it keeps; false where it has ended. */
  keep(token: string, kept: SessionData): Promise<boolean>;
  /** Uses up the state of a sign-in at a provider; undefined where it is not this session's, over, or used. */
  takeState(token: string, state: string): Promise<{ readonly aff: string } | undefined>;
  /** Its user as he is now, and how far it has written in each partition; that it is used `from` there is noted once a minute. */
  find(token: string, from: CalledFrom): Promise<SignedIn | undefined>;
  byAccessToken(accessToken: string): Promise<UserRow | undefined>;
  wrote(token: string, written: readonly Written[]): Promise<void>;
  shown(token: string, numbers: ReadonlyMap<string, number>): Promise<void>;
  lastShown(token: string, object: string): Promise<number | undefined>;
}
