import { KNOWN_STREAMS_MAX } from './limits.ts';

/** Revisions that are known to exist. An event never goes away, so this needs no invalidation; it is forgotten with the connection. */
export class KnownRevisions {
  readonly #last = new Map<string, number>();

  has(stream: string, revision: number): boolean {
    return revision <= (this.#last.get(stream) ?? -1);
  }

  saw(stream: string, revision: number): void {
    const before = this.#last.get(stream) ?? -1;
    this.#last.delete(stream);
    this.#last.set(stream, Math.max(before, revision));
    if (this.#last.size <= KNOWN_STREAMS_MAX) return;
    const [oldest] = this.#last.keys();
    if (oldest !== undefined) this.#last.delete(oldest);
  }

  clear(): void {
    this.#last.clear();
  }
}
