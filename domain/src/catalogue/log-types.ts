/** Why a row stands in the log, as it is stored and sent (docs/billing.md#log-rows). */
export const LOG_TYPE = { topUp: 1, consumption: 2, administration: 3, system: 4, failure: 5 } as const;

/** What a filter sends for rows of every type. */
export const ANY_LOG_TYPE = 0;
