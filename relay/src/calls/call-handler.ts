import type { LimitedPart } from '@ledgate/domain/call-limits/window';
import type { WholeAnswer } from '@ledgate/projections/directory/kept-answers';
import type { Request, Response } from 'express';
import type { Gate } from '../access/gate.ts';
import { askingFor, routeOf } from '../access/routing.ts';
import { sensitiveWord } from '../access/sensitive-words.ts';
import { RelayError } from '../errors/relay-error.ts';
import { modelInPath } from '../http/model-in-path.ts';
import { requestIdOf } from '../http/request-context.ts';
import { sendWhole } from '../http/send-whole.ts';
import { limitHeaders, limitRefusal, limitsCrowded } from '../call-limits/limit-answer.ts';
import { limitedParts } from '../call-limits/limited-parts.ts';
import type { Mode, ModeRules } from '../modes/mode.ts';
import { MODES } from '../modes/modes.ts';
import type { RelayPorts } from '../ports/relay-ports.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { streamHeaders } from '../upstream/answer-headers.ts';
import type { CostAsked } from '../usage/cost.ts';
import { type JsonRequest, parseJsonRequest } from '../wire/json.ts';
import { attributionOf } from './attribution.ts';
import { likelyTokens, type Metered } from './charge-facts.ts';
import { IdempotentCall, idempotencyKeyOf } from './idempotent-call.ts';
import { Intake, type Taken } from './intake.ts';
import { MeteredCall } from './metered-call.ts';
import { privateSalt } from '../channels/private-salt.ts';

/** A route that is metered: the checks in the order of docs/behaviour.md#order-of-checks, then the call. The path may name the model (`:model`). */
export class CallHandler<M extends Mode> {
  readonly #ports: RelayPorts;
  readonly #protocol: Protocol<M>;
  readonly #rules: ModeRules<M>;
  readonly #intake: Intake;

  /** `gate`: of a route that is called without a key. */
  constructor(ports: RelayPorts, protocol: Protocol<M>, gate?: Gate) {
    this.#ports = ports;
    this.#protocol = protocol;
    this.#rules = MODES[protocol.mode];
    this.#intake = new Intake(
      ports,
      {
        form: protocol.error,
        isConverted: protocol.conversion !== undefined || protocol.groupOf !== undefined,
        isJson: protocol.read === undefined,
        ...(gate === undefined ? {} : { gate }),
      },
      (taken) => this.#serve(taken),
    );
  }

  /** Never rejects. */
  get handle(): (http: Request, response: Response) => Promise<void> {
    return this.#intake.handle;
  }

  async #serve(taken: Taken): Promise<RelayError | undefined> {
    const { view } = this.#ports;
    const { http, response, admitted, bytes, arrived } = taken;
    const key = idempotencyKeyOf(http);
    const idempotent = key === undefined ? undefined : await this.#idempotent(taken, key);
    if (idempotent instanceof RelayError) return idempotent;
    if (idempotent !== undefined && 'body' in idempotent) {
      sendAgain(response, idempotent);
      return undefined;
    }
    const json = this.#protocol.read === undefined ? jsonOf(bytes, http) : this.#protocol.read(bytes, http);
    if (json instanceof RelayError) return json;
    const group = this.#protocol.groupOf?.(json);
    if (group instanceof RelayError) return group;
    const routed = routeOf(group === undefined ? admitted : askingFor(group, admitted), json.model, view);
    const route = routed instanceof Promise ? await routed : routed;
    if (route instanceof RelayError) return route;
    const parsed = this.#protocol.parse(json, http);
    if (parsed instanceof RelayError) return parsed;
    const costAsked = costAskedBy(http, view.options.CostInAnswers);
    const request = costAsked === undefined ? parsed : { ...parsed, costAsked };
    if (view.options.CheckSensitiveEnabled && view.options.CheckSensitiveOnPromptEnabled) {
      const refusal = sensitiveWord(this.#rules.words(request), view.options.SensitiveWords);
      if (refusal !== undefined) return refusal;
    }

    const metered: Metered<M> = {
      requestId: requestIdOf(response),
      token: admitted.token,
      group: route.group,
      rules: this.#rules,
      request,
      prices: view.prices(),
      arrivedAtMs: arrived.atMs,
      privateSalt: privateSalt(),
      idempotencyKeyHash: idempotent?.keyHash,
      attribution: attributionOf(http.headers, json.body, admitted.token.user.userId, view),
    };
    const call = new MeteredCall(this.#ports, taken, this.#protocol, metered, route, idempotent);
    const parts = limitedParts(admitted.token, { group: route.group, model: request.model }, view.options);
    if (parts !== undefined) return this.#runLimited(taken, metered, parts, call);
    await call.run();
    return undefined;
  }

  /** The answer's headers tell what is left. */
  async #runLimited(
    { response }: Taken,
    metered: Metered<M>,
    parts: readonly LimitedPart[],
    call: MeteredCall<M>,
  ): Promise<RelayError | undefined> {
    const { callLimits, view, telemetry } = this.#ports;
    const areTokensLimited = parts.some(({ limits }) => limits.tpm !== undefined);
    const tokens = areTokensLimited ? likelyTokens(metered, view) : 0;
    const permit = await callLimits.take({ parts, tokens });
    if (permit === undefined) return limitsCrowded();
    for (const [name, value] of Object.entries(limitHeaders(permit.standings))) response.setHeader(name, value);
    if (!permit.granted) {
      telemetry.callLimited();
      return limitRefusal(permit, tokens);
    }
    try {
      await call.run();
      return undefined;
    } finally {
      permit.end({ tokens: areTokensLimited ? call.tokensUsed : 0, isAsked: call.isAsked });
    }
  }

  async #idempotent(taken: Taken, key: string): Promise<IdempotentCall | WholeAnswer | RelayError | undefined> {
    const { kept } = this.#ports;
    return kept === undefined ? undefined : IdempotentCall.of(this.#ports, kept, taken, key);
  }
}

/** The answer of an earlier call with the same key, as its caller got it. */
function sendAgain(response: Response, { contentType, body }: WholeAnswer): void {
  const headers = EVENTS.test(contentType) ? streamHeaders({}, contentType) : { 'content-type': contentType };
  sendWhole(response, { ...headers, 'idempotent-replayed': 'true' }, body);
}

const EVENTS = /^text\/event-stream\b/i;

const COST_HEADER = 'x-ledgate-cost';

/** By the caller's own header, else by the option. */
function costAskedBy({ headers }: Request, isTold: boolean): CostAsked | undefined {
  if (headers[COST_HEADER] === '1') return 'always';
  return isTold ? 'in_usage' : undefined;
}

const jsonOf = (bytes: Buffer, http: Request): JsonRequest | RelayError =>
  parseJsonRequest(bytes, http.headers['content-type'], modelInPath(http));
