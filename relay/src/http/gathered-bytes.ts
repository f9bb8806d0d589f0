const EMPTY = Buffer.alloc(0);
const FIRST_BYTES = 16 * 1024;

/**
 * Bytes that come in pieces, kept as one: a piece of one byte costs one byte, where a list of pieces would cost some hundreds for each. The room
 * grows twofold; of what is not filled the operating system gives nothing.
 */
export class GatheredBytes {
  #room: Buffer = EMPTY;
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

  whole(): Buffer {
    return this.#room.length === this.#length ? this.#room : this.#room.subarray(0, this.#length);
  }

  #grow(length: number): void {
    const wanted = Math.min(Math.max(2 * length, FIRST_BYTES), this.#expected);
    const room = Buffer.allocUnsafeSlow(Math.max(wanted, length));
    this.#room.copy(room, 0, 0, this.#length);
    this.#room = room;
  }
}
