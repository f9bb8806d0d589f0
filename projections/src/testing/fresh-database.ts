import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';

const GOING_EVERY_MS = 10;
const GOING_MS_MAX = 500;

export type FreshDatabase = {
  /** `postgresql://...`, of a superuser. */
  readonly url: string;
  /** Ends the database's sessions and removes it. */
  drop(): Promise<void>;
};

/** An empty database of the test server that TEST_DATABASE_URL names; jest's setup starts one when it is not given. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  if (serverUrl === undefined)
    throw new Error("TEST_DATABASE_URL is not set; run contract and integration tests through jest's projects");
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await maintain(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => maintain(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, (client) => gone(client, name)),
  };
}

/** Until the sessions of pools that were ended just now have gone, which otherwise would be told that an administrator ended them. */
async function gone(client: Client, name: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < GOING_MS_MAX; waitedMs += GOING_EVERY_MS) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1 limit 1', [name]);
    if (rowCount === 0) return;
    await setTimeout(GOING_EVERY_MS);
  }
}

async function maintain(url: string, sql: string, before?: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await before?.(client);
    await client.query(sql);
  } finally {
    await client.end();
  }
}
