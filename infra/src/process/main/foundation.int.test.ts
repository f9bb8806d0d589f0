import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { type FreshDatabase, freshDatabase } from '@ledgate/projections/testing/fresh-database';
import pg from 'pg';
import { readEnvironment } from '../../server/config/config.ts';
import { createLogger } from '../../server/telemetry/logger.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { openFoundation } from './foundation.ts';
import { Lifeline } from './shutdown.ts';

const log = createLogger({ LOG_LEVEL: 'silent' });

describe('the foundation of a process', () => {
  let database: FreshDatabase;
  /** Looks on: the only session that a test leaves in the database. */
  let onlooker: pg.Client;
  let lifeline: Lifeline;
  beforeEach(async () => {
    database = await freshDatabase();
    onlooker = new pg.Client({ connectionString: database.url });
    await onlooker.connect();
    lifeline = new Lifeline(log);
  });
  afterEach(async () => {
    await lifeline.end();
    await onlooker.end();
    await database.drop();
  });

  const open = () =>
    openFoundation(
      readEnvironment({ DATABASE_URL: database.url }),
      log,
      lifeline,
      Promise.resolve({ url: database.url, ours: false }),
    );
  const sessions = async (): Promise<number> => {
    const { rows } = await onlooker.query<{ count: number }>(
      'select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    return rows[0]?.count ?? 0;
  };
  const migrationOfALaterRelease = async (): Promise<void> => {
    const pool = new pg.Pool({ connectionString: database.url });
    await migrateDirectory(pool);
    await pool.query("insert into directory.migrations (name) values ('9999-later')");
    await pool.end();
  };

  it('is ended with the lifeline: no connection stays open', async () => {
    await open();
    expect(await sessions()).toBeGreaterThan(0);
    await lifeline.end();
    await eventually('no session is left', async () => (await sessions()) === 0);
  });

  it('leaves no connection open either where a migration is refused', async () => {
    await migrationOfALaterRelease();
    await expect(open()).rejects.toThrow('9999-later');
    await lifeline.end();
    await eventually('no session is left', async () => (await sessions()) === 0);
  });
});
