import type { RefusedFor } from '@ledgate/domain/catalogue/refused-calls';
import { TOKEN_STATUS } from '@ledgate/domain/catalogue/statuses';
import { NO_TOKEN } from '@ledgate/domain/shared/ids';
import type { TokenView } from '@ledgate/projections/directory/relay-view';
import { accessTokenIn, namesUser, sessionIdIn } from '@ledgate/projections/directory/sessions/shown-caller';
import type { Request } from 'express';
import { RelayError } from '../errors/relay-error.ts';
import { type Admitted, type Gate, type GatePorts, refusalOfUser } from './gate.ts';

/**
 * Lets in who is signed in to the console (docs/behaviour.md#playground). What the console's calls ask of a session is asked here too; no other site may
 * have a browser send the header that names the user, since none of its preflights is answered.
 */
export class SessionGate implements Gate {
  readonly #ports: Omit<GatePorts, 'view'>;

  constructor(ports: Omit<GatePorts, 'view'>) {
    this.#ports = ports;
  }

  async admit({ headers }: Request): Promise<Admitted | RelayError> {
    const { sessions, refused, clock } = this.#ports;
    const id = sessionIdIn(headers.cookie);
    const user = id === undefined ? undefined : await sessions.ofSession(id);
    if (user === undefined) return this.#unknown(id, accessTokenIn(headers.authorization));
    const header = headers['new-api-user'];
    if (typeof header !== 'string' || !namesUser(header, user.userId))
      return this.#stranger('unknown_key', 'the header New-Api-User must be the id of who is signed in');
    const token = withoutToken(user);
    const refusal = refusalOfUser(user);
    if (refusal === undefined) return { token, channel: '' };
    refused.count(token, refusal.reason, clock.nowMs());
    return refusal;
  }

  /** Programs have API keys: what a person may do in the console is not what this route is for. */
  async #unknown(id: string | undefined, accessToken: string | undefined): Promise<RelayError> {
    if (accessToken !== undefined && (await this.#ports.sessions.ofAccessToken(accessToken)) !== undefined)
      return this.#stranger('unknown_key', 'an access token may not be used here; sign in to the console', 400);
    return id === undefined
      ? this.#stranger('no_key', 'nobody is signed in: this route is called with a session of the console')
      : this.#stranger('unknown_key', 'this session is not known or has ended; sign in again');
  }

  #stranger(reason: RefusedFor, message: string, status = 401): RelayError {
    this.#ports.refused.count(undefined, reason, this.#ports.clock.nowMs());
    return RelayError.access(status, reason, message);
  }
}

/** What a user may do in his own name: his groups, every model, his balance; nothing is counted against any token's limit. */
const withoutToken = (user: TokenView['user']): TokenView => ({
  tokenId: NO_TOKEN,
  key: '',
  name: '',
  status: TOKEN_STATUS.enabled,
  expiredTime: -1,
  unlimited: true,
  limitVersion: 0,
  models: null,
  addresses: null,
  group: '',
  limits: undefined,
  user,
});
