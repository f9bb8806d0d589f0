/** Every queue, loop, time-out and cache of the console's interface, with its unit. */

export const BODY_BYTES_MAX = 1024 * 1024;
/** Pieces in which a body may come, and how long none may come before the connection is ended. */
export const BODY_PIECES_MAX = 8_192;
export const BODY_STANDSTILL_MS = 15_000;
/** What the bodies of all running calls may hold, those of one address together, and what part of all those that are not small. */
export const BODIES_BYTES_MAX = 64 * 1024 * 1024;
export const BODIES_OF_ADDRESS_BYTES_MAX = 16 * 1024 * 1024;
export const LARGE_BODIES_PART = 0.75;
export const SMALL_BODY_BYTES = 16 * 1024;
/** An alarm is raised when bodies have been refused for want of room for so long. */
export const BODIES_FULL_ALARM_MS = 10_000;
/** A body that is refused while it comes is read on, and let go, for so long. */
export const BODY_REFUSED_DRAIN_MS = 1_000;

/** How long a read waits for the read models to pass what its session wrote (docs/architecture.md#waiting-reads). */
export const READ_WAIT_MS = 2_000;
/** Sessions whose last wait timed out, remembered so that they do not wait again; the oldest go first. */
export const TIMED_OUT_SESSIONS_MAX = 10_000;
/** How long setting a balance to a number waits for the read models before it is refused (docs/ledger.md#numbers-that-are-set). */
export const SNAPSHOT_WAIT_MS = 5_000;
/** Times in a row that others may set the same balance first before it is refused. */
export const BALANCE_ROUNDS_MAX = 50;
/** How long figures over a range of time wait for the read models to hold what the ledger held when they were asked for. */
export const HEAD_WAIT_MS = 5_000;

/** Claims that one look credits, how often a live process looks, and how old a claim must be for it (docs/ledger.md#claims). */
export const CLAIMS_BATCH = 200;
export const CLAIMS_PERIOD_MS = 1_000;
export const CLAIMS_AGE_MS = 3_000;
/** How long a start waits for old claims at most. */
export const CLAIMS_START_WAIT_MS = 30_000;
/** Refused claims kept in memory, so that one is not tried each second, and as many that wait for their account. */
export const CLAIMS_PARKED_MAX = 10_000;
/** A claim waits so long for its account to be opened before somebody is told; it goes on waiting. */
export const CLAIMS_WAITING_ALARM_MS = 60_000;

/** Tokens that one user may have, deleted ones not counted: an account's fold remembers the limit of each. */
export const TOKENS_OF_USER_MAX = 1_000;

/** Channels, and as many keys that are put aside, tested one after the other in the background. */
export const CHANNELS_TESTED_MAX = 10_000;
/** How often it is looked whether all channels are to be tested again. */
export const CHANNEL_TESTS_LOOK_MS = 5_000;
/** What is left at a channel's upstream: for all of its answers; of all channels at most so many, so many at a time; of so many it is told why they failed. */
export const BALANCE_TIMEOUT_MS = 10_000;
export const BALANCES_ASKED_MAX = 10_000;
export const BALANCES_ASKED_AT_ONCE = 8;
export const BALANCES_FAILED_TOLD_MAX = 100;
/** A look at an upstream's list of models. */
export const UPSTREAM_MODELS_TIMEOUT_MS = 15_000;
export const UPSTREAM_MODELS_BYTES_MAX = 4 * 1024 * 1024;

/** One call to a provider of outside accounts or of the bot check, of its answer, and how many of each run at a time in a process. */
export const PROVIDER_TIMEOUT_MS = 5_000;
export const PROVIDER_ANSWER_BYTES_MAX = 64 * 1024;
export const PROVIDER_CALLS_MAX = 64;
/** Names that are tried for a new account before giving up: somebody else may take one in the same moment. */
export const NEW_NAMES_TRIED_MAX = 20;

/** An adjustment that was just made is looked for in its account's stream in so many pages of so many events. */
export const ADJUSTMENT_PAGE_EVENTS = 100;
export const ADJUSTMENT_SOUGHT_PAGES_MAX = 20;

/** Balances that have become low and mails that wait are looked at this often. */
export const NOTICES_PERIOD_MS = 1_000;
/** Between two mails that somebody's balance is low. */
export const LOW_BALANCE_PAUSE_S = 2 * 3_600;
/** A mail that could not be sent is tried again after so long, twice as long each time, up to so long, and until it is so old. */
export const NOTICE_PAUSE_FIRST_S = 30;
export const NOTICE_PAUSE_MAX_S = 3_600;
export const NOTICE_TRIED_S = 24 * 3_600;
/** Of the mail server's words that are kept of a failure. */
export const NOTICE_PROBLEM_CHARACTERS_MAX = 500;

/** Orders not paid that a person may have of so long; more are refused. */
export const TOP_UPS_OPEN_MAX = 50;
export const TOP_UPS_OPEN_MS = 24 * 3_600_000;
/** Numbers that are tried for a new order before giving up. */
export const TRADE_NUMBERS_TRIED_MAX = 20;
/** How often an edit of a code is looked at anew because another change of the code came before it. */
export const CODE_EDITS_TRIED_MAX = 20;
/** When the provider is asked of an order that is not paid, seconds after it was made; then daily for a week. */
export const TOP_UP_ASKED_AFTER_S = [300, 3_600, 6 * 3_600];
export const TOP_UP_ASKED_DAILY_S = 24 * 3_600;
export const TOP_UP_ASKED_DAYS = 7;
/** One that could not be asked is asked again after so long. */
export const TOP_UP_ASK_RETRY_S = 600;
/** How often orders are looked for, so many in a look, so many asked of at a time. */
export const TOP_UPS_PERIOD_MS = 10_000;
export const TOP_UPS_ASKED_MAX = 40;
export const TOP_UPS_ASKED_AT_ONCE = 4;
/** An order that is not paid for so long is shown first, while its provider is still asked. */
export const TOP_UP_STUCK_AFTER_S = 3_600;
/** How often one person may have the provider asked of orders in so long, in a process; of so many persons it is known, the longest idle go first. */
export const PAYMENT_ASKS_MAX = 30;
export const PAYMENT_ASKS_MS = 60_000;
export const PAYMENT_ASKERS_MAX = 10_000;

/** Lists as files: so many at a time of one person, and in a process, of what is the caller's own and of what is everybody's. */
export const EXPORTS_OF_PERSON_MAX = 2;
export const EXPORTS_OWN_MAX = 8;
export const EXPORTS_OF_ALL_MAX = 4;
/** Rows that are read, written and let go before the next are read. */
export const EXPORT_STRETCH_ROWS = 500;
/** How long a caller may leave such rows unread, and how long a whole file may take, before its connection is ended. */
export const EXPORT_UNREAD_MS = 30_000;
export const EXPORT_MS_MAX = 30 * 60_000;

/** How often it is looked whether the log has rows that are not kept any longer. */
export const LOG_KEEPING_PERIOD_MS = 600_000;
/** People may have it asked of one order once in so long, on all processes together, and so many times at once before that. */
export const ORDER_ASK_MS = 5_000;
export const ORDER_ASKS_AT_ONCE = 5;
/** How long a reader may keep the document of the interface, and its page, before he asks whether it is another; in seconds. */
export const OPENAPI_KEPT_S = 300;

/** Heads of the ledger that go out: how often is looked, how far tries are apart, and how far mails are, in milliseconds. */
export const SEAL_TELL_PERIOD_MS = 1_000;
export const SEAL_RETRY_FIRST_MS = 10_000;
export const SEAL_RETRY_MAX_MS = 300_000;
export const SEAL_MAIL_EVERY_MS = 3_600_000;
/** After so long without one having gone it is an alarm, in milliseconds. */
export const SEAL_ALARM_MS = 900_000;

/** How long a call waits for the close that it has begun, or for a bundle that is made again, and how often it looks; both go on without it. */
export const PERIOD_WAIT_MS = 60_000;
export const PERIOD_LOOK_MS = 100;
