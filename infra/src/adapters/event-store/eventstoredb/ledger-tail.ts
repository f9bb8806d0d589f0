import { START, type Position } from '@ledgate/domain/ports/event-store';

/**
 * Remembers that between the ledger's last event and the last event of all there is nothing of the ledger's, so that whoever waits at
 * the end does not read the same events of others and of the server again and again.
 */
export class LedgerTail {
  #last: Position = START;
  #seen: Position = START;

  /** Nothing of the ledger stands behind `last` up to and including `seen`. */
  saw(last: Position, seen: Position): void {
    if (seen > this.#seen) [this.#last, this.#seen] = [last, seen];
  }

  get last(): Position {
    return this.#last;
  }

  get seen(): Position {
    return this.#seen;
  }

  /** Where to go on reading for what is behind `after`: at the position of an event that is known, never before `after`. */
  resume(after: Position): Position {
    return after >= this.#last && after < this.#seen ? this.#seen : after;
  }
}
