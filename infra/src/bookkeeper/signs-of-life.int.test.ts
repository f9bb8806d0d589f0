import { afterEach, beforeEach, describe, it } from '@jest/globals';
import { MessageChannel } from 'node:worker_threads';
import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { migrateReadModels } from '@ledgate/projections/schema/generations';
import { type FreshDatabase, freshDatabase } from '@ledgate/projections/testing/fresh-database';
import { Pool } from 'pg';
import { createLogger } from '../telemetry/logger.ts';
import { eventually } from '../testing/eventually.ts';
import { Bookkeeper } from './bookkeeper.ts';
import { keepBooks } from './keep-books.ts';
import type { FromBookkeeper } from './messages.ts';

describe("the bookkeeper's signs of life", () => {
  let database: FreshDatabase;
  let channel: MessageChannel;
  let bookkeeper: Bookkeeper;
  beforeEach(async () => {
    database = await freshDatabase();
    const pool = new Pool({ connectionString: database.url });
    await Promise.all([migrateDirectory(pool), migrateReadModels(pool)]);
    await pool.end();
    channel = new MessageChannel();
    bookkeeper = new Bookkeeper(channel.port1, keepBooks(channel.port2, createLogger({ LOG_LEVEL: 'silent' })));
  });
  afterEach(async () => {
    await bookkeeper.stop();
    await database.drop();
  });

  it('come again and again while nothing changes', async () => {
    const told: string[] = [];
    channel.port1.on('message', (message: FromBookkeeper) => {
      if (message.kind === 'state') told.push(JSON.stringify(message.state));
    });
    await bookkeeper.open(database.url);
    await eventually('the same is told several times', () => told.filter((state) => state === told.at(-1)).length >= 3);
  });
});
