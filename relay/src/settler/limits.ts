/** Every limit of the settler. Tests and crash runs override them, as a rule with a tenth of the times. */
export const SETTLER_LIMITS = {
  /** How often heartbeats and the list of open leases are looked at. */
  watchEveryMs: 1_000,
  /** A relay is dead when its heartbeat row has been seen unchanged for so long (docs/ledger.md#fences). */
  deadAfterMs: 10_000,
  /** After a longer gap between two looks nothing is known of the time between them: the watch begins again. */
  lookGapMaxMs: 3_000,
  /** Events of a till that are read at once. */
  tillPageEvents: 500,
  /** Appends to one till in a row that another worker may win before this one gives up until the next look. */
  stepsMax: 1_000,
  /** Accounts whose leases are settled at the same time. */
  settlesAtOnceMax: 16,
  /** Folds of closed tills that are kept while their leases are settled. */
  tillsKeptMax: 20,
} as const;

export type SettlerLimits = { readonly [Name in keyof typeof SETTLER_LIMITS]: number };
