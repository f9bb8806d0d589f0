import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

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
  return { url: url.href, drop: () => maintain(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function maintain(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
