import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ELECTION } from '@ledgate/projections/directory/leadership/election-session';
import { feedIdentity } from '@ledgate/projections/directory/publishers/feed-identity';
import { expectNoLeasesIn } from '../../../test/crash/leases.ts';
import { CALL_PRICE, CrashWorld } from '../../../test/crash/world.ts';
import { describeWithKafka, type TestKafka, testKafka } from '../../../test/kafka/test-kafka.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { Installation } from '../../../test/testing/installation.ts';
import { Load } from '../../../test/testing/load.ts';
import { expectServed } from '../../../test/testing/metered-request.ts';
import { buildProduct, type Product } from '../../../test/testing/product.ts';

const LIMIT_MS = 180_000;
const LEADERSHIPS = ['claims', 'directory', 'settler', 'verification'];

let installation: Installation;
let world: CrashWorld | undefined;

beforeAll(() => buildProduct(), LIMIT_MS);
afterEach(async () => {
  world?.upstream.close();
  world = undefined;
  await installation.close();
}, LIMIT_MS);

const isHeldBy = async ({ pid }: Product, leaderships: readonly string[]): Promise<boolean> => {
  const held = new Set(
    (await installation.elections())
      .filter(({ holder }) => holder.endsWith(`/${pid}`))
      .map(({ leadership }) => leadership),
  );
  return leaderships.every((leadership) => held.has(leadership));
};

const fences = async (): Promise<ReadonlyMap<string, number>> =>
  new Map((await installation.elections()).map(({ leadership, fence }) => [leadership, fence]));

describe('the work of one worker at a time', () => {
  let first: Product;
  let second: Product;
  beforeEach(async () => {
    installation = await Installation.open();
    first = await installation.start(['worker']);
    await eventually('the first worker is elected', () => isHeldBy(first, LEADERSHIPS));
    second = await installation.start(['worker']);
  }, LIMIT_MS);

  it(
    'goes to another worker, with higher numbers, when its process is killed',
    async () => {
      const before = await fences();
      await first.kill();
      await eventually('the second worker is elected', () => isHeldBy(second, LEADERSHIPS));
      for (const [leadership, fence] of await fences()) expect(fence).toBeGreaterThan(before.get(leadership) ?? 0);
      expect(await second.stop()).toBe(0);
    },
    LIMIT_MS,
  );

  it(
    'goes to another worker when its process is stopped, which ends well',
    async () => {
      expect(await first.stop()).toBe(0);
      await eventually('the second worker is elected', () => isHeldBy(second, LEADERSHIPS));
    },
    LIMIT_MS,
  );

  it(
    'goes to another worker when its process is paused; it then stands again, and leads no more',
    async () => {
      process.kill(first.pid, 'SIGSTOP');
      await eventually('the second worker is elected', () => isHeldBy(second, LEADERSHIPS));
      process.kill(first.pid, 'SIGCONT');
      await second.kill();
      await eventually('the first worker is elected again', () => isHeldBy(first, LEADERSHIPS));
      expect(await first.stop()).toBe(0);
    },
    LIMIT_MS,
  );

  it(
    'has somebody elected anew when the connections are cut',
    async () => {
      const before = await fences();
      await installation.pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
        [ELECTION],
      );
      await eventually('every leadership is held anew', async () => {
        const after = await fences();
        return LEADERSHIPS.every((leadership) => (after.get(leadership) ?? 0) > (before.get(leadership) ?? 0));
      });
      expect(await Promise.all([first.stop(), second.stop()])).toEqual([0, 0]);
    },
    LIMIT_MS,
  );
});

describe('what a dead worker was to do', () => {
  it(
    'its heir does: a relay dies with it, and its till is ended and its leases settled',
    async () => {
      installation = await Installation.open({ environment: { TIME_SCALE: '0.2' } });
      const [api, relay] = await Promise.all([installation.start(['api', 'projector']), installation.start(['relay'])]);
      const worker = await installation.start(['worker']);
      await eventually('the worker is elected', () => isHeldBy(worker, LEADERSHIPS));
      const heir = await installation.start(['worker']);
      const opened = await CrashWorld.open(api);
      world = opened;
      world.upstream.pace = { delayMaxMs: 0, gapMaxMs: 100, words: 1_000 };
      const spender = await world.spender(100 * CALL_PRICE);
      const load = new Load(relay.url, world.model);
      const call = load.one(spender.key, true);
      await eventually('the request is under way long enough to leave a trace', async () => {
        const {
          rows: [found],
        } = await installation.pool.query("select 1 from events.events where type = 'ConsumptionStarted'");
        return found !== undefined;
      });
      await Promise.all([relay.kill(), worker.kill()]);
      await call;
      await load.end();
      await eventually('the interrupted request is charged', async () => (await opened.charges(spender)).length === 1);
      await expectNoLeasesIn(installation.databaseUrl);
      expect((await opened.charges(spender))[0]).toMatchObject({ interrupted: true, quota: CALL_PRICE });
      expect(await api.run('verify')).toMatchObject({ code: 0 });
      expect(await isHeldBy(heir, LEADERSHIPS)).toBe(true);
    },
    LIMIT_MS,
  );
});

describeWithKafka('the publisher', () => {
  let kafka: TestKafka;
  beforeAll(async () => {
    kafka = await testKafka();
  }, LIMIT_MS);
  afterAll(() => kafka.close(), LIMIT_MS);

  const isElected = async (process: Product): Promise<boolean> =>
    isHeldBy(process, [
      `publisher/${installation.environment['KAFKA_TOPIC']}.events.g1.${await feedIdentity(installation.pool)}`,
    ]);

  it(
    'has an heir when it is killed and when it is paused, and what the paused one still sends is applied once',
    async () => {
      installation = await Installation.open({
        eventStore: true,
        brokers: kafka.brokers(),
        environment: { TIME_SCALE: '0.2' },
      });
      const first = await installation.start(['publisher']);
      await eventually('the first publisher is elected', () => isElected(first));
      const second = await installation.start(['publisher']);
      const [api] = await Promise.all([installation.start(['api', 'worker']), installation.start(['projector'])]);
      const relay = await installation.start(['relay']);
      world = await CrashWorld.open(api);
      await expectServed(world, relay);
      process.kill(first.pid, 'SIGSTOP');
      await eventually('the second publisher is elected', () => isElected(second));
      await expectServed(world, relay);
      process.kill(first.pid, 'SIGCONT');
      await expectServed(world, relay);
      await second.kill();
      await eventually('the first publisher is elected again', () => isElected(first));
      await expectServed(world, relay);
      expect(await api.run('verify')).toMatchObject({ code: 0 });
    },
    LIMIT_MS,
  );
});
