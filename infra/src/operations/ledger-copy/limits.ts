/** Events that are read, compared and written at a time. */
export const PAGE_EVENTS = 2_000;
/** Appends that are asked for at once, of a store that writes them in their order: well below what its queue takes. */
export const TOGETHER_BYTES_MAX = 16 * 1024 * 1024;

/** How long a store may be out of reach while a ledger is copied into it; the same batch is then tried again. */
export const SILENCE_MAX_MS = 60_000;
/** Between two tries, doubled from the first to the second. */
export const RETRY_FIRST_MS = 100;
export const RETRY_MAX_MS = 2_000;
/** Times that a store may refuse a batch as a conflict and then show nothing that stands in its way. */
export const UNEXPLAINED_CONFLICTS_MAX = 5;

/** Differences between two ledgers that are named; the others are counted. */
export const DIFFERENCES_TOLD_MAX = 20;
/** Characters of a value that a difference shows. */
export const SHOWN_CHARACTERS_MAX = 80;
