import type { TokenView } from './relay-view.ts';

/** Who is behind a call of the console, as the directory says at this moment: a ban holds at once. Closed users are found too. */
export interface SessionUsers {
  /** undefined for a session that is unknown or has ended. Throws DirectoryUnavailable. */
  ofSession(id: string): Promise<TokenView['user'] | undefined>;
  /** Whose system access token it is; only a hash of that is kept. Throws DirectoryUnavailable. */
  ofAccessToken(accessToken: string): Promise<TokenView['user'] | undefined>;
}
