// JSON text sequences (RFC 7464): texts that follow each other on a wire that has no message boundaries of its own.

const SEPARATOR = '\x1e';

/** One text as a member of a sequence. */
export const sequenced = (text: Buffer): Buffer => Buffer.concat([BEFORE, text, AFTER]);

/** The texts of a whole sequence, or of a part that ends where a text ends. */
export const textsIn = (sequence: Buffer): readonly string[] => sequence.toString('utf8').split(SEPARATOR).slice(1);

const BEFORE = Buffer.from(SEPARATOR);
const AFTER = Buffer.from('\n');
