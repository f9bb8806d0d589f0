import type { Estimate } from '@ledgate/domain/pricing/estimate';
import { billedName } from '@ledgate/domain/pricing/lookup';
import { chargeOf } from '@ledgate/domain/pricing/price-of';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import type { RequestId } from '@ledgate/domain/shared/ids';
import type { Attempt, Charge, RequestFacts, Usage } from '@ledgate/domain/till/charge';
import type { RelayView, TokenView } from '@ledgate/projections/directory/relay-view';
import type { Started } from '../cashier/cashier.ts';
import { EFFORT_CHARACTERS_MAX, FACTS_CHARACTERS_MAX, NAME_CHARACTERS_MAX } from '../limits.ts';
import type { Mode, ModeRules, Requests } from '../modes/mode.ts';
import type { Call } from '../providers/provider.ts';
import { isRecordable, recordable } from '../wire/recordable.ts';

/** What a metered request is, from its arrival to its end. The price book is the one that it keeps (docs/ledger.md#reservations). */
export type Metered<M extends Mode> = {
  readonly requestId: RequestId;
  readonly token: TokenView;
  readonly group: string;
  readonly rules: ModeRules<M>;
  readonly request: Requests[M];
  readonly book: PriceBook;
  readonly arrivedAtMs: number;
};

/** The reservation for a model, with what it was reckoned from. */
export function worstCase<M extends Mode>(
  { rules, request, book, group }: Metered<M>,
  model: string,
  isNative: boolean,
  view: RelayView,
): Estimate {
  return rules.worstCase(request, { book, model, group }, view.options.PreConsumedQuota, isNative);
}

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
  for (const value of Object.values(reservation.price)) if (typeof value === 'string') characters += 2 * value.length;
  return characters > FACTS_CHARACTERS_MAX ? 'price' : undefined;
}

/** For a request that may still be running when its relay ends. */
export function startedFacts<M extends Mode>(
  metered: Metered<M>,
  call: Call<M>,
  attempts: readonly Attempt[],
  reservation: Estimate,
  isNative: boolean,
  view: RelayView,
): Started {
  const { rules, request, book, group } = metered;
  const prompt = rules.promptCharge(request, { book, model: call.model, group }, isNative);
  return { ...requestFacts(metered, call, attempts, view), interrupted: { prompt, reservation } };
}

/** The charge of a request that has ended. Times are milliseconds from its arrival; `firstTokenMs` null when nothing of an answer came. */
export function chargeFacts<M extends Mode>(
  metered: Metered<M>,
  call: Call<M>,
  attempts: readonly Attempt[],
  end: { readonly usage: Usage; readonly firstTokenMs: number | null; readonly durationMs: number },
  view: RelayView,
): Omit<Charge, 'leaseId'> {
  const { amount, price } = chargeOf({
    usage: end.usage,
    model: call.model,
    group: metered.group,
    book: metered.book,
  });
  return Object.assign(requestFacts(metered, call, attempts, view), {
    usage: end.usage,
    price,
    amount,
    firstTokenMs: end.firstTokenMs,
    durationMs: end.durationMs,
  });
}

function requestFacts<M extends Mode>(
  { requestId, token, group, rules, request, arrivedAtMs }: Metered<M>,
  { channel, model }: Call<M>,
  attempts: readonly Attempt[],
  view: RelayView,
): Omit<RequestFacts, 'leaseId'> {
  const effort = rules.reasoningEffort?.(request, model);
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
  };
  return effort === undefined ? facts : { ...facts, reasoningEffort: recordable(effort, EFFORT_CHARACTERS_MAX) };
}
