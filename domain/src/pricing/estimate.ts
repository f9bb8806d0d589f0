import { dearestUsages } from './dearest.ts';
import { disjointParts, type PartedUsage } from '../tariff/usage-parts.ts';
import type { Usage } from '../till/charge.ts';
import type { Priced } from '../tariff/tariff.ts';
import { type Price, priceOf } from './reckon.ts';

/** A price with the usage that it was reckoned for. */
export type Estimate = Price & { readonly usage: Usage };

/** No request is taken for more than this many tokens, so that every product stays a safe integer. */
const TOKENS_MAX = 2 ** 40;

/**
 * What must be reserved before a request goes upstream (docs/ledger.md#reservations). With a stated maximum: the price of the prompt's upper bound
 * and of `choices` answers of `completionMax` tokens, each of the part and in the tier that cost most. Without: of `preConsumedTokens` (option
 * PreConsumedQuota). A model with a price per call costs that. Rounded as a charge is. All counts are tokens, at least 0.
 */
export function worstCaseOf(
  priced: Priced,
  { promptTokensBound, sound, completionMax, choices, preConsumedTokens, measured }: Bounds,
): Estimate {
  const withPieces = (usage: Usage): Usage => (measured === undefined ? usage : { ...usage, measured });
  if (completionMax === undefined) return estimateOf(priced, withPieces(interruptedUsage(preConsumedTokens, 0)));
  const usage = withPieces(interruptedUsage(promptTokensBound, completionMax * Math.max(1, choices), sound));
  const bounds = { ...usage, soundInput: usage.parts?.audioInput ?? 0, isSoundAnswer: sound?.isAnswer === true };
  return dearestUsages(priced, bounds)
    .map((dear) => estimateOf(priced, withPieces({ source: 'interrupted', ...dear })))
    .reduce((most, each) => (each.amount > most.amount ? each : most), estimateOf(priced, usage));
}

type Bounds = {
  readonly promptTokensBound: number;
  /** What of the prompt's bound is sound, and whether the answer may be sound, every token of it. Undefined: neither. */
  readonly sound?: { readonly promptTokensBound: number; readonly isAnswer: boolean };
  readonly completionMax: number | undefined;
  readonly choices: number;
  readonly preConsumedTokens: number;
  /** The most that is charged by the piece. */
  readonly measured?: PartedUsage['measured'];
};

function estimateOf(priced: Priced, usage: Usage): Estimate {
  const { amount, price } = priceOf(priced, usage);
  return { usage, amount, price };
}

/** What a request costs that is known to have reached its upstream and nothing more: its prompt, or the whole price of a call (docs/ledger.md#fences). */
export function promptChargeOf(
  priced: Priced,
  { promptTokens, soundTokens = 0 }: { readonly promptTokens: number; readonly soundTokens?: number },
): Estimate {
  const usage = interruptedUsage(promptTokens, 0, { promptTokensBound: soundTokens, isAnswer: false });
  return estimateOf(priced, usage);
}

const tokens = (count: number): number => Math.min(TOKENS_MAX, Math.max(0, Math.ceil(count)));

/** Estimates stand in events only where a fence charges them, so they call themselves interrupted. */
function interruptedUsage(
  prompt: number,
  completion: number,
  sound = { promptTokensBound: 0, isAnswer: false },
): Usage {
  const all = { prompt: tokens(prompt), completion: tokens(completion) };
  const [audioInput, audioOutput] = [tokens(sound.promptTokensBound), sound.isAnswer ? all.completion : 0];
  return audioInput + audioOutput === 0
    ? { source: 'interrupted', ...all }
    : { source: 'interrupted', ...all, parts: disjointParts({ ...all, parts: { audioInput, audioOutput } }) };
}
