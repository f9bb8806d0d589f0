import type { Estimate } from '@ledgate/domain/pricing/estimate';
import type { Attempt } from '@ledgate/domain/till/charge';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { Request, Response } from 'express';
import type { Reservation } from '../cashier/cashier.ts';
import { isChannelSpent } from '../channels/auto-disable.ts';
import { chooseChannel } from '../channels/choose-channel.ts';
import { isWorthRetrying, retriesOf } from '../channels/retry.ts';
import { ledgerProblem } from '../http/ledger-problem.ts';
import { RelayError } from '../http/relay-error.ts';
import { sendError } from '../http/send-error.ts';
import { sendWhole } from '../http/send-whole.ts';
import { NAME_LETTERS_MAX, UPSTREAM_REQUEST_ID_LETTERS_MAX } from '../limits.ts';
import type { RelayPorts } from '../ports/relay-ports.ts';
import {
  BadChannel,
  type ChatCall,
  type ChatProvider,
  type ChatStream,
  type Produced,
  type ReportedUsage,
} from '../providers/chat-provider.ts';
import { streamOfAnswer } from '../providers/openai/stream-of-answer.ts';
import { providerOf } from '../providers/registry.ts';
import { eventStreamHeaders, headerOf, jsonHeaders } from '../upstream/answer-headers.ts';
import { attemptError } from '../upstream/attempt-error.ts';
import { maskOf } from '../upstream/channel-secret.ts';
import { decodedAnswer } from '../upstream/decoded-answer.ts';
import { type AnswerHead, type AttemptOutcome, UpstreamAttempt } from '../upstream/upstream-attempt.ts';
import { upstreamError } from '../upstream/upstream-error.ts';
import { upstreamTimeouts } from '../upstream/upstream-timeouts.ts';
import { UpstreamBusy } from '../upstream/upstreams.ts';
import { NOTHING_PRODUCED, reportedUsage, UsageReckoner, ZERO_USAGE } from '../usage/usage-reckoner.ts';
import { quotaRefusal } from './quota-refusal.ts';
import { isRecordable, recordable } from './recordable.ts';
import {
  chargeFacts,
  type Metered,
  type Standing,
  startedFacts,
  unrecordablePart,
  worstCase,
} from './request-facts.ts';
import type { Route } from './routing.ts';
import { StreamRelay } from './stream-relay.ts';

/**
 * One chat from its reservation to its end: attempts, answer, charge. Whatever happens, and whenever the caller hangs up, the reservation ends
 * exactly once: by a charge, or by `run` giving it back.
 */
export class MeteredChat {
  readonly #ports: RelayPorts;
  readonly #http: Request;
  readonly #response: Response;
  readonly #metered: Metered;
  readonly #route: Route;
  readonly #reckoner: UsageReckoner;
  readonly #startedAt: number;
  readonly #attempts: Attempt[] = [];
  #reservation: Reservation | undefined;
  #isReservationEnded = false;
  #estimate: Estimate | undefined;
  #standing: Standing | undefined;
  #running: UpstreamAttempt | undefined;
  #relay: StreamRelay | undefined;
  #headAt: number | undefined;
  #firstAt: number | undefined;
  #isCallerGone = false;
  #charged: ReportedUsage | undefined;

  /** `startedAt`: the monotonic milliseconds of the request's arrival. */
  constructor(ports: RelayPorts, http: Request, response: Response, metered: Metered, route: Route, startedAt: number) {
    this.#ports = ports;
    this.#http = http;
    this.#response = response;
    this.#metered = metered;
    this.#route = route;
    this.#startedAt = startedAt;
    this.#reckoner = new UsageReckoner(ports.counter);
  }

  /** Ends when the request has been answered and its reservation has ended. Throws only what nobody foresaw. */
  async run(): Promise<void> {
    this.#response.on('close', this.#onClose);
    if (this.#response.destroyed) this.#isCallerGone = true;
    try {
      const error = await this.#serve();
      if (error !== undefined) await this.#refuse(error);
    } finally {
      await this.#giveBack();
      this.#relay?.release();
    }
  }

  /** The error that is left when every attempt has failed; undefined when the caller has its answer, or is gone. */
  async #serve(): Promise<RelayError | undefined> {
    const { view, random } = this.#ports;
    const { channels, insisted } = this.#route;
    const retries = insisted ? 0 : retriesOf(view.option('RetryTimes'));
    for (let attempt = 0; ; attempt += 1) {
      const channel = chooseChannel(channels, attempt, random);
      if (attempt > 0) this.#ports.telemetry.retried();
      const error = await this.#attempt(channel);
      if (error === undefined || this.#isCallerGone) return undefined;
      if (attempt >= retries || !isWorthRetrying(error, channel.type)) return error;
    }
  }

  async #attempt(channel: ChannelView): Promise<RelayError | undefined> {
    const provider = providerOf(channel.type);
    if (provider === undefined)
      return RelayError.own(400, 'invalid_api_type', `channels of type ${channel.type} cannot chat`);
    const { request } = this.#metered;
    const model = channel.modelMapping.get(request.model) ?? request.model;
    if (!isRecordable(model, NAME_LETTERS_MAX)) {
      return this.#unsendable(
        channel,
        new BadChannel(
          `model_mapping names a model of more than ${NAME_LETTERS_MAX} characters, or with one that no name can have`,
        ),
      );
    }
    const refusal = await this.#reserve(model);
    if (refusal !== undefined) return refusal;
    if (this.#isCallerGone) return undefined;
    this.#standing = { channel, model, attempts: this.#attempts };
    this.#reservation?.begin(this.#describe);
    return this.#ask(provider, { channel, model, request }, this.#standing);
  }

  /** The worst case of this model: the first time reserved, later held at that amount (design section 4, step 3). */
  async #reserve(model: string): Promise<RelayError | undefined> {
    if (this.#standing?.model === model) return undefined;
    const { cashier, view } = this.#ports;
    const { token, requestId } = this.#metered;
    const estimate = worstCase(this.#metered, model, view);
    const unrecordable = unrecordablePart(this.#metered, model, estimate);
    if (unrecordable !== undefined)
      return RelayError.field(unrecordable, 'cannot be written into the ledger, so this request cannot be charged');
    try {
      if (this.#reservation === undefined) {
        const reserved = await cashier.reserve({
          requestId,
          accountId: token.user.userId,
          tokenId: token.tokenId,
          limited: !token.unlimited,
          limitVersion: token.limitVersion,
          amount: estimate.amount,
        });
        if (!reserved.ok) return quotaRefusal(reserved.refusal, token, view);
        this.#reservation = reserved.reservation;
      } else {
        const renewed = await this.#reservation.renew(estimate.amount);
        if (!renewed.ok) return quotaRefusal(renewed.refusal, token, view);
      }
    } catch (error) {
      const unavailable = ledgerProblem(error);
      if (unavailable !== undefined) return unavailable;
      throw error;
    }
    this.#estimate = estimate;
    return undefined;
  }

  async #ask(provider: ChatProvider, call: ChatCall, standing: Standing): Promise<RelayError | undefined> {
    const { channel, model } = call;
    const begunAt = this.#ports.clock.monotonicMs();
    this.#headAt = undefined;
    let stream: ChatStream | undefined;
    let head: AnswerHead | undefined;
    const running = new UpstreamAttempt(
      () => {
        this.#headAt = this.#ports.clock.monotonicMs();
      },
      call.request.stream
        ? (answerHead) => {
            head = answerHead;
            stream = provider.openStream(call);
            this.#relay = new StreamRelay(this.#response, stream, answerHead, {
              first: this.#onFirst,
              countable: (text) => this.#reckoner.countEarly(model, text),
            });
            if (this.#isCallerGone) this.#relay.leave();
            return this.#relay;
          }
        : undefined,
    );
    this.#running = running;
    const failure = this.#send(provider, call, running);
    if (failure !== undefined) {
      this.#note(channel, undefined, begunAt);
      return failure;
    }
    const outcome = await running.outcome;
    this.#running = undefined;
    this.#note(channel, outcome.kind === 'streamed' ? head : outcome.head, begunAt);
    if (outcome.kind === 'streamed')
      return stream === undefined ? undefined : this.#endStream(stream, outcome.how, standing, running.isCut);
    if (running.isCut) return this.#chargePrompt(standing);
    return this.#judge(provider, outcome, standing);
  }

  #send(provider: ChatProvider, call: ChatCall, running: UpstreamAttempt): RelayError | undefined {
    const { channel, model } = call;
    const { upstreams, view } = this.#ports;
    const { proxy } = channel.setting;
    try {
      upstreams.send(
        provider.request(call),
        typeof proxy === 'string' ? proxy : '',
        upstreamTimeouts(view.option('UpstreamTimeoutSeconds'), model),
        running,
      );
      return undefined;
    } catch (error) {
      return this.#unsendable(channel, error);
    }
  }

  /** What the caller gets when nothing could be sent. */
  #unsendable(channel: ChannelView, error: unknown): RelayError {
    this.#ports.log.warn(
      { requestId: this.#metered.requestId, channelId: channel.id, err: error },
      'a request could not be sent to its upstream',
    );
    if (error instanceof UpstreamBusy)
      return RelayError.attempt(503, 'upstream_busy', 'the upstream has too many requests already');
    if (error instanceof BadChannel)
      return RelayError.attempt(500, 'convert_request_failed', `this channel is not set up properly: ${error.message}`);
    return RelayError.attempt(500, 'do_request_failed', 'the upstream could not be reached');
  }

  /** An attempt that is no stream: an answer to deliver, or an error. */
  async #judge(
    provider: ChatProvider,
    outcome: Exclude<AttemptOutcome, { kind: 'streamed' }>,
    standing: Standing,
  ): Promise<RelayError | undefined> {
    const { channel } = standing;
    if (outcome.kind === 'failed')
      return this.#isCallerGone
        ? undefined
        : this.#failed(standing, 0, attemptError(outcome.error, outcome.head), outcome.error);
    const { head } = outcome;
    const decoded = decodedAnswer(head, outcome.body);
    const body = decoded instanceof Promise ? await decoded : decoded;
    if (head.status !== 200) {
      return this.#failed(standing, head.status, upstreamError(head, body ?? outcome.body, channel));
    }
    const answer = body === undefined ? undefined : provider.readAnswer(body);
    if (answer === undefined)
      return this.#failed(
        standing,
        200,
        RelayError.own(502, 'bad_response', 'the upstream sent something that is no answer'),
      );
    const refusal = await this.#charge({ reported: answer.usage, produced: answer.produced }, standing);
    if (refusal !== undefined) return refusal;
    if (this.#isCallerGone) return undefined;
    const { stream, usageAsked } = this.#metered.request;
    if (stream)
      sendWhole(this.#response, eventStreamHeaders(head.headers), streamOfAnswer(answer.body, { usageAsked }));
    else sendWhole(this.#response, jsonHeaders(head.headers), answer.body);
    return undefined;
  }

  /** Notes a failure where the operator sees it, and disables a channel whose key or account is spent (contract B.7). */
  #failed({ channel }: Standing, status: number, error: RelayError, cause?: Error): RelayError {
    const { view, log } = this.#ports;
    log.warn(
      { requestId: this.#metered.requestId, channelId: channel.id, status, code: error.code, err: cause },
      'an upstream failed',
    );
    const isSwitchedOn = view.option('AutomaticDisableChannelEnabled') === 'true';
    if (isSwitchedOn && isChannelSpent(channel, status, error, this.#metered.request.body)) {
      view.disableChannel(channel.id, `${error.message} (status ${status})`);
      this.#ports.telemetry.channelDisabled();
    }
    return error;
  }

  /** A stream is over: it is charged for what came, and completed only if it was whole and its charge is durable. */
  async #endStream(
    stream: ChatStream,
    how: 'ended' | 'closed' | 'broken',
    standing: Standing,
    isCut: boolean,
  ): Promise<RelayError | undefined> {
    if (how === 'closed') this.#relay?.flush();
    const isWhole = how === 'ended' || stream.ended || (how === 'closed' && stream.isWhole());
    const reported = stream.usage();
    const produced = reported === undefined ? stream.produced() : NOTHING_PRODUCED;
    const broken = RelayError.own(502, 'bad_response', 'the stream of the upstream broke off');
    if (produced === undefined && isCut) return this.#chargePrompt(standing);
    if (produced === undefined) return this.#isCallerGone ? undefined : this.#failed(standing, 200, broken);
    const refusal = await this.#charge({ reported, produced: () => produced }, standing);
    if (refusal !== undefined || this.#isCallerGone) return refusal;
    if (!isWhole) return this.#failed(standing, 200, broken);
    this.#relay?.complete(stream.ending(this.#charged ?? ZERO_USAGE));
    return undefined;
  }

  /** An upstream was asked and its caller did not wait for what it has to say: it has the prompt, and leaving early makes nothing cheaper. */
  #chargePrompt(standing: Standing): Promise<RelayError | undefined> {
    return this.#charge({ reported: undefined, produced: () => NOTHING_PRODUCED }, standing);
  }

  /** Ends the reservation with a charge. An error when it cannot be made durable: then the answer must not be completed. */
  async #charge(
    answer: { reported: ReportedUsage | undefined; produced: () => Produced },
    standing: Standing,
  ): Promise<RelayError | undefined> {
    const { view, clock, log, telemetry } = this.#ports;
    const { request } = this.#metered;
    const usage =
      answer.reported === undefined
        ? await this.#reckoner.counted(answer.produced(), {
            request,
            model: standing.model,
            channelType: standing.channel.type,
          })
        : reportedUsage(answer.reported);
    this.#charged = usage;
    const firstAt = this.#firstAt ?? (request.stream ? undefined : this.#headAt);
    const facts = chargeFacts(this.#metered, standing, view, {
      usage,
      firstTokenMs: firstAt === undefined ? null : Math.max(0, Math.round(firstAt - this.#startedAt)),
      durationMs: Math.max(0, Math.round(clock.monotonicMs() - this.#startedAt)),
    });
    this.#isReservationEnded = true;
    try {
      await this.#reservation?.record(facts);
      telemetry.charged(facts);
      return undefined;
    } catch (error) {
      telemetry.uncharged();
      log.error({ requestId: this.#metered.requestId, err: error }, 'a charge could not be recorded');
      return RelayError.own(503, 'service_unavailable', 'the charge of this request could not be recorded');
    }
  }

  async #refuse(error: RelayError): Promise<void> {
    await this.#giveBack();
    if (this.#isCallerGone) return;
    const shown =
      error.status === 429
        ? error.withMessage(`the upstreams of group ${this.#metered.group} are saturated, please try again later`)
        : error;
    if (this.#relay !== undefined && this.#response.headersSent) this.#relay.cut(shown.body(this.#metered.requestId));
    else sendError(this.#http, this.#response, shown);
  }

  async #giveBack(): Promise<void> {
    if (this.#isReservationEnded || this.#reservation === undefined) return;
    this.#isReservationEnded = true;
    try {
      await this.#reservation.fail(this.#attempts);
    } catch (error) {
      this.#ports.log.error(
        { requestId: this.#metered.requestId, err: error },
        'failed attempts could not be recorded',
      );
    }
  }

  #note(channel: ChannelView, head: AnswerHead | undefined, begunAt: number): void {
    const nowMs = this.#ports.clock.monotonicMs();
    const latencyMs = Math.max(0, Math.round((this.#headAt ?? nowMs) - begunAt));
    const upstreamRequestId =
      head === undefined
        ? ''
        : recordable(maskOf(channel.key)(headerOf(head.headers, 'x-request-id')), UPSTREAM_REQUEST_ID_LETTERS_MAX);
    const attempt = { channelId: channel.id, status: head?.status ?? 0, upstreamRequestId, latencyMs };
    this.#attempts.push(attempt);
    this.#ports.telemetry.attempted(this.#metered.requestId, attempt, nowMs - begunAt);
  }

  readonly #describe = () => {
    if (this.#standing === undefined || this.#estimate === undefined) throw new Error('nothing has been reserved');
    return startedFacts(this.#metered, this.#standing, this.#estimate, this.#ports.view);
  };

  readonly #onFirst = (): void => {
    this.#firstAt ??= this.#ports.clock.monotonicMs();
  };

  readonly #onClose = (): void => {
    if (this.#response.writableFinished) return;
    this.#isCallerGone = true;
    if (this.#running !== undefined) this.#letGo(this.#running);
  };

  /** The answer is read on for its usage, unless that makes no difference to the charge: a stream that has begun has one. */
  #letGo(running: UpstreamAttempt): void {
    const { upstreams, view, telemetry } = this.#ports;
    this.#relay?.leave();
    if (running.isStreaming && this.#estimate?.price.method === 'call') running.cancel();
    else if (upstreams.hangUps.start(running, view.option('HangUpReadSeconds'))) telemetry.readOn();
  }
}
