/** Every queue, batch, loop and time-out of the Kafka feed, with its unit. */

/** Events that the publisher reads from the store at once. */
export const PAGE_EVENTS = 1_000;
/** Bytes of event data sent to Kafka at once; one event may be larger, up to APPEND_BYTES_MAX. */
export const SEND_BYTES_MAX = 1024 * 1024;
/**
 * From so many bytes of event data on, what is sent at once is compressed. At a lower rate it falls into many partitions in small pieces, each compressed
 * for itself, which took a quarter of the CPU time of publisher and projectors.
 */
export const COMPRESS_FROM_BYTES = 64 * 1024;
/** Of 9. The usual 6 takes twice the CPU time for a tenth fewer bytes. */
export const GZIP_LEVEL = 3;
/** What was compressed is given back in pieces of so many bytes: that of a full page is rarely larger than one. */
export const DECOMPRESS_PIECE_BYTES = 128 * 1024;
/** What the compressed messages of one batch may become; a batch of ours is far below that, whatever stands in it. More is refused, not held in memory. */
export const DECOMPRESSED_BYTES_MAX = 64 * 1024 * 1024;
/** Bytes of one record batch that the topic takes: everything that is sent at once, with its headers, may fall into one partition. */
export const TOPIC_MESSAGE_BYTES_MAX = 4 * 1024 * 1024;
/** A partition in which nothing was published for so long, while others moved on, is told so. */
export const WATERMARK_AFTER_MS = 100;
/** How often the store is asked while nothing comes: from the first value, doubled up to the second. */
export const POLL_MIN_MS = 20;
export const POLL_MAX_MS = 1_000;
/** How often, while it publishes, the publisher's checkpoint is stored. */
export const CHECKPOINT_EVERY_MS = 1_000;
/** How often a silent publisher looks whether Kafka still has what it was given. */
export const LOSS_CHECK_EVERY_MS = 5_000;
/** Pause after a failure of Kafka or the store: the first, doubled up to the second. */
export const RETRY_FIRST_MS = 100;
export const RETRY_MAX_MS = 2_000;

/** Batches that were fetched and wait for the runner. */
export const QUEUE_BATCHES_MAX = 4;
/** Events read from the store at once where Kafka left some out. */
export const FILL_PAGE_EVENTS = 500;
/** How long the broker waits for events before it answers a fetch with none; heartbeats wait behind it. */
export const FETCH_WAIT_MS = 300;
export const FETCH_BYTES_MAX = 4 * 1024 * 1024;
/** A projector that shows no life for so long loses its partitions to others; so long also wait those who come after a kill. */
export const SESSION_TIMEOUT_MS = 10_000;
export const HEARTBEAT_EVERY_MS = 1_000;
/**
 * A consumer that asked Kafka for nothing for so long, with room for what it would get, begins anew. One whose batches nobody has taken for so long leaves
 * the group: far above what one transaction takes.
 */
export const STALL_MS = 60_000;

/** Calls to Kafka: time to connect, time to answer, and how often and how long they are repeated before the part begins anew. */
export const CONNECT_TIMEOUT_MS = 3_000;
export const REQUEST_TIMEOUT_MS = 15_000;
export const CALL_RETRIES = 6;
export const CALL_RETRY_FIRST_MS = 100;
export const CALL_RETRY_MAX_MS = 1_000;
/** How long a broker that has just started may take to lead its partitions, and the pause between two questions. */
export const LEADER_WAIT_MS = 30_000;
export const LEADER_PAUSE_MS = 500;
/** How long a look at one message may take. */
export const LOOK_TIMEOUT_MS = 15_000;
/** Bytes of a message's value that are shown. */
export const LOOK_BYTES_MAX = 4_000;

/** Stopped partitions that a process names when it is asked whether it is ready, and characters of what is said of each. */
export const ALARMS_TOLD_MAX = 8;
export const ALARM_CHARACTERS_MAX = 300;

/** The local broker: time to fetch its jars, to format its storage, to start (after a kill it recovers first) and to stop. */
export const JARS_TIMEOUT_MS = 300_000;
export const FORMAT_TIMEOUT_MS = 60_000;
export const READY_TIMEOUT_MS = 60_000;
export const READY_POLL_MS = 200;
/** One question to a broker that starts. */
export const READY_ANSWER_MAX_MS = 5_000;
export const STOP_TIMEOUT_MS = 15_000;
export const STOP_POLL_MS = 20;
export const HEAP_MB = 256;
/** The broker's log file begins anew (one old file is kept) when it is larger than this at a start. */
export const LOG_BYTES_MAX = 8 * 1024 * 1024;
export const LOG_TAIL_BYTES = 2_000;
