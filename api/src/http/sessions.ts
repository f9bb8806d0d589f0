import type { UserRow } from '@ledgate/projections/directory/rows';
import type { Written } from '@ledgate/projections/runner/partition';

/** Server-side sessions, as the calls see them. Tokens are known to their owner alone. */
export interface Sessions {
  open(userId: number): Promise<string>;
  end(token: string): Promise<void>;
  /** Its user as he is now, and how far it has written in each partition. */
  find(token: string): Promise<{ readonly user: UserRow; readonly written: readonly Written[] } | undefined>;
  byAccessToken(accessToken: string): Promise<UserRow | undefined>;
  wrote(token: string, written: readonly Written[]): Promise<void>;
  shown(token: string, numbers: ReadonlyMap<string, number>): Promise<void>;
  lastShown(token: string, object: string): Promise<number | undefined>;
}
