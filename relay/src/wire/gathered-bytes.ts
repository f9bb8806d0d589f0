import { GATHERED_ROOM_BYTES, GATHERED_ROOMS_BYTES_MAX } from '../limits.ts';

const EMPTY = Buffer.alloc(0);
const FIRST_BYTES = 16 * 1024;

/**
 * Bytes that come in pieces, kept as one: a piece of one byte costs one byte, where a list of pieces would cost some hundreds for each. The room
 * grows twofold; of what is not filled the operating system gives nothing. A large one grows where it stands, and `free` gives it back at once:
 * rooms that are left to the garbage collector would be many times what is held, since it comes late under load.
 */
export class GatheredBytes {
  #room: Buffer = EMPTY;
  /** Of a large room alone. */
  #growing: ArrayBuffer | undefined;
  #length = 0;
  readonly #expected: number;

  /** @param expected how many will come, where that is known: no more room is made than they take */
  constructor(expected = Infinity) {
    this.#expected = expected;
  }

  get length(): number {
    return this.#length;
  }

  add(piece: Buffer): void {
    const length = this.#length + piece.length;
    if (this.#length === 0) this.#room = piece;
    else {
      if (length > this.#room.length) this.#grow(length);
      piece.copy(this.#room, this.#length);
    }
    this.#length = length;
  }

  /** All of them; to be called once, at the end. */
  whole(): Buffer {
    if (this.#growing === undefined)
      return this.#room.length === this.#length ? this.#room : this.#room.subarray(0, this.#length);
    const whole = Buffer.allocUnsafeSlow(this.#length);
    this.#room.copy(whole, 0, 0, this.#length);
    this.free();
    return whole;
  }

  /** Nobody wants them any more. */
  free(): void {
    this.#room = EMPTY;
    this.#growing?.resize(0);
    this.#growing = undefined;
  }

  #grow(length: number): void {
    const wanted = Math.max(Math.min(Math.max(2 * length, FIRST_BYTES), this.#expected), length);
    if (wanted < GATHERED_ROOM_BYTES || length > GATHERED_ROOMS_BYTES_MAX)
      return this.#move(Buffer.allocUnsafeSlow(wanted));
    const bytes = Math.min(wanted, GATHERED_ROOMS_BYTES_MAX);
    if (this.#growing !== undefined) {
      this.#growing.resize(bytes);
      this.#room = Buffer.from(this.#growing, 0, bytes);
      return;
    }
    const growing = new ArrayBuffer(bytes, { maxByteLength: GATHERED_ROOMS_BYTES_MAX });
    this.#move(Buffer.from(growing, 0, bytes));
    this.#growing = growing;
  }

  #move(room: Buffer): void {
    this.#room.copy(room, 0, 0, this.#length);
    this.free();
    this.#room = room;
  }
}
