// What an audit keeps in memory at a time: a file may be of any size, and made by whoever wishes it ill.

/** Bytes that are read of a file at once. */
export const CHUNK_BYTES = 256 * 1024;
/** Of a line. The data of an event are at most 512 KiB, and canonical numbers are at most five times as long as they were written. */
export const LINE_BYTES_MAX = 4 * 1024 * 1024;
/** Of a receipt: a leaf, and one for each change of the charge. */
export const RECEIPT_BYTES_MAX = 16 * 1024 * 1024;
/** Of a bundle's manifest, which has some 130 bytes an account. */
export const MANIFEST_BYTES_MAX = 256 * 1024 * 1024;
/** Of a note, and of a file of keys. */
export const NOTE_BYTES_MAX = 64 * 1024;
/** Of a file of published heads: some ten thousand. */
export const CHECKPOINTS_BYTES_MAX = 16 * 1024 * 1024;
/** Of a text that a fault tells. */
export const TOLD_CHARACTERS_MAX = 200;
/** Faults that are listed; the others are counted. */
export const FAULTS_MAX = 1_000;
/** Rows of one file of a bundle that are named; behind them it is compared no further. */
export const WRONG_ROWS_MAX = 20;
/** Leaves that are kept until those before them come. */
export const LEAVES_AHEAD_MAX = 4_096;
/** Streams whose last revision is remembered; that of the one seen longest ago is forgotten first. */
export const STREAMS_MAX = 65_536;
/** Seals that wait for their place, and changes of key that are told. */
export const SEALS_KEPT_MAX = 1_000;
