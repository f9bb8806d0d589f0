import type { Position, RecordedEvent, Revision } from '@ledgate/domain/ports/event-store';
import type { EventId } from '@ledgate/domain/shared/ids';
import type { Pool } from 'pg';
import { databasePool } from '../../../process/database/database-pool.ts';
import { unavailable } from './connection.ts';
import { CONNECT_TIMEOUT_MS, HEAD_TIMEOUT_MS, READ_CONNECTIONS_MAX, READ_TIMEOUT_MS } from './limits.ts';
import { ALL, HEAD, SESSION_SETTINGS, STREAM_BACKWARDS, STREAM_FORWARDS } from './sql.ts';

type Row = [
  position: string,
  revision: string,
  recordedAt: Date,
  id: string,
  stream: string,
  type: string,
  data: string,
  metadata: string,
];

/** Reads the ledger over a few connections of its own. Every method throws StoreUnavailable when the database does not answer. */
export class EventReader {
  readonly #pool: Pool;

  constructor(url: string) {
    this.#pool = databasePool({
      url,
      connectionsMax: READ_CONNECTIONS_MAX,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      answerMaxMs: READ_TIMEOUT_MS,
      settings: SESSION_SETTINGS,
      // The next read says what is wrong.
      onBroken: () => undefined,
    });
  }

  stream(stream: string, from: number, limit: number): Promise<RecordedEvent[]> {
    return this.#events('events-stream-forwards', STREAM_FORWARDS, [stream, from, limit]);
  }

  streamBackwards(stream: string, before: number, limit: number): Promise<RecordedEvent[]> {
    return this.#events('events-stream-backwards', STREAM_BACKWARDS, [stream, before, limit]);
  }

  all(after: number, limit: number): Promise<RecordedEvent[]> {
    return this.#events('events-all', ALL, [after, limit]);
  }

  async head(): Promise<Position> {
    const [row] = await this.#rows<[string]>('events-head', HEAD, [], HEAD_TIMEOUT_MS);
    if (row === undefined) throw new Error('events.head has lost its row');
    return Number(row[0]) as Position;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #events(name: string, text: string, values: unknown[]): Promise<RecordedEvent[]> {
    return (await this.#rows<Row>(name, text, values)).map(recorded);
  }

  async #rows<R extends unknown[]>(
    name: string,
    text: string,
    values: unknown[],
    answerMaxMs = READ_TIMEOUT_MS,
  ): Promise<R[]> {
    const asked = { name, text, values, rowMode: 'array' as const, query_timeout: answerMaxMs };
    try {
      return (await this.#pool.query<R>(asked)).rows;
    } catch (error) {
      throw unavailable(error);
    }
  }
}

function recorded([position, revision, recordedAt, id, stream, type, data, metadataText]: Row): RecordedEvent {
  const metadata = JSON.parse(metadataText) as Record<string, string>;
  return {
    id: id as EventId,
    type,
    data,
    metadata,
    stream,
    revision: Number(revision) as Revision,
    position: Number(position) as Position,
    recordedAt: metadata['recordedAt'] ?? recordedAt.toISOString(),
  };
}
