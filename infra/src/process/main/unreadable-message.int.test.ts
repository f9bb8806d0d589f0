import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Partitioners } from 'kafkajs';
import { ALL } from '../../server/config/roles.ts';
import { describeWithKafka, type TestKafka, testKafka } from '../../../test/kafka/test-kafka.ts';
import { withAdmin } from '../../adapters/feed/kafka/topic.ts';
import { CrashWorld } from '../../../test/crash/world.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { Installation } from '../../../test/testing/installation.ts';
import { expectServed } from '../../../test/testing/metered-request.ts';
import { buildProduct, type Product } from '../../../test/testing/product.ts';

const LIMIT_MS = 300_000;
const PARTITION = 1;

describeWithKafka('a message nobody can read, in the topic of a running product', () => {
  let broker: TestKafka;
  let installation: Installation;
  let product: Product;
  let world: CrashWorld;
  let topic: string;
  let offset: string;

  beforeAll(async () => {
    buildProduct();
    broker = await testKafka();
    installation = await Installation.open({ eventStore: true, brokers: broker.brokers() });
    product = await installation.start([ALL], { METRICS: 'on' });
    world = await CrashWorld.open(product);
    await expectServed(world, product);
    const { KAFKA_TOPIC: prefix = '' } = installation.environment;
    topic =
      (await withAdmin(broker.kafka, (admin) => admin.listTopics())).find((name) => name.startsWith(prefix)) ?? '';
    offset = await sendStranger();
  }, LIMIT_MS);
  afterAll(async () => {
    world.upstream.close();
    await installation.close();
    await broker.close();
  }, LIMIT_MS);

  async function sendStranger(): Promise<string> {
    const producer = broker.kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
    });
    await producer.connect();
    const [sent] = await producer.send({
      topic,
      acks: -1,
      messages: [{ partition: PARTITION, key: 'stranger', value: 'not ours', headers: { position: 'x' } }],
    });
    await producer.disconnect();
    return sent?.baseOffset ?? '';
  }

  const readiness = async (): Promise<{ status: number; text: string }> => {
    const answer = await fetch(`${product.url}/readyz`);
    return { status: answer.status, text: await answer.text() };
  };

  it(
    'makes the process not ready, which says where it stands, and counts in the metrics',
    async () => {
      await eventually('the process is not ready', async () => (await readiness()).status === 503);
      expect((await readiness()).text).toContain(`${topic}/${PARTITION} at ${offset}: `);
      await eventually('the partition is counted', async () =>
        /^ledgate_projection_alarms 1$/mu.test(await (await fetch(`${product.url}/metrics`)).text()),
      );
    },
    LIMIT_MS,
  );

  it(
    'leaves the other partitions as they are: they go on',
    async () => {
      const positions = async (): Promise<ReadonlyMap<string, number>> =>
        new Map(
          (await (await fetch(`${product.url}/metrics`)).text()).split('\n').flatMap((line) => {
            const [, partition, events] =
              /^ledgate_projection_lag_events\{partition="(\d+)"\} (\d+)$/u.exec(line) ?? [];
            return partition === undefined ? [] : [[partition, Number(events)] as const];
          }),
        );
      for (let each = 0; each < 3; each += 1) await world.spender(1);
      await eventually('only the standing partition lags', async () => {
        const lagging = [...(await positions())].filter(([, events]) => events > 0).map(([partition]) => partition);
        return lagging.length === 1 && lagging[0] === String(PARTITION);
      });
    },
    LIMIT_MS,
  );

  it(
    'is shown by npm run message, with why it is refused',
    async () => {
      const { code, output } = await product.run('message', String(PARTITION), offset);
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(JSON.parse(output)).toMatchObject({
        topic,
        partition: PARTITION,
        offset,
        key: 'stranger',
        value: 'not ours',
        headers: { position: 'x' },
        unreadable: expect.stringContaining('the header position is no position: x'),
      });
    },
    LIMIT_MS,
  );

  it.each([
    [['1'], 'npm run message -- PARTITION OFFSET'],
    [['one', '0'], 'PARTITION one is no number of a partition'],
    [['1', '-1'], 'OFFSET -1 is no offset'],
    [['7', '0'], 'PARTITION 7: topic'],
    [['1', '1000000'], 'OFFSET 1000000: partition 1 of topic'],
  ])(
    'is refused a command that asks for what is not there: %j',
    async (parameters, refusal) => {
      expect(await product.run('message', ...parameters)).toMatchObject({
        code: 1,
        output: expect.stringContaining(refusal),
      });
    },
    LIMIT_MS,
  );
});
