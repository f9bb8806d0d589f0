import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { liveCheckpoints } from '@ledgate/projections/schema/checkpoints';
import { lastElections } from '@ledgate/projections/directory/leadership/leaderships';
import { describeWithKafka } from '../feed/kafka/testing/test-kafka.ts';
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

describeWithKafka('a cluster under load whose Kafka', () => {
  const opened = faultyWorld();

  it('is stopped and comes back: people are served meanwhile, and see their charges afterwards', async () => {
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
  }, LIMIT_MS);

  it('loses all that it had: it is published anew from the event store', async () => {
    const faulty = opened();
    const { cluster } = faulty;
    await faulty.underLoad(async (traffic) => {
      await cluster.stopKafka();
      cluster.loseKafka();
      await traffic.servesOn(CALLS);
      const lost = (await eventsOf(cluster.ledger)).length;
      await cluster.startKafka();
      await caughtUp(cluster);
      await redeliver(cluster.brokers, lost);
    });
  }, LIMIT_MS);

  it('delivers messages twice and out of order', async () => {
    const faulty = opened();
    await faulty.underLoad(async (traffic) => {
      await redeliver(faulty.cluster.brokers, MESSAGES);
      await traffic.servesOn(CALLS);
      await redeliver(faulty.cluster.brokers, MESSAGES);
    });
  }, LIMIT_MS);

  it('is given messages by two publishers at once', async () => {
    const faulty = opened();
    const { cluster } = faulty;
    const publishes = async (name: string): Promise<boolean> =>
      (await lastElections(cluster.pool)).some(({ office, holder }) => office.startsWith('publisher/') && holder.endsWith(`/${cluster.pidOf(name)}`));
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
  }, LIMIT_MS);
});
