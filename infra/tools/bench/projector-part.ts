import { type Runner, startRunner } from '@ledgate/projections/runner/runner';
import { KafkaFeed } from '../../src/adapters/feed/kafka/kafka-feed.ts';
import { systemClock } from '../../src/process/main/clock.ts';
import type { Part } from './part.ts';
import { openFeedPlace, STRICT } from './feed-place.ts';
import { machineMs } from './machine-time.ts';

/** The product's projector in a process of its own, which notes when it has committed what. `parameter`: a FeedPlace, as JSON. */
export async function openProjector(parameter: string): Promise<Part> {
  const { store, pool, topic, kafka, close } = await openFeedPlace(parameter);
  const feed = new KafkaFeed({ kafka, topic, group: topic.name, store, log: STRICT });
  const positions: number[] = [];
  const committedMs: number[] = [];
  let runner: Runner | undefined;
  return {
    url: '',
    answers: {
      begin: () => {
        runner = startRunner({
          pool,
          feed,
          store,
          clock: systemClock,
          log: STRICT,
          applied: (_partition, events) => {
            const atMs = machineMs();
            for (const { position } of events) {
              positions.push(position);
              committedMs.push(atMs);
            }
          },
        });
        return {};
      },
      progress: () => ({ progress: { events: positions.length, partitions: feed.assigned().length } }),
      applied: () => ({ applied: { positions: Float64Array.from(positions), atMs: Float64Array.from(committedMs) } }),
    },
    end: async () => {
      await runner?.stop();
      await close();
    },
  };
}
