import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import type { Position } from '../ports/event-store.ts';
import type { Published, PublishedPartition, PublisherCheckpoint } from '../ports/publisher-checkpoint.ts';

type OpenedCheckpoint = { readonly checkpoint: PublisherCheckpoint; close(): Promise<void> };

/** Position, then position of the last message and next offset of each partition. */
export const publishedAt = (
  position: number,
  ...partitions: readonly (readonly [last: number, nextOffset: number])[]
): Published => ({
  position: position as Position,
  partitions: partitions.map(([last, nextOffset]) => ({ last: last as Position, nextOffset })),
});

/** What every adapter of the publisher checkpoint port must do. It may hold other topics already. */
export function publisherCheckpointContract(name: string, open: () => Promise<OpenedCheckpoint>): void {
  describe(`publisher checkpoint contract: ${name}`, () => {
    let opened: OpenedCheckpoint | undefined;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => {
      await opened?.close();
    });

    const checkpoint = (): PublisherCheckpoint => {
      if (opened === undefined) throw new Error('the checkpoint is not open');
      return opened.checkpoint;
    };
    const newTopic = (): string => `topic-${v4()}`;

    it('is nothing for a topic that was never published to', async () => {
      expect(await checkpoint().load(newTopic())).toBeUndefined();
    });

    it('is what was saved last, beyond 32 bits too, partitions in their order', async () => {
      const topic = newTopic();
      await checkpoint().save(topic, publishedAt(5, [5, 1]));
      const last = publishedAt(7_000_000_000_000, [7_000_000_000_000, 9_000_000_000], [3, 1], [0, 0]);
      await checkpoint().save(topic, last);
      expect(await checkpoint().load(topic)).toEqual(last);
    });

    it('goes back, and loses or gains partitions, where Kafka has lost its data', async () => {
      const topic = newTopic();
      await checkpoint().save(topic, publishedAt(9, [9, 4], [8, 3]));
      await checkpoint().save(topic, publishedAt(0, [0, 0]));
      expect(await checkpoint().load(topic)).toEqual(publishedAt(0, [0, 0]));
      await checkpoint().save(topic, publishedAt(0));
      expect(await checkpoint().load(topic)).toEqual(publishedAt(0));
    });

    it('keeps each topic for itself', async () => {
      const [one, other] = [newTopic(), newTopic()];
      await checkpoint().save(one, publishedAt(9, [9, 4]));
      await checkpoint().save(other, publishedAt(3, [3, 1]));
      expect(await checkpoint().load(one)).toEqual(publishedAt(9, [9, 4]));
      expect(await checkpoint().load(other)).toEqual(publishedAt(3, [3, 1]));
    });

    it('does not move with what its publisher goes on counting in', async () => {
      const topic = newTopic();
      const partitions: PublishedPartition[] = [{ last: 5 as Position, nextOffset: 1 }];
      await checkpoint().save(topic, { position: 5 as Position, partitions });
      partitions[0] = { last: 6 as Position, nextOffset: 2 };
      expect(await checkpoint().load(topic)).toEqual(publishedAt(5, [5, 1]));
    });
  });
}
