// Every loop, time-out and queue of the local cluster, with its unit.

/** Pause before a process that ended is started again: the first, doubled up to the second; one that lived for the third begins anew with the first. */
export const RESTART_FIRST_MS = 250;
export const RESTART_MAX_MS = 10_000;
export const RESTART_FORGOTTEN_AFTER_MS = 30_000;
/** A process that ends so often before it was ready once spoils the start. */
export const FIRST_STARTS_MAX = 4;
/** How long all processes together may take until each is ready. */
export const READY_WITHIN_MS = 85_000;
export const READY_POLL_MS = 100;
/** How often it is looked whether the database server and the broker live. */
export const SERVER_LOOK_EVERY_MS = 500;
/** A start tells what it is at this often. */
export const TELL_EVERY_MS = 2_000;

/** A stop has 18 s in all (limits.ts of infra): those who serve calls may finish them, then those who keep the books, then the servers. */
export const SERVING_STOP_MS = 12_500;
export const BOOKS_STOP_MS = 2_500;
export const SERVERS_STOP_MS = 2_000;
/** What an earlier run left behind has lost its supervisor, perhaps its servers: it gets less time. */
export const LEFTOVER_STOP_MS = 4_000;
export const STOP_POLL_MS = 20;

/** A process's log file begins anew (one old file is kept) when it is larger than this at a start of the process. */
export const LOG_BYTES_MAX = 8 * 1024 * 1024;
/** What of the log is shown when a process does not start. */
export const LOG_TAIL_BYTES = 2_000;

/** How long a second process (verify) waits for a cluster that is being started. */
export const BORROW_TIMEOUT_MS = 90_000;
export const BORROW_POLL_MS = 100;
