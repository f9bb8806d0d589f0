import { START } from '@ledgate/domain/ports/event-store';
import { publisherCheckpoint } from '@ledgate/projections/directory/publishers/publisher-checkpoint';
import { type Publisher, startPublisher } from '../../src/adapters/feed/kafka/publisher.ts';
import type { Part } from './part.ts';
import { openFeedPlace, STRICT } from './feed-place.ts';
import { machineMs } from './machine-time.ts';

/** How exactly it is known when the publisher came somewhere. */
const LOOK_EVERY_MS = 2;
const FENCE = 1;

/** The product's publisher in a process of its own. `parameter`: a FeedPlace, as JSON. */
export async function openPublisher(parameter: string): Promise<Part> {
  const { store, pool, topic, kafka, close } = await openFeedPlace(parameter);
  let publisher: Publisher | undefined;
  let published = { position: START, atMs: machineMs() };
  const looking = setInterval(() => {
    const position = publisher?.position() ?? START;
    if (position > published.position) published = { position, atMs: machineMs() };
  }, LOOK_EVERY_MS);
  return {
    url: '',
    answers: {
      begin: () => {
        publisher = startPublisher({ store, kafka, topic, checkpoint: publisherCheckpoint(pool, FENCE), log: STRICT });
        return {};
      },
      published: () => ({ published }),
    },
    end: async () => {
      clearInterval(looking);
      await publisher?.stop();
      await close();
    },
  };
}
