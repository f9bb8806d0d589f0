// Every queue, loop, time-out and window of infra's own, with its unit. The adapters and the embedded server keep theirs in a file of this name beside
// their code; what a test, a benchmark, the demo or a crash round waits for stands there.

/** Of the headers of a request, with its first line, so many bytes are taken; more are answered 431. */
export const HEADERS_BYTES_MAX = 16 * 1024;
/** A slow client may take this long to send its headers, and to send a whole request. */
export const HEADERS_TIMEOUT_MS = 30_000;
export const REQUEST_TIMEOUT_MS = 300_000;
/** An idle connection is kept for this long; longer than common proxies keep theirs, so that they close first. */
export const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/** How long requests that run may go on after the process was told to stop. */
export const DRAIN_LIMIT_MS = 10_000;
/** Connections whose last answer has just left become idle; while a server ends they are looked for this often. */
export const DRAIN_POLL_MS = 25;

/** Calls of the console and its pages that one forked relay process passes on at once, and its connections for them. */
export const PROXY_CALLS_MAX = 1_000;
export const PROXY_CONNECTIONS_MAX = 64;

/** Windows of rate limits that are given as a number of calls alone (docs/behaviour.md#rate-limits). */
export const GLOBAL_WINDOW_S = 180;
export const CRITICAL_WINDOW_S = 1_200;

/** How long a browser keeps a file of the console: its name tells when it is another. */
export const PAGE_FILES_KEPT_S = 7 * 24 * 3_600;

/** How often the store is asked by the feed in process while nothing comes: from the first value, doubled up to the second (docs/architecture.md#feed). */
export const FEED_POLL_FIRST_MS = 20;
export const FEED_POLL_MAX_MS = 1_000;

/** Time between two lines of progress of a command. */
export const PROGRESS_EVERY_MS = 2_000;
/** Times that a change of the ledger's key is tried again because a seal was written meanwhile, of which there is one a minute. */
export const KEY_CHANGE_TRIES_MAX = 10;
/** Seals that are read at a time, of about 1 kB each. */
export const SEALS_OF_PAGE = 500;
/** How long an export waits for read models that come no further, and how often it looks. */
export const EXPORT_MODELS_WAIT_MS = 5_000;
export const EXPORT_MODELS_POLL_MS = 50;
/** How long `npm run close` waits for somebody to seal the ledger before it begins, and how often it looks whether a close is done. */
export const CLOSE_SEALED_WAIT_MS = 60_000;
export const CLOSE_POLL_MS = 100;
/** How often it says that it waits for others, and how long it does: then the close goes on without it. */
export const CLOSE_TELL_MS = 15_000;
export const CLOSE_STUCK_MS = 600_000;
/** How long a worker without the ledger's key leaves a close that waits for it to others. */
export const CLOSE_ASIDE_MS = 10_000;
/** Connections of a command beside the product: it asks one thing after the other. How long one may take to come about. */
export const COMMAND_CONNECTIONS_MAX = 4;
export const COMMAND_CONNECT_TIMEOUT_MS = 10_000;

/** Calls to addresses that a person has named which one process makes at a time; further ones fail (docs/architecture.md#calls-that-go-out). */
export const OUTBOUND_CALLS_MAX = 256;

/** What GET /readyz found is kept for so long, and no check may take longer. */
export const READINESS_KEPT_MS = 1_000;
export const READINESS_CHECK_LIMIT_MS = 5_000;

/** Client addresses or persons that one limit of calls counts at a time; beyond them counting begins anew. */
export const COUNTED_KEYS_MAX = 100_000;
/** Sessions and access tokens of which is remembered whom they have proved; those that were shown longest ago go first. */
export const PROVED_CALLERS_MAX = 20_000;
/** Of a person who has no more calls a session or an access token is asked for at most this often. */
export const PROVED_WITHIN_MS = 1_000;

/** Connections of the projector's thread; what sweeps, drops and verifies has the patient ones. */
export const PROJECTOR_THREAD_CONNECTIONS_MAX = 6;
export const PROJECTOR_THREAD_CONNECT_TIMEOUT_MS = 10_000;
/** How often the projector tells how far the read models are, if that has changed. */
export const PROJECTOR_THREAD_STATE_EVERY_MS = 100;
/** The projector tells how it stands at least this often, changed or not. Silent for longer than the second it is stuck, and its process not ready. */
export const PROJECTOR_THREAD_SIGN_EVERY_MS = 1_000;
export const PROJECTOR_THREAD_SILENT_MAX_MS = 15_000;
/** Reads that wait for the projector at the same time; further ones are told at once that they waited in vain. */
export const PROJECTOR_THREAD_WAITING_MAX = 10_000;
/** How long past its own time-out a wait may remain unanswered by the projector. */
export const PROJECTOR_THREAD_ANSWER_LIMIT_MS = 2_000;
/** How long the projector may take to end the batch and the verification under way. */
export const PROJECTOR_THREAD_STOP_LIMIT_MS = 8_000;

/** Connections of the console's calls, the directory and the read models; the event store and the listeners have their own. */
export const POOL_CONNECTIONS_MAX = 12;
/** How long one of them may take to come about: a server that is there answers at once, one far away within seconds. */
export const POOL_CONNECT_TIMEOUT_MS = 10_000;
/**
 * How long Postgres may leave one query of theirs unanswered. Nothing that serves takes a second; with this limit a process whose connections are
 * dead serves again, and its leaderships are held again, within 15 s of Postgres being there.
 */
export const ANSWER_MAX_MS = 8_000;
/** How long the end of a process waits for what is still asked on its connections, dead ones among them; then they are cut. */
export const POOL_STOP_LIMIT_MS = 2_000;
/** Connections for work that takes its time (migrations, verifying, filling and dropping whole read models, commands); how long one query of it may. */
export const PATIENT_CONNECTIONS_MAX = 4;
export const PATIENT_ANSWER_MAX_MS = 3_600_000;
/** The server ends a query this long before its caller stops waiting for it. */
export const STATEMENT_ENDS_BEFORE_MS = 500;
/** How long an idle connection may take to answer when another one did not; then it is given up. Callers who find all connections taken wait for that. */
export const IDLE_ANSWER_MAX_MS = 1_000;
/** A connection on which nothing has come for so long is asked for a sign of life by TCP; where none comes it is lost after some ten seconds more. */
export const KEEP_ALIVE_FIRST_MS = 5_000;
/** Of the embedded server: for one process and commands beside it. Each further relay process adds its own. */
export const SERVER_CONNECTIONS_MAX = 100;

/** How long a start waits for the read models to have everything that was written before (docs/ledger.md#claims). */
export const CAUGHT_UP_WITHIN_MS = 30_000;

/** How often a start asks where the ledger ends that seems to end before the read models do, and the pause between. */
export const LEDGER_END_LOOKS_MAX = 6;
export const LEDGER_END_PAUSE_MS = 500;

/** A supervisor waits about this long after SIGTERM before it kills. The parts below, and the draining of calls, end within it. */
export const STOP_LIMIT_MS = 18_000;
/** How long the projector may take: a batch ends soon, but leaving the consumers' group takes its time where Kafka does not answer. */
export const PROJECTOR_STOP_LIMIT_MS = 8_000;
/** How long the publisher may take: without Kafka a batch under way ends by its own time-outs, which are longer than a stop may take. */
export const PUBLISHER_STOP_LIMIT_MS = 5_000;
/** How long leases and tills may take to be settled; what is left a worker ends. */
export const CASHIER_STOP_LIMIT_MS = 5_000;

/** The books are verified for the first time when a start has settled, then this long after each look. */
export const VERIFY_FIRST_AFTER_MS = 20_000;
export const VERIFY_EVERY_MS = 60_000;
/** The longest rest between two pages of a look. */
export const VERIFY_PAUSE_MAX_MS = 1_000;
/** A large ledger is verified more seldom: verifying takes at most about one part in so many of the time. */
export const VERIFY_TIME_PARTS_MIN = 20;

/** Events of a till under crash tests, so that they pass the points of a till's change by themselves. */
export const FAULTY_TILL_EVENTS_MAX = 400;
