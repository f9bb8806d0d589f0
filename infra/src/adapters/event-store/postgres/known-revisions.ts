import { KNOWN_STREAMS_MAX } from './limits.ts';

/**
 * Revisions that are known to exist. An event never goes away, so this needs no invalidation; it is forgotten with the connection. A Map in the order of
 * its use and not `lru-cache`: every append of the relay's hot path asks it.
 */
export class KnownRevisions {
  readonly #last = new Map<string, number>();

  /** The highest revision of the stream that is known to exist; -1 for none. There may be more. */
  lastOf(stream: string): number {
    return this.#last.get(stream) ?? -1;
  }

  saw(stream: string, revision: number): void {
    const last = Math.max(this.lastOf(stream), revision);
    this.#last.delete(stream);
    this.#last.set(stream, last);
    if (this.#last.size <= KNOWN_STREAMS_MAX) return;
    const [oldest] = this.#last.keys();
    if (oldest !== undefined) this.#last.delete(oldest);
  }

  clear(): void {
    this.#last.clear();
  }
}
