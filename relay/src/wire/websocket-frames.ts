// The frames of a WebSocket (RFC 6455) as a client writes and reads them: bytes in, bytes out.

export const OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
const FINAL = 0x80;
const RESERVED = 0x70;
const OPCODE = 0x0f;
const MASKED = 0x80;
const LENGTH = 0x7f;
const LENGTH_IN_2_BYTES = 126;
const LENGTH_IN_8_BYTES = 127;
/** Of a frame that closes, asks or answers whether somebody is there. */
const CONTROL_BYTES_MAX = 125;
const MASK_BYTES = 4;

/** What a peer has said. `code` of a close: 1005 where it gave none. */
export type Heard =
  | { readonly kind: 'message'; readonly bytes: Buffer }
  | { readonly kind: 'ping'; readonly bytes: Buffer }
  | { readonly kind: 'close'; readonly code: number };

export const CLOSE_NORMAL = 1_000;
const CLOSE_WITHOUT_CODE = 1_005;

/** The peer breaks the protocol, or says more than it may. */
export class BadFrame extends Error {
  override readonly name = 'BadFrame';
}

/** A whole frame of a client, whose bytes are masked with 4 random ones. */
export function clientFrame(opcode: number, payload: Buffer, mask: Buffer): Buffer {
  const { length } = payload;
  const head = Buffer.alloc(length <= CONTROL_BYTES_MAX ? 2 : length <= 0xffff ? 4 : 10);
  head[0] = FINAL | opcode;
  if (head.length === 2) head[1] = MASKED | length;
  else if (head.length === 4) {
    head[1] = MASKED | LENGTH_IN_2_BYTES;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = MASKED | LENGTH_IN_8_BYTES;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  const masked = Buffer.from(payload);
  for (let at = 0; at < length; at += 1) masked[at] = (masked[at] ?? 0) ^ (mask[at % MASK_BYTES] ?? 0);
  return Buffer.concat([head, mask, masked]);
}

export function closeFrame(code: number, mask: Buffer): Buffer {
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  return clientFrame(OPCODES.close, payload, mask);
}

type Frame = { readonly opcode: number; readonly isFinal: boolean; readonly payload: Buffer };

/** Reads a server's frames out of its bytes, however they are cut, and joins the parts of a message. Frames that answer our own pings are passed over. */
export class FrameReader {
  readonly #messageBytesMax: number;
  readonly #partsMax: number;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #neededBytes = 2;
  #parts: Buffer[] | undefined;
  #partsBytes = 0;

  constructor(limits: { readonly messageBytesMax: number; readonly partsMax: number }) {
    this.#messageBytesMax = limits.messageBytesMax;
    this.#partsMax = limits.partsMax;
  }

  /** What has become whole by these bytes, one after the other. Throws BadFrame, behind what came before it; nothing may be read afterwards. */
  *read(chunk: Buffer): Generator<Heard, void> {
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes < this.#neededBytes) return;
    const bytes = this.#waiting.length === 1 ? chunk : Buffer.concat(this.#waiting, this.#waitingBytes);
    let at = 0;
    for (let frame = this.#frameAt(bytes, at); frame !== undefined; frame = this.#frameAt(bytes, at)) {
      at = frame.end;
      const one = this.#hear(frame);
      if (one !== undefined) yield one;
    }
    const rest = bytes.subarray(at);
    this.#waiting = rest.length === 0 ? [] : [rest];
    this.#waitingBytes = rest.length;
  }

  /** undefined: not whole yet, and `#neededBytes` from there on have to come first. */
  #frameAt(bytes: Buffer, at: number): (Frame & { readonly end: number }) | undefined {
    this.#neededBytes = 2;
    const [first, second] = [bytes[at], bytes[at + 1]];
    if (first === undefined || second === undefined) return undefined;
    if ((first & RESERVED) !== 0) throw new BadFrame('a frame has bits that mean nothing here');
    if ((second & MASKED) !== 0) throw new BadFrame('a frame of a server is masked');
    const short = second & LENGTH;
    const headBytes = short === LENGTH_IN_8_BYTES ? 10 : short === LENGTH_IN_2_BYTES ? 4 : 2;
    this.#neededBytes = headBytes;
    if (bytes.length - at < headBytes) return undefined;
    const length =
      headBytes === 2 ? short : headBytes === 4 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
    const opcode = first & OPCODE;
    const isFinal = (first & FINAL) !== 0;
    if (opcode >= OPCODES.close && (length > CONTROL_BYTES_MAX || !isFinal))
      throw new BadFrame('a frame of control is too long or in parts');
    if (this.#partsBytes + length > this.#messageBytesMax)
      throw new BadFrame(`a message has more than ${this.#messageBytesMax} bytes`);
    this.#neededBytes = headBytes + length;
    const end = at + this.#neededBytes;
    return end > bytes.length ? undefined : { opcode, isFinal, payload: bytes.subarray(at + headBytes, end), end };
  }

  #hear({ opcode, isFinal, payload }: Frame): Heard | undefined {
    switch (opcode) {
      case OPCODES.text:
      case OPCODES.binary:
        if (this.#parts !== undefined) throw new BadFrame('a message begins within another');
        return isFinal ? { kind: 'message', bytes: payload } : this.#keep([], payload);
      case OPCODES.continuation:
        if (this.#parts === undefined) throw new BadFrame('a message goes on that has not begun');
        this.#keep(this.#parts, payload);
        return isFinal ? this.#joined() : undefined;
      case OPCODES.close:
        return { kind: 'close', code: payload.length < 2 ? CLOSE_WITHOUT_CODE : payload.readUInt16BE(0) };
      case OPCODES.ping:
        return { kind: 'ping', bytes: payload };
      case OPCODES.pong:
        return undefined;
      default:
        throw new BadFrame(`there is no frame of kind ${opcode}`);
    }
  }

  #keep(parts: Buffer[], part: Buffer): undefined {
    if (parts.length >= this.#partsMax) throw new BadFrame(`a message has more than ${this.#partsMax} parts`);
    parts.push(part);
    this.#parts = parts;
    this.#partsBytes += part.length;
  }

  #joined(): Heard {
    const bytes = Buffer.concat(this.#parts ?? [], this.#partsBytes);
    this.#parts = undefined;
    this.#partsBytes = 0;
    return { kind: 'message', bytes };
  }
}
