import { dearestUsages } from './dearest.ts';
import { disjointParts, type PartedUsage } from '../tariff/usage-parts.ts';
import type { Usage } from '../till/charge.ts';
import type { Priced } from '../tariff/tariff.ts';
import { type Price, reckon } from './reckon.ts';

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
  request: Priced & {
    readonly promptTokensBound: number;
    /** What of the prompt's bound is sound, and whether the answer may be sound, every token of it. Undefined: neither. */
    readonly sound?: { readonly promptTokensBound: number; readonly isAnswer: boolean };
    readonly completionMax: number | undefined;
    readonly choices: number;
    readonly preConsumedTokens: number;
    /** The most that is charged by the piece. */
    readonly measured?: PartedUsage['measured'];
  },
): Estimate {
  const { promptTokensBound, sound, completionMax, choices, preConsumedTokens, measured } = request;
  const pieces = measured === undefined ? {} : { measured };
  if (completionMax === undefined) return estimateOf(request, { ...interruptedUsage(preConsumedTokens, 0), ...pieces });
  const usage = { ...interruptedUsage(promptTokensBound, completionMax * Math.max(1, choices), sound), ...pieces };
  const bounds = { ...usage, soundInput: usage.parts?.audioInput ?? 0, isSoundAnswer: sound?.isAnswer === true };
  return dearestUsages(request, bounds)
    .map((dear) => estimateOf(request, { source: 'interrupted', ...dear, ...pieces }))
    .reduce((most, each) => (each.amount > most.amount ? each : most), estimateOf(request, usage));
}

const estimateOf = (priced: Priced, usage: Usage): Estimate => ({ usage, ...reckon({ ...priced, usage }) });

/** What a request costs that is known to have reached its upstream and nothing more: its prompt, or the whole price of a call (docs/ledger.md#fences). */
export function promptChargeOf(
  request: Priced & { readonly promptTokens: number; readonly soundTokens?: number },
): Estimate {
  const { promptTokens, soundTokens = 0 } = request;
  const usage = interruptedUsage(promptTokens, 0, { promptTokensBound: soundTokens, isAnswer: false });
  return estimateOf(request, usage);
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
