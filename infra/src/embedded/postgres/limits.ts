/** A server that was killed replays its log first; with max_wal_size below this takes seconds. */
export const READY_TIMEOUT_MS = 80_000;
export const READY_POLL_MS = 8;
/** A start that takes longer says so. */
export const NOTICE_AFTER_MS = 2_000;
/** A server that was found alive and breaks the connection is watched for so long: if it is gone then, it had been killed. */
export const DYING_TIMEOUT_MS = 1_000;
/** A fast shutdown writes a checkpoint; then the server is ended at once and recovers at its next start. */
export const STOP_TIMEOUT_MS = 12_000;
export const STOP_POLL_MS = 10;
export const INITDB_TIMEOUT_MS = 60_000;
/** How often another free port is tried when somebody was quicker. */
export const PORT_ATTEMPTS_MAX = 5;
/** Backends whose client died are ended before anybody reads the head. */
export const TERMINATE_TIMEOUT_MS = 10_000;
export const TERMINATE_POLL_MS = 10;
/** The server's log file begins anew (one old file is kept) when it is larger than this at a start. */
export const LOG_BYTES_MAX = 8 * 1024 * 1024;
/** What of the log is shown when the server does not start. */
export const LOG_TAIL_BYTES = 2_000;
/** How long a second process (verify) waits for a server that is being started. */
export const BORROW_TIMEOUT_MS = 90_000;
export const BORROW_POLL_MS = 50;
