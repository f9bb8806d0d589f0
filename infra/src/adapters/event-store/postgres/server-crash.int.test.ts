import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EventToAppend, NO_STREAM, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { startEmbeddedPostgres } from '../../../embedded/postgres/embedded-postgres.ts';
import { serverFolder } from '../../../embedded/postgres/folder.ts';
import { findPostmaster } from '../../../embedded/postgres/postmaster.ts';
import { PostgresEventStore } from './postgres-event-store.ts';
import { countingTo, newEvents, readLedger, revision } from '../../../../test/testing/stored-events.ts';

const ROUNDS = 4;
const WRITERS = 12;
const ACKNOWLEDGED_BEFORE_KILL = 60;
const BATCH_EVENTS = 5;
const APPEND_TIMEOUT_MS = 500;

/** What one writer asked for: acknowledged batches, and at most one more whose outcome it does not know. */
type Attempts = {
  readonly stream: string;
  readonly acknowledged: EventToAppend[][];
  readonly unknown: EventToAppend[];
};

describe('a database server that is killed under load', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'ledgate-crash-'));
  });
  afterAll(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = () => startEmbeddedPostgres({ dataDir, log: () => {} });

  it(`keeps every acknowledged batch whole, and every other one whole or not at all (${ROUNDS} times)`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const attempts = await loadUntilKilled(await start(), round);
      const server = await start();
      const store = await PostgresEventStore.open({ url: server.url });
      const events = await readLedger(store);
      expect(events.map(({ position }) => position)).toEqual(countingTo(events.length));
      expect(await store.head()).toBe(events.length);
      for (const { stream, acknowledged, unknown } of attempts) {
        const ids = events.filter((event) => event.stream === stream).map(({ id }) => id);
        const certain = acknowledged.flat().map(({ id }) => id);
        expect([certain, [...certain, ...unknown.map(({ id }) => id)]]).toContainEqual(ids);
        const expected = certain.length === 0 ? NO_STREAM : revision(certain.length - 1);
        expect(await store.append(stream, expected, unknown)).toMatchObject({
          outcome: 'appended',
          revision: certain.length + BATCH_EVENTS - 1,
        });
      }
      await store.close();
      await server.stop();
    }
  }, 120_000);

  async function loadUntilKilled({ url }: { url: string }, round: number): Promise<Attempts[]> {
    const store = await PostgresEventStore.open({ url, appendTimeoutMs: APPEND_TIMEOUT_MS });
    const pid = findPostmaster(serverFolder(dataDir))?.pid;
    if (pid === undefined) throw new Error('no server runs');
    let acknowledgedInAll = 0;
    const attempts = await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer): Promise<Attempts> => {
        const stream = `round-${round}-writer-${writer}`;
        const acknowledged: EventToAppend[][] = [];
        for (;;) {
          const batch = newEvents(BATCH_EVENTS);
          const expected = acknowledged.length === 0 ? NO_STREAM : revision(acknowledged.length * BATCH_EVENTS - 1);
          try {
            expect(await store.append(stream, expected, batch)).toMatchObject({ outcome: 'appended' });
          } catch (error) {
            if (error instanceof StoreUnavailable) return { stream, acknowledged, unknown: batch };
            throw error;
          }
          acknowledged.push(batch);
          acknowledgedInAll += 1;
          if (acknowledgedInAll === ACKNOWLEDGED_BEFORE_KILL) process.kill(pid, 'SIGKILL');
        }
      }),
    );
    await store.close();
    return attempts;
  }
});
