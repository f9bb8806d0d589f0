/** An append that has no answer by then has an unknown outcome for its caller. */
export const APPEND_TIMEOUT_MS = 5_000;
/** Of one attempt; after it the connection is cut and the identical batch is tried again. Writes of a real server pause for a second now and then. */
export const ATTEMPT_TIMEOUT_MS = 2_500;
/** The client's own deadline is a little earlier than ours, so that its answer is the usual one. */
export const ATTEMPT_GRACE_MS = 250;
/** How long, in whole seconds, the client waits for one of several hosts to say who leads; its own is 5, longer than an attempt. */
export const GOSSIP_TIMEOUT_S = 1;
/** Between attempts, doubled from the first to the second, less up to half of it by chance. */
export const RETRY_FIRST_MS = 20;
export const RETRY_MAX_MS = 500;
/** From so many attempts at one append on the client is made anew, at most once in the second. */
export const RENEW_AFTER_ATTEMPTS = 5;
export const RENEW_EVERY_MS = 2_000;

/**
 * Appends under way at once, each on a stream of its own. Where all share one long call (no credentials a call) the client queues messages of
 * its own from 16 on, and a lost connection then rejects promises that nobody can catch: the number stays below.
 */
export const SHARED_CALL_APPENDS_MAX = 12;
/** With a call each: the server takes 100 calls a connection, reads and the subscription among them. */
export const OWN_CALL_APPENDS_MAX = 32;
/** Waiting or under way; beyond this appends are refused as StoreUnavailable. */
export const QUEUE_EVENTS_MAX = 50_000;
export const QUEUE_BYTES_MAX = 64 * 1024 * 1024;

export const READ_TIMEOUT_MS = 15_000;
/** Reads under way at once; others wait. */
export const READS_MAX = 32;
/** The most events of a page. A smaller one is doubled up to it while it holds nothing of the ledger's. */
export const READ_PAGE_EVENTS = 500;
/** Looking for the last event of the ledger behind the server's own events, doubled from the first to READ_PAGE_EVENTS. */
export const HEAD_PAGE_EVENTS = 8;

/** How long cut calls may take to end before a new client is made without them. */
export const DISPOSE_TIMEOUT_MS = 1_000;
/** How long `close` waits for what is under way. */
export const CLOSE_TIMEOUT_MS = 6_000;
/** At most one wake-up by other writers in this time. */
export const WAKE_EVERY_MS = 10;
export const RESUBSCRIBE_FIRST_MS = 50;
export const RESUBSCRIBE_MAX_MS = 2_000;
/** How often the default access is written when others write it meanwhile. */
export const SETTINGS_RACES_MAX = 5;
/** At most one alarm about hidden streams in this time: their readers ask again and again. */
export const HIDDEN_ALARM_EVERY_MS = 60_000;
