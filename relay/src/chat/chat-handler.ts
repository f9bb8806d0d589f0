import { DirectoryUnavailable } from '@ledgate/projections/directory/relay-view';
import type { Request, Response } from 'express';
import type { BodyShare } from '../http/body-memory.ts';
import { ledgerProblem } from '../http/ledger-problem.ts';
import { CallerGone, noRoom, readBody } from '../http/read-body.ts';
import { RelayError } from '../http/relay-error.ts';
import { requestIdOf } from '../http/request-context.ts';
import { sendError } from '../http/send-error.ts';
import { JSON_VALUE_BYTES, WHOLE_BODY_COPIES, WHOLE_LARGE_BODY_COPIES } from '../limits.ts';
import type { RelayPorts } from '../ports/relay-ports.ts';
import { type Admitted, TokenGate } from '../tokens/token-gate.ts';
import { parseJsonRequest, validateChat } from './chat-request.ts';
import { jsonValues } from './json-size.ts';
import { MeteredChat } from './metered-chat.ts';
import { refusalWithoutBalance } from './quota-refusal.ts';
import { routeOf } from './routing.ts';
import { SensitiveWords } from './sensitive-words.ts';

/** POST /v1/chat/completions: the checks in the order of contract B.3, then the metered request. */
export class ChatHandler {
  readonly #ports: RelayPorts;
  readonly #gate: TokenGate;
  readonly #sensitiveWords = new SensitiveWords();

  constructor(ports: RelayPorts) {
    this.#ports = ports;
    this.#gate = new TokenGate(ports.view, ports.clock);
  }

  /** Never rejects. */
  readonly handle = async (request: Request, response: Response): Promise<void> => {
    try {
      const error = await this.#serve(request, response);
      if (error !== undefined) sendError(request, response, error);
    } catch (error) {
      sendError(request, response, this.#unforeseen(error, response));
    }
  };

  async #serve(http: Request, response: Response): Promise<RelayError | undefined> {
    const { clock, bodies } = this.#ports;
    const arrived = { atMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
    const found = this.#gate.admit(http);
    const admitted = found instanceof Promise ? await found : found;
    if (admitted instanceof RelayError) return admitted;

    const share = bodies.open(admitted.token.user.userId);
    if (share === undefined) return RelayError.tooMany('as many requests of this user are running as may at a time');
    try {
      const bytes = await this.#body(http, response, admitted, share);
      return bytes instanceof RelayError ? bytes : await this.#serveBody(http, response, admitted, bytes, arrived);
    } finally {
      share.release();
    }
  }

  async #body(http: Request, response: Response, { token }: Admitted, share: BodyShare): Promise<Buffer | RelayError> {
    const { bodies, bodyBytesMax, cashier, view } = this.#ports;
    const bytes = await readBody(http, {
      bytesMax: bodyBytesMax,
      smallBytes: bodies.limits.smallBodyBytes,
      standstill: bodies.standstill,
      share,
      mayBeLarge: () => refusalWithoutBalance(cashier, view, token, requestIdOf(response)),
    });
    if (bytes instanceof RelayError) return bytes;
    share.hasCome();
    const copies = bytes.length > bodies.limits.smallBodyBytes ? WHOLE_LARGE_BODY_COPIES : WHOLE_BODY_COPIES;
    const values = jsonValues(bytes);
    if (values instanceof RelayError) return values;
    return share.hold((copies - 1) * bytes.length + JSON_VALUE_BYTES * values) ? bytes : noRoom();
  }

  async #serveBody(
    http: Request,
    response: Response,
    admitted: Admitted,
    bytes: Buffer,
    arrived: { atMs: number; monotonicMs: number },
  ): Promise<RelayError | undefined> {
    const { view } = this.#ports;
    const json = parseJsonRequest(bytes, http.headers['content-type']);
    if (json instanceof RelayError) return json;
    const routed = routeOf(admitted, json.model, view);
    const route = routed instanceof Promise ? await routed : routed;
    if (route instanceof RelayError) return route;
    const request = validateChat(json);
    if (request instanceof RelayError) return request;
    if (view.option('CheckSensitiveEnabled') === 'true' && view.option('CheckSensitiveOnPromptEnabled') === 'true') {
      const refusal = this.#sensitiveWords.check(request.messages, view.option('SensitiveWords'));
      if (refusal !== undefined) return refusal;
    }

    const metered = {
      requestId: requestIdOf(response),
      token: admitted.token,
      group: route.group,
      request,
      book: view.priceBook(),
      arrivedAtMs: arrived.atMs,
    };
    await new MeteredChat(this.#ports, http, response, metered, route, arrived.monotonicMs).run();
    return undefined;
  }

  #unforeseen(error: unknown, response: Response): RelayError {
    if (error instanceof CallerGone) return RelayError.access(400, 'the request broke off');
    if (error instanceof DirectoryUnavailable)
      return RelayError.unavailable('the directory of users and channels cannot be reached');
    const unavailable = ledgerProblem(error);
    if (unavailable !== undefined) return unavailable;
    this.#ports.log.error({ requestId: requestIdOf(response), err: error }, 'a relay request failed unexpectedly');
    return RelayError.own(500, 'internal_error', 'something went wrong here; nothing has been sent twice');
  }
}
