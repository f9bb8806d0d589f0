import type { Socket } from 'node:net';

/** Somebody who takes connections one after the other. */
export interface Taker {
  /** Gives a copy: this process keeps the connection open until `ConnectionBalancer.took` or `ConnectionBalancer.leave`. */
  give(socket: Socket): void;
}

/**
 * Deals connections out in turns, to each taker one at a time: when a taker dies, one connection is lost that may or may not have reached it, and it is
 * closed here. (Node by itself leaves it open for ever, also in `node:cluster`: its channel waits for the answer of the dead before it closes what was sent.)
 */
export class ConnectionBalancer {
  readonly #waitingMax: number;
  readonly #waiting: Socket[] = [];
  /** Those who have taken what they were given; whoever has waited longest first. */
  readonly #free = new Set<Taker>();
  /** What was given to whom and has not arrived yet. */
  readonly #busy = new Map<Taker, Socket>();
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
    this.#busy.get(taker)?.destroy();
    this.#busy.delete(taker);
  }

  /** The taker was gone already, and the connection has not left this process: it is the next one's. */
  gaveBack(taker: Taker, socket: Socket): void {
    this.#busy.delete(taker);
    this.leave(taker);
    if (this.#ended || socket.destroyed) return void socket.destroy();
    // Even where as many wait as may: it is older than they are.
    this.#waiting.unshift(socket);
    this.#deal();
  }

  took(taker: Taker): void {
    const taken = this.#busy.get(taker);
    if (taken === undefined) return;
    this.#busy.delete(taker);
    // The taker's copy is the connection from now on.
    taken.destroy();
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
      this.#busy.set(taker, socket);
      taker.give(socket);
    }
  }
}
