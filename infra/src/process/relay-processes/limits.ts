/** A relay process that died is started again after the first pause, doubled up to the second; anew from the first when it had lived for the third. */
export const RESTART_FIRST_MS = 100;
export const RESTART_MAX_MS = 5_000;
export const LIVED_WELL_MS = 30_000;
/** From the fork to the first request. */
export const BEGIN_TIMEOUT_MS = 30_000;
/** A relay process drains and settles in less; then it is killed, and what it leaves a worker ends. */
export const STOP_TIMEOUT_MS = 16_500;
/** Connections that were accepted and wait for a relay process to take them; further ones are closed. */
export const WAITING_CONNECTIONS_MAX = 1_024;
/** At most one word of appends in this time. */
export const TELL_EVERY_MS = 10;
/** How often a relay process asks itself whether it serves programs. */
export const READINESS_EVERY_MS = 1_000;
/** How often a relay process tells its parent what it has counted. */
export const NUMBERS_EVERY_MS = 2_000;
/**
 * Connections to Postgres of a relay process: its pool's, and all of them (with the event store's and the listener's),
 * which the embedded server has room for.
 */
export const POOL_CONNECTIONS_MAX = 4;
export const CONNECTIONS_MAX = 12;
