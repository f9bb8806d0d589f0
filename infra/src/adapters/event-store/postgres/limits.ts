/** An append that has no answer by then has an unknown outcome; the same time bounds the query on the server. */
export const APPEND_TIMEOUT_MS = 5_000;
/** Of one transaction; what comes meanwhile shares the next one. */
export const TRANSACTION_EVENTS_MAX = 2_000;
export const TRANSACTION_BYTES_MAX = 4 * 1024 * 1024;
/** A second transaction is sent behind the first while they take less than this: a quick commit makes more of them worth while. */
export const OVERLAP_BELOW_MS = 3;
/** ... and when at least so many appends wait for it. */
export const OVERLAP_APPENDS_MIN = 8;
/** Waiting for the transaction after the one under way; beyond this appends are refused as StoreUnavailable. */
export const QUEUE_EVENTS_MAX = 50_000;
export const QUEUE_BYTES_MAX = 64 * 1024 * 1024;
/** Streams of which this process remembers a revision that exists; a forgotten one costs an index look-up. */
export const KNOWN_STREAMS_MAX = 20_000;

export const CONNECT_TIMEOUT_MS = 3_000;
/** Between attempts to connect again, doubled from the first to the second. */
export const RECONNECT_FIRST_MS = 20;
export const RECONNECT_MAX_MS = 500;

export const READ_CONNECTIONS_MAX = 4;
/** A page of events comes within milliseconds. Who asks for the head, as each look of a worker and of readiness does, finds dead connections sooner. */
export const READ_TIMEOUT_MS = 8_000;
export const HEAD_TIMEOUT_MS = 3_000;
/** How long `close` waits for connections to say goodbye. */
export const CLOSE_TIMEOUT_MS = 2_000;
