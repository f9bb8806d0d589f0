/** Every queue, batch, loop, time-out and cache of the directory, with its unit. */

/** Rows of `directory_changes` that stay: who is further behind loads everything anew. */
export const CHANGES_KEPT_VERSIONS = 10_000;

/** Rows a list answers at most, whatever the caller asks for. */
export const LIST_ROWS_MAX = 1_000;
/** Rows of a channel list that has no pages (search, tags). */
export const CHANNELS_UNPAGED_MAX = 10_000;

export const SESSION_LIFE_SECONDS = 30 * 24 * 3_600;
/** Of who is not signed in: he has begun to sign in at a provider, or passed a bot check. */
export const VISIT_LIFE_SECONDS = 1_800;
/** The state of a sign-in at a provider. */
export const OUTSIDE_STATE_SECONDS = 600;
/** A session's time of use, with address and program, is written at most this often. */
export const SESSION_TOUCH_SECONDS = 60;
/** Sessions of one person; a further one ends that which was used longest ago. */
export const SESSIONS_OF_USER_MAX = 100;
/** Of the address and of what a program calls itself (`User-Agent`); the rest is cut off. */
export const SESSION_ADDRESS_CHARACTERS_MAX = 64;
export const SESSION_AGENT_CHARACTERS_MAX = 256;
/** Expired sessions that one statement takes away. */
export const SESSIONS_SWEPT_ROWS = 1_000;
/** Numbers that one session remembers as last shown; the oldest go first. */
export const SESSION_SHOWN_MAX = 2_000;
/** Positions (by partition) that one session keeps. */
export const SESSION_POSITIONS_MAX = 256;

/** Tries to find an unused random text before giving up. */
export const RANDOM_TEXT_ATTEMPTS_MAX = 20;

/** Younger outbox rows are left to the command that wrote them. */
export const OUTBOX_DRAINER_AGE_MS = 5_000;
export const OUTBOX_DRAINER_PERIOD_MS = 1_000;
/** Deleted tokens that a sweep tells the ledger of at once. */
export const TOKENS_SWEPT_MAX = 1_000;
/** Master keys that a process takes: the one in use, its successor while a rotation runs, and some that backups are under. */
export const MASTER_KEYS_MAX = 8;
/** Keys that one search by a part of a key opens: about 10 ms. */
export const TOKEN_KEYS_OPENED_MAX = 1_000;
/** Secrets that are sealed, or encrypted anew by a rotation, at once. */
export const SECRETS_BATCH_ROWS = 500;
/** Segments of Postgres' write-ahead log (16 MiB each) that are ended at most, so that they hold no secret any more. */
export const WAL_SEGMENTS_ENDED_MAX = 1_024;
/** Expired sessions, numbers shown and old versions are removed this often. */
export const SWEEP_PERIOD_MS = 600_000;
export const OUTBOX_ROWS_MAX = 200;

/** Counts of refused calls are written this often, at most so many rows by one query. */
export const REFUSED_CALLS_WRITE_MS = 5_000;
/** A process that stops waits for the last write no longer. */
export const REFUSED_CALLS_STOP_MS = 2_000;
export const REFUSED_CALLS_BATCH_ROWS = 1_000;
/** Keys and reasons of one user in one hour that a relay counts apart; further ones are counted under no key. */
export const REFUSED_CALLS_OF_USER_MAX = 100;
/** Counts that a relay holds; beyond it further calls are counted under nobody. */
export const REFUSED_CALLS_KEPT_MAX = 20_000;
/** Counts are kept for so long; how many rows one sweep takes away. */
export const REFUSED_CALLS_KEPT_S = 30 * 24 * 3_600;
export const REFUSED_CALLS_SWEPT_MAX = 10_000;

/** Calls with an Idempotency-Key are known for so long, their answers are kept for so long, and removed this often, so many rows a transaction. */
export const KEPT_ANSWERS_KEPT_S = 24 * 3_600;
export const KEPT_ANSWERS_SWEEP_MS = 60_000;
export const KEPT_ANSWERS_SWEPT_ROWS = 1_000;
/** Of one user; a further call with a key is refused. */
export const KEPT_ANSWERS_OF_USER_MAX = 20_000;
/** Of one user's answers; further ones are charged once, and not kept. */
export const KEPT_ANSWERS_OF_USER_BYTES_MAX = 64 * 1024 * 1024;
/** Who asks for one waits for Postgres no longer. */
export const KEPT_ANSWERS_ANSWER_MAX_MS = 5_000;
/** What was made under a caller's own id is known for so long, and removed with the answers, so many rows a transaction. */
export const MADE_COMMANDS_KEPT_S = 24 * 3_600;
export const MADE_COMMANDS_SWEPT_ROWS = 1_000;
/** Accounts whose leases a drainer recalls at once: with a relay that is silent, a page of rows takes RECALL_TIMEOUT_MS for each so many. */
export const OUTBOX_RECALLS_AT_ONCE_MAX = 20;
/** A row that is still open is told of at every so many attempts: one round each, so about every ten seconds. */
export const OUTBOX_TOLD_EVERY_ATTEMPTS = 10;
/** Conflicts in a row on one outbox row: each means that somebody else's append succeeded. */
export const OUTBOX_CONFLICTS_MAX = 200;
export const AUDIT_BATCH_EVENTS_MAX = 200;
/** Bytes of data in one audit batch, well below the limit of an append. */
export const AUDIT_BATCH_BYTES_MAX = 256 * 1024;

/** After this long without proof that it is up to date, the relay's view answers nothing (docs/architecture.md#acknowledged-changes). */
export const RELAY_VIEW_STALE_MS = 10_000;
export const RELAY_VIEW_POLL_MS = 1_000;
export const PRICE_BOOK_POLL_MS = 5_000;
export const RELAY_VIEW_READ_TIMEOUT_MS = 3_000;
/** Tokens that are kept, and the bytes that these take with the models and addresses that they name, roughly. */
export const RELAY_VIEW_TOKENS_MAX = 100_000;
export const RELAY_VIEW_TOKENS_BYTES_MAX = 128 * 1024 * 1024;
/** Unknown keys and how long they may stay unknown. */
export const RELAY_VIEW_UNKNOWN_MAX = 10_000;
export const RELAY_VIEW_UNKNOWN_MS = 1_000;
/** Group descriptions kept by user group. */
export const RELAY_VIEW_GROUPS_MAX = 1_000;
/** A token's last use is written this often, for at most so many tokens by one query. */
export const TOKEN_TOUCH_MS = 30_000;
export const TOKEN_TOUCH_ROWS_MAX = 10_000;
/** Reads of one token that a change may overtake before it is answered without being kept. */
export const RELAY_VIEW_READS_MAX = 5;
/** Marks waiting to be written; further ones are dropped, since the next request marks again. */
export const RELAY_VIEW_MARKS_MAX = 1_000;

/** How long a directory change waits for the relays (docs/architecture.md#acknowledged-changes). */
export const ACKNOWLEDGE_TIMEOUT_MS = 1_000;
export const ACKNOWLEDGE_POLL_MS = 25;
/** How long Postgres may take to write a heartbeat, or to answer who is alive: far below the age of a heartbeat at most, so that another one is tried. */
export const TILLS_ANSWER_MAX_MS = 3_000;
/** While a recall waits, the live relays are looked at again this often: one whose rows are gone need not answer. */
export const RECALL_POLL_MS = 100;

/** Who is elected asks Postgres this often, and so keeps his leaderships; who is not, asks for them. */
export const ELECTION_ROUND_MS = 1_000;
/** Without an answer for so long nobody believes any longer that he leads. */
export const ELECTION_ANSWER_MAX_MS = 3_000;
/** Postgres takes his leaderships from him of whom it has heard nothing for so long. */
export const ELECTION_SILENT_MAX_MS = 6_000;

export const LISTEN_RECONNECT_FIRST_MS = 50;
export const LISTEN_RECONNECT_MAX_MS = 2_000;
/** A LISTEN connection that says nothing when asked for this long is given up. */
export const LISTEN_PROBE_MS = 5_000;

/** How long the sealing waits for each of its three tables: for all of them less than Postgres waits until it looks for deadlocks. It is tried every round. */
export const SEALING_LOCK_TIMEOUT_MS = 300;

/** A dump's moment: how long writers of the directory may have to wait for it (well below Postgres' deadlock_timeout), and how often it is tried. */
export const MOMENT_LOCK_TIMEOUT_MS = 200;
export const MOMENT_MAX_MS = 2_000;
export const MOMENT_PAUSE_MS = 300;
export const MOMENT_ATTEMPTS_MAX = 100;
/** Rows that are gathered before they are sent to a COPY. */
export const COPY_BUFFER_BYTES = 64 * 1024;

/** How long one exchange about limits of calls may take before a relay decides alone. */
export const CALL_LIMITS_ANSWER_MAX_MS = 1_000;
/** Rows of what was not limited for so long are taken away, so many by one statement. */
export const CALL_LIMITS_KEPT_S = 300;
export const CALL_LIMITS_SWEPT_ROWS = 1_000;

/** How long the directory may take to tell of a short-lived key before a relay asks the provider itself. */
export const SHORT_LIVED_KEYS_ANSWER_MAX_MS = 1_000;
/** Rows of those that ended so long ago are taken away, so many by one statement. */
export const SHORT_LIVED_KEYS_KEPT_MS = 3_600_000;
export const SHORT_LIVED_KEYS_SWEPT_ROWS = 1_000;

/** Mails that no call causes: who takes one has so long to send it; so many are taken at once. */
export const NOTICE_LEASE_S = 60;
export const NOTICES_TAKEN_MAX = 8;
/** Entries of the ledger in which one look seeks balances that have become low: about 50 ms; the next look goes on behind them. */
export const NOTICES_LOOKED_ROWS = 10_000;
/** They are kept for so long, sent or not; how many rows one statement takes away. */
export const NOTICES_KEPT_S = 7 * 24 * 3_600;
export const NOTICES_SWEPT_ROWS = 1_000;

/** Between two codes for one e-mail; wrong guesses, after which a code is void; codes and links for one e-mail within an hour. */
export const MAIL_CODE_PAUSE_S = 30;
export const MAIL_CODE_GUESSES_MAX = 20;
export const MAILS_AN_HOUR_MAX = 10;
/** Rows that one statement takes away of what is over. */
export const MAILS_SWEPT_ROWS = 1_000;

/** Unix seconds beyond which a time is none: nobody is asked any more. */
export const NO_TIME_S = 100_000_000_000;
/** When a provider was asked of an order is forgotten so long after it was asked last; how many rows one statement takes away. */
export const TOP_UP_ASKS_KEPT_S = 14 * 24 * 3_600;
export const TOP_UP_ASKS_SWEPT_ROWS = 1_000;

/** A run over all channels says this often that its process lives; after so long without a word it is over, and another may begin. */
export const CHANNEL_RUN_BEAT_MS = 2_000;
export const CHANNEL_RUN_SILENT_MAX_MS = 20_000;
/** Of what an upstream said of a failed test. */
export const LAST_TEST_ERROR_CHARACTERS_MAX = 500;

/** Who reads the list of records waits so long at most for those that were made before, looking so often where another process brings them. */
export const AUDIT_WAIT_MS = 2_000;
export const AUDIT_LOOK_MS = 25;

/** Exports of one person that may be unfinished; further ones are refused. */
export const EXPORTS_UNFINISHED_MAX = 5;
/** How long the file of an export is kept, and how long the job is told of; how many rows one statement takes away. */
export const EXPORT_KEPT_MS = 24 * 3_600_000;
export const EXPORT_JOBS_TOLD_MS = 30 * 24 * 3_600_000;
export const EXPORT_JOBS_SWEPT_ROWS = 1_000;
/** An export says this often that its process lives; after so long without a word another takes it, and after so many deaths none does. */
export const EXPORT_BEAT_MS = 1_000;
export const EXPORT_SILENT_MAX_MS = 15_000;
export const EXPORT_DEATHS_MAX = 3;
