const BLOCK_BYTES = 512;
/** From here on a size stands in base 256: eleven octal digits hold no more. */
const OCTAL_MAX = 8 ** 11;
const MODE = 0o644;

type Entry = {
  readonly name: string;
  readonly bytes: number;
  /** Unix seconds. */
  readonly mtime: number;
};

/** The header of a file in an archive of ustar, as plain as one can be: nobody's, and readable by all. */
export function tarHeader({ name, bytes, mtime }: Entry): Uint8Array {
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0, 100, 'latin1');
  writeOctal(header, MODE, 100, 8);
  writeOctal(header, 0, 108, 8);
  writeOctal(header, 0, 116, 8);
  writeSize(header, bytes);
  writeOctal(header, mtime, 136, 12);
  header.fill(' ', 148, 156);
  header.write('0', 156, 'latin1');
  header.write('ustar\u000000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

function writeOctal(header: Buffer, value: number, at: number, width: number): void {
  header.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1');
}

function writeSize(header: Buffer, bytes: number): void {
  if (bytes < OCTAL_MAX) {
    writeOctal(header, bytes, 124, 12);
    return;
  }
  header.writeUInt32BE(0x80_00_00_00, 124);
  header.writeBigUInt64BE(BigInt(bytes), 128);
}

/** What stands behind a file, up to the next whole block. */
export const tarPadding = (bytes: number): Uint8Array =>
  new Uint8Array((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES);

/** The end of an archive. */
export const tarEnd = (): Uint8Array => new Uint8Array(2 * BLOCK_BYTES);
