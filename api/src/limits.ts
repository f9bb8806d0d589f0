/** Every queue, loop, time-out and cache of the console's interface, with its unit. */

export const BODY_BYTES_MAX = 1024 * 1024;

/** How long a read waits for the read models to pass what its session wrote (design section 5). */
export const READ_WAIT_MS = 2_000;
/** Sessions whose last wait timed out, remembered so that they do not wait again; the oldest go first. */
export const TIMED_OUT_SESSIONS_MAX = 10_000;
/** How long setting a balance to a number waits for the read models before it is refused (design section 6). */
export const SNAPSHOT_WAIT_MS = 5_000;

/** Conflicts in a row after which publishing prices, claiming a code or cleaning logs gives up: each means that somebody else succeeded. */
export const CONFLICTS_MAX = 50;

/** The last so many events of a stream of its own are read at once. */
export const STREAM_PAGE_EVENTS = 200;

/** Claims that one look credits, how often a live process looks, and how old a claim must be for it (design section 4: within 5 s). */
export const CLAIMS_BATCH = 200;
export const CLAIMS_PERIOD_MS = 1_000;
export const CLAIMS_AGE_MS = 3_000;
/** How long a start waits for old claims at most. */
export const CLAIMS_START_WAIT_MS = 30_000;
/** Refused claims kept in memory, so that one is not tried each second. */
export const CLAIMS_PARKED_MAX = 10_000;

/** Public prices are made anew at most this often. */
export const PRICING_KEPT_MS = 60_000;
/** Price lists kept, one for each group of users. */
export const PRICING_LISTS_MAX = 100;

/** Channels tested one after the other in the background. */
export const CHANNELS_TESTED_MAX = 10_000;
/** The status test gives the database so long. */
export const DATABASE_PROBE_MS = 2_000;
