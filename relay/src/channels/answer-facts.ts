import type { Attempt } from '@ledgate/domain/till/charge';
import { ANSWER_FACT_CHARACTERS_MAX } from '../limits.ts';
import type { AnswerFacts } from '../modes/answer.ts';
import { isObject } from '../wire/json.ts';
import type { Mask } from '../upstream/channel-secret.ts';
import { recordable } from '../wire/recordable.ts';

/** What an attempt says of its answer, without the channel's key; the model only where it is another than went up. */
export const answeredWith = (
  { id, model, cost }: AnswerFacts,
  modelSent: string | undefined,
  mask: Mask,
): Pick<Attempt, 'upstreamAnswerId' | 'modelAnswered' | 'cost'> => {
  const told: { modelAnswered?: string; upstreamAnswerId?: string; cost?: Attempt['cost'] } = {};
  if (isText(model) && model !== modelSent) told.modelAnswered = recordable(mask(model), ANSWER_FACT_CHARACTERS_MAX);
  if (isText(id)) told.upstreamAnswerId = recordable(mask(id), ANSWER_FACT_CHARACTERS_MAX);
  const amount = cost === undefined ? undefined : dollarsIn(cost);
  if (amount !== undefined) told.cost = { amount, currency: 'USD' };
  return told;
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Digits behind the point that a cost in dollars has. */
const PLACES = 12;
/** More is no cost of a request. */
const DOLLARS_MAX = 1e6;

/** A number, as OpenRouter says it, Perplexity's total, or what another Ledgate says. */
function dollarsIn(cost: unknown): string | undefined {
  const value = isObject(cost) ? Number(cost['usd'] ?? cost['total_cost']) : cost;
  if (typeof value !== 'number' || !(value >= 0 && value <= DOLLARS_MAX)) return undefined;
  return value.toFixed(PLACES).replace(/\.?0+$/, '');
}
