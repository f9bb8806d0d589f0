import type { ClientBase } from 'pg';
import { ADVISORY_LOCKS } from '@ledgate/projections/shared/advisory-locks';
import { events } from './migrations/0001-events.ts';
import { appendEach } from './migrations/0002-append-each.ts';

/** In order; a migration that has been released is never changed. */
const MIGRATIONS = [
  ['0001-events', events],
  ['0002-append-each', appendEach],
] as const;

/** Brings the schema `events` up to date. Two processes may call it at once. Throws when a later release wrote the database. */
export async function migrateEvents(client: ClientBase): Promise<void> {
  if (isCurrent(await applied(client))) return;
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.eventStoreMigration]);
    await client.query('CREATE SCHEMA IF NOT EXISTS events');
    await client.query(
      'CREATE TABLE IF NOT EXISTS events.migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const names = await applied(client);
    for (const [name, sql] of MIGRATIONS) {
      if (names.has(name)) continue;
      await client.query(sql);
      await client.query('INSERT INTO events.migrations (name) VALUES ($1)', [name]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function applied(client: ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ present: boolean }>(
    `SELECT to_regclass('events.migrations') IS NOT NULL AS present`,
  );
  if (rows[0]?.present !== true) return new Set();
  const names = await client.query<{ name: string }>('SELECT name FROM events.migrations');
  return new Set(names.rows.map(({ name }) => name));
}

function isCurrent(names: ReadonlySet<string>): boolean {
  const known = MIGRATIONS.map(([name]) => name as string);
  const later = [...names].filter((name) => !known.includes(name));
  if (later.length > 0)
    throw new Error(`the event store was written by a later Ledgate (${later.join(', ')}); use that one`);
  return known.every((name) => names.has(name));
}
