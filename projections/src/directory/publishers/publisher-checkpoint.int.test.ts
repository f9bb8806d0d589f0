import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Position } from '@ledgate/domain/ports/event-store';
import pg from 'pg';
import { type FreshDatabase, freshDatabase } from '../../testing/fresh-database.ts';
import { migrateDirectory } from '../migrate.ts';
import { publisherCheckpoint, PublisherSuperseded } from './publisher-checkpoint.ts';

const at = (position: number, ...partitions: readonly (readonly [number, number])[]) =>
  ({ position: position as Position, partitions: partitions.map(([last, nextOffset]) => ({ last: last as Position, nextOffset })) });

describe('the publisher\'s checkpoint in Postgres', () => {
  let database: FreshDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await freshDatabase();
    pool = new pg.Pool({ connectionString: database.url });
    await migrateDirectory(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('is nothing for a topic that was never published to', async () => {
    expect(await publisherCheckpoint(pool, 1).load('new')).toBeUndefined();
  });

  it('is what was saved last, each topic for itself, also when that goes back', async () => {
    const checkpoint = publisherCheckpoint(pool, 1);
    await checkpoint.save('one', at(7_000_000_000_000, [7_000_000_000_000, 12], [3, 1]));
    await checkpoint.save('two', at(5, [5, 5]));
    expect(await publisherCheckpoint(pool, 1).load('one')).toEqual(at(7_000_000_000_000, [7_000_000_000_000, 12], [3, 1]));
    await checkpoint.save('one', at(0, [0, 0], [0, 0]));
    expect(await checkpoint.load('one')).toEqual(at(0, [0, 0], [0, 0]));
    expect(await checkpoint.load('two')).toEqual(at(5, [5, 5]));
  });

  it('is not moved by a publisher that was voted out', async () => {
    const [before, after] = [publisherCheckpoint(pool, 7), publisherCheckpoint(pool, 8)];
    await before.save('led', at(5, [5, 5]));
    await after.save('led', at(9, [9, 9]));
    await expect(before.save('led', at(6, [6, 6]))).rejects.toThrow(PublisherSuperseded);
    expect(await before.load('led')).toEqual(at(9, [9, 9]));
    await after.save('led', at(3, [3, 3]));
    expect(await after.load('led')).toEqual(at(3, [3, 3]));
  });
});
