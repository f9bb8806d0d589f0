import type { TokenView } from '@ledgate/projections/directory/relay-view';
import type { RequestId } from '@ledgate/domain/shared/ids';
import { RelayError } from '../errors/relay-error.ts';
import type { Mode, ModeRules, Requests } from '../modes/mode.ts';
import type { PictureAddress } from '../modes/picture-addresses.ts';
import type { RelayPorts } from '../ports/relay-ports.ts';
import { refusalWithoutBalance } from './quota-refusal.ts';

type Pictured<M extends Mode> = {
  readonly requestId: RequestId;
  readonly token: TokenView;
  readonly rules: ModeRules<M>;
  readonly request: Requests[M];
};

/**
 * The pictures that a call names by address, for upstreams that take bytes alone: fetched when the first of these is to be asked, and once, whatever becomes
 * of it. Only for who has a balance, also where the call itself costs nothing.
 */
export class CallPictures<M extends Mode> {
  readonly #ports: RelayPorts;
  readonly #call: Pictured<M>;
  readonly #hold: (bytes: number) => boolean;
  readonly #addresses: readonly PictureAddress[];
  readonly #leaving = new AbortController();
  #allowed: Promise<RelayError | undefined> | undefined;
  #fetched: Promise<Requests[M] | RelayError> | undefined;

  /** `hold`: takes room for so many bytes beside the body. */
  constructor(ports: RelayPorts, call: Pictured<M>, hold: (bytes: number) => boolean) {
    this.#ports = ports;
    this.#call = call;
    this.#hold = hold;
    this.#addresses = call.rules.pictureAddresses?.(call.request) ?? [];
  }

  /** There is nothing to fetch. */
  get areNone(): boolean {
    return this.#addresses.length === 0;
  }

  /** Why nothing is fetched for this caller. To be asked before anything is reserved for the call. Throws StoreUnavailable. */
  refusal(): Promise<RelayError | undefined> {
    const { cashier, view } = this.#ports;
    const { token, requestId } = this.#call;
    this.#allowed ??= refusalWithoutBalance(cashier, view, token, requestId, 'pictures are fetched');
    return this.#allowed;
  }

  /** The request with the pictures in place of their addresses, or why one cannot be had. */
  fetched(): Promise<Requests[M] | RelayError> {
    this.#fetched ??= this.#fetch();
    return this.#fetched;
  }

  /** Nobody waits for them any more. */
  cancel(): void {
    this.#leaving.abort();
  }

  async #fetch(): Promise<Requests[M] | RelayError> {
    const { rules, request, token } = this.#call;
    const asker = { userId: token.user.userId, hold: this.#hold, signal: this.#leaving.signal };
    const pictures = await this.#ports.pictures.fetch(this.#addresses, asker);
    return pictures instanceof RelayError ? pictures : (rules.withPictures?.(request, pictures) ?? request);
  }
}
