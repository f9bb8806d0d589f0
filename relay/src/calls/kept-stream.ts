import type { Missing } from '@ledgate/projections/directory/kept-answers';
import type { BodyShare } from '../http/body-memory.ts';
import { KEPT_ANSWER_BYTES_MAX } from '../limits.ts';
import { HeldBytes } from '../wire/held-bytes.ts';

const NOTHING = Buffer.alloc(0);

/** What a caller gets of a stream, gathered beside it for who asks again with the same Idempotency-Key; let go of once it is too large. */
export class KeptStream {
  readonly contentType: string;
  readonly #share: BodyShare;
  readonly #held = new HeldBytes();
  #missing: Missing | undefined;

  constructor(contentType: string, share: BodyShare) {
    this.contentType = contentType;
    this.#share = share;
  }

  add(piece: Buffer): void {
    if (this.#missing !== undefined) return;
    if (this.#held.length + piece.length > KEPT_ANSWER_BYTES_MAX) this.#letGo('large');
    else if (this.#share.holdAnswer(piece.length)) this.#held.add(piece);
    else this.#letGo('room');
  }

  /** All of it, with its last bytes. */
  whole(ending: Buffer): Buffer | Missing {
    this.add(ending);
    return this.#missing ?? this.#held.takeWith(NOTHING);
  }

  #letGo(why: Missing): void {
    this.#missing = why;
    this.#held.free();
  }
}
