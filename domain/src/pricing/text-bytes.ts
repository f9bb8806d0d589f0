/** A shorter text is counted sooner than it is encoded. */
const SHORT_CHARACTERS = 32;
/** Texts are encoded in pieces of at most so many bytes, and nothing of them is kept. */
const ROOM_BYTES = 64 * 1024;

const encoder = new TextEncoder();
const room = new Uint8Array(ROOM_BYTES);

/** Bytes of a text in UTF-8 and so, since no token is shorter than a byte, a bound of its tokens. Half a surrogate pair counts 3, as it is sent. */
export function utf8Bytes(text: string): number {
  if (text.length < SHORT_CHARACTERS) return bytesOfShort(text);
  let bytes = 0;
  for (let rest = text; rest !== '';) {
    const { read, written } = encoder.encodeInto(rest, room);
    bytes += written;
    rest = rest.slice(read);
  }
  return bytes;
}

function bytesOfShort(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code < 0xdc00 && isLowHalf(text.charCodeAt(index + 1))) {
      bytes += 4;
      index += 1;
    } else bytes += 3;
  }
  return bytes;
}

const isLowHalf = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
