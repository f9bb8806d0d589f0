import type { RefusedFor } from '@ledgate/domain/catalogue/refused-calls';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import { TOKEN_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { TokenView } from '@ledgate/projections/directory/relay-view';
import type { Request } from 'express';
import { RelayError } from '../errors/relay-error.ts';
import { clientAddress } from '../http/request-context.ts';
import { type Admitted, type Gate, type GatePorts, refusalOfUser } from './gate.ts';
import { shownKey } from './token-key.ts';

type Answer = Admitted | RelayError;

type TokenGatePorts = Omit<GatePorts, 'sessions'>;

/** The checks of a token before its request is read (docs/behaviour.md#order-of-checks, 1 to 7; the limit of 4 is the ledger's to know). */
export class TokenGate implements Gate {
  readonly #view: TokenGatePorts['view'];
  readonly #clock: TokenGatePorts['clock'];
  readonly #refused: TokenGatePorts['refused'];

  constructor({ view, clock, refused }: TokenGatePorts) {
    this.#view = view;
    this.#clock = clock;
    this.#refused = refused;
  }

  /** Checks 1 to 7. Synchronous when the token is kept. Throws DirectoryUnavailable. */
  admit(request: Request): Answer | Promise<Answer> {
    const found = this.identify(request);
    return found instanceof Promise
      ? found.then((admitted) => this.#fromHere(request, admitted))
      : this.#fromHere(request, found);
  }

  /** Checks 1 to 6: for routes that use no quota. */
  identify(request: Request): Answer | Promise<Answer> {
    const { key, channel } = shownKey({ headers: request.headers, url: request.originalUrl });
    if (key === '') return this.#stranger('no_key', 'no API key was given; send it as Authorization: Bearer sk-...');
    const found = this.#view.token(key);
    return found instanceof Promise ? found.then((token) => this.#known(token, channel)) : this.#known(found, channel);
  }

  #known(token: TokenView | undefined, channel: string): Answer {
    if (token === undefined) return this.#stranger('unknown_key', 'this API key is not valid');
    const answer = this.#judge(token, channel);
    return answer instanceof RelayError ? this.#refuse(token, answer) : answer;
  }

  #stranger(reason: RefusedFor, message: string): RelayError {
    this.#refused.count(undefined, reason, this.#clock.nowMs());
    return RelayError.access(401, reason, message);
  }

  #refuse(token: TokenView, error: RelayError): RelayError {
    this.#refused.count(token, error.reason, this.#clock.nowMs());
    return error;
  }

  #judge(token: TokenView, channel: string): Answer {
    if (token.status === TOKEN_STATUS.exhausted)
      return RelayError.access(401, 'key_limit', 'the quota of this API key is used up');
    if (token.status === TOKEN_STATUS.expired) return RelayError.access(401, 'expired_key', 'this API key has expired');
    if (token.status !== TOKEN_STATUS.enabled)
      return RelayError.access(401, 'disabled_key', 'this API key is disabled');
    if (token.expiredTime !== -1 && token.expiredTime * 1_000 <= this.#clock.nowMs()) {
      this.#view.markToken(token.tokenId, TOKEN_STATUS.expired);
      return RelayError.access(401, 'expired_key', 'this API key has expired');
    }
    const refusal = refusalOfUser(token.user);
    if (refusal !== undefined) return refusal;
    if (channel !== '' && token.user.role < ROLE.admin)
      return RelayError.access(403, 'channel', 'only administrators may choose a channel');
    return { token, channel };
  }

  #fromHere(request: Request, admitted: Answer): Answer {
    if (admitted instanceof RelayError || admitted.token.addresses === null) return admitted;
    if (admitted.token.addresses.has(clientAddress(request))) return admitted;
    const refusal = RelayError.access(403, 'address', 'this API key may not be used from your address');
    return this.#refuse(admitted.token, refusal);
  }
}
