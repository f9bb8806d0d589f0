import { randomUUID } from 'node:crypto';
import type { EventToAppend } from '@ledgate/domain/ports/event-store';
import { Client } from 'pg';
import { int8Array, textArray, uuidArray } from '../../src/adapters/event-store/postgres/wire-arrays.ts';

const TABLE = `
CREATE SCHEMA bare;
CREATE TABLE bare.events (LIKE events.events INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES);
`;
const INSERT = `
INSERT INTO bare.events (position, revision, recorded_at, id, stream, type, data, metadata)
SELECT u.position, u.revision, now(), u.id, u.stream, u.type, u.data, u.metadata
FROM unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[]) u (position, revision, id, stream, type, data, metadata)`;

/** The yardstick: the same rows into the same columns and indexes, without head, conflicts, retries or callers. */
export class BareInserts {
  readonly #client: Client;
  #position = 0;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<BareInserts> {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(TABLE);
    return new BareInserts(client);
  }

  /** Events per second, in queries of `rows` rows, one for each of as many streams. */
  async insertFor(rows: number, newEvent: () => EventToAppend, seconds: number): Promise<number> {
    const streams = Array.from({ length: rows }, () => `till-${randomUUID()}`);
    const startedMs = performance.now();
    let revision = 0;
    while (performance.now() < startedMs + seconds * 1_000) {
      const events = streams.map(newEvent);
      await this.#client.query({
        name: 'bare-insert',
        text: INSERT,
        values: [
          int8Array(events.map((_, index) => this.#position + index)),
          int8Array(events.map(() => revision)),
          uuidArray(events.map(({ id }) => id)),
          textArray(streams),
          textArray(events.map(({ type }) => type)),
          textArray(events.map(({ data }) => data)),
          textArray(events.map(({ metadata }) => JSON.stringify(metadata))),
        ],
      });
      this.#position += rows;
      revision += 1;
    }
    return ((revision * rows) / (performance.now() - startedMs)) * 1_000;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
