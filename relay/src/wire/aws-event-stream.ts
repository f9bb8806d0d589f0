import { crc32 } from 'node:zlib';
import { EventTooLarge } from '../errors/event-too-large.ts';
import { EVENT_BYTES_MAX } from '../limits.ts';
import { GatheredBytes } from './gathered-bytes.ts';

// AWS's binary event stream (application/vnd.amazon.eventstream): lengths and their checksum, headers, a payload, and the checksum of it all.

const PRELUDE_BYTES = 12;
const CHECKSUM_BYTES = 4;
/** Types of a header's value, and how many bytes one has; those of text and bytes say it themselves. */
const STRING = 7;
const BYTES = 6;
const VALUE_BYTES: ReadonlyMap<number, number> = new Map([
  [0, 0],
  [1, 0],
  [2, 1],
  [3, 2],
  [4, 4],
  [5, 8],
  [8, 8],
  [9, 16],
]);

/** `headers`: those whose value is a text. */
export type AwsMessage = { readonly headers: ReadonlyMap<string, string>; readonly payload: Buffer };

/** Bytes that are no such stream. */
export class BadAwsMessage extends Error {
  override readonly name = 'BadAwsMessage';
}

/** Cuts the bytes of such a stream into messages, however they come. */
export class AwsMessages {
  #held = new GatheredBytes();
  /** Of what is held, until which nothing can be read. */
  #needed = PRELUDE_BYTES;

  /** The messages that are whole by now. Throws BadAwsMessage and EventTooLarge. */
  push(chunk: Buffer): readonly AwsMessage[] {
    this.#held.add(chunk);
    if (this.#held.length < this.#needed) return [];
    const bytes = this.#held.whole();
    const messages: AwsMessage[] = [];
    let at = 0;
    this.#needed = PRELUDE_BYTES;
    while (bytes.length - at >= PRELUDE_BYTES) {
      const length = lengthAt(bytes, at);
      if (bytes.length - at < length) {
        this.#needed = length;
        break;
      }
      messages.push(messageIn(bytes.subarray(at, at + length)));
      at += length;
    }
    this.#held = new GatheredBytes();
    if (at < bytes.length) this.#held.add(bytes.subarray(at));
    return messages;
  }
}

function lengthAt(bytes: Buffer, at: number): number {
  if (crc32(bytes.subarray(at, at + 8)) !== bytes.readUInt32BE(at + 8)) throw new BadAwsMessage('a wrong checksum');
  const length = bytes.readUInt32BE(at);
  if (length > EVENT_BYTES_MAX) throw new EventTooLarge(`an event is larger than ${EVENT_BYTES_MAX} bytes`);
  if (length < PRELUDE_BYTES + bytes.readUInt32BE(at + 4) + CHECKSUM_BYTES) throw new BadAwsMessage('a wrong length');
  return length;
}

function messageIn(bytes: Buffer): AwsMessage {
  const end = bytes.length - CHECKSUM_BYTES;
  if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end)) throw new BadAwsMessage('a wrong checksum');
  const headersEnd = PRELUDE_BYTES + bytes.readUInt32BE(4);
  return {
    headers: headersIn(bytes.subarray(PRELUDE_BYTES, headersEnd)),
    payload: bytes.subarray(headersEnd, end),
  };
}

function headersIn(bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (let at = 0; at < bytes.length;) {
    const nameEnd = at + 1 + (bytes[at] as number);
    const type = bytes[nameEnd] ?? -1;
    const isSized = type === STRING || type === BYTES;
    if (isSized && nameEnd + 3 > bytes.length) throw new BadAwsMessage('a header that has no end');
    const start = nameEnd + (isSized ? 3 : 1);
    const size = isSized ? bytes.readUInt16BE(nameEnd + 1) : VALUE_BYTES.get(type);
    if (size === undefined || start + size > bytes.length) throw new BadAwsMessage('a header that has no end');
    if (type === STRING)
      headers.set(bytes.toString('utf8', at + 1, nameEnd), bytes.toString('utf8', start, start + size));
    at = start + size;
  }
  return headers;
}
