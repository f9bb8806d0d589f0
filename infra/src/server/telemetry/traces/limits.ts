/** Spans that wait to be sent; further ones are dropped. */
export const SPANS_WAITING_MAX = 4_096;
export const SPANS_IN_ONE_CALL_MAX = 512;
export const SEND_EVERY_MS = 1_000;
export const SEND_TIMEOUT_MS = 5_000;
/** How long the end of a process waits for its last spans. */
export const CLOSE_TIMEOUT_MS = 2_000;
/** Traces that one batch of events adds a span to. */
export const TRACES_OF_BATCH_MAX = 64;
