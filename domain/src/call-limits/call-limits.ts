/** The kinds in the order in which they are shown. */
export const CALL_LIMIT_KINDS = ['rpm', 'tpm', 'parallel'] as const;
export type CallLimitKind = (typeof CALL_LIMIT_KINDS)[number];

/** Requests a minute, tokens a minute, calls at a time. What is left out has no limit. */
export type CallLimits = { readonly [Kind in CallLimitKind]?: number };

/** The most that each may be; a limit is at least 1. */
export const CALL_LIMIT_MAX = { rpm: 10_000_000, tpm: 1_000_000_000_000, parallel: 1_000_000 } as const;
