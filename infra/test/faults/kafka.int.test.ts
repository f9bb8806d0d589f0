import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { silentLog } from '@ledgate/domain/ports/log';
import { liveCheckpoints } from '@ledgate/projections/schema/checkpoints';
import { lastElections } from '@ledgate/projections/directory/leadership/leaderships';
import { kafkaOf } from '../../src/adapters/feed/kafka/connection.ts';
import { MemoryCheckpoint } from '../doubles/memory-checkpoint.ts';
import { startPublisher } from '../../src/adapters/feed/kafka/publisher.ts';
import { describeWithKafka } from '../kafka/test-kafka.ts';
import { inFull } from '../testing/in-full.ts';
import { eventsInTopic } from '../kafka/topic-messages.ts';
import { type Topic, topicOf } from '../../src/adapters/feed/kafka/topic.ts';
import { eventually } from '../testing/eventually.ts';
import { faultyWorld } from './faulty-world.ts';
import { scaledMs } from './plan.ts';
import { caughtUp } from './read-models.ts';
import { redeliver } from './redeliver.ts';
import { eventsOf } from './true-books.ts';

const LIMIT_MS = 300_000;
const OUTAGE_MS = 30_000;
const CALLS = 30;
const MESSAGES = 100;
/** What publishers are elected for: the topic's name follows. */
const LEADERSHIP = 'publisher/';

inFull(describeWithKafka)('a cluster under load whose Kafka', () => {
  const opened = faultyWorld();
  const kafka = () => kafkaOf({ brokers: opened().cluster.brokers, clientId: 'faults' }, silentLog);
  const publishing = async () =>
    (await lastElections(opened().cluster.pool)).filter(({ leadership }) => leadership.startsWith(LEADERSHIP));
  /** As the cluster's processes have it. */
  const topic = async (): Promise<Topic> => {
    const [election] = await publishing();
    if (election === undefined) throw new Error('nobody was ever elected to publish');
    return { ...topicOf({ prefix: 'ledgate', generation: 1 }), name: election.leadership.slice(LEADERSHIP.length) };
  };

  it(
    'is stopped and comes back: people are served meanwhile, and see their charges afterwards',
    async () => {
      const faulty = opened();
      const { cluster } = faulty;
      await faulty.underLoad(async (traffic) => {
        await cluster.stopKafka();
        await Promise.all([sleep(scaledMs(OUTAGE_MS)), traffic.servesOn(CALLS)]);
        const { positions } = await liveCheckpoints(cluster.pool);
        expect(Math.min(...positions)).toBeLessThan(await cluster.ledger.head());
        await cluster.startKafka();
        await caughtUp(cluster);
      });
    },
    LIMIT_MS,
  );

  it(
    'loses all that it had: it is published anew from the event store',
    async () => {
      const faulty = opened();
      const { cluster } = faulty;
      await faulty.underLoad(async (traffic) => {
        await cluster.stopKafka();
        cluster.loseKafka();
        await traffic.servesOn(CALLS);
        const lost = (await eventsOf(cluster.ledger)).map(({ position }) => position);
        await cluster.startKafka();
        await eventsInTopic(kafka(), await topic(), lost);
        await caughtUp(cluster);
      });
    },
    LIMIT_MS,
  );

  it(
    'delivers messages twice and out of order',
    async () => {
      const faulty = opened();
      await faulty.underLoad(async (traffic) => {
        await redeliver(kafka(), await topic(), MESSAGES);
        await traffic.servesOn(CALLS);
        await redeliver(kafka(), await topic(), MESSAGES);
      });
    },
    LIMIT_MS,
  );

  it(
    'is given every message by two publishers at once',
    async () => {
      const faulty = opened();
      const { cluster } = faulty;
      // Not elected, and not told how far the other one is: it begins with the first event.
      const second = startPublisher({
        store: cluster.ledger,
        kafka: kafka(),
        topic: await topic(),
        checkpoint: new MemoryCheckpoint(),
        log: silentLog,
      });
      try {
        await faulty.underLoad(async (traffic) => {
          const begun = await cluster.ledger.head();
          await eventually('the second is as far as the ledger was', () => second.position() >= begun);
          await traffic.servesOn(CALLS);
          const published = (await eventsOf(cluster.ledger))
            .map(({ position }) => position)
            .filter((position) => position > begun);
          await eventsInTopic(kafka(), await topic(), published, 2);
        });
      } finally {
        await second.stop();
      }
    },
    LIMIT_MS,
  );

  it(
    'is given messages by a publisher that stood still while another one was elected',
    async () => {
      const faulty = opened();
      const { cluster } = faulty;
      const publishes = async (name: string): Promise<boolean> =>
        (await publishing()).some(({ holder }) => holder.endsWith(`/${cluster.pidOf(name)}`));
      await cluster.add('publisher-2', 'publisher');
      await faulty.underLoad(async (traffic) => {
        expect(await publishes('publisher')).toBe(true);
        cluster.signal('publisher', 'SIGSTOP');
        await eventually('the other one is elected', () => publishes('publisher-2'));
        await traffic.servesOn(CALLS);
        // It does not know yet that another one was elected, and goes on where it stood.
        cluster.signal('publisher', 'SIGCONT');
        await traffic.servesOn(CALLS);
      });
    },
    LIMIT_MS,
  );
});
