import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ALL, type Role } from '../../server/config/roles.ts';
import { CrashWorld } from '../../../test/crash/world.ts';
import { describeWithKafka, type TestKafka, testKafka } from '../../../test/kafka/test-kafka.ts';
import { Installation, type InstallationOptions } from '../../../test/testing/installation.ts';
import { expectMeteredRequests, expectServed } from '../../../test/testing/metered-request.ts';
import { buildProduct, type Product } from '../../../test/testing/product.ts';

const LIMIT_MS = 180_000;

type Roles = readonly (Role | typeof ALL)[];

let installation: Installation;
let world: CrashWorld | undefined;

beforeAll(() => buildProduct(), LIMIT_MS);
afterEach(async () => {
  world?.upstream.close();
  world = undefined;
  await installation.close();
}, LIMIT_MS);

async function open(options: InstallationOptions = {}): Promise<void> {
  installation = await Installation.open(options);
}

async function expectTrueBooks(product: Product): Promise<void> {
  expect(await product.run('verify')).toMatchObject({ code: 0, output: expect.stringContaining('The books are true') });
}

async function expectCleanStops(processes: readonly Product[]): Promise<void> {
  const stopped = await Promise.all(
    processes.map(async (process) => ({ code: await process.stop(), output: process.output })),
  );
  expect(stopped.filter(({ code }) => code !== 0)).toEqual([]);
}

/** Everything that one metered request has to do with, then the books, before and after a rebuild. The first process has the role api, the second relay. */
async function expectWorkingProcesses(...roles: readonly Roles[]): Promise<void> {
  const processes = await Promise.all(roles.map((each) => installation.start(each)));
  const [api, relay = api] = processes;
  if (api === undefined || relay === undefined) throw new Error('no process');
  await expectMeteredRequests(api, relay);
  await expectTrueBooks(api);
  expect(await api.run('rebuild')).toMatchObject({ code: 0 });
  await expectTrueBooks(api);
  await expectCleanStops(processes);
}

async function expectEachAlone(roles: readonly Role[]): Promise<void> {
  for (const role of roles) await expectCleanStops([await installation.start([role])]);
}

describe('processes on one Postgres', () => {
  it(
    'start and stop alone, each role',
    async () => {
      await open();
      await expectEachAlone(['worker', 'relay', 'projector', 'api']);
    },
    LIMIT_MS,
  );

  it(
    'serve a metered request together',
    async () => {
      await open();
      await expectWorkingProcesses(['api'], ['relay'], ['projector'], ['projector'], ['worker']);
    },
    LIMIT_MS,
  );
});

describe('processes on EventStoreDB without Kafka', () => {
  it(
    'serve a metered request together',
    async () => {
      await open({ eventStore: true });
      await expectWorkingProcesses(['api', 'worker'], ['relay'], ['projector']);
    },
    LIMIT_MS,
  );

  it(
    'are refused, by name, when the server is not there',
    async () => {
      await open({ environment: { EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' } });
      await expect(installation.start(['relay'])).rejects.toThrow(/EVENTSTORE_URL does not answer/);
    },
    LIMIT_MS,
  );
});

describeWithKafka('processes on EventStoreDB and Kafka', () => {
  let kafka: TestKafka;
  beforeAll(async () => {
    kafka = await testKafka();
  }, LIMIT_MS);
  afterAll(() => kafka.close(), LIMIT_MS);

  const cluster = (): Promise<void> => open({ eventStore: true, brokers: kafka.brokers() });

  it(
    'start and stop alone, each role',
    async () => {
      await cluster();
      await expectEachAlone(['publisher', 'projector', 'worker', 'relay']);
      // An api waits a while for the read models to have every claim: here somebody brings them there.
      await installation.start(['projector', 'publisher']);
      await expectEachAlone(['api']);
    },
    LIMIT_MS,
  );

  it(
    'serve a metered request, five processes of one role each',
    async () => {
      await cluster();
      await expectWorkingProcesses(['api'], ['relay'], ['publisher'], ['projector'], ['worker']);
    },
    LIMIT_MS,
  );

  it(
    'serve a metered request, one process with every role',
    async () => {
      await cluster();
      await expectWorkingProcesses([ALL]);
    },
    LIMIT_MS,
  );

  it(
    'are refused, by name, on read models of another number of partitions, and go on with it after a rebuild with that number',
    async () => {
      await cluster();
      const product = await installation.start([ALL]);
      world = await CrashWorld.open(product);
      await expectServed(world, product);
      await expectCleanStops([product]);
      const more = { KAFKA_PARTITIONS: '5', KAFKA_GENERATION: '2' };
      await expect(product.start(more)).rejects.toThrow(/partitions/);
      const commands = installation.process([ALL], more);
      expect(await commands.run('rebuild')).toMatchObject({ code: 0 });
      await product.start(more);
      await expectServed(world, product);
      await expectTrueBooks(commands);
      await expectCleanStops([product]);
      await expect(product.start()).rejects.toThrow(/partitions/);
    },
    LIMIT_MS,
  );
});
