import type { TillId } from '@ledgate/domain/shared/ids';
import type {
  KeptAnswers,
  KeptCall,
  Missing,
  NewKeyedCall,
  WholeAnswer,
} from '@ledgate/projections/directory/kept-answers';
import type { Request } from 'express';
import { ledgerProblem } from '../errors/ledger-problem.ts';
import { RelayError } from '../errors/relay-error.ts';
import { requestIdOf } from '../http/request-context.ts';
import {
  IDEMPOTENCY_ANSWER_SETTLED_MS,
  IDEMPOTENCY_KEY_CHARACTERS_MAX,
  IDEMPOTENCY_LATE_RECORD_MS,
  KEPT_ANSWER_BYTES_MAX,
} from '../limits.ts';
import type { RelayPorts } from '../ports/relay-ports.ts';
import type { Taken } from './intake.ts';

const HEADER = 'idempotency-key';

/** Why the answer of an earlier call is not there, as its caller is told. */
const WHY_MISSING: Readonly<Record<Missing, string>> = {
  large: 'its answer is larger than 1 MiB, and so large a one is not kept',
  incomplete: 'its answer was not completed',
  room: 'there was no room to keep its answer',
};

/** The key that a caller has sent; undefined without one. On the path of every request. */
export const idempotencyKeyOf = ({ headers }: Request): string | undefined => {
  const key = headers[HEADER];
  return key === undefined || key === '' ? undefined : String(key);
};

/**
 * A call under an Idempotency-Key (docs/behaviour.md#idempotency-keys): it has the key from its reservation on, until it ended without a charge or a day is
 * over. Its answer is written before its charge, and is good once that stands in the ledger: whoever finds one of which that is not known asks the till.
 */
export class IdempotentCall {
  readonly keyHash: string;
  readonly #ports: RelayPorts;
  readonly #kept: KeptAnswers;
  readonly #call: Omit<NewKeyedCall, 'tillId'>;
  #isClaimed = false;

  private constructor(ports: RelayPorts, kept: KeptAnswers, call: Omit<NewKeyedCall, 'tillId'>) {
    this.#ports = ports;
    this.#kept = kept;
    this.#call = call;
    this.keyHash = call.keyHash;
  }

  /** An earlier call's answer, why there is none, or a call that is to be served. Throws DirectoryUnavailable. */
  static async of(
    ports: RelayPorts,
    kept: KeptAnswers,
    { http, response, admitted, bytes }: Taken,
    key: string,
  ): Promise<IdempotentCall | WholeAnswer | RelayError> {
    if (key.length > IDEMPOTENCY_KEY_CHARACTERS_MAX || !/^[\x20-\x7e]+$/.test(key))
      return RelayError.own(
        400,
        'invalid_idempotency_key',
        `an Idempotency-Key has at most ${IDEMPOTENCY_KEY_CHARACTERS_MAX} characters, all of them in ASCII`,
      );
    const { tokenId, user } = admitted.token;
    const { userId } = user;
    const hashes = await kept.hashes({ tokenId, userId }, key, [addressOf(http), bytes]);
    const call = new IdempotentCall(ports, kept, { tokenId, userId, requestId: requestIdOf(response), ...hashes });
    return (await call.#earlier()) ?? call;
  }

  /** The key is this call's. */
  get isClaimed(): boolean {
    return this.#isClaimed;
  }

  /**
   * The call holds a reservation, so that who cannot pay keeps nothing here. An error where another has the key. Throws DirectoryUnavailable.
   */
  async claim(tillId: TillId): Promise<RelayError | undefined> {
    // Whether it was made is not known where Postgres does not answer: then it is given back with the reservation.
    this.#isClaimed = true;
    const claimed = await this.#kept.claim({ ...this.#call, tillId });
    this.#isClaimed = claimed === 'claimed';
    if (claimed === 'full')
      return RelayError.tooMany('as many calls with an Idempotency-Key are kept for this user as may be in a day');
    return claimed === 'taken' ? running() : undefined;
  }

  /** Before its charge. An error where it must not be charged, since another call has the key by now. */
  async keep(answer: WholeAnswer | Missing): Promise<RelayError | undefined> {
    if (!this.#isClaimed) return undefined;
    const kept = typeof answer !== 'string' && answer.body.length > KEPT_ANSWER_BYTES_MAX ? 'large' : answer;
    try {
      if (await this.#kept.keep(this.#call, kept)) return undefined;
      this.#isClaimed = false;
      return running();
    } catch (error) {
      // What was served is charged; and who comes again is told that it was, once its till is closed.
      this.#warn(error, 'an answer could not be kept');
      return undefined;
    }
  }

  /** Its charge stands. What is not noted of it is found in its till. */
  async charged(): Promise<void> {
    if (this.#isClaimed)
      await this.#kept.charged(this.#call).catch((error: unknown) => this.#warn(error, 'a charge could not be noted'));
  }

  /** It has ended without a charge. */
  async release(): Promise<void> {
    if (!this.#isClaimed) return;
    this.#isClaimed = false;
    await this.#kept.release(this.#call).catch((error: unknown) => this.#warn(error, 'a key could not be given back'));
  }

  /** What was made of the key before; undefined where nothing holds any more. */
  async #earlier(): Promise<WholeAnswer | RelayError | undefined> {
    const found = await this.#kept.find(this.#call.tokenId, this.#call.keyHash);
    if (found === undefined) return undefined;
    if (found.bodyHash !== this.#call.bodyHash)
      return conflict('this Idempotency-Key was sent with another request; a new request needs a key of its own');
    const end = found.isCharged ? 'charged' : await this.#endOf(found);
    if (end instanceof RelayError) return end;
    if (end === 'running') return running();
    if (end === 'free') return (await this.#kept.release(found)) ? undefined : running();
    if (!found.isCharged) await this.#kept.charged(found);
    const answer = found.answer ?? 'incomplete';
    if (typeof answer !== 'string') return answer;
    return conflict(`the call with this Idempotency-Key was charged, and is not repeated: ${WHY_MISSING[answer]}`);
  }

  /** As its till knows it. One that is looked after says so itself, unless its call's end is older than that takes. */
  async #endOf(found: KeptCall): Promise<'charged' | 'free' | 'running' | RelayError> {
    const { cashier, clock } = this.#ports;
    const nowMs = clock.nowMs();
    const isSettled = found.answeredAtMs !== undefined && nowMs - found.answeredAtMs > IDEMPOTENCY_ANSWER_SETTLED_MS;
    if (!isSettled && (await this.#kept.isTillOpen(found.tillId))) return 'running';
    try {
      const { requestId, tillId, userId: accountId } = found;
      const { end, closedAtMs } = await cashier.endOf({ requestId, tillId, accountId });
      if (end !== undefined) return end;
      if (closedAtMs === undefined) return 'running';
      // Without an answer its relay finds, should it live, that the key is not its call's any more. With one it may be recording the charge just now.
      return found.answeredAtMs === undefined || nowMs - closedAtMs > IDEMPOTENCY_LATE_RECORD_MS ? 'free' : 'running';
    } catch (error) {
      const unavailable = ledgerProblem(error);
      if (unavailable !== undefined) return unavailable;
      throw error;
    }
  }

  #warn(error: unknown, message: string): void {
    this.#ports.log.warn({ requestId: this.#call.requestId, err: error }, message);
  }
}

const RETRY_AFTER_S = 2;

const conflict = (message: string, retryAfter = ''): RelayError =>
  new RelayError(
    409,
    { message, type: 'invalid_request_error', param: null, code: 'idempotency_conflict' },
    false,
    retryAfter,
  );

const running = (): RelayError =>
  conflict(
    'a call with this Idempotency-Key is still running; its answer comes to who asks again',
    String(RETRY_AFTER_S),
  );

/** Where it was sent to, without a key that stands there. */
function addressOf({ originalUrl }: Request): string {
  const [path = '', search = ''] = originalUrl.split('?', 2);
  const query = new URLSearchParams(search);
  query.delete('key');
  return `${path}?${query.toString()}`;
}
