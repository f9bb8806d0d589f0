import { afterEach, beforeEach, describe, it } from '@jest/globals';
import { MessageChannel } from 'node:worker_threads';
import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { migrateReadModels } from '@ledgate/projections/schema/generations';
import { type FreshDatabase, freshDatabase } from '@ledgate/projections/testing/fresh-database';
import { Pool } from 'pg';
import { createLogger } from '../../server/telemetry/logger.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { ProjectorThread } from './projector-thread.ts';
import { runProjector } from './run-projector.ts';
import type { FromProjector } from './messages.ts';

describe("the projector's signs of life", () => {
  let database: FreshDatabase;
  let channel: MessageChannel;
  let projectorThread: ProjectorThread;
  beforeEach(async () => {
    database = await freshDatabase();
    const pool = new Pool({ connectionString: database.url });
    await Promise.all([migrateDirectory(pool), migrateReadModels(pool)]);
    await pool.end();
    channel = new MessageChannel();
    projectorThread = new ProjectorThread(
      channel.port1,
      runProjector(channel.port2, createLogger({ LOG_LEVEL: 'silent' })),
    );
  });
  afterEach(async () => {
    await projectorThread.stop();
    await database.drop();
  });

  it('come again and again while nothing changes', async () => {
    const told: string[] = [];
    channel.port1.on('message', (message: FromProjector) => {
      if (message.kind === 'state') told.push(JSON.stringify(message.state));
    });
    await projectorThread.open(database.url);
    await eventually('the same is told several times', () => told.filter((state) => state === told.at(-1)).length >= 3);
  });
});
