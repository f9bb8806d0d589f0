import type { Usage } from '../till/charge.ts';
import { chargeOf, type Price, type Priced } from './price-of.ts';

/** A price with the usage that it was reckoned for. */
export type Estimate = Price & { readonly usage: Usage };

/** No request is taken for more than this many tokens, so that every product stays a safe integer. */
const TOKENS_MAX = 2 ** 40;

/**
 * What must be reserved before a request goes upstream (docs/ledger.md#reservations). With a stated maximum: the price of the prompt's upper bound
 * and of `choices` answers of `completionMax` tokens. Without: of `preConsumedTokens` (option PreConsumedQuota). A model with a price per call
 * costs that. Rounded as a charge is. All counts are tokens, at least 0.
 */
export function worstCaseOf(
  request: Priced & {
    readonly promptTokensBound: number;
    /** What of the prompt's bound is sound, and whether the answer may be sound, every token of it. Undefined: neither. */
    readonly sound?: { readonly promptTokensBound: number; readonly isAnswer: boolean };
    readonly completionMax: number | undefined;
    readonly choices: number;
    readonly preConsumedTokens: number;
  },
): Estimate {
  const { book, model, group, promptTokensBound, sound, completionMax, choices, preConsumedTokens } = request;
  const usage =
    completionMax === undefined
      ? interruptedUsage(preConsumedTokens, 0)
      : interruptedUsage(promptTokensBound, completionMax * Math.max(1, choices), sound);
  const { amount, price } = chargeOf({ usage, model, group, book });
  return { usage, amount, price };
}

/** What a request costs that is known to have reached its upstream and nothing more: its prompt, or the whole price of a call (docs/ledger.md#fences). */
export function promptChargeOf(
  request: Priced & { readonly promptTokens: number; readonly soundTokens?: number },
): Estimate {
  const { promptTokens, soundTokens = 0 } = request;
  const usage = interruptedUsage(promptTokens, 0, { promptTokensBound: soundTokens, isAnswer: false });
  return { usage, ...chargeOf({ ...request, usage }) };
}

const tokens = (count: number): number => Math.min(TOKENS_MAX, Math.max(0, Math.ceil(count)));

/** Estimates stand in events only where a fence charges them, so they call themselves interrupted. */
const interruptedUsage = (
  prompt: number,
  completion: number,
  sound = { promptTokensBound: 0, isAnswer: false },
): Usage => ({
  source: 'interrupted',
  prompt: tokens(prompt),
  completion: tokens(completion),
  cachedRead: 0,
  cachedWrite: 0,
  audioInput: tokens(sound.promptTokensBound),
  audioOutput: sound.isAnswer ? tokens(completion) : 0,
  image: 0,
  reasoning: 0,
});
