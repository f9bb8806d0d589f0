import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { liveGeneration } from '@ledgate/projections/schema/generations';
import { GENERATION_SHAPE } from '@ledgate/projections/schema/shape';
import { ADVISORY_LOCKS } from '@ledgate/projections/shared/advisory-locks';
import { asOfRelease } from '@ledgate/projections/testing/as-of-release';
import { verify } from '@ledgate/projections/verify/verify';
import pg from 'pg';
import { borrowEmbeddedPostgres } from '../../embedded/postgres/embedded-postgres.ts';
import { PostgresEventStore } from '../../adapters/event-store/postgres/postgres-event-store.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { Installation } from '../../../test/testing/installation.ts';
import { buildProduct, Product } from '../../../test/testing/product.ts';

const LIMIT_MS = 180_000;

const readyz = async ({ url }: Product): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, text: await answer.text() };
};
const status = async ({ url }: Product): Promise<number> => (await fetch(`${url}/api/status`)).status;

describe('processes of a release with read models of another shape', () => {
  const products: Product[] = [];
  let installation: Installation | undefined;
  beforeAll(() => buildProduct(), LIMIT_MS);
  afterEach(async () => {
    await Promise.all(products.splice(0).map((product) => product.discard()));
    await installation?.close();
    installation = undefined;
  }, LIMIT_MS);

  /** Started as soon as it lives, ready or not. */
  const living = async (roles: string, environment: Readonly<Record<string, string>> = {}): Promise<Product> => {
    const product = new Product({ ...installation?.environment, ROLES: roles, ...environment }, '/healthz');
    products.push(product);
    await product.start();
    return product;
  };

  it(
    'are not ready until the next generation is live, then show it, and stand back when a later release has come',
    async () => {
      installation = await Installation.open();
      const { pool } = installation;
      const first = await installation.start(['api', 'projector', 'worker']);
      expect(await first.stop()).toBe(0);
      await asOfRelease(pool, GENERATION_SHAPE - 1);
      // Nobody gets to fill yet.
      const holder = new pg.Client({ connectionString: installation.databaseUrl });
      await holder.connect();
      await holder.query(`select pg_advisory_lock(${ADVISORY_LOCKS.rebuild})`);

      const [api, projector, relay] = [await living('api,worker'), await living('projector'), await living('relay')];
      for (const waiting of [api, projector]) {
        expect(await readyz(waiting)).toMatchObject({
          status: 503,
          text: expect.stringContaining('the live read models are of an earlier release'),
        });
      }
      expect(await status(api)).toBe(503);
      expect((await readyz(relay)).status).toBe(200);
      expect((await liveGeneration(pool))?.shape).toBe(GENERATION_SHAPE - 1);

      await holder.end();
      for (const waiting of [api, projector])
        await eventually('it is ready', async () => (await readyz(waiting)).status === 200);
      await eventually('the console is open', async () => (await status(api)) === 200);
      expect(await liveGeneration(pool)).toMatchObject({ number: 2, shape: GENERATION_SHAPE });

      await asOfRelease(pool, GENERATION_SHAPE + 1);
      for (const old of [api, projector]) {
        await eventually('it is out of date', async () =>
          (await readyz(old)).text.includes('a later release has put its read models in place'),
        );
        await eventually('it says so', () =>
          Promise.resolve(/"alarm":true.*a later release has put its read models in place/.test(old.output)),
        );
      }
      await eventually('the console is closed', async () => (await status(api)) === 503);
      await eventually(
        'its leaderships are free',
        async () =>
          (
            await pool.query(
              "select 1 from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())",
            )
          ).rows.length === 0,
      );
      expect((await readyz(relay)).status).toBe(200);
      await expect(living('projector')).rejects.toThrow('the way back to this one is `npm run rebuild`');
      await living('relay');
    },
    LIMIT_MS,
  );

  it(
    'begin anew where the one that was filling it was killed',
    async () => {
      installation = await Installation.open();
      const { pool } = installation;
      const first = await installation.start(['api', 'projector']);
      expect(await first.stop()).toBe(0);
      await asOfRelease(pool, GENERATION_SHAPE - 1);
      // As a batch of the release before that does not end: the next generation is full, and cannot be made live yet.
      const batch = new pg.Client({ connectionString: installation.databaseUrl });
      await batch.connect();
      await batch.query('begin; select 1 from rm_v1.checkpoints for update');
      const killed = await living('projector');
      await eventually(
        'it is filled',
        async () =>
          (await pool.query("select 1 from readmodel.generations where status = 'building'")).rows.length === 1,
      );
      await killed.kill({ nodeOnly: true });
      expect(await liveGeneration(pool)).toMatchObject({ number: 1, shape: GENERATION_SHAPE - 1 });
      await batch.end();

      const [projector, api] = [await living('projector'), await living('api')];
      for (const next of [projector, api])
        await eventually('it is ready', async () => (await readyz(next)).status === 200);
      expect(await liveGeneration(pool)).toMatchObject({ number: 3, shape: GENERATION_SHAPE });
      const store = await PostgresEventStore.open({ url: installation.databaseUrl });
      expect(await verify({ store, pool, gaplessPositions: true })).toEqual([]);
      await store.close();
    },
    LIMIT_MS,
  );

  it(
    'fill it when the embedded product starts',
    async () => {
      const product = await living('all');
      expect(await product.stop()).toBe(0);
      await withPostgresOf(product, async (pool) => asOfRelease(pool, GENERATION_SHAPE - 1));
      await product.start();
      await eventually('the console is open', async () => (await status(product)) === 200);
      expect((await readyz(product)).status).toBe(200);
      expect(await product.stop()).toBe(0);
      await withPostgresOf(product, async (pool, url) => {
        expect(await liveGeneration(pool)).toMatchObject({ number: 2, shape: GENERATION_SHAPE });
        const store = await PostgresEventStore.open({ url });
        expect(await store.head()).toBeGreaterThan(0);
        expect(await verify({ store, pool, gaplessPositions: true })).toEqual([]);
        await store.close();
      });
    },
    LIMIT_MS,
  );
});

async function withPostgresOf(
  { dataDir }: Product,
  work: (pool: pg.Pool, url: string) => Promise<void>,
): Promise<void> {
  const { url, stop } = await borrowEmbeddedPostgres({ dataDir, log: () => undefined });
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // The server may end while a connection is still being closed.
  pool.on('error', () => undefined);
  try {
    await work(pool, url);
  } finally {
    await pool.end();
    await stop();
  }
}
