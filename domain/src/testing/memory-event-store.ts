import { checkAppend } from '../ports/check-append.ts';
import {
  type AppendOptions,
  type AppendOutcome,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  NO_STREAM,
  type Position,
  type RecordedEvent,
  type Revision,
  START,
} from '../ports/event-store.ts';

/** The event store in memory: what the port says and nothing more. For tests and simulations; an append takes effect when it is called. */
export class MemoryEventStore implements EventStore {
  readonly #all: RecordedEvent[] = [];
  readonly #streams = new Map<string, RecordedEvent[]>();
  readonly #listeners = new Set<() => void>();
  readonly #nowMs: (() => number) | undefined;

  /** How far positions are from each other; where it is more than 1, they are read from events on alone, as those of EventStoreDB. */
  readonly apart: number;

  /** `nowMs`: Unix milliseconds, for `recordedAt`; without it an event is recorded when it occurred. */
  constructor(nowMs?: () => number, apart = 1) {
    this.#nowMs = nowMs;
    this.apart = apart;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend[],
    { position = true }: AppendOptions = {},
  ): Promise<AppendOutcome> {
    checkAppend(stream, expected, events);
    const recorded = this.#streams.get(stream) ?? [];
    const first = expected === NO_STREAM ? 0 : expected + 1;
    if (recorded.length === first) {
      this.#write(stream, recorded, events);
    } else {
      const repeated = events.every(({ id }, index) => recorded[first + index]?.id === id);
      if (!repeated) return { outcome: 'conflict', actual: recorded.at(-1)?.revision ?? NO_STREAM };
    }
    const last = recorded[first + events.length - 1];
    if (last === undefined) throw new Error('an event that was written is not there');
    return { outcome: 'appended', revision: last.revision, position: position ? last.position : undefined };
  }

  #write(stream: string, recorded: RecordedEvent[], events: readonly EventToAppend[]): void {
    this.#streams.set(stream, recorded);
    const now = this.#nowMs === undefined ? undefined : new Date(this.#nowMs()).toISOString();
    for (const { id, type, data, metadata } of events) {
      const event: RecordedEvent = Object.freeze({
        id,
        type,
        data,
        metadata: Object.freeze({ ...metadata }),
        stream,
        revision: recorded.length as Revision,
        position: ((this.#all.length + 1) * this.apart) as Position,
        recordedAt: metadata['recordedAt'] ?? now ?? metadata['occurredAt'] ?? new Date(0).toISOString(),
      });
      recorded.push(event);
      this.#all.push(event);
    }
    queueMicrotask(() => {
      for (const wake of this.#listeners) wake();
    });
  }

  async readStream(stream: string, from: Revision, limit: number): Promise<readonly RecordedEvent[]> {
    return this.#streams.get(stream)?.slice(from, from + limit) ?? [];
  }

  async readStreamBackwards(stream: string, limit: number, before?: Revision): Promise<readonly RecordedEvent[]> {
    const events = this.#streams.get(stream) ?? [];
    const end = Math.min(events.length, before === undefined ? events.length : before + 1);
    return events.slice(Math.max(0, end - limit), end).toReversed();
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    const from = after / this.apart;
    if (!Number.isInteger(from)) throw new RangeError(`no event stands at position ${after}`);
    return this.#all.slice(from, from + limit);
  }

  async head(): Promise<Position> {
    return this.#all.at(-1)?.position ?? START;
  }

  onAppended(wake: () => void): () => void {
    this.#listeners.add(wake);
    return () => {
      this.#listeners.delete(wake);
    };
  }
}
