/** Every queue, batch, loop, time-out and cache of the read models, with its unit. The directory's stand in its own file. */

/** Events applied in one transaction while the projection is nearly caught up, and while it rebuilds. */
export const BATCH_EVENTS_MAX = 1_000;
export const REBUILD_BATCH_EVENTS_MAX = 2_000;

/** Pause from one batch to the next while nobody waits, so that batches become large; far below what may lie between an event and its row (250 ms). */
export const GATHER_MS = 50;

/** Partitions of one generation of read models: a session may note each of them (the directory's SESSION_POSITIONS_MAX). */
export const PARTITIONS_MAX = 128;
/**
 * How long one more batch is waited for, and how long such batches are waited for in all, that the feed may have
 * fetched together: they are applied in one transaction.
 */
export const GROUP_WAIT_MS = 2;
export const GROUP_MS_MAX = 20;
/** How often a transaction is tried that Postgres ends in favour of another. */
export const APPLY_ATTEMPTS_MAX = 10;

/** Pause after a failure of Postgres or of the feed: the first, doubled up to the second. */
export const RETRY_FIRST_MS = 100;
export const RETRY_MAX_MS = 5_000;
/** A failure that passes is an alarm after so long, unless events have been applied since or none is left to apply, which is asked as often afterwards. */
export const FAILING_ALARM_MS = 10_000;
/** It is over as well when nothing has failed for so long: longer than any attempt needs to fail (60 s where Kafka gives nothing, 15 s a read). */
export const FAILING_QUIET_MS = 90_000;
/** How long the ledger may take to tell where it ends, and the read models to get there, when it is asked whether any event is left to apply. */
export const FAILING_LOOK_MAX_MS = 2_000;
/** How often a process without a runner asks for the checkpoint while somebody waits. */
export const WATCH_POLL_MS = 20;
/** How long Postgres may take to tell the checkpoints: who asks goes on with what is known, and the connection is given up. */
export const WATCH_ANSWER_MAX_MS = 2_000;
/** Reads that wait for one position or another at the same time; further ones are told at once that they waited in vain. */
export const WAITERS_MAX = 10_000;

/** Events to come that a look at the read models' health counts by partition. */
export const HEALTH_EVENTS_MAX = 500;

/** Display rows are counted up to here; a total beyond comes from the counts by day. */
export const EXACT_TOTAL_ROWS_MAX = 10_000;
export const LOG_PAGE_ROWS_MAX = 1_000;
/** Orders that somebody has to look at and stand first, of each kind: paid and not credited, with a problem, not paid for long. */
export const STUCK_FIRST_ROWS_MAX = 1_000;
/** Fields of one version of the price book that the audit list shows; how many more there are is said. */
export const AUDIT_FIELDS_MAX = 100;
/** How much later than it happened the ledger may have an act without being sought by a way of its own: a quarter of an hour, as the quarters are. */
export const LATE_RECORD_MS = 900_000;
/** Buckets by model, and steps of time, that one answer has; an answer of more is refused. */
export const DATA_BUCKETS_MAX = 300_000;
export const DATA_STEPS_MAX = 50_000;
/** Models, tokens, late entries, closed periods and reopenings that one statement names, each; what lies beyond is summed up in one more line, or left out. */
export const STATEMENT_LINES_MAX = 10_000;
/** Charges read at once of those that a bucket's border moves from one to another. */
export const MOVED_ROWS_PAGE = 10_000;
/** Re-rates, settlements and refunds of a request that its receipt proves: the oldest, and how many more there are. */
export const RECEIPT_LATER_MAX = 1_000;
/** Seals that are listed, the newest; as many are counted. */
export const SEALS_LISTED_MAX = 100_000;
/** Charges and corrections that explain one charge: the charge itself, and its newest corrections. */
export const CHARGE_ENTRIES_MAX = 10;
/** Answers of a realtime session that are named, of entries that begin with its id. */
export const SESSION_REQUESTS_MAX = 1_000;
export const SESSION_ENTRIES_MAX = 10_000;
export const IDS_IN_ONE_QUERY_MAX = 1_000;
export const CLAIMS_PAGE_MAX = 1_000;
export const LEASES_PAGE_MAX = 1_000;
export const PRICE_BOOKS_PAGE_MAX = 100;

/** How long Postgres may take to tell a program what its token has used. */
export const TOKEN_QUOTAS_ANSWER_MAX_MS = 3_000;
/** Tasks that are looked through for those of one channel, newest first. */
export const TASKS_LOOKED_MAX = 10_000;

/** Requests and tokens a minute are counted over this long. */
export const RATE_WINDOW_MS = 60_000;

/** Display rows deleted by one query after a cleaning. */
export const SWEEP_ROWS_MAX = 5_000;

/** Events of one page that verify folds and compares. */
export const VERIFY_PAGE_EVENTS = 500;
/** Events after which verify lets others run: it shares its thread with the projector, and where the ledger is no Postgres with whatever its process serves. */
export const VERIFY_BREATH_EVENTS = 50;
/** Rows of one page of a table that verify compares. */
export const VERIFY_PAGE_ROWS = 10_000;
/** Findings after which verify only counts. */
export const VERIFY_FINDINGS_MAX = 1_000;

/**
 * A rebuild flips when it is at most this many events behind the head, or after so many rounds of catching up, however much is written meanwhile:
 * each round has less to do than the one before as long as applying is quicker than writing, and the flip itself catches up with the live generation.
 */
export const REBUILD_NEAR_EVENTS = 500;
export const REBUILD_ROUNDS_MAX = 20;
/**
 * How long the flip waits for readers to let go of a view - far below the time after which Postgres looks for deadlocks
 * -, how often it is tried, and the pause between.
 */
export const FLIP_LOCK_TIMEOUT_MS = 100;
export const FLIP_ATTEMPTS_MAX = 200;
export const FLIP_PAUSE_MS = 50;

/**
 * How long a migration of the directory waits for its locks, since everybody else waits behind it - a relay has to beat, or it may not sell -, how often it is
 * tried, which is half an hour, and the pause between.
 */
export const MIGRATION_LOCK_TIMEOUT_MS = 1_000;
export const MIGRATION_ATTEMPTS_MAX = 600;
export const MIGRATION_PAUSE_MS = 2_000;
/** How long dropping the generation before waits for those who still read it; what stays is dropped by the next rebuild, or start of a projector. */
export const DROP_LOCK_TIMEOUT_MS = 5_000;
/** How long a generation of another shape stays after an upgrade, so that processes of the release before can be read until they are told to stop. */
export const RETIRED_KEPT_MS = 600_000;
/** How often a process that reads the read models looks whether another release's are live. */
export const SHAPE_LOOK_EVERY_MS = 1_000;
/** How often a process asks whether another has filled the next generation, and how long it waits after it could not fill it itself. */
export const SUCCESSION_POLL_MS = 1_000;
export const SUCCESSION_RETRY_MS = 60_000;
/** Events between two lines of progress. */
export const PROGRESS_EVERY_EVENTS = 50_000;

/** Rows of an export that are made at once, and events that are read for them at once. */
export const EXPORT_STRETCH_ROWS = 1_000;
export const EXPORT_READ_EVENTS_MAX = 500;
/** Rows of one row group of a Parquet file, which is held in memory until it is whole. */
export const EXPORT_GROUP_ROWS = 10_000;
/** How often an export notes, and tells, how far it has come, at most: what is done since is done again after an interruption. */
export const EXPORT_NOTE_EVERY_MS = 1_000;
/** Bytes that are read back at once of a file that is gone on with. */
export const EXPORT_READ_BACK_BYTES = 1_048_576;
/** Price books, of at most 480 KB each, that an export keeps while it is written. */
export const EXPORT_BOOKS_KEPT_MAX = 8;
/** Accounts whose sums an export asks for in one query. */
export const EXPORT_PAGE_ACCOUNTS = 500;
/** Accounts whose sums an export by a filter keeps at once; it reads the ledger again for each further so many. */
export const EXPORT_SUMS_MAX = 20_000;
/** The same of an export by days: an account's sum of a day. */
export const EXPORT_DAY_SUMS_MAX = 50_000;
/** Events, and sums of a day, that become lines of plain-text accounting at once: some ten each. */
export const EXPORT_PLAIN_AT_ONCE = 100;

/** Exports that one process writes at a time; further ones wait for it or for another. */
export const EXPORTS_AT_ONCE_MAX = 2;
/** How often orders are looked for that nobody has told of, and files that nobody wants any more. */
export const EXPORT_LOOK_MS = 2_000;
export const EXPORT_SWEEP_MS = 60_000;
/** How long an export tries to reach a ledger or a database that does not answer, and waits for read models, before it fails; how often it tries. */
export const EXPORT_TRIED_MS = 600_000;
export const EXPORT_RETRY_MS = 2_000;
/** Bytes that exports leave free on the disk of EXPORT_DIR, which others may stand on too: the log of Postgres alone takes up to 2 GiB of it. */
export const EXPORT_FREE_BYTES_MIN = 2_560 * 1024 * 1024;
/** Files of an earlier attempt, and of a job that nobody knows, are removed when nothing has been written to them for so long. */
export const EXPORT_LEFT_MS = 3_600_000;
export const EXPORT_UNKNOWN_MS = 25 * 3_600_000;
/** Files that are asked for by one query. */
export const EXPORT_FILES_ASKED_MAX = 500;

/** Leaves of the tree of all events: how often the ledger's end is looked for, in milliseconds. */
export const ABSORB_LOOK_MS = 1_000;
/** Events read at once, read between two moments in which others are served, and read before they are kept. */
export const ABSORB_READ_EVENTS_MAX = 500;
export const ABSORB_BREATH_EVENTS = 25;
export const ABSORB_KEEP_EVENTS = 10_000;
export const ABSORB_PAUSE_MAX_MS = 100;

/** The notary: how often it looks, how long events stay unsealed at most, and how many of them. */
export const NOTARY_LOOK_MS = 500;
/** How often it looks while it may not seal, in milliseconds. */
export const NOTARY_TROUBLE_LOOK_MS = 5_000;
/** What fails is tried again after so long, each time twice as long, and is an alarm after so long; in milliseconds. */
export const SEAL_FAILING_PAUSE_FIRST_MS = 1_000;
export const SEAL_FAILING_PAUSE_MAX_MS = 30_000;
export const SEAL_FAILING_ALARM_MS = 300_000;
export const SEAL_EVERY_MS = 60_000;
export const SEAL_EVENTS_MAX = 100_000;
/** How often it is told again that nothing can be sealed, in milliseconds. */
export const SEAL_TROUBLE_AGAIN_MS = 3_600_000;
/** Who wants a seal now waits so long for it at most, and looks so often, in milliseconds. */
export const SEAL_NOW_WAIT_MS = 10_000;
export const SEAL_NOW_LOOK_MS = 50;
/** Events read at once to find when the oldest that is not sealed was written; it is looked for in so many pages at most. */
export const UNSEALED_READ_EVENTS_MAX = 100;
export const UNSEALED_PAGES_MAX = 10;
/** Bytes of periods' bundles that EXPORT_DIR keeps; the oldest go, and are made again when somebody asks for them. */
export const BUNDLE_BYTES_MAX = 20 * 1024 * 1024 * 1024;
/** Bytes of a bundle's file that are copied at once. */
export const BUNDLE_COPY_BYTES = 1_048_576;
/** How long a bundle is not tried again of which the ledger gave another than the one that was signed. */
export const BUNDLE_DIFFERS_MS = 3_600_000;
/** Bytes of one that are put together between two looks at what the disk still takes. */
export const BUNDLE_ROOM_BYTES = 16 * 1024 * 1024;
/** What a process has begun to make is removed when nothing has been written to it for so long. */
export const BUNDLE_LEFT_MS = 3_600_000;
/** The same where the disk is full: longer than a living process is ever silent, which notes how far it is every second. */
export const BUNDLE_LEFT_FULL_MS = 300_000;
/** How often closes are looked for that were begun, and bundles that nobody wants; and how long after one that failed. */
export const CLOSE_LOOK_MS = 2_000;
export const CLOSE_RETRY_MS = 15_000;
/** How long a close waits at a time for read models and for a seal. */
export const CLOSE_WAIT_MS = 10_000;
/** How often it is told in the log how far a bundle is. */
export const BUNDLE_TELL_MS = 10_000;

/** What one reader of the ledger's end leaves for another that follows: events, and characters of their data. */
export const RECENT_EVENTS_MAX = 4_096;
export const RECENT_CHARACTERS_MAX = 4 * 1024 * 1024;
