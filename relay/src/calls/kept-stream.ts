import type { Missing } from '@ledgate/projections/directory/kept-answers';
import type { BodyShare } from '../http/body-memory.ts';
import { KEPT_ANSWER_BYTES_MAX } from '../limits.ts';

/** What a caller gets of a stream, gathered beside it for who asks again with the same Idempotency-Key; let go of once it is too large. */
export class KeptStream {
  readonly contentType: string;
  readonly #share: BodyShare;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #missing: Missing | undefined;

  constructor(contentType: string, share: BodyShare) {
    this.contentType = contentType;
    this.#share = share;
  }

  add(piece: Buffer): void {
    if (this.#missing !== undefined) return;
    this.#bytes += piece.length;
    if (this.#bytes > KEPT_ANSWER_BYTES_MAX) this.#letGo('large');
    else if (this.#share.holdAnswer(piece.length)) this.#pieces.push(piece);
    else this.#letGo('room');
  }

  /** All of it, with its last bytes. */
  whole(ending: Buffer): Buffer | Missing {
    this.add(ending);
    return this.#missing ?? Buffer.concat(this.#pieces);
  }

  #letGo(why: Missing): void {
    this.#missing = why;
    this.#pieces = [];
  }
}
