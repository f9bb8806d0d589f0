import type { Estimate } from '@ledgate/domain/pricing/estimate';
import { billedName } from '@ledgate/domain/pricing/lookup';
import { maxOutputOf, type Priced, priceOf } from '@ledgate/domain/pricing/reckon';
import type { Prices } from '@ledgate/domain/pricebook/catalogue-stream';
import type { RequestId } from '@ledgate/domain/shared/ids';
import type { Explanation } from '@ledgate/domain/tariff/explanation';
import type { Attempt, Charge, FailureFacts, RequestFacts, Usage } from '@ledgate/domain/till/charge';
import type { RelayView, TokenView } from '@ledgate/projections/directory/relay-view';
import type { Started } from '../cashier/cashier.ts';
import type { RelayError } from '../errors/relay-error.ts';
import { EFFORT_CHARACTERS_MAX, FACTS_CHARACTERS_MAX, NAME_CHARACTERS_MAX } from '../limits.ts';
import type { Mode, ModeRules, Requests } from '../modes/mode.ts';
import type { Call } from '../providers/provider.ts';
import { isRecordable, recordable } from '../wire/recordable.ts';
import type { Attribution } from './attribution.ts';

/** What a metered request is, from its arrival to its end. The prices are those that it keeps (docs/ledger.md#reservations). */
export type Metered<M extends Mode> = {
  readonly requestId: RequestId;
  readonly token: TokenView;
  readonly group: string;
  readonly rules: ModeRules<M>;
  readonly request: Requests[M];
  readonly prices: Prices;
  readonly arrivedAtMs: number;
  readonly privateSalt: string;
  /** Of the key by which its caller knows it; undefined without one. */
  readonly idempotencyKeyHash?: string | undefined;
  /** undefined where its caller says nothing. */
  readonly attribution?: Attribution | undefined;
};

/** The reservation for a model, with what it was reckoned from. */
export function worstCase<M extends Mode>(
  metered: Metered<M>,
  model: string,
  isNative: boolean,
  view: RelayView,
): Estimate {
  const { rules, request } = metered;
  const priced = pricedAs(metered, model);
  const completionMax = view.options.ReserveOutput === 'model' ? maxOutputOf(priced) : undefined;
  return rules.worstCase(request, priced, { tokens: view.options.PreConsumedQuota, completionMax }, isNative);
}

/** The tokens that a call is reckoned to use, for limits of tokens: of its prompt what is likely, of its answer the stated maximum. */
export function likelyTokens<M extends Mode>(metered: Metered<M>, view: RelayView): number {
  const { rules, request } = metered;
  const prompt = rules.promptCharge(request, pricedAs(metered, request.model), false).usage.prompt;
  const most = worstCase(metered, request.model, false, view).usage;
  return most.completion > 0 ? prompt + most.completion : Math.max(prompt, most.prompt);
}

/** What prices a request by this model: the prices that it keeps, its group, and whose rules may hold. */
export const pricedAs = <M extends Mode>(
  { prices, group, token, rules, request }: Metered<M>,
  model: string,
): Priced => ({
  book: prices.book,
  catalogue: prices.catalogue,
  model,
  group,
  userId: token.user.userId,
  searchTool: rules.asked?.(request, model).searchTool,
});

/**
 * What of a request the ledger could not hold; undefined when it can be charged. Asked before the upstream is called, since what is served must
 * be charged: all that comes later (attempts, usage) has limits of its own.
 */
export function unrecordablePart<M extends Mode>(
  { requestId, group, request }: Metered<M>,
  model: string,
  reservation: Estimate,
): 'model' | 'group' | 'price' | undefined {
  if (!isRecordable(request.model, NAME_CHARACTERS_MAX) || !isRecordable(model, NAME_CHARACTERS_MAX)) return 'model';
  if (!isRecordable(group, NAME_CHARACTERS_MAX)) return 'group';
  let characters = requestId.length + group.length + request.model.length + model.length;
  // An interrupted request explains two amounts, its prompt's and its reservation's.
  characters += 2 * charactersOf(reservation.price);
  return characters > FACTS_CHARACTERS_MAX ? 'price' : undefined;
}

const charactersOf = (price: Explanation): number =>
  price.method === 'parts'
    ? JSON.stringify(price).length
    : Object.values(price).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

/** For a request that may still be running when its relay ends. */
export function startedFacts<M extends Mode>(
  metered: Metered<M>,
  call: Call<M>,
  attempts: readonly Attempt[],
  reservation: Estimate,
  isNative: boolean,
  view: RelayView,
): Started {
  const { rules, request } = metered;
  const prompt = rules.promptCharge(request, pricedAs(metered, call.model), isNative);
  return { ...requestFacts(metered, call, attempts, isNative, view), interrupted: { prompt, reservation } };
}

/**
 * The charge of a request that has ended. Times are milliseconds from its arrival; `firstTokenMs` null when nothing of an answer came. `serviceTier`: in
 * which it was served, where that is not the standard one; `pricedTier`: in which it is priced.
 */
export function chargeFacts<M extends Mode>(
  metered: Metered<M>,
  call: Call<M>,
  attempts: readonly Attempt[],
  isNative: boolean,
  end: {
    readonly usage: Usage;
    readonly serviceTier: string | undefined;
    readonly pricedTier: string | undefined;
    readonly firstTokenMs: number | null;
    readonly durationMs: number;
  },
  view: RelayView,
): Omit<Charge, 'leaseId'> {
  const { usage, serviceTier, pricedTier } = end;
  const priced = call.priced ?? pricedAs(metered, call.model);
  const { amount, price } = priceOf(pricedTier === undefined ? priced : { ...priced, serviceTier: pricedTier }, usage);
  return Object.assign(
    requestFacts(metered, call, attempts, isNative, view),
    serviceTier === undefined ? {} : { serviceTier },
    {
      usage: usage.source !== 'provider' && isOfCall(price) ? { ...usage, source: 'provider' as const } : usage,
      price,
      amount,
      firstTokenMs: end.firstTokenMs,
      durationMs: end.durationMs,
    },
  );
}

/** The price is that of a call, whatever it used: the request has said it, and no usage would say otherwise. */
const isOfCall = (price: Explanation): boolean =>
  price.method === 'call' ||
  (price.method === 'parts' && price.lines.length > 0 && price.lines.every(({ what }) => what === 'call'));

/** What is known of a request that costs nothing. `error`: what its caller was told; undefined where he had left. */
export function failureFacts<M extends Mode>(
  { token, group, request, arrivedAtMs, privateSalt, attribution }: Metered<M>,
  error: RelayError | undefined,
  durationMs: number,
  view: RelayView,
): FailureFacts {
  return {
    tokenId: token.tokenId,
    group,
    modelAsked: request.model,
    stream: request.stream,
    arrivedAtMs,
    durationMs,
    ...(error === undefined ? {} : { status: error.status, error: error.ownCode }),
    logged: view.options.LogConsumeEnabled,
    privateSalt,
    ...attribution,
  };
}

function requestFacts<M extends Mode>(
  { requestId, token, group, rules, request, arrivedAtMs, privateSalt, idempotencyKeyHash, attribution }: Metered<M>,
  { channel, model }: Call<M>,
  attempts: readonly Attempt[],
  isNative: boolean,
  view: RelayView,
): Omit<RequestFacts, 'leaseId'> {
  const effort = rules.reasoningEffort?.(request, model, isNative);
  const facts = {
    requestId,
    accountId: token.user.userId,
    tokenId: token.tokenId,
    group,
    modelAsked: request.model,
    modelBilled: billedName(model),
    channelId: channel.id,
    attempts: attempts.slice(),
    stream: request.stream,
    logged: view.options.LogConsumeEnabled,
    arrivedAtMs,
    privateSalt,
  };
  if (idempotencyKeyHash !== undefined) Object.assign(facts, { idempotencyKeyHash });
  if (attribution !== undefined) Object.assign(facts, attribution);
  return effort === undefined ? facts : { ...facts, reasoningEffort: recordable(effort, EFFORT_CHARACTERS_MAX) };
}
