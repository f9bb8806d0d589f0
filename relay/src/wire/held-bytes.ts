import { GatheredBytes } from './gathered-bytes.ts';

/** Most events come in one piece or two, which are cheaper joined than gathered. */
const PIECES_MAX = 16;

/** Bytes of a stream that wait for those that make them whole. However many pieces they come in, they take no more room than their bytes. */
export class HeldBytes {
  #pieces: Buffer[] = [];
  #gathered: GatheredBytes | undefined;
  length = 0;

  add(piece: Buffer): void {
    this.length += piece.length;
    if (this.#gathered !== undefined) return this.#gathered.add(piece);
    this.#pieces.push(piece);
    if (this.#pieces.length <= PIECES_MAX) return;
    this.#gathered = new GatheredBytes();
    for (const held of this.#pieces) this.#gathered.add(held);
    this.#pieces = [];
  }

  /** All of them, with what has come behind them; nothing waits any more. */
  takeWith(last: Buffer): Buffer {
    if (this.length === 0) return last;
    const held = this.#gathered === undefined ? this.#pieces : [this.#gathered.whole()];
    const all = Buffer.concat([...held, last], this.length + last.length);
    this.free();
    return all;
  }

  /** Nobody wants them any more. */
  free(): void {
    this.#pieces = [];
    this.#gathered?.free();
    this.#gathered = undefined;
    this.length = 0;
  }
}
