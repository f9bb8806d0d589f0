import { useSyncExternalStore } from 'react';

/** A value that components look at and that is there before the store is: what calls and page code find out of the server. */
export class Watched<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  /** A value that is the same tells nobody. */
  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  /** Answers what ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

export const useWatched = <Value>(watched: Watched<Value>): Value =>
  useSyncExternalStore(watched.subscribe, watched.get);
