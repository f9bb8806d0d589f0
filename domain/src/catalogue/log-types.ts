/** Why a row stands in the log, as it is stored and sent (docs/billing.md#log-rows). */
export const LOG_TYPE = { topUp: 1, consumption: 2, administration: 3, system: 4, failure: 5 } as const;

/** What a filter sends for rows of every type. */
export const ANY_LOG_TYPE = 0;

/** The HTTP status of a call that was charged, and of one whose caller had left before he could be told that it failed. */
export const ANSWERED_STATUS = 200;
export const CALLER_LEFT_STATUS = 499;
/** What a filter sends for rows of every status. */
export const ANY_STATUS = 0;
