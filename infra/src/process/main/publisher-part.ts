import { publisherCheckpoint } from '@ledgate/projections/directory/publishers/publisher-checkpoint';
import type { Publisher } from '../../adapters/feed/kafka/publisher.ts';
import type { HealthCheck } from '../../server/http/readiness.ts';
import { PUBLISHER_STOP_LIMIT_MS } from '../../limits.ts';
import type { Foundation } from './foundation.ts';
import type { Lifeline } from './shutdown.ts';
import { atMost, untilOver } from './until-over.ts';
import { watchPublisher } from './watched-parts.ts';

/**
 * The way to Kafka, while this process is elected for its topic. Two at once send every message twice, and each names the position before it: consumers
 * drop what comes again. The checkpoint is moved only by the one elected last.
 */
export async function standForPublishing(foundation: Foundation, lifeline: Lifeline): Promise<HealthCheck> {
  const { environment, pool, store, election, log, telemetry } = foundation;
  const [{ kafkaIn, topicIn }, { startPublisher }] = await Promise.all([
    import('./kafka.ts'),
    import('../../adapters/feed/kafka/publisher.ts'),
  ]);
  const [kafka, topic] = [kafkaIn(environment, 'publisher', log), await topicIn(environment, pool)];
  let publisher: Publisher | undefined;
  const resign = election.campaign(`publisher/${topic.name}`, async ({ fence, signal }) => {
    publisher = startPublisher({
      store,
      kafka,
      topic,
      checkpoint: publisherCheckpoint(pool, fence),
      log,
      acknowledged: telemetry.published,
    });
    log.info({ topic: topic.name, fence }, 'this process publishes to Kafka');
    await untilOver(signal);
    await atMost(PUBLISHER_STOP_LIMIT_MS, publisher.stop());
    publisher = undefined;
  });
  lifeline.add('publisher', resign);
  watchPublisher(foundation, () => publisher);
  return { part: 'publisher', unready: () => publisher?.trouble()?.message };
}
