import type { Usage } from '@ledgate/domain/till/charge';

/** What a provider says that a call used, without where it came from. `serviceTier`: in which it was served, where that is not the standard one. */
export type ReportedUsage = Omit<Usage, 'source'> & { readonly serviceTier?: string };

/** What a model has produced, as far as it came: texts to count and tokens that are known without counting (docs/billing.md#counted-usage). */
export type Produced = {
  readonly texts: readonly string[];
  readonly fixedTokens: number;
  /** Of sound, beside the texts. */
  readonly soundTokens: number;
  /** What the provider has said before its answer broke off: all of the prompt, and of the answer what it came to by then. */
  readonly told?: ReportedUsage;
};

/** Of an answer that has said nothing of its usage, or nothing at all. */
export const NOTHING_PRODUCED: Produced = { texts: [], fixedTokens: 0, soundTokens: 0 };
export const ZERO_USAGE: ReportedUsage = { prompt: 0, completion: 0 };
