import type { RequestId } from '@ledgate/domain/shared/ids';
import type { Usage } from '@ledgate/domain/till/charge';
import type { Missing, WholeAnswer } from '@ledgate/projections/directory/kept-answers';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { Route } from '../access/routing.ts';
import {
  type Failure,
  isKeyNamed,
  isKeyOutworn,
  notSendable,
  readOutcome,
  sendCall,
  unrecordableMapping,
} from '../channels/ask-channel.ts';
import { affineChannel } from '../channels/affine-channel.ts';
import { attemptOf } from '../channels/attempt-of.ts';
import { isChannelSpent } from '../channels/auto-disable.ts';
import { isChannelFailure } from '../channels/channel-failure.ts';
import { chooseChannel } from '../channels/choose-channel.ts';
import { isWorthRetrying } from '../channels/retry.ts';
import { limitHeaders, limitRefusal, limitsCrowded, type RefusedByLimit } from '../call-limits/limit-answer.ts';
import { limitedChannel } from '../call-limits/limited-parts.ts';
import { BadChannel } from '../errors/bad-channel.ts';
import { RelayError } from '../errors/relay-error.ts';
import { UnsupportedRequest } from '../errors/unsupported-request.ts';
import { CONVERTED_BODY_COPIES, NAME_CHARACTERS_MAX } from '../limits.ts';
import type { AnswerStream } from '../modes/answer.ts';
import type { Mode, ModeRules, Requests } from '../modes/mode.ts';
import { overrideOf } from '../providers/overrides/override-of.ts';
import { foreseenFacts } from '../providers/overrides/sent-request.ts';
import type { RelayPorts } from '../ports/relay-ports.ts';
import { callersField } from '../protocols/fields.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { Call } from '../providers/provider.ts';
import { refusalOf } from '../providers/told-refusal.ts';
import { channelsUnlike, type Way } from '../providers/registry.ts';
import { type Affinity, isAffine } from '../upstream/affinities.ts';
import { streamError } from '../upstream/attempt-error.ts';
import { type AnswerHead, type AttemptOutcome, isEventStream, UpstreamAttempt } from '../upstream/upstream-attempt.ts';
import { NOTHING_PRODUCED } from '../usage/usage.ts';
import { isRecordable } from '../wire/recordable.ts';
import { CallPictures } from './call-pictures.ts';
import { CallCharge, type Used } from './call-charge.ts';
import { likelyTokens, type Metered, pricedAs } from './charge-facts.ts';
import { Delivery, keptOf, type Prepared } from './delivery.ts';
import type { IdempotentCall } from './idempotent-call.ts';
import type { Taken } from './intake.ts';
import { refusalWithoutBalance } from './quota-refusal.ts';

type Charged = CallCharge<Mode>['charged'];
type StreamOutcome = Extract<AttemptOutcome, { readonly kind: 'streamed' }>;
type Beforehand = (usage: Usage) => Promise<RelayError | undefined>;

/**
 * One call from its reservation to its end, in any mode and any protocol: attempts, answer, charge. Whatever happens, and whenever the caller hangs
 * up, the reservation ends exactly once: by a charge, or by `run` giving it back.
 */
export class MeteredCall<M extends Mode> {
  readonly #ports: RelayPorts;
  readonly #taken: Taken;
  readonly #protocol: Protocol<M>;
  readonly #metered: Metered<M>;
  readonly #route: Route;
  readonly #delivery: Delivery<M>;
  readonly #charge: CallCharge<M>;
  readonly #idempotent: IdempotentCall | undefined;
  #pictures: CallPictures<M> | undefined;
  #running: UpstreamAttempt | undefined;
  /** The channel just tried has no way to serve such a request, though others may: nothing was sent. */
  #isUnfit = false;
  /** The channel just chosen has reached a limit: nothing was sent. */
  #isFull = false;
  /** Of the channels that have reached a limit the one that has room again first; after undefined milliseconds: never for such a call. */
  #full:
    | {
        readonly error: RelayError;
        readonly afterMs: number | undefined;
        readonly headers: Readonly<Record<string, string>>;
      }
    | undefined;
  /** The channel just tried said that it did not take a short-lived key that had been kept: with another one it may serve. */
  #isKeyOutworn = false;
  /** The attempt is the one that may ask a channel that keeps failing, and has not told yet how that went. */
  #probe: 'unsent' | 'sent' | undefined;
  /** What it goes on with, and where that was served last; undefined where nobody would gain by knowing. */
  #conversation: string | undefined;
  #affinity: Affinity | undefined;
  /** Room for the request in the form of an upstream that does not speak like OpenAI. */
  #hasRoomToConvert = false;
  /** Upstreams that were asked. */
  #attempts = 0;
  #headAt: number | undefined;
  #firstAt: number | undefined;

  constructor(
    ports: RelayPorts,
    taken: Taken,
    protocol: Protocol<M>,
    metered: Metered<M>,
    route: Route,
    idempotent?: IdempotentCall,
  ) {
    this.#ports = ports;
    this.#taken = taken;
    this.#protocol = protocol;
    this.#metered = metered;
    this.#route = route;
    this.#idempotent = idempotent;
    const keeping = idempotent === undefined ? undefined : taken.share;
    this.#delivery = new Delivery(taken.http, taken.response, protocol, metered.request, keeping);
    this.#charge = new CallCharge(ports, metered, taken.arrived.monotonicMs);
  }

  /** What it was charged for; 0 where it was not. */
  get tokensUsed(): number {
    const { prompt, completion } = this.#charge.charged.usage;
    return prompt + completion;
  }

  /** An upstream was asked, whatever it answered. */
  get isAsked(): boolean {
    return this.#taken.isAsked;
  }

  /** Ends when the request has been answered and its reservation has ended. Throws only what nobody foresaw. */
  async run(): Promise<void> {
    this.#delivery.whenLeft(this.#onLeft);
    try {
      const error = await this.#serve();
      if (error !== undefined) await this.#refuse(error);
    } finally {
      await this.#giveBack();
      this.#delivery.release();
    }
  }

  /** The error that is left when every attempt has failed; undefined when the caller has its answer, or is gone. */
  async #serve(): Promise<RelayError | undefined> {
    const { view, random, telemetry, providers, upstreams } = this.#ports;
    const { insisted } = this.#route;
    let channels = providers.channelsWith(this.#route.channels, this.#protocol.mode);
    const retries = insisted ? 0 : view.options.RetryTimes;
    let failure: RelayError | undefined;
    let priority = Infinity;
    this.#recognize();
    for (let attempt = 0; ;) {
      const channel =
        this.#affine(channels, priority) ?? chooseChannel(upstreams.breakers.askable(channels), priority, random);
      const error = await (channel.limits === undefined
        ? this.#tryOn(channel)
        : this.#attemptLimited(channel, channels.length > 1));
      if (error === undefined || this.#delivery.isCallerGone) return undefined;
      if (this.#isUnfit || this.#isFull) {
        channels = this.#isFull ? channels.filter(({ id }) => id !== channel.id) : channelsUnlike(channels, channel);
        this.#isUnfit = false;
        this.#isFull = false;
        if (channels.length === 0) return failure ?? this.#reached() ?? error;
        continue;
      }
      failure = error;
      if (attempt >= retries || !isWorthRetrying(error, providers.providerOf(channel.type)?.policy)) return error;
      attempt += 1;
      ({ priority } = channel);
      telemetry.retried();
    }
  }

  #recognize(): void {
    const { rules, request, token } = this.#metered;
    const whose = `${token.user.userId} ${token.tokenId} ${request.model}`;
    this.#conversation = rules.conversation?.(request, this.#taken.http.headers, whose);
    if (this.#conversation !== undefined) this.#affinity = this.#ports.upstreams.affinities.of(this.#conversation);
  }

  /** The channel that served the conversation last, with the key that it was served by; undefined where it is chosen as for any other call. */
  #affine(channels: readonly ChannelView[], below: number): ChannelView | undefined {
    const affinity = this.#affinity;
    if (affinity === undefined) return undefined;
    const { breakers, keyTurns } = this.#ports.upstreams;
    const standingOf = ({ id }: ChannelView) => ({
      isOpen: breakers.isOpen(id),
      goodSinceMs: breakers.goodSinceMs(id),
    });
    const channel = affineChannel(channels, below, affinity, standingOf, this.#ports.clock.monotonicMs());
    return channel === undefined ? undefined : keyTurns.withKey(channel, (byKey) => isAffine(affinity, byKey));
  }

  #tryOn(channel: ChannelView): Promise<RelayError | undefined> {
    const isProbe = this.#ports.upstreams.breakers.asked(channel.id);
    return isProbe ? this.#attemptProbe(channel) : this.#attempt(channel);
  }

  /** A channel that has reached a limit is as one that cannot serve the call: another is asked. */
  async #attemptLimited(channel: ChannelView, hasChoice: boolean): Promise<RelayError | undefined> {
    const part = limitedChannel(channel);
    if (part === undefined) return this.#tryOn(channel);
    const areTokensLimited = part.limits.tpm !== undefined;
    const tokens = areTokensLimited ? likelyTokens(this.#metered, this.#ports.view) : 0;
    const permit = await this.#ports.callLimits.take({ parts: [part], tokens }, { hasChoice });
    if (permit === undefined) return limitsCrowded();
    if (!permit.granted) {
      this.#isFull = true;
      this.#ports.telemetry.callLimited();
      this.#ports.upstreams.breakers.turnedAway(channel.id);
      return this.#noteFull(permit, tokens);
    }
    const attemptsBefore = this.#attempts;
    try {
      return await this.#tryOn(channel);
    } finally {
      permit.end({ tokens: areTokensLimited ? this.tokensUsed : 0, isAsked: this.#attempts > attemptsBefore });
    }
  }

  #noteFull(refused: RefusedByLimit, tokens: number): RelayError {
    const { kind, standings, retryAfterMs: afterMs } = refused;
    const error = limitRefusal(refused, tokens);
    if (this.#full === undefined || (afterMs ?? Infinity) < (this.#full.afterMs ?? Infinity))
      this.#full = { error, afterMs, headers: limitHeaders(standings.filter((standing) => standing.kind === kind)) };
    return error;
  }

  /** No channel is left, and some have reached a limit: it is told of the kind of limit, and of no more than that. */
  #reached(): RelayError | undefined {
    for (const [name, value] of Object.entries(this.#full?.headers ?? {})) this.#taken.response.setHeader(name, value);
    return this.#full?.error;
  }

  /** A probe tells how it went, or that it tells nothing, whatever comes. */
  async #attemptProbe(channel: ChannelView): Promise<RelayError | undefined> {
    this.#probe = 'unsent';
    try {
      return await this.#attempt(channel);
    } finally {
      this.#endProbe(channel);
    }
  }

  #endProbe({ id }: ChannelView): void {
    if (this.#probe !== undefined) this.#ports.upstreams.breakers.probeWasVoid(id, this.#probe === 'sent');
    this.#probe = undefined;
  }

  async #attempt(channel: ChannelView): Promise<RelayError | undefined> {
    const { mode, dialect, conversion } = this.#protocol;
    const { request } = this.#metered;
    const override = overrideFor(channel);
    if (override instanceof BadChannel) return this.#unsendable(channel, notSendable(override));
    const model = override?.model ?? channel.modelMapping.get(request.model) ?? request.model;
    const way = this.#ports.providers.wayOf(channel.type, mode, dialect, model);
    if (way === undefined)
      return RelayError.own(400, 'invalid_api_type', `channels of type ${channel.type} do not serve ${mode}`);
    const unconvertible = way.isNative ? undefined : conversion?.refusal(request);
    const changesBody = override?.body !== undefined;
    if ((way.adapter.converts === true || changesBody) && !this.#mayConvert()) return RelayError.noRoom();
    if (unconvertible !== undefined) {
      this.#isUnfit = true;
      return unconvertible;
    }
    if (!isRecordable(model, NAME_CHARACTERS_MAX)) return this.#unsendable(channel, unrecordableMapping());
    const pictures = way.adapter.picturesAsBytes === true ? this.#picturesToFetch() : undefined;
    const pauper = pictures === undefined ? undefined : await pictures.refusal();
    const metered = changesBody ? await this.#foreseen(way, channel, model) : this.#metered;
    if (metered instanceof RelayError) return metered;
    const refusal = pauper ?? (await this.#charge.reserve(model, way.isNative, metered));
    if (refusal !== undefined) return refusal;
    const taken = this.#idempotent === undefined ? undefined : await this.#claim(this.#idempotent);
    if (taken !== undefined) return taken;
    const sent = pictures === undefined || this.#delivery.isCallerGone ? request : await pictures.fetched();
    if (this.#delivery.isCallerGone) return undefined;
    if (sent instanceof RelayError) return sent.status === 400 ? this.#unfit(way, sent) : sent;
    const priced = pricedAs(metered, model);
    const byKey = this.#ports.upstreams.keyTurns.next(channel);
    const affinity = this.#affinity === undefined ? undefined : isAffine(this.#affinity, byKey) ? 'kept' : 'moved';
    const atMs = this.#ports.clock.nowMs();
    const call: Call<M> = { mode, dialect, channel: byKey, model, request: sent, priced, atMs, affinity };
    const error = await this.#ask(way, call);
    if (error === undefined || !this.#isKeyOutworn || this.#delivery.isCallerGone) return error;
    this.#isKeyOutworn = false;
    return this.#ask(way, { ...call, atMs: this.#ports.clock.nowMs() });
  }

  /** The request as its channel asks it, by which it is reserved and charged. */
  async #foreseen(way: Way<M>, channel: ChannelView, model: string): Promise<Metered<M> | RelayError> {
    const { mode, dialect } = this.#protocol;
    const { rules, request } = this.#metered;
    if (rules.withSent === undefined) return this.#metered;
    const priced = pricedAs(this.#metered, model);
    const asked = way.adapter.picturesAsBytes === true ? withoutAddresses(rules, request) : request;
    const call = { mode, dialect, channel, model, request: asked, priced, atMs: this.#ports.clock.nowMs() };
    try {
      const sent = await foreseenFacts(way.adapter, call);
      return sent === undefined ? this.#metered : { ...this.#metered, request: rules.withSent(request, sent) };
    } catch (cause) {
      if (cause instanceof UnsupportedRequest) return this.#unfit(way, notSendable(cause).error);
      return this.#unsendable(channel, notSendable(cause));
    }
  }

  /** Of who has no balance nothing is kept, also where a call costs nothing. */
  async #claim(idempotent: IdempotentCall): Promise<RelayError | undefined> {
    if (idempotent.isClaimed) return undefined;
    const { tillId, isReservedFree } = this.#charge;
    if (tillId === undefined) throw new Error('a key is claimed by who holds a reservation');
    if (isReservedFree) {
      const { cashier, view } = this.#ports;
      const { token, requestId } = this.#metered;
      const what = 'a call with an Idempotency-Key is kept';
      const pauper = await refusalWithoutBalance(cashier, view, token, `${requestId}-key` as RequestId, what);
      if (pauper !== undefined) return pauper;
    }
    return idempotent.claim(tillId);
  }

  #picturesToFetch(): CallPictures<M> | undefined {
    const { share } = this.#taken;
    this.#pictures ??= new CallPictures(this.#ports, this.#metered, (bytes) => share.holdAnswer(bytes));
    return this.#pictures.areNone ? undefined : this.#pictures;
  }

  /** What we cannot have an upstream of another kind may fetch itself. */
  /** Another channel may serve it. A provider that is asked in another form than the caller's has found its fault in a member of that. */
  #unfit({ isNative }: Way<M>, error: RelayError): RelayError {
    const { conversion } = this.#protocol;
    this.#isUnfit = true;
    return isNative || conversion === undefined || typeof error.param !== 'string'
      ? error
      : error.inField(callersField(error.param, conversion.fields));
  }

  #mayConvert(): boolean {
    const { share, bytes } = this.#taken;
    return (this.#hasRoomToConvert ||= share.hold(0, CONVERTED_BODY_COPIES * bytes.length));
  }

  async #ask(way: Way<M>, call: Call<M>): Promise<RelayError | undefined> {
    const { clock } = this.#ports;
    const begunAt = clock.monotonicMs();
    this.#headAt = undefined;
    let upstream: AnswerStream | undefined;
    let stream: AnswerStream | undefined;
    let head: AnswerHead | undefined;
    const { adapter, isNative } = way;
    const openStream = call.request.stream ? adapter.openStream?.bind(adapter) : undefined;
    const isStream = adapter.streams?.bind(adapter) ?? isEventStream;
    const running = new UpstreamAttempt(
      () => {
        this.#headAt = clock.monotonicMs();
      },
      openStream === undefined
        ? undefined
        : (answerHead) => {
            if (!isStream(answerHead)) return undefined;
            head = answerHead;
            upstream = openStream(call, answerHead);
            stream = this.#delivery.stream(upstream, isNative);
            return this.#delivery.open(stream, answerHead, {
              first: this.#onFirst,
              countable: (text) => this.#charge.countEarly(call.model, text),
            });
          },
      this.#taken.share,
    );
    this.#running = running;
    const sent = sendCall(this.#ports, way, call, running, () => this.#begin(way, call));
    const unsent = sent instanceof Promise ? await sent : sent;
    if (unsent?.cause instanceof UnsupportedRequest) return this.#unfit(way, unsent.error);
    if (unsent !== undefined) {
      this.#note(way.key, call, undefined, begunAt);
      this.#charge.endedAs('failed', unsent.error.ownCode);
      if (unsent.status !== 0) return this.#failed(way, call, unsent);
      this.#tellFailure(call.channel, unsent);
      return this.#unsendable(call.channel, unsent);
    }
    const outcome = await running.outcome;
    this.#running = undefined;
    this.#note(way.key, call, outcome.kind === 'streamed' ? head : outcome.head, begunAt);
    if (running.isCut) this.#charge.endedAs('cut');
    if (upstream?.refusal !== undefined) return this.#failed(way, call, { ...upstream.refusal, cause: undefined });
    if (outcome.kind === 'streamed')
      return stream === undefined ? undefined : this.#endStream(stream, outcome, way, call, running.isCut);
    const refusalOfCut = running.isCut ? await this.#chargePrompt(way, call) : undefined;
    if (refusalOfCut !== undefined) return refusalOfCut;
    if (outcome.kind === 'failed' && this.#delivery.isCallerGone) {
      this.#charge.endedAs('cut');
      return undefined;
    }
    const asked = await readOutcome(way, call, outcome);
    if ('error' in asked) return this.#failed(way, call, asked);
    const { usage: reported, produced, facts } = asked.answer;
    this.#charge.toldOf(facts);
    this.#tellSuccess(call.channel);
    this.#noteAffinity(call.channel);
    let prepared: Prepared | undefined;
    const prepare = (charged: Charged): Prepared =>
      (prepared ??= this.#delivery.prepared(asked.head, asked.answer, isNative, charged));
    const refusal = await this.#end(way, call, { reported, produced }, (charged) => keptOf(prepare(charged)));
    if (refusal === undefined && !this.#delivery.isCallerGone) this.#delivery.whole(prepare(this.#charge.charged));
    return refusal;
  }

  /** A stream is over: it is charged for what came, and completed only if it was whole and its charge is durable. */
  async #endStream(
    stream: AnswerStream,
    outcome: StreamOutcome,
    way: Way<M>,
    call: Call<M>,
    isCut: boolean,
  ): Promise<RelayError | undefined> {
    const { how } = outcome;
    if (how === 'closed') this.#delivery.flush();
    const isOver = how === 'ended' || stream.ended || (how === 'closed' && stream.isWhole());
    // An upstream that has told an error says that it ends all the same.
    const isWhole = isOver && stream.hasToldError !== true;
    const reported = stream.usage();
    this.#charge.toldOf(stream.facts?.());
    const produced = reported === undefined ? stream.produced() : NOTHING_PRODUCED;
    if (produced === undefined && isCut && stream.hasToldError !== true) return this.#chargePrompt(way, call);
    // Whoever has heard a part of an answer, an error even, gets no other one behind it.
    const failed = (): RelayError => this.#failed(way, call, brokenOff(outcome, stream, call)).withoutRetry();
    if (produced === undefined) return this.#delivery.isCallerGone ? undefined : failed();
    if (isWhole) this.#tellSuccess(call.channel);
    else this.#charge.endedAs('cut');
    if (isWhole || isCut) this.#noteAffinity(call.channel);
    let ending: Buffer | undefined;
    const ended = ({ usage, cost }: Charged): Buffer => (ending ??= stream.ending(usage, cost));
    const answer = isWhole ? (charged: Charged) => this.#delivery.keptStream(ended(charged)) : undefined;
    const refusal = await this.#end(way, call, { reported, produced: () => produced }, answer);
    if (refusal !== undefined || this.#delivery.isCallerGone) return refusal;
    if (!isWhole) return failed();
    this.#delivery.complete(ended(this.#charge.charged));
    return undefined;
  }

  /** An upstream was asked and its caller did not wait for what it has to say: it has the prompt, and leaving early makes nothing cheaper. */
  #chargePrompt(way: Way<M>, call: Call<M>): Promise<RelayError | undefined> {
    return this.#end(way, call, { reported: undefined, produced: () => NOTHING_PRODUCED });
  }

  /** Of a stream its first event tells when the answer began, of a whole one its head. */
  #end(
    { provider }: Way<M>,
    call: Call<M>,
    used: Used,
    answer?: (charged: Charged) => WholeAnswer | Missing,
  ): Promise<RelayError | undefined> {
    const firstAt = this.#firstAt ?? (call.request.stream ? undefined : this.#headAt);
    if (this.#idempotent === undefined) return this.#charge.end(call, used, provider.policy, firstAt);
    const end = (beforehand: Beforehand): Promise<RelayError | undefined> =>
      this.#charge.end(call, used, provider.policy, firstAt, beforehand);
    return this.#endKept(this.#idempotent, end, answer);
  }

  /** The answer is kept before the charge, and good once that stands. One that tells the cost is known only then. */
  async #endKept(
    idempotent: IdempotentCall,
    end: (beforehand: Beforehand) => Promise<RelayError | undefined>,
    answer: (charged: Charged) => WholeAnswer | Missing = () => 'incomplete',
  ): Promise<RelayError | undefined> {
    const tellsCost = this.#metered.request.costAsked !== undefined;
    const refusal = await end((usage) =>
      idempotent.keep(tellsCost ? 'incomplete' : answer({ usage, cost: undefined })),
    );
    if (refusal !== undefined) return refusal;
    if (tellsCost) await idempotent.keep(answer(this.#charge.charged));
    await idempotent.charged();
    return undefined;
  }

  async #giveBack(error?: RelayError): Promise<void> {
    await this.#charge.giveBack(error);
    if (this.#charge.isFree) await this.#idempotent?.release();
  }

  #begin({ key }: Way<M>, call: Call<M>): void {
    if (this.#probe !== undefined) this.#probe = 'sent';
    this.#charge.begin(call, key);
  }

  #tellSuccess({ id }: ChannelView): void {
    this.#probe = undefined;
    this.#ports.upstreams.breakers.succeeded(id);
  }

  #noteAffinity(channel: ChannelView): void {
    if (this.#conversation !== undefined) this.#ports.upstreams.affinities.served(this.#conversation, channel);
  }

  #tellFailure({ id }: ChannelView, failure: Failure): void {
    if (!isChannelFailure(failure)) return;
    this.#ports.upstreams.breakers.failed(id, this.#probe !== undefined);
    this.#probe = undefined;
  }

  /** Notes a failure where the operator sees it, and disables a channel, or one of its keys, whose account is spent (docs/behaviour.md#disabled-channels). */
  #failed({ provider, adapter }: Way<M>, call: Call<M>, failure: Failure): RelayError {
    const { status, error, cause } = failure;
    const { channel, request } = call;
    const { view, log, telemetry, upstreams } = this.#ports;
    this.#charge.endedAs('failed', error.ownCode);
    const isOutworn = isKeyOutworn(this.#ports, call, status);
    this.#isKeyOutworn = isOutworn && isKeyNamed(error);
    if (!isOutworn) this.#tellFailure(channel, failure);
    log.warn(
      { requestId: this.#metered.requestId, channelId: channel.id, status, code: error.code, err: cause },
      'an upstream failed',
    );
    const isSwitchedOn = view.options.AutomaticDisableChannelEnabled;
    const sentWords = (): unknown => adapter.sentWords?.(call) ?? request.body;
    if (isSwitchedOn && !isOutworn && isChannelSpent(channel, provider.policy, status, error, sentWords)) {
      view.noteSpent(channel, `${error.message} (status ${status})`);
      upstreams.keyTurns.putAside(channel);
      if (channel.hasOtherKeys) telemetry.keyPutAside();
      else telemetry.channelDisabled();
    }
    return error;
  }

  /** Nothing could be sent. */
  #unsendable(channel: ChannelView, { error, cause }: Pick<Failure, 'error' | 'cause'>): RelayError {
    this.#ports.log.warn(
      { requestId: this.#metered.requestId, channelId: channel.id, err: cause },
      'a request could not be sent to its upstream',
    );
    return error;
  }

  async #refuse(error: RelayError): Promise<void> {
    if (!this.#taken.isAsked) this.#ports.refused.count(this.#metered.token, error.reason, this.#ports.clock.nowMs());
    await this.#giveBack(error);
    const isTooLarge = error === this.#full?.error && this.#full.afterMs === undefined;
    this.#delivery.refuse(
      error.status === 429 && error.ownCode !== 'too_many_requests' && !isTooLarge
        ? error.withMessage(`the upstreams of group ${this.#metered.group} are saturated, please try again later`)
        : error,
    );
  }

  #note(key: string, call: Call<M>, head: AnswerHead | undefined, begunAt: number): void {
    const nowMs = this.#ports.clock.monotonicMs();
    const latencyMs = Math.max(0, Math.round((this.#headAt ?? nowMs) - begunAt));
    const attempt = attemptOf(key, call, head, { startMs: this.#charge.since(begunAt), latencyMs });
    this.#charge.tried(attempt);
    this.#taken.isAsked = true;
    this.#attempts += 1;
    this.#ports.telemetry.attempted(this.#metered.requestId, attempt, nowMs - begunAt);
  }

  readonly #onFirst = (): void => {
    this.#firstAt ??= this.#ports.clock.monotonicMs();
  };

  /** The answer is read on for its usage, unless that makes no difference to the charge: a stream that has begun has one. */
  readonly #onLeft = (): void => {
    this.#pictures?.cancel();
    const running = this.#running;
    if (running === undefined) return;
    const { upstreams, view, telemetry } = this.#ports;
    if (running.isStreaming && this.#charge.isFixed) running.cancel();
    else if (upstreams.hangUps.start(running, view.options.HangUpReadSeconds)) telemetry.readOn();
  };
}

/** What the channel changes of its requests, or why nothing can be sent to it. */
function overrideFor(channel: ChannelView): ReturnType<typeof overrideOf> | BadChannel {
  if (channel.setting['override'] === undefined) return undefined;
  try {
    return overrideOf(channel);
  } catch (error) {
    if (error instanceof BadChannel) return error;
    throw error;
  }
}

/** A request whose pictures are not fetched yet, in a form that a provider can write it in. */
function withoutAddresses<M extends Mode>(rules: ModeRules<M>, request: Requests[M]): Requests[M] {
  const addresses = rules.pictureAddresses?.(request) ?? [];
  if (addresses.length === 0) return request;
  return rules.withPictures?.(request, new Map(addresses.map(({ url }) => [url, NO_PICTURE]))) ?? request;
}

/** One point, since some would refuse an empty one. */
const NO_PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What the upstream itself said of it tells whose fault it is. */
function brokenOff(outcome: StreamOutcome, { errorTold }: AnswerStream, { channel }: Call<Mode>): Failure {
  if (errorTold !== undefined) return { ...refusalOf(errorTold, channel), cause: undefined };
  const cause = outcome.how === 'broken' ? outcome.error : undefined;
  return { status: 200, error: streamError(cause), cause };
}
