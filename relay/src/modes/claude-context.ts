/** Tokens that a model of Claude's reads at a time; more of those of versions before 4.6 is another price. */
const TOKENS = 1_000_000;
const EARLIER_TOKENS = 200_000;
const EARLIER = /^claude-(?:instant|[23]|(?:opus|sonnet|haiku)-4(?:-[0-5])?(?:-\d{8})?$)/;
const LATER = /^claude-(?:fable|mythos|(?:opus|sonnet|haiku)-(?:4-[6-9]|[5-9]))/;

/** The most that a prompt may have; of a name that nobody here knows the larger one. */
export const contextTokens = (model: string): number => (EARLIER.test(model) ? EARLIER_TOKENS : TOKENS);

/** As much as any model reads is known to cost the same a token as little does. */
export const hasOnePriceForContext = (model: string): boolean => LATER.test(model);

/** Models from 4.7 on: they are told how hard to think by a word, and refuse a number of tokens for it, temperatures and the like. */
const THINKS_BY_EFFORT = /claude-(?:fable|mythos|[a-z]+-(?:4[-.](?:[7-9]|[1-9]\d)|[5-9]|[1-9]\d)(?!\d))/;

export const thinksByEffort = (model: string): boolean => THINKS_BY_EFFORT.test(model);
