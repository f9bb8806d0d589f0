import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTillRegistry } from '@ledgate/projections/directory/tills/till-registry';
import pg from 'pg';
import { z } from 'zod';
import { expectNoLeases } from '../../../test/crash/leases.ts';
import { CRASH_ENVIRONMENT, crashRound } from '../../../test/crash/round.ts';
import { CALL_PRICE, CrashWorld } from '../../../test/crash/world.ts';
import { connectionOf } from '../../embedded/postgres/embedded-postgres.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { Load } from '../../../test/testing/load.ts';
import { expectServed } from '../../../test/testing/metered-request.ts';
import { buildProduct, Product } from '../../../test/testing/product.ts';

const LIMIT_MS = 180_000;
const PARALLEL = 200;
const PROCESSES = 2;
const readiness = z.object({ checks: z.array(z.object({ part: z.string(), ok: z.boolean() })) });

/** A product with two relay processes behind its port, and the world it serves. */
function forkedProduct(environment: Readonly<Record<string, string>>): {
  readonly product: Product;
  readonly world: () => CrashWorld;
} {
  const product = new Product({ RELAY_PROCESSES: String(PROCESSES), ...environment });
  let opened: CrashWorld | undefined;
  beforeAll(async () => {
    buildProduct();
    await product.start();
    opened = await CrashWorld.open(product);
  }, LIMIT_MS);
  afterAll(async () => {
    opened?.upstream.close();
    await product.discard();
  }, LIMIT_MS);
  return {
    product,
    world: () => {
      if (opened === undefined) throw new Error('the product has not been started');
      return opened;
    },
  };
}

/** Relay processes that the product has forked and that live. */
const forksOf = ({ pid }: Product): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => {
      try {
        return readFileSync(`/proc/${each}/cmdline`, 'utf8').includes('forked-relay') && parentOf(each) === pid;
      } catch {
        return false;
      }
    });

/** undefined of one that has ended. */
function parentOf(pid: number): number | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? undefined : Number(parent);
}

const isAlive = (pid: number): boolean => {
  try {
    return parentOf(pid) !== undefined;
  } catch {
    return false;
  }
};

/** Relays that have a till open. */
async function relaysOf(product: Product): Promise<ReadonlySet<string>> {
  const pool = new pg.Pool({ connectionString: connectionOf(product.dataDir), max: 1 });
  try {
    return new Set((await createTillRegistry({ pool }).list()).map(({ relayId }) => relayId));
  } finally {
    await pool.end();
  }
}

describe('two relay processes behind one port', () => {
  const { product, world } = forkedProduct({ GLOBAL_API_RATE_LIMIT: '20/600' });

  it(
    'serve exactly 10 of 200 parallel calls on a balance for exactly 10, each with a till of its own',
    async () => {
      const spender = await world().spender(10 * CALL_PRICE);
      const load = new Load(product.url, world().model);
      await Promise.all(Array.from({ length: PARALLEL }, () => load.one(spender.key, false)));
      await load.end();
      const served = load.calls.filter(({ complete }) => complete).length;
      const refused = load.calls.filter(({ status }) => [400, 401, 403].includes(status)).length;
      expect({ served, refused }).toEqual({ served: 10, refused: PARALLEL - 10 });
      expect((await relaysOf(product)).size).toBe(PROCESSES);
      await eventually(
        'the charges can be read',
        async () => (await world().account(spender)).used === 10 * CALL_PRICE,
      );
      expect(await world().account(spender)).toEqual({ used: 10 * CALL_PRICE, quota: 0 });
    },
    LIMIT_MS,
  );

  it(
    'leave the console to one process, which knows who calls',
    async () => {
      const statusFrom = (localAddress: string): Promise<number> =>
        new Promise((resolve, reject) => {
          request(
            {
              port: product.port,
              host: '127.0.0.1',
              path: '/api/status',
              localAddress,
              agent: false,
              headers: { 'X-Forwarded-For': '1.2.3.4' },
            },
            (answer) => {
              answer.resume();
              resolve(answer.statusCode ?? 0);
            },
          )
            .on('error', reject)
            .end();
        });
      for (let calls = 0; calls < 20; calls += 1) expect(await statusFrom('127.0.0.77')).toBe(200);
      expect(await statusFrom('127.0.0.77')).toBe(429);
      expect(await statusFrom('127.0.0.78')).toBe(200);
      expect((await fetch(product.url)).headers.get('content-type')).toContain('text/html');
    },
    LIMIT_MS,
  );

  it(
    'have true books, and stop cleanly',
    async () => {
      expect(await product.run('verify')).toMatchObject({ code: 0 });
      const forks = forksOf(product);
      expect(forks).toHaveLength(PROCESSES);
      expect(await product.stop()).toBe(0);
      expect(forks.filter(isAlive)).toEqual([]);
    },
    LIMIT_MS,
  );
});

describe('a relay process that dies', () => {
  // Each call is to be served: at a tenth of its times, a relay whose heartbeat waits a second for a busy disk refuses what comes, as it should.
  const { product, world } = forkedProduct({ ...CRASH_ENVIRONMENT, TIME_SCALE: '0.5' });

  it(
    'is started again, its till is ended, and the others go on',
    async () => {
      const spender = await world().spender(1_000 * CALL_PRICE);
      const load = new Load(product.url, world().model);
      load.start([spender.key], 8);
      const before = await relaysOf(product);
      for (let round = 0; round < 3; round += 1) {
        const [victim] = forksOf(product);
        if (victim === undefined) throw new Error('no relay process');
        process.kill(victim, 'SIGKILL');
        // Its death first: one that dies while the others are counted is one of them, and calls would follow that find its connections.
        await eventually('another takes its place', () => !isAlive(victim) && forksOf(product).length === PROCESSES);
        await expectServed(world(), product);
      }
      await load.end();
      await eventually('two tills are open, and none of before', async () => {
        const now = await relaysOf(product);
        return now.size === PROCESSES && [...before].filter((relayId) => now.has(relayId)).length <= 1;
      });
      await expectNoLeases(product);
      const complete = load.calls.filter((call) => call.complete).length;
      const { used } = await world().account(spender);
      expect(used).toBeGreaterThanOrEqual(complete * CALL_PRICE);
      expect(used).toBeLessThanOrEqual(load.calls.length * CALL_PRICE);
      expect(await product.run('verify')).toMatchObject({ code: 0 });
      expect(await product.stop()).toBe(0);
    },
    LIMIT_MS,
  );
});

describe('a product with two relay processes that is killed under load', () => {
  const { product, world } = forkedProduct(CRASH_ENVIRONMENT);

  for (const nodeOnly of [true, false, true]) {
    it(
      `leaves no process${nodeOnly ? '' : ', its database killed too'}: each complete answer is charged once, no lease is left, the books are true`,
      async () => {
        const forks = forksOf(product);
        expect(forks).toHaveLength(PROCESSES);
        const { calls } = await crashRound(product, world(), [{ nodeOnly, afterMs: 1_000 }]);
        expect(calls).toBeGreaterThan(0);
        expect(forks.filter(isAlive)).toEqual([]);
      },
      LIMIT_MS,
    );
  }

  it(
    'stops cleanly under load: every call is answered whole, or refused',
    async () => {
      const spender = await world().spender(1_000 * CALL_PRICE);
      const load = new Load(product.url, world().model);
      load.start([spender.key], 16);
      await eventually('some calls are served', () => load.calls.filter(({ complete }) => complete).length > 20);
      const ended = load.end();
      expect(await product.stop()).toBe(0);
      await ended;
      expect(load.calls.filter(({ status, complete }) => status === 200 && !complete)).toEqual([]);
      const complete = load.calls.filter((call) => call.complete).length;
      await product.start();
      await eventually(
        'every complete answer is charged',
        async () => (await world().account(spender)).used === complete * CALL_PRICE,
      );
      expect(await product.run('verify')).toMatchObject({ code: 0 });
    },
    LIMIT_MS,
  );

  it(
    'is not ready when none of its relay processes can prove that it lives',
    async () => {
      const notReady = async (): Promise<readonly string[]> =>
        readiness
          .parse(await (await fetch(`${product.url}/readyz`)).json())
          .checks.filter(({ ok }) => !ok)
          .map(({ part }) => part);
      expect(await notReady()).toEqual([]);
      await product.killDatabase();
      await eventually('the relay is named', async () => (await notReady()).includes('relay'));
    },
    LIMIT_MS,
  );
});
