import { checkAppend } from '@ledgate/domain/ports/check-append';
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
} from '@ledgate/domain/ports/event-store';
import { AppendWriter } from './append-writer.ts';
import { connect, unavailable } from './connection.ts';
import { EventReader } from './event-reader.ts';
import { migrateEvents } from './migrate.ts';

type PostgresEventStoreOptions = {
  /** `postgresql://...`; the role may create the schema `events` or owns it. */
  readonly url: string;
  readonly appendTimeoutMs?: number;
};

/** The event store in Postgres (docs/ledger.md#appending): one coalescing writer a process, positions without gaps, tables that only grow. */
export class PostgresEventStore implements EventStore {
  readonly #writer: AppendWriter;
  readonly #reader: EventReader;
  readonly #listeners: Set<() => void>;

  private constructor(writer: AppendWriter, reader: EventReader, listeners: Set<() => void>) {
    this.#writer = writer;
    this.#reader = reader;
    this.#listeners = listeners;
  }

  /** Connects and brings the schema up to date. Throws StoreUnavailable, or Error when a later release wrote the database. */
  static async open(options: PostgresEventStoreOptions): Promise<PostgresEventStore> {
    const connection = await connect(options.url);
    try {
      await migrateEvents(connection.client);
    } catch (error) {
      connection.destroy();
      throw connection.isLost() ? unavailable(error) : error;
    }
    const listeners = new Set<() => void>();
    const onWritten = (): void => {
      for (const wake of listeners) wake();
    };
    return new PostgresEventStore(
      new AppendWriter({ ...options, onWritten }, connection),
      new EventReader(options.url),
      listeners,
    );
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend[],
    { position = true }: AppendOptions = {},
  ): Promise<AppendOutcome> {
    checkAppend(stream, expected, events);
    const outcome = await this.#writer.append({
      stream,
      expected: expected === NO_STREAM ? -1 : expected,
      events: events.map(({ id, type, data, metadata }) => ({ id, type, data, metadata: JSON.stringify(metadata) })),
    });
    return position || outcome.outcome === 'conflict' ? outcome : { ...outcome, position: undefined };
  }

  async readStream(stream: string, from: Revision, limit: number): Promise<readonly RecordedEvent[]> {
    return this.#reader.stream(stream, from, limit);
  }

  async readStreamBackwards(stream: string, limit: number, before?: Revision): Promise<readonly RecordedEvent[]> {
    return this.#reader.streamBackwards(stream, before ?? Number.MAX_SAFE_INTEGER, limit);
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    return this.#reader.all(after, limit);
  }

  async head(): Promise<Position> {
    return this.#reader.head();
  }

  onAppended(wake: () => void): () => void {
    this.#listeners.add(wake);
    return () => {
      this.#listeners.delete(wake);
    };
  }

  /** Waits for appends and reads under way; later ones are refused with StoreUnavailable. */
  async close(): Promise<void> {
    await this.#writer.close();
    await this.#reader.close();
  }
}
