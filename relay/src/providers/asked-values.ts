import { isObject } from '../wire/json.ts';

// Values of a chat as providers of other forms take them.

/** A number of the caller's within what the provider takes; undefined where he states none. */
export const within = (value: unknown, low: number, high: number): number | undefined =>
  typeof value === 'number' ? Math.min(high, Math.max(low, value)) : undefined;

/** Texts that end the answer, undefined without any. */
export function stopsOf(stop: unknown): readonly string[] | undefined {
  const stops = (Array.isArray(stop) ? (stop as unknown[]) : [stop]).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  return stops.length === 0 ? undefined : stops;
}

/** Tokens to think, as Anthropic's callers say it in a chat too (`thinking`): 0 for none, undefined where nobody says. */
export function thinkingBudgetOf(thinking: unknown): number | undefined {
  if (!isObject(thinking)) return undefined;
  const { type, budget_tokens: budget } = thinking;
  if (type === 'disabled') return 0;
  return type === 'enabled' && Number.isSafeInteger(budget) && (budget as number) > 0 ? (budget as number) : undefined;
}
