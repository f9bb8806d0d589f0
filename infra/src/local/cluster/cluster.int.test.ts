import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isAlive } from '../../embedded/data-folder/process-identity.ts';
import { serverFolder } from '../../embedded/postgres/folder.ts';
import { findPostmaster } from '../../embedded/postgres/postmaster.ts';
import { findBroker } from '../kafka/broker-process.ts';
import { describeWithKafka } from '../../../test/kafka/test-kafka.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { casesInFull } from '../../../test/testing/in-full.ts';
import { expectMeteredRequests } from '../../../test/testing/metered-request.ts';
import { buildProduct, processesIn, Product } from '../../../test/testing/product.ts';
import { recordsFile } from './folder.ts';

const LIMIT_MS = 300_000;
/** Kafka, which may have been killed, starts first, and seven processes after it. */
const READY_WITHIN_MS = 90_000;

let cluster: Product;

beforeAll(async () => {
  buildProduct();
  cluster = new Product({}, '/api/status', 'cluster');
}, LIMIT_MS);
afterAll(() => cluster.discard(), LIMIT_MS);

type Records = Readonly<Record<string, { readonly pid: number }>>;
const running = (): Records => JSON.parse(readFileSync(recordsFile(cluster.dataDir), 'utf8')) as Records;
const pidOf = (name: string): number | undefined => running()[name]?.pid;
const serverPids = () => ({
  postgres: findPostmaster(serverFolder(cluster.dataDir))?.pid,
  kafka: findBroker(cluster.dataDir)?.pid,
});

function killNow(pid: number | undefined): void {
  if (pid === undefined) throw new Error('it does not run');
  process.kill(pid, 'SIGKILL');
}

/** The first of a partition: an event, or the watermark that every partition gets. */
async function expectMessage(): Promise<void> {
  expect(await cluster.run('message', '0', '0')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/"topic": "ledgate\.events\.g1\./),
  });
}

async function expectTrueBooks(): Promise<void> {
  expect(await cluster.run('verify')).toMatchObject({ code: 0, output: expect.stringContaining('The books are true') });
}

describeWithKafka('npm run cluster', () => {
  it(
    'serves metered requests by processes of one role each, behind one address',
    async () => {
      await cluster.start();
      expect(cluster.output).toMatch(/^EVENTSTORE_URL IS NOT SET/);
      expect(Object.keys(running()).toSorted()).toEqual([
        'api',
        'eventstore',
        'projector-1',
        'projector-2',
        'publisher',
        'relay-1',
        'relay-2',
        'worker',
      ]);
      await expectMeteredRequests(cluster, cluster);
      await expectTrueBooks();
      await expectMessage();
    },
    LIMIT_MS,
  );

  it.each(casesInFull(['relay-1', 'eventstore'], ['api', 'projector-2', 'publisher', 'worker']))(
    'starts %s again when it is killed',
    async (name) => {
      const before = pidOf(name);
      killNow(before);
      await eventually(
        'another one is recorded',
        () => pidOf(name) !== undefined && pidOf(name) !== before,
        READY_WITHIN_MS,
      );
      await eventually('the api answers', async () => (await fetch(`${cluster.url}/api/status`)).ok, READY_WITHIN_MS);
    },
    LIMIT_MS,
  );

  it.each(casesInFull<'postgres' | 'kafka'>(['postgres'], ['kafka']))(
    'starts %s again when it is killed, where it was',
    async (name) => {
      const before = serverPids()[name];
      killNow(before);
      await eventually(
        'another one runs',
        () => serverPids()[name] !== undefined && serverPids()[name] !== before,
        READY_WITHIN_MS,
      );
      await eventually('the api answers', async () => (await fetch(`${cluster.url}/api/status`)).ok, READY_WITHIN_MS);
    },
    LIMIT_MS,
  );

  it(
    'is whole after all that: metered requests, true books, a rebuild beside it',
    async () => {
      await eventually('the api is ready', async () => (await fetch(`${cluster.url}/readyz`)).ok, READY_WITHIN_MS);
      await expectTrueBooks();
      expect(await cluster.run('rebuild')).toMatchObject({ code: 0 });
      await expectTrueBooks();
    },
    LIMIT_MS,
  );

  it(
    'ends what a killed supervisor left, takes over its servers, and starts anew',
    async () => {
      const left = Object.values(running()).map(({ pid }) => pid);
      const servers = serverPids();
      await cluster.kill({ nodeOnly: true });
      await cluster.start();
      expect(left.filter(isAlive)).toEqual([]);
      expect(serverPids()).toEqual(servers);
      await expectTrueBooks();
    },
    LIMIT_MS,
  );

  it(
    'leaves nothing running after SIGTERM; its books can be verified then, and it starts again',
    async () => {
      expect(await cluster.stop()).toBe(0);
      expect(processesIn(cluster.dataDir)).toEqual([]);
      await expectTrueBooks();
      expect(await cluster.run('rebuild')).toMatchObject({ code: 0 });
      await expectMessage();
      expect(processesIn(cluster.dataDir)).toEqual([]);
      await cluster.start();
      expect(await cluster.stop()).toBe(0);
    },
    LIMIT_MS,
  );

  it(
    'verifies after a kill of the supervisor alone, too, and ends what it had left',
    async () => {
      await cluster.start();
      const left = Object.values(running()).map(({ pid }) => pid);
      await cluster.kill({ nodeOnly: true });
      await expectTrueBooks();
      expect(left.filter(isAlive)).toEqual([]);
      expect(processesIn(cluster.dataDir)).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'keeps others off its folder, and another ledger, by name',
    async () => {
      expect(await cluster.run('start')).toMatchObject({
        code: 1,
        output: expect.stringContaining('start it with npm run cluster'),
      });
      await expect(cluster.start({ EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' })).rejects.toThrow(
        /unset EVENTSTORE_URL/,
      );
    },
    LIMIT_MS,
  );
});

describe('npm run cluster is refused', () => {
  it.each([
    [
      'a variable that it sets itself',
      { KAFKA_BROKERS: '127.0.0.1:9092' },
      /KAFKA_BROKERS is set, and npm run cluster sets it itself/,
    ],
    ['a machine without Java', { PATH: '/nowhere' }, /there is no `java`/],
  ])(
    '%s',
    async (_what, environment, expected) => {
      await expect(cluster.start(environment)).rejects.toThrow(expected);
    },
    LIMIT_MS,
  );
});
