import type { EventFeed } from '@ledgate/domain/ports/event-feed';
import { type Position, START, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { until } from './until.ts';

const PAUSE_MS = 100;

/** Applies a feed as a projection does: one position a partition, what comes again dropped, nothing left out. Begins again when the source is away. */
export class Projection {
  readonly positions = new Map<number, Position>();
  readonly applied: number[] = [];
  readonly gaps: string[] = [];
  readonly #ended = new AbortController();
  readonly #running: Promise<void>;
  readonly #feed: EventFeed;

  constructor(feed: EventFeed) {
    this.#feed = feed;
    this.#running = this.#run();
    // Thrown by `stop`.
    this.#running.catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      try {
        for await (const { partition, events, previous, through } of this.#feed.batches(START, {
          batchEventsMax: 50,
          signal,
          positionOf: async (of) => this.positions.get(of) ?? START,
        })) {
          const before = this.positions.get(partition) ?? START;
          if ((previous ?? START) > before) this.gaps.push(`${partition}: ${before} to ${previous}`);
          for (const { position } of events) if (position > before) this.applied.push(position);
          this.positions.set(partition, Math.max(before, through ?? START) as Position);
        }
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        await new Promise((resolve) => {
          setTimeout(resolve, PAUSE_MS);
        });
      }
    }
  }

  async has(count: number): Promise<void> {
    await until(`${count} events are applied`, () => this.applied.length >= count);
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#running;
  }
}
