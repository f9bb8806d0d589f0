import type { ClientBase } from 'pg';
import { events } from './migrations/0001-events.ts';
import { appendEach } from './migrations/0002-append-each.ts';
import { LOCK_MIGRATION, MAKE_SCHEMA, MAKE_REGISTRY, NOTE_MIGRATION, HAS_REGISTRY, APPLIED_MIGRATIONS } from './sql.ts';

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
    await client.query(LOCK_MIGRATION);
    await client.query(MAKE_SCHEMA);
    await client.query(MAKE_REGISTRY);
    const names = await applied(client);
    for (const [name, sql] of MIGRATIONS) {
      if (names.has(name)) continue;
      await client.query(sql);
      await client.query(NOTE_MIGRATION, [name]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function applied(client: ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ present: boolean }>(HAS_REGISTRY);
  if (rows[0]?.present !== true) return new Set();
  const names = await client.query<{ name: string }>(APPLIED_MIGRATIONS);
  return new Set(names.rows.map(({ name }) => name));
}

function isCurrent(names: ReadonlySet<string>): boolean {
  const known = MIGRATIONS.map(([name]) => name as string);
  const later = [...names].filter((name) => !known.includes(name));
  if (later.length > 0)
    throw new Error(`the event store was written by a later Ledgate (${later.join(', ')}); use that one`);
  return known.every((name) => names.has(name));
}
