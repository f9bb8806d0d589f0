import { DirectoryUnavailable } from '@ledgate/projections/directory/relay-view';
import type { Request, Response } from 'express';
import type { Admitted, Gate } from '../access/gate.ts';
import { TokenGate } from '../access/token-gate.ts';
import type { ErrorForm } from '../errors/error-form.ts';
import { ledgerProblem } from '../errors/ledger-problem.ts';
import { RelayError } from '../errors/relay-error.ts';
import type { BodyShare } from '../http/body-memory.ts';
import { CallerGone, readBody } from '../http/read-body.ts';
import { requestIdOf } from '../http/request-context.ts';
import { sendError } from '../http/send-error.ts';
import { CONVERTED_BODY_COPIES, JSON_VALUE_BYTES, WHOLE_BODY_COPIES, WHOLE_LARGE_BODY_COPIES } from '../limits.ts';
import type { RelayPorts } from '../ports/relay-ports.ts';
import { jsonValues } from '../wire/json-size.ts';
import { refusalWithoutBalance } from './quota-refusal.ts';

/** A request whose caller may call, with its body. `arrived`: by the clock of the day, and by the one that only goes forward. */
export type Taken = {
  readonly http: Request;
  readonly response: Response;
  readonly admitted: Admitted;
  readonly bytes: Buffer;
  /** What the request holds. */
  readonly share: BodyShare;
  readonly arrived: { readonly atMs: number; readonly monotonicMs: number };
  /** Set once a provider was asked. */
  isAsked: boolean;
};

/** Answers a request, or says why not. */
type Serve = (taken: Taken) => Promise<RelayError | undefined>;

/**
 * The way in of every call with a body: who calls, and the body within its limits, which it holds until it is served. What it refuses is said in
 * the protocol's form.
 */
export class Intake {
  readonly #ports: RelayPorts;
  readonly #gate: Gate;
  readonly #form: ErrorForm;
  readonly #isConverted: boolean;
  readonly #isJson: boolean;
  readonly #serve: Serve;

  /**
   * `isConverted`: bodies are brought into another form, which takes room beside them. `isJson`: of others no values are counted. `gate`: for who calls
   * without a key.
   */
  constructor(
    ports: RelayPorts,
    {
      form,
      isConverted,
      isJson,
      gate = new TokenGate(ports),
    }: { readonly form: ErrorForm; readonly isConverted: boolean; readonly isJson: boolean; readonly gate?: Gate },
    serve: Serve,
  ) {
    this.#ports = ports;
    this.#gate = gate;
    this.#form = form;
    this.#isConverted = isConverted;
    this.#isJson = isJson;
    this.#serve = serve;
  }

  /** Never rejects. */
  readonly handle = async (http: Request, response: Response): Promise<void> => {
    const { clock } = this.#ports;
    const arrived = { atMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
    try {
      const found = this.#gate.admit(http);
      const admitted = found instanceof Promise ? await found : found;
      if (admitted instanceof RelayError) return sendError(http, response, admitted, this.#form);
      const error = await this.#take(http, response, admitted, arrived);
      if (error === undefined) return;
      this.#ports.refused.count(admitted.token, error.reason, clock.nowMs());
      sendError(http, response, error, this.#form);
    } catch (error) {
      sendError(http, response, this.#unforeseen(error, response), this.#form);
    }
  };

  async #take(
    http: Request,
    response: Response,
    admitted: Admitted,
    arrived: Taken['arrived'],
  ): Promise<RelayError | undefined> {
    const { bodies } = this.#ports;
    const share = bodies.open(admitted.token.user.userId);
    if (share === undefined) return RelayError.tooMany('as many requests of this user are running as may at a time');
    let taken: Taken | undefined;
    try {
      const bytes = await this.#body(http, response, admitted, share);
      if (bytes instanceof RelayError) return bytes;
      taken = { http, response, admitted, bytes, share, arrived, isAsked: false };
      return await this.#serve(taken);
    } catch (error) {
      if (taken?.isAsked === true || error instanceof CallerGone) throw error;
      return this.#unforeseen(error, response);
    } finally {
      share.release();
    }
  }

  async #body(http: Request, response: Response, { token }: Admitted, share: BodyShare): Promise<Buffer | RelayError> {
    const { bodies, bodyBytesMax, cashier, view } = this.#ports;
    const { smallBodyBytes } = bodies.limits;
    let isAllowed = false;
    const mayBeLarge = async (): Promise<RelayError | undefined> => {
      const refusal = await refusalWithoutBalance(cashier, view, token, requestIdOf(response));
      isAllowed = refusal === undefined;
      return refusal;
    };
    const { standstill } = bodies;
    const bytes = await readBody(http, {
      bytesMax: bodyBytesMax,
      smallBytes: smallBodyBytes,
      standstill,
      share,
      mayBeLarge,
    });
    if (bytes instanceof RelayError) return bytes;
    share.hasCome();
    const read = bytes.length > smallBodyBytes ? WHOLE_LARGE_BODY_COPIES : WHOLE_BODY_COPIES;
    const copies = this.#isConverted ? read + CONVERTED_BODY_COPIES : read;
    const values = this.#isJson ? jsonValues(bytes) : 0;
    if (values instanceof RelayError) return values;
    const valueBytes = JSON_VALUE_BYTES * values;
    if (!share.hold((copies - 1) * bytes.length + valueBytes)) return RelayError.noRoom();
    // What is small to send may be large to parse.
    const isLarge = bytes.length + valueBytes > smallBodyBytes || share.isAmongMany;
    return isLarge && !isAllowed ? ((await mayBeLarge()) ?? bytes) : bytes;
  }

  #unforeseen(error: unknown, response: Response): RelayError {
    if (error instanceof CallerGone) return RelayError.access(400, 'request', 'the request broke off');
    if (error instanceof DirectoryUnavailable)
      return RelayError.unavailable('the directory of users and channels cannot be reached');
    const unavailable = ledgerProblem(error);
    if (unavailable !== undefined) return unavailable;
    this.#ports.log.error({ requestId: requestIdOf(response), err: error }, 'a relay request failed unexpectedly');
    return RelayError.own(500, 'internal_error', 'something went wrong here; nothing has been sent twice');
  }
}
