// Every limit of the relay's HTTP side, with its unit. The cashier keeps its own beside its code.

/** A request's body, as sent and as decoded; larger ones are answered 413. The default of the router's option `bodyBytesMax`. */
export const BODY_BYTES_MAX = 32 * 1024 * 1024;
/** Bodies of all running requests together, counted as they come and are unpacked; what would go beyond is answered 503. */
export const BODIES_BYTES_MAX = 1024 * 1024 * 1024;
/** Of these the bodies of one user; beyond it 503 too. */
export const BODIES_OF_USER_BYTES_MAX = 256 * 1024 * 1024;
/** So much of all may be large bodies: whoever fills it leaves room for the small ones of everybody else. */
export const LARGE_BODIES_PART = 3 / 4;
/** Full is what has refused a body for want of room and has since then held at least so much of what large bodies may have; for so long: an alarm. */
export const BODIES_FULL_PART = 1 / 2;
export const BODIES_FULL_ALARM_MS = 10_000;
/** A body that is whole counts so many times: beside its bytes there are its text and what that was parsed into. */
export const WHOLE_BODY_COPIES = 3;
/** A large one so many times: a single character beyond Latin makes two bytes a character of its text, and of what that was parsed into. */
export const WHOLE_LARGE_BODY_COPIES = 5;
/** One that is converted into another form counts so many times more: that form's text, and its bytes. */
export const CONVERTED_BODY_COPIES = 2;
/** A body that is larger, or would be once its values are parsed, and whatever a user holds beyond the second value, is taken only from who has a
 * balance, also where a call costs nothing. */
export const SMALL_BODY_BYTES = 1024 * 1024;
export const SMALL_BODIES_OF_USER_BYTES = 16 * 1024 * 1024;
/** Running requests of one user, those that are still being sent too; half of what an upstream's origin takes. Further ones are answered 429.
 * The default of `RELAY_CALLS_OF_USER_MAX`. */
export const CALLS_OF_USER_MAX = 1_024;
/** An upload of which no byte comes for so long is ended with 408, and its connection closed. */
export const UPLOAD_STANDSTILL_MS = 15_000;
/** From so many on the room for a body grows where it stands, up to the second, and is given back at once; below and above it is made anew. */
export const GATHERED_ROOM_BYTES = 512 * 1024;
export const GATHERED_ROOMS_BYTES_MAX = 64 * 1024 * 1024;
/** Pieces in which a packed body is unpacked. */
export const UNPACKED_PIECE_BYTES = 64 * 1024;
/** What a decoder of brotli keeps of what it has put out. */
export const BROTLI_WINDOW_BYTES_MAX = 16 * 1024 * 1024;
/** Calls of one connection that are sent without waiting for answers, the one being answered too. The next is answered 429, and the connection closed. */
export const PIPELINED_CALLS_MAX = 16;
/** Values in one body, and how deep they may stand in each other: small ones take many times their bytes when they are parsed. Beyond it 400. */
export const JSON_VALUES_MAX = 500_000;
/** What a value counts for beside the bytes of its text, once it is parsed: the room of an empty object in a list. */
export const JSON_VALUE_BYTES = 64;
export const JSON_DEPTH_MAX = 512;
/** After a refusal so much of a body that is still coming is read and thrown away, for so long, so that the caller can read the answer; less
 * where it stands still. */
export const DRAIN_BYTES_MAX = 64 * 1024 * 1024;
export const DRAIN_MS_MAX = 30_000;

/** The header Idempotency-Key: its letters, and an answer that is kept for it. */
export const IDEMPOTENCY_KEY_CHARACTERS_MAX = 255;
export const KEPT_ANSWER_BYTES_MAX = 1024 * 1024;
/** So long after an answer was kept its relay has noted the charge: later its till is asked even while it is open. */
export const IDEMPOTENCY_ANSWER_SETTLED_MS = 30_000;
/** So long after a till was closed a relay that was taken for dead has recorded what it had still to, if it lives. */
export const IDEMPOTENCY_LATE_RECORD_MS = 30_000;

/** An answer that is no stream. */
export const ANSWER_BYTES_MAX = 64 * 1024 * 1024;
/** So much of it takes no room in the memory for bodies; of a larger one all does, so many times: its bytes, its text and what that is parsed into. */
export const SMALL_ANSWER_BYTES = 256 * 1024;
export const ANSWER_COPIES = 3;
/** Values in one, or in one event of a stream, most of them numbers: of objects and lists as many as in a body, and no deeper. */
export const ANSWER_VALUES_MAX = 8_000_000;
/** Of an error answer no more is read. */
export const ERROR_ANSWER_BYTES_MAX = 256 * 1024;
/** One event of a stream. */
export const EVENT_BYTES_MAX = 8 * 1024 * 1024;
/** What comes at once of a stream, or has waited for its end: from so much on its lines are looked at. */
export const SPARSE_PIECE_BYTES_MIN = 4 * 1024;
/** Of the lines of such a piece, on average. Blank lines and comments alone have fewer. */
export const LINE_MEAN_BYTES_MIN = 7;
/** Events of a stream, of what comes at once, whose data are no JSON object. */
export const UNREADABLE_EVENTS_MAX = 1_000;
/** Characters of a response that is made of a stream: its last event says all of it once more. */
export const RESPONSE_CHARACTERS_MAX = 4 * 1024 * 1024;
/** Bytes of a stream that are kept as they came, for counting, before they are reduced to their texts. */
export const KEPT_STREAM_BYTES_MAX = 64 * 1024;
/** Characters of produced text that are kept before the older ones are counted. */
export const KEPT_TEXT_CHARACTERS_MAX = 256 * 1024;
/** How long an upstream may keep a connection open behind the end mark of its stream. */
export const STREAM_LINGER_MAX_MS = 5_000;
/** Characters of an upstream's error message that are passed on. */
export const MESSAGE_CHARACTERS_MAX = 2_000;

/** Of one upstream origin, directly or by a proxy: connections, each with one request at a time; a request beyond them is refused. */
export const CONNECTIONS_PER_ORIGIN_MAX = 2_048;
/** Origins (and proxies) whose connections are kept; the one unused for longest is closed for a new one. */
export const POOLS_MAX = 256;
export const CONNECT_TIMEOUT_MS = 10_000;
export const IDLE_CONNECTION_MS = 10_000;
/** Of an answer that is read on for its usage once its caller has hung up (option HangUpReadSeconds): how much of it, and of how many at once. */
export const HANG_UP_READ_BYTES_MAX = 1024 * 1024;
export const HANG_UP_READS_MAX = 256;
/** Short-lived keys of channels that are kept, and that are being asked for at once; further ones are refused. */
export const SHORT_LIVED_KEYS_MAX = 4_096;
export const SHORT_LIVED_KEYS_ASKED_MAX = 64;
/** For the whole answer to the question for one, and of what size it may be. */
export const SHORT_LIVED_KEY_TIMEOUT_MS = 10_000;
export const SHORT_LIVED_KEY_ANSWER_BYTES_MAX = 64 * 1024;
/** While another relay asks for one, it is looked for so often, for half of that time. */
export const SHORT_LIVED_KEY_PAUSE_MS = 50;
/** So long before it expires another one is asked for; of a key that lasts less than twice as long, after half of its time. */
export const SHORT_LIVED_KEY_MARGIN_MS = 60_000;
/** Parts in which a message of an upstream's WebSocket may come, and how long such a connection may stay open once it has been closed. */
export const WEBSOCKET_PARTS_MAX = 4_096;
export const WEBSOCKET_CLOSE_MAX_MS = 5_000;
/** Pictures that a request names by address and that are fetched for it: how many, how large each and all together, and how long all may take; of one
 * request at a time, and of one user. What is fetched counts so many times in the memory for bodies: its bytes, their base64, and the bodies it stands in. */
export const PICTURES_MAX = 16;
export const PICTURE_BYTES_MAX = 8 * 1024 * 1024;
export const PICTURES_BYTES_MAX = 20 * 1024 * 1024;
export const PICTURES_TIMEOUT_MS = 20_000;
export const PICTURES_AT_ONCE = 4;
export const PICTURES_OF_USER_AT_ONCE = 64;
export const PICTURE_COPIES = 6;
/** A channel that has failed so many times running is spared, for the second value at first and for at most the third; its probe may take so long before
 * another one is sent. Channels of which so much is kept, and for how long where nothing more is heard of them. */
export const BREAKER_FAILURES = 5;
export const BREAKER_PAUSE_MIN_MS = 1_000;
export const BREAKER_PAUSE_MAX_MS = 30_000;
export const PROBE_MS_MAX = 30_000;
export const BREAKERS_MAX = 10_000;
export const BREAKER_FORGOTTEN_MS = 600_000;
/** Channels with several keys of which is known whose turn it is, and keys that are not used for so long because they were found spent. */
export const KEY_TURNS_MAX = 10_000;
export const KEY_ASIDE_MS = 10_000;
/** Limited calls that wait for an answer of the directory, and how many of them one question holds, as many subjects told of beside them. */
export const CALL_LIMITS_WAITING_MAX = 10_000;
export const CALL_LIMITS_BATCH_MAX = 200;
/** What calls have used is told after so long; how many run at once, and again this often. */
export const CALL_LIMITS_TOLD_AFTER_MS = 250;
export const CALL_LIMITS_BEAT_MS = 10_000;
/** A call that finds as many running as may waits so long for one to end, so often. */
export const CALL_LIMITS_PARALLEL_PAUSE_MS = 100;
export const CALL_LIMITS_PARALLEL_PAUSES_MAX = 2;
/** So long a process decides alone where the directory does not answer, of so many subjects, before it asks again. */
export const CALL_LIMITS_ALONE_MS = 1_000;
export const CALL_LIMITS_ALONE_SUBJECTS_MAX = 10_000;
/** Refusals that are repeated without a question, and for how long at most. */
export const CALL_LIMITS_REFUSED_MAX = 10_000;
export const CALL_LIMITS_REFUSED_KEPT_MS = 1_000;
/** Prompts of which a provider may keep the beginning, in tokens as they are estimated; conversations of which is known where they were served last, for how
 * long after that; and how long a channel of a higher priority must have been back before they go there. */
export const AFFINITY_TOKENS_MIN = 1_024;
export const AFFINITIES_MAX = 100_000;
export const AFFINITY_MS = 3_600_000;
export const AFFINITY_BACK_MS = 300_000;
/** So many streams that are open at a time take at most so much memory together, and make 99 of 100 turns late by at most so much: what follows from the
 * limits of one stream, and is measured by `npm run bench -- open-streams`. */
export const OPEN_STREAMS = 1_000;
export const OPEN_STREAMS_BYTES_MAX = 150 * 1024 * 1024;
export const OPEN_STREAMS_LATE_P99_MS_MAX = 50;
/** After all that upstreams and callers may do to it, a relay holds at most so much more memory than before, and meanwhile another call takes at most so long:
 * measured by `npm run bench -- hostile`. */
export const HOSTILE_BYTES_MAX = 150 * 1024 * 1024;
export const HOSTILE_MEANWHILE_MS_MAX = 2_000;
/** A client that takes no bytes of its stream for so long is treated as gone. */
export const CLIENT_STALL_MS = 120_000;
/** Time for running requests to end when the relay closes; then their connections are cut. */
export const CLOSE_GRACE_MS = 1_000;

// What a request may leave in the ledger. Together these keep the largest charge far below what one append holds (`APPEND_BYTES_MAX`), since
// whatever is served must be charged. Characters are UTF-16 units, each at most six bytes in an event.

/** A name: of the model asked for, of the model after a channel's mapping, of the group. */
export const NAME_CHARACTERS_MAX = 255;
/** An upstream's own id of a request; what is longer is cut. */
export const UPSTREAM_REQUEST_ID_CHARACTERS_MAX = 128;
/** Of an answer's id and its model, as the upstream says them. */
export const ANSWER_FACT_CHARACTERS_MAX = 128;
/** Of whom a caller names as the end user of a call, before he is hashed; of a longer text nothing is kept. */
export const END_USER_CHARACTERS_MAX = 1_024;
/** A caller's word for how hard a model is to think; what is longer is cut. */
export const EFFORT_CHARACTERS_MAX = 64;
/** Of a tier of service, as an upstream names it. */
export const TIER_CHARACTERS_MAX = 64;
/** Names, ids and prices of one request, before its attempts; known before its upstream is called. */
export const FACTS_CHARACTERS_MAX = 16 * 1024;

/** Token counting: texts waiting for the counter, and the time until an estimate is taken instead. */
export const COUNTS_WAITING_MAX = 256;
export const FREE_COUNTS_WAITING_MAX = 64;
/** What the counter's thread has at a time: so many texts of together so many characters, or a longer one alone. The others can still be taken back. */
export const COUNTS_POSTED_MAX = 16;
export const COUNTS_POSTED_CHARACTERS_MAX = 64 * 1024;
/** Longer texts are estimated, since those who wait behind them would wait too long. */
export const COUNT_CHARACTERS_MAX = 4 * 1024 * 1024;
export const COUNT_TIMEOUT_MS = 4_000;
/** Of a prompt that is counted for nothing, and of all of one user's at a time; beyond the second value only for who has a balance. */
export const FREE_COUNT_CHARACTERS_MAX = 1024 * 1024;
export const FREE_COUNT_SMALL_CHARACTERS = 64 * 1024;
/** An unused counter gives its memory back. */
export const COUNTER_IDLE_MS = 300_000;

export const MAX_TOKENS_MAX = 1_073_741_823;
export const CHOICES_MAX = 128;
/** Texts or lists of tokens in one request for vectors. */
export const EMBEDDED_INPUTS_MAX = 2_048;
/** Of these Gemini takes so many at a time, and no tokens. */
export const GEMINI_EMBEDDED_TEXTS_MAX = 100;
/** Tokens that a provider may report; more is no usage but a mistake. */
export const REPORTED_TOKENS_MAX = 1_000_000_000;
/** Searches of the web for one answer; of more none is charged. */
export const REPORTED_SEARCHES_MAX = 10_000;

/** A channel test as a whole, and the tokens it asks for. */
export const TEST_TIMEOUT_MS = 60_000;
export const TEST_TOKENS_MAX = 10;
