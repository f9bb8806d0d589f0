// Jest's globalSetup: one Postgres for all levels that need one, unless TEST_DATABASE_URL names a server (a superuser's URL).
// Jest loads this file outside its own transforms, so the TypeScript is bundled here.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

export default async function setUp() {
  if (process.env.TEST_DATABASE_URL) return;
  const cache = join(import.meta.dirname, '..', '..', '..', '.cache');
  mkdirSync(cache, { recursive: true });
  const bundle = join(cache, `test-postgres-${process.pid}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, 'test-postgres.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile: bundle,
  });
  const { startTestPostgres } = await import(bundle);
  rmSync(bundle);
  const server = await startTestPostgres();
  process.env.TEST_DATABASE_URL = server.url;
  globalThis.ledgateTestPostgres = server;
}
