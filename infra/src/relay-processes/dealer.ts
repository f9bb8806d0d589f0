import type { Socket } from 'node:net';

/** Somebody who takes connections one after the other. */
export interface Taker {
  /** Answered by `Dealer.took` when the connection has arrived. */
  give(socket: Socket): void;
}

/**
 * Deals connections out in turns, to each taker one at a time: when a taker dies, one connection is lost that may or may not have reached it, and it is
 * closed with the taker's channel. (`node:cluster` deals in the same way, and leaves that connection open for ever.)
 */
export class Dealer {
  readonly #waitingMax: number;
  readonly #waiting: Socket[] = [];
  /** Those who have taken what they were given; whoever has waited longest first. */
  readonly #free = new Set<Taker>();
  readonly #busy = new Set<Taker>();
  #ended = false;

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  join(taker: Taker): void {
    this.#free.add(taker);
    this.#deal();
  }

  leave(taker: Taker): void {
    this.#free.delete(taker);
    this.#busy.delete(taker);
  }

  /** The taker was gone already, and the connection has not left this process: it is the next one's. */
  gaveBack(taker: Taker, socket: Socket): void {
    this.leave(taker);
    if (this.#ended) return void socket.destroy();
    // Even where as many wait as may: it is older than they are.
    this.#waiting.unshift(socket);
    this.#deal();
  }

  took(taker: Taker): void {
    if (!this.#busy.delete(taker)) return;
    this.#free.add(taker);
    this.#deal();
  }

  take(socket: Socket): void {
    // Who goes away before his turn is noticed by whoever gets the connection.
    socket.on('error', () => undefined);
    if (this.#ended || this.#waiting.length >= this.#waitingMax) return void socket.destroy();
    this.#waiting.push(socket);
    this.#deal();
  }

  /** Closes what waits, and whatever comes. */
  end(): void {
    this.#ended = true;
    for (const socket of this.#waiting.splice(0)) socket.destroy();
  }

  #deal(): void {
    for (const taker of this.#free) {
      const socket = this.#waiting.shift();
      if (socket === undefined) return;
      this.#free.delete(taker);
      this.#busy.add(taker);
      taker.give(socket);
    }
  }
}
