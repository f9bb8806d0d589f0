import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import type { TillId } from '@ledgate/domain/shared/ids';
import { silentLog } from '@ledgate/domain/ports/log';
import { partitionOfStream } from '@ledgate/projections/runner/partition';
import { watchProgress } from '@ledgate/projections/runner/watch-progress';
import { rebuild } from '@ledgate/projections/rebuild/rebuild';
import { writeBusyLedger } from '@ledgate/projections/testing/busy-ledger';
import { runnerWorld, type RunnerWorld } from '@ledgate/projections/testing/runner-world';
import { SAMPLE_START_MS, writeSampleLedger } from '@ledgate/projections/testing/sample-ledger';
import { eventually } from '../../../../test/testing/eventually.ts';
import { KafkaFeed } from './kafka-feed.ts';
import { publishedFeed, type PublishedFeed } from '../../../../test/kafka/published-feed.ts';
import { describeWithKafka, type TestKafka, testKafka } from '../../../../test/kafka/test-kafka.ts';
import { until } from '../../../../test/kafka/until.ts';
import { ensureTopic, withAdmin } from './topic.ts';

const PARTITIONS = 6;
const WAIT_MS = 90_000;
// A broker that was killed recovers first, and the machine may be busy.
jest.setTimeout(300_000);

describeWithKafka('read models filled by Kafka', () => {
  let broker: TestKafka;
  let world: RunnerWorld;
  let published: PublishedFeed;
  beforeAll(async () => {
    broker = await testKafka();
  });
  afterAll(async () => {
    await broker.close();
  });
  beforeEach(async () => {
    world = await runnerWorld(PARTITIONS);
    published = publishedFeed(broker.kafka, { partitions: PARTITIONS, store: world.store });
  });
  afterEach(async () => {
    await world.close();
    await published.close();
  });

  it('hold what the ledger says, by two projectors that share the partitions, also when one ends', async () => {
    const writer = await writeSampleLedger(world.store);
    const [first, second] = [published.feed, published.reader()];
    const runners = [first, second].map((feed) => world.start(feed, world.store));
    await writeBusyLedger(world.store);
    for (const runner of runners) await world.caughtUp(runner);
    expect(runners.flatMap((runner) => runner.alarms())).toEqual([]);
    expect(await world.contents()).toEqual(await world.contentsOfOne());
    expect(await world.findings()).toEqual([]);

    await until(
      'both have partitions',
      () =>
        first.assigned().length > 0 &&
        second.assigned().length > 0 &&
        first.assigned().length + second.assigned().length === PARTITIONS,
    );
    expect([...first.assigned(), ...second.assigned()].toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: PARTITIONS }, (_, partition) => partition),
    );
    await runners[0]?.stop();
    await writer.append('till-more', SAMPLE_START_MS, {
      type: 'TillOpened',
      data: { tillId: 'more' as TillId, relayId: 'relay-1', openedAtMs: 1 },
    });
    expect(await runners[1]?.waitFor(await world.store.head(), WAIT_MS)).toBe(true);
    expect(await world.findings()).toEqual([]);
  });

  it('let who has written wait for his partition, on a process that applies nothing', async () => {
    world.start(published.feed, world.store);
    const elsewhere = watchProgress(world.pool);
    const writer = await writeSampleLedger(world.store);
    const position = await writer.append('till-till-c', SAMPLE_START_MS, {
      type: 'TillFenced',
      data: { by: 'worker-1', reason: 'silent' },
    });
    // The first may not yet know how many there are.
    expect(await elsewhere.waitFor(position, WAIT_MS, partitionOfStream('till-till-c', elsewhere.partitions()))).toBe(
      true,
    );
    expect(elsewhere.partitions()).toBe(PARTITIONS);
    // A partition without an event of this kind is told how far it is.
    for (let account = 0; account < 3 * PARTITIONS; account += 1) {
      expect(await elsewhere.waitFor(position, WAIT_MS, partitionOfStream(accountStream(account), PARTITIONS))).toBe(
        true,
      );
    }
    await elsewhere.stop();
  });

  it('lose nothing when the broker is killed, and nothing when it has lost everything', async () => {
    await writeSampleLedger(world.store);
    const runner = world.start(published.feed, world.store);
    await world.caughtUp(runner);
    await broker.kill();
    broker.lose();
    await writeBusyLedger(world.store, { accounts: 10, tills: 1 });
    await broker.start();
    const head = await world.store.head();
    // Where the broker was away for long, an alarm is on until it is back, and nobody is kept waiting meanwhile.
    await eventually('everything can be read', () => runner.waitFor(head, WAIT_MS), WAIT_MS);
    await eventually('no alarm is left', () => runner.alarms().length === 0);
    expect(await world.contents()).toEqual(await world.contentsOfOne());
    expect(await world.findings()).toEqual([]);
  });

  it('are not filled from a topic with other partitions, and the alarm says so', async () => {
    const topic = { ...published.topic, partitions: PARTITIONS + 1, name: `${published.topic.name}-other` };
    // A broker may not know yet what it has just made.
    await eventually('the topic is there', () =>
      withAdmin(broker.kafka, (admin) => ensureTopic(admin, topic)).then(() => true),
    );
    const runner = world.start(
      new KafkaFeed({
        kafka: broker.kafka,
        topic: { ...topic, partitions: PARTITIONS },
        group: topic.name,
        store: world.store,
        log: silentLog,
      }),
      world.store,
    );
    await until('the alarm', () => runner.alarm() !== undefined);
    expect(runner.alarms()).toEqual([
      {
        partition: undefined,
        event: undefined,
        sinceMs: expect.any(Number),
        message: expect.stringContaining(`topic ${topic.name} has ${PARTITIONS + 1} partitions, not ${PARTITIONS}`),
      },
    ]);
  });

  it('get more partitions: a topic of its own, read models of its own, and a flip', async () => {
    await writeSampleLedger(world.store);
    const runner = world.start(published.feed, world.store);
    await world.caughtUp(runner);
    const more = publishedFeed(broker.kafka, { partitions: 2 * PARTITIONS, store: world.store });
    const next = world.start(more.feed, world.store);
    await rebuild({ store: world.store, pool: world.pool, log: silentLog, partitions: 2 * PARTITIONS });
    await writeBusyLedger(world.store, { accounts: 10, tills: 1 });
    await until(
      'the one has been left behind, the next goes on',
      () => runner.alarm() !== undefined && next.alarm() === undefined,
    );
    await world.caughtUp(next);
    expect(await world.checkpoints()).toHaveLength(2 * PARTITIONS);
    expect(await world.contents()).toEqual(await world.contentsOfOne());
    expect(await world.findings()).toEqual([]);
    await next.stop();
    await more.close();
  });
});
