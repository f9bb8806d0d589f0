import type { Estimate } from '@ledgate/domain/pricing/estimate';
import { areTokensPriced, hasPrice } from '@ledgate/domain/pricing/reckon';
import type { Attempt, Usage } from '@ledgate/domain/till/charge';
import type { TillId } from '@ledgate/domain/shared/ids';
import type { Quota } from '@ledgate/domain/shared/quota';
import type { Recorded, Reservation } from '../cashier/cashier.ts';
import { ledgerProblem } from '../errors/ledger-problem.ts';
import { RelayError } from '../errors/relay-error.ts';
import type { Asked } from '../modes/asked.ts';
import type { AnswerFacts } from '../modes/answer.ts';
import type { Mode } from '../modes/mode.ts';
import type { RelayPorts } from '../ports/relay-ports.ts';
import type { Call, Policy } from '../providers/provider.ts';
import { maySellTier } from '../providers/sales.ts';
import { maskOf } from '../upstream/channel-secret.ts';
import { type Cost, costOf } from '../usage/cost.ts';
import { reportedUsage, UsageReckoner } from '../usage/usage-reckoner.ts';
import { type Produced, type ReportedUsage, ZERO_USAGE } from '../usage/usage.ts';
import {
  chargeFacts,
  failureFacts,
  type Metered,
  pricedAs,
  startedFacts,
  unrecordablePart,
  worstCase,
} from './charge-facts.ts';
import { answeredWith } from '../channels/answer-facts.ts';
import { quotaRefusal } from './quota-refusal.ts';

/** What a call has used: the provider's figures, or what came, to be counted. */
export type Used = { readonly reported: ReportedUsage | undefined; readonly produced: () => Produced };

/**
 * What one call takes from the ledger: reserved before its upstream is asked, held while channels are tried, and ended exactly once, by a charge or
 * by being given back.
 */
export class CallCharge<M extends Mode> {
  readonly #ports: RelayPorts;
  /** As it was reserved last: a channel may change what decides on the price. */
  #metered: Metered<M>;
  readonly #reckoner: UsageReckoner;
  readonly #startedAt: number;
  /** Those that have ended. */
  readonly #attempts: Attempt[] = [];
  /** Of the attempt that is under way, by the monotonic clock. */
  #begunAt: number | undefined;
  /** What has been charged for, and what it cost where its caller asked. */
  charged: { readonly usage: ReportedUsage; readonly cost: Cost | undefined } = { usage: ZERO_USAGE, cost: undefined };
  #reservation: Reservation | undefined;
  #isEnded = false;
  #isGivenBack = false;
  #reservedFor: string | undefined;
  /** The request goes up in its caller's own dialect. */
  #isNative = false;
  #estimate: Estimate | undefined;
  #call: Call<M> | undefined;
  #key = '';

  /** `startedAt`: the monotonic milliseconds of the request's arrival. */
  constructor(ports: RelayPorts, metered: Metered<M>, startedAt: number) {
    this.#ports = ports;
    this.#metered = metered;
    this.#startedAt = startedAt;
    this.#reckoner = new UsageReckoner(ports.counter);
  }

  /** Whose till it stands in; undefined before it is reserved. */
  get tillId(): TillId | undefined {
    return this.#reservation?.tillId;
  }

  /** What is reserved is nothing: whoever has no balance may have it too. */
  get isReservedFree(): boolean {
    return this.#reservation?.amount === 0;
  }

  /** It was given back, or never reserved: nothing is or will be charged. */
  get isFree(): boolean {
    return this.#reservation === undefined || this.#isGivenBack;
  }

  /** The price is that of a call, however much of an answer comes. */
  get isFixed(): boolean {
    return this.#estimate?.price.method === 'call';
  }

  /**
   * The worst case of this model, and of the form in which the request goes up: the first time reserved, later held at that amount
   * (docs/ledger.md#reservations). `metered`: with the request as the channel asks it.
   */
  async reserve(model: string, isNative: boolean, metered: Metered<M>): Promise<RelayError | undefined> {
    if (this.#reservedFor === model && this.#isNative === isNative && this.#metered === metered) return undefined;
    const { cashier, view } = this.#ports;
    const { token, requestId } = metered;
    const priced = pricedAs(metered, model);
    if (!areTokensPriced(priced) || (view.options.UnpricedModels === 'refuse' && !hasPrice(priced)))
      return priceMissing(model);
    const estimate = worstCase(metered, model, isNative, view);
    const unrecordable = unrecordablePart(metered, model, estimate);
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
    this.#metered = metered;
    this.#estimate = estimate;
    this.#reservedFor = model;
    this.#isNative = isNative;
    return undefined;
  }

  /** From now on an upstream works for this call; `key`: the kind of upstream. */
  begin(call: Call<M>, key: string): void {
    this.#call = call;
    this.#key = key;
    this.#begunAt = this.#ports.clock.monotonicMs();
    this.#reservation?.begin(this.#describe);
  }

  /** An attempt has ended; what it came to may be known later. */
  tried(attempt: Attempt): void {
    this.#attempts.push(attempt);
    this.#begunAt = undefined;
  }

  /** What the provider of the last attempt tells of its answer. */
  toldOf(facts: AnswerFacts | undefined): void {
    const last = this.#attempts.at(-1);
    if (facts === undefined || last === undefined) return;
    // An attempt is this charge's own until it is recorded: a copy of it would cost each plain chat more than all that is told.
    Object.assign(last, answeredWith(facts, last.modelSent, maskOf(this.#call?.channel.key ?? '')));
  }

  /** What the last attempt came to, where that was no answer. `error`: our code. */
  endedAs(outcome: Attempt['outcome'], error?: string): void {
    const last = this.#attempts.pop();
    if (last !== undefined) this.#attempts.push({ ...last, outcome, ...(error === undefined ? {} : { error }) });
  }

  /** Milliseconds from the request's arrival to `at`, a monotonic time. */
  since(at: number): number {
    return Math.max(0, Math.round(at - this.#startedAt));
  }

  /** Text of a long stream, counted while it runs. */
  countEarly(model: string, text: string): void {
    this.#reckoner.countEarly(model, text);
  }

  /**
   * Ends the reservation with a charge. An error when it cannot be made durable: then the answer must not be completed.
   * @param firstAt when the first of the answer came, in monotonic milliseconds
   * @param beforehand what must be durable before the charge is; an error of it leaves the reservation as it is
   */
  async end(
    call: Call<M>,
    { reported, produced }: Used,
    policy: Policy | undefined,
    firstAt: number | undefined,
    beforehand?: (usage: Usage) => Promise<RelayError | undefined>,
  ): Promise<RelayError | undefined> {
    const { view, clock, log, telemetry } = this.#ports;
    const { rules, request } = this.#metered;
    const asked = rules.asked?.(request, call.model);
    const found =
      reported === undefined ? await this.#counted(call.model, produced(), policy) : reportedUsage(reported);
    const usage =
      asked?.measured === undefined ? found : { ...found, measured: { ...asked.measured, ...found.measured } };
    const refusal = beforehand === undefined ? undefined : await beforehand(usage);
    if (refusal !== undefined) return refusal;
    const pricedTier = reported === undefined ? passedTier(call, asked) : servedAsAsked(asked, reported);
    const end = {
      usage,
      serviceTier: reported?.serviceTier === undefined ? pricedTier : maskOf(call.channel.key)(reported.serviceTier),
      pricedTier,
      firstTokenMs: firstAt === undefined ? null : this.since(firstAt),
      durationMs: this.since(clock.monotonicMs()),
    };
    const facts = chargeFacts(this.#metered, call, this.#attempts, this.#isNative, end, view);
    this.#isEnded = true;
    try {
      const recorded = await this.#reservation?.record(facts);
      this.charged = {
        usage,
        cost: request.costAsked === undefined ? undefined : this.#costOf(facts.amount, recorded),
      };
      telemetry.charged(facts);
      return undefined;
    } catch (error) {
      telemetry.uncharged();
      log.error({ requestId: this.#metered.requestId, err: error }, 'a charge could not be recorded');
      return RelayError.own(503, 'service_unavailable', 'the charge of this request could not be recorded');
    }
  }

  #costOf(amount: Quota, recorded: Recorded | undefined): Cost {
    return costOf(amount, this.#metered.prices.book.quotaPerUnit, recorded, this.#reservation?.balanceAtMost());
  }

  #counted(model: string, produced: Produced, policy: Policy | undefined): Promise<Usage> {
    const { rules, request } = this.#metered;
    const asked = rules.promptTexts(request, model, policy?.picturesUnseen === true, this.#isNative);
    return this.#reckoner.counted(produced, asked, model);
  }

  /** Ends the reservation without a charge, unless it has ended. `error`: what its caller is told. */
  async giveBack(error?: RelayError): Promise<void> {
    if (this.#isEnded || this.#reservation === undefined) return;
    this.#isEnded = true;
    this.#isGivenBack = true;
    try {
      const facts = failureFacts(this.#metered, error, this.since(this.#ports.clock.monotonicMs()), this.#ports.view);
      await this.#reservation.fail({ ...facts, attempts: this.#attempts });
    } catch (error) {
      this.#ports.log.error(
        { requestId: this.#metered.requestId, err: error },
        'failed attempts could not be recorded',
      );
    }
  }

  /** Should its relay end now. */
  #underWay({ channel, model, affinity }: Call<M>): Attempt {
    return {
      channelId: channel.id,
      ...(channel.keyId === undefined ? {} : { keyId: channel.keyId }),
      provider: this.#key,
      modelSent: model,
      startMs: this.since(this.#begunAt ?? 0),
      latencyMs: 0,
      status: 0,
      outcome: 'cut',
      ...(affinity === undefined ? {} : { affinity }),
    };
  }

  readonly #describe = () => {
    if (this.#call === undefined || this.#estimate === undefined) throw new Error('nothing has been reserved');
    const attempts = this.#begunAt === undefined ? this.#attempts : [...this.#attempts, this.#underWay(this.#call)];
    return startedFacts(this.#metered, this.#call, attempts, this.#estimate, this.#isNative, this.#ports.view);
  };
}

/** In which a request is taken to be served where nobody says. */
const passedTier = (call: Call, asked: Asked | undefined): string | undefined =>
  asked?.serviceTier !== undefined && maySellTier(call, asked.serviceTier) ? asked.serviceTier : undefined;

/**
 * In which a charge is priced: the one that was asked for, and reserved, where the upstream says that it served in it. One that nobody has asked for, such as
 * one that the provider's account is set to, costs what the standard one does.
 */
const servedAsAsked = (asked: Asked | undefined, { serviceTier }: ReportedUsage): string | undefined =>
  serviceTier === asked?.serviceTier ? serviceTier : undefined;

const priceMissing = (model: string): RelayError =>
  RelayError.own(400, 'model_price_missing', `the model ${model} has no price here, so it cannot be called`, 'model');
