import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publishedAt } from '@ledgate/domain/testing/publisher-checkpoint-contract';
import pg from 'pg';
import { type FreshDatabase, freshDatabase } from '../../testing/fresh-database.ts';
import { migrateDirectory } from '../migrate.ts';
import { publisherCheckpoint, PublisherSuperseded } from './publisher-checkpoint.ts';

describe("the publisher's checkpoint in Postgres", () => {
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

  it('is not moved by a publisher that was voted out', async () => {
    const [before, after] = [publisherCheckpoint(pool, 7), publisherCheckpoint(pool, 8)];
    await before.save('led', publishedAt(5, [5, 5]));
    await after.save('led', publishedAt(9, [9, 9]));
    await expect(before.save('led', publishedAt(6, [6, 6]))).rejects.toThrow(PublisherSuperseded);
    expect(await before.load('led')).toEqual(publishedAt(9, [9, 9]));
    await after.save('led', publishedAt(3, [3, 3]));
    expect(await after.load('led')).toEqual(publishedAt(3, [3, 3]));
  });
});
