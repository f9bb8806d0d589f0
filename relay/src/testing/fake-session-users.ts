import type { TokenView } from '@ledgate/projections/directory/relay-view';
import type { SessionUsers } from '@ledgate/projections/directory/session-users';

/** Nobody is signed in until a test says so. */
export class FakeSessionUsers implements SessionUsers {
  readonly bySession = new Map<string, TokenView['user']>();
  readonly byAccessToken = new Map<string, TokenView['user']>();

  ofSession(id: string): Promise<TokenView['user'] | undefined> {
    return Promise.resolve(this.bySession.get(id));
  }

  ofAccessToken(accessToken: string): Promise<TokenView['user'] | undefined> {
    return Promise.resolve(this.byAccessToken.get(accessToken));
  }
}
