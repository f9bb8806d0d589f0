import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Position, START } from '@ledgate/domain/ports/event-store';
import pg from 'pg';
import { openProxy, type SilentProxy } from '../directory/testing/silent-proxy.ts';
import { migrateReadModels } from '../schema/generations.ts';
import { type FreshDatabase, freshDatabase } from '../testing/fresh-database.ts';
import { watchProgress } from './watch-progress.ts';

const NEVER = 1_000_000 as Position;
const LONG_MS = 3_600_000;

describe('a watch on the read models whose Postgres does not answer any longer', () => {
  let database: FreshDatabase;
  let proxy: SilentProxy;
  let pool: pg.Pool;
  beforeEach(async () => {
    database = await freshDatabase();
    proxy = await openProxy(new URL(database.url));
    pool = new pg.Pool({ connectionString: proxy.url, max: 1 });
    pool.on('error', () => undefined);
    await migrateReadModels(pool);
  });
  afterEach(async () => {
    await proxy.close();
    await pool.end();
    await database.drop();
  });

  it('lets nobody wait for its answer for ever, and gives the connection up', async () => {
    const watch = watchProgress(pool);
    expect(await watch.waitFor(START, 0)).toBe(true);
    expect(await watch.waitFor(NEVER, 0)).toBe(false);
    expect(pool.totalCount).toBe(1);
    proxy.silence();
    expect(await watch.waitFor(NEVER, 0)).toBe(false);
    while (pool.totalCount > 0)
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    await watch.stop();
  });

  it('can be stopped while it asks', async () => {
    const watch = watchProgress(pool);
    expect(await watch.waitFor(NEVER, 0)).toBe(false);
    proxy.silence();
    const waiting = watch.waitFor(NEVER, LONG_MS);
    await watch.stop();
    expect(await waiting).toBe(false);
  });
});
