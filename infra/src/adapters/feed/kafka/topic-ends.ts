import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin, Kafka } from 'kafkajs';
import { LEADER_PAUSE_MS, LEADER_WAIT_MS } from './limits.ts';
import { withAdmin } from './topic.ts';

type TopicEnds = Awaited<ReturnType<Admin['fetchTopicOffsets']>>;

/**
 * Where each partition of the topic begins and ends; undefined where there is no such topic. A broker that has just started lists its topics
 * before it leads their partitions, and the client gives up at once then: it is asked again, with a new connection, for LEADER_WAIT_MS.
 * Throws what the client throws.
 */
export async function topicEnds(
  kafka: Kafka,
  topic: string,
  { waitMs = LEADER_WAIT_MS, pauseMs = LEADER_PAUSE_MS } = {},
): Promise<TopicEnds | undefined> {
  const givesUpMs = performance.now() + waitMs;
  for (;;) {
    try {
      return await withAdmin(kafka, async (admin) =>
        (await admin.listTopics()).includes(topic) ? admin.fetchTopicOffsets(topic) : undefined,
      );
    } catch (error) {
      if (!hasNoLeaderYet(error) || performance.now() + pauseMs >= givesUpMs) throw error;
    }
    await sleep(pauseMs);
  }
}

/** The codes of Kafka's protocol for a partition whose leader is being chosen or has moved: 5, 6 and 9, and 3 while its metadata spreads. */
const NO_LEADER: ReadonlySet<unknown> = new Set([
  'UNKNOWN_TOPIC_OR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_FOR_PARTITION',
  'REPLICA_NOT_AVAILABLE',
]);

const hasNoLeaderYet = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && NO_LEADER.has(error.type);
