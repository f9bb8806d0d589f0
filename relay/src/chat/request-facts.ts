import { chargeOf } from '@ledgate/domain/pricing/price-of';
import { billedName } from '@ledgate/domain/pricing/lookup';
import { type Estimate, promptChargeOf, worstCaseOf } from '@ledgate/domain/pricing/estimate';
import { promptSizeOf } from '@ledgate/domain/pricing/prompt-bound';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import type { RequestId } from '@ledgate/domain/shared/ids';
import type { Attempt, Charge, RequestFacts, Usage } from '@ledgate/domain/till/charge';
import type { ChannelView, RelayView, TokenView } from '@ledgate/projections/directory/relay-view';
import type { Started } from '../cashier/cashier.ts';
import { EFFORT_LETTERS_MAX, FACTS_LETTERS_MAX, NAME_LETTERS_MAX } from '../limits.ts';
import { reasoningEffortOf } from '../providers/openai/request-rewriting.ts';
import { type ChatRequest, isObject, type JsonObject } from './chat-request.ts';
import { isRecordable, recordable } from './recordable.ts';

/** What a metered request is, from its arrival to its end. The price book is the one that it keeps (design section 4, step 3). */
export type Metered = {
  readonly requestId: RequestId;
  readonly token: TokenView;
  readonly group: string;
  readonly request: ChatRequest;
  readonly book: PriceBook;
  readonly arrivedAtMs: number;
};

/** Where a request stands: the channel that works for it, the model after its mapping, and the attempts that have ended. */
export type Standing = { readonly channel: ChannelView; readonly model: string; readonly attempts: readonly Attempt[] };

const PRE_CONSUMED_TOKENS = 500;
const NO_PROMPT = { bound: 0, soundBound: 0 };

/** The reservation for a model, with what it was reckoned from. Only a stated maximum makes the prompt's size matter. */
export function worstCase({ request, book, group }: Metered, model: string, view: RelayView): Estimate {
  const { completionMax, choices, body } = request;
  const prompt = completionMax === undefined ? NO_PROMPT : promptSizeOf(body, model);
  return worstCaseOf({
    book,
    model,
    group,
    completionMax,
    choices,
    promptTokensBound: prompt.bound,
    sound: { promptTokensBound: prompt.soundBound, isAnswer: mayAnswerInSound(body) },
    preConsumedTokens: preConsumedTokens(view.option('PreConsumedQuota')),
  });
}

/** Sound comes only where it was asked for. */
const mayAnswerInSound = ({ modalities, audio }: JsonObject): boolean =>
  (Array.isArray(modalities) && modalities.includes('audio')) || isObject(audio);

function preConsumedTokens(option: string): number {
  const tokens = Number(option);
  return option !== '' && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : PRE_CONSUMED_TOKENS;
}

/**
 * What of a request the ledger could not hold; undefined when it can be charged. Asked before the upstream is called, since what is served must
 * be charged: all that comes later (attempts, usage) has limits of its own.
 */
export function unrecordablePart(
  { requestId, group, request }: Metered,
  model: string,
  reservation: Estimate,
): 'model' | 'group' | 'price' | undefined {
  if (!isRecordable(request.model, NAME_LETTERS_MAX) || !isRecordable(model, NAME_LETTERS_MAX)) return 'model';
  if (!isRecordable(group, NAME_LETTERS_MAX)) return 'group';
  let letters = requestId.length + group.length + request.model.length + model.length;
  // An interrupted request explains two amounts, its prompt's and its reservation's.
  for (const value of Object.values(reservation.price)) if (typeof value === 'string') letters += 2 * value.length;
  return letters > FACTS_LETTERS_MAX ? 'price' : undefined;
}

/** For a request that may still be running when its relay ends. */
export function startedFacts(metered: Metered, standing: Standing, reservation: Estimate, view: RelayView): Started {
  const { request, book, group } = metered;
  const { model } = standing;
  const { likely, soundLikely } = promptSizeOf(request.body, model);
  const prompt = promptChargeOf({ book, model, group, promptTokens: likely, soundTokens: soundLikely });
  return { ...requestFacts(metered, standing, view), interrupted: { prompt, reservation } };
}

/** The charge of a request that has ended. Times are milliseconds from its arrival; `firstTokenMs` null when nothing of an answer came. */
export function chargeFacts(
  metered: Metered,
  standing: Standing,
  view: RelayView,
  end: { readonly usage: Usage; readonly firstTokenMs: number | null; readonly durationMs: number },
): Omit<Charge, 'leaseId'> {
  const { amount, price } = chargeOf({
    usage: end.usage,
    model: standing.model,
    group: metered.group,
    book: metered.book,
  });
  return Object.assign(requestFacts(metered, standing, view), {
    usage: end.usage,
    price,
    amount,
    firstTokenMs: end.firstTokenMs,
    durationMs: end.durationMs,
  });
}

function requestFacts(
  { requestId, token, group, request, arrivedAtMs }: Metered,
  { channel, model, attempts }: Standing,
  view: RelayView,
): Omit<RequestFacts, 'leaseId'> {
  const effort = reasoningEffortOf(request, model);
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
    logged: view.option('LogConsumeEnabled') === 'true',
    arrivedAtMs,
  };
  return effort === undefined ? facts : { ...facts, reasoningEffort: recordable(effort, EFFORT_LETTERS_MAX) };
}
