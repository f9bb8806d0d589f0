import { describe, expect, it } from '@jest/globals';
import type { Position } from '@ledgate/domain/ports/event-store';
import { MessagesLost, PublishedTopic, type Sent } from './published-topic.ts';
import { topicOf } from './topic.ts';

const TOPIC = topicOf({ prefix: 'test', generation: 1, partitions: 3 });

/** `count` messages to one partition, whose first got the offset. */
const sent = (position: number, partition: number, count: number, baseOffset: number): Sent => ({
  position: position as Position,
  partitions: new Map([[partition, { last: position as Position, count }]]),
  acknowledged: [{ topicName: TOPIC.name, partition, errorCode: 0, baseOffset: String(baseOffset) }],
});

describe('what the publisher knows of its topic', () => {
  it('begins before every event, and goes on where its checkpoint stands', () => {
    const first = new PublishedTopic(TOPIC, undefined, 0);
    expect(first.position).toBe(0);
    first.acknowledge(sent(5, 1, 2, 0), 0);
    const next = new PublishedTopic(TOPIC, first.published(), 0);
    expect(next.position).toBe(5);
    expect([0, 1, 2].map((partition) => next.lastOf(partition))).toEqual([0, 5, 0]);
    expect(next.published()).toEqual({
      position: 5,
      partitions: [
        { last: 0, nextOffset: 0 },
        { last: 5, nextOffset: 2 },
        { last: 0, nextOffset: 0 },
      ],
    });
  });

  it("takes higher offsets than expected for another publisher's work", () => {
    const topic = new PublishedTopic(TOPIC, undefined, 0);
    topic.acknowledge(sent(5, 1, 2, 0), 0);
    topic.acknowledge(sent(6, 1, 1, 10), 0);
    expect(topic.published().partitions[1]).toEqual({ last: 6, nextOffset: 11 });
  });

  it('sees messages lost by an offset given twice, and by a partition that ends too early', () => {
    const topic = new PublishedTopic(TOPIC, undefined, 0);
    topic.acknowledge(sent(5, 1, 4, 0), 0);
    expect(() => topic.acknowledge(sent(6, 1, 1, 3), 0)).toThrow(MessagesLost);
    topic.compare([
      { partition: 0, high: '0' },
      { partition: 1, high: '4' },
    ]);
    expect(() => topic.compare([{ partition: 1, high: '3' }])).toThrow(MessagesLost);
  });

  it('names partitions that have been silent for long enough and stand before a position', () => {
    const topic = new PublishedTopic(TOPIC, undefined, 0);
    expect(topic.silentInMs(100, 0)).toBeUndefined();
    topic.acknowledge(sent(5, 1, 1, 0), 1_000);
    expect(topic.silent(5 as Position, 100, 50)).toEqual([]);
    expect(topic.silent(5 as Position, 100, 1_000)).toEqual([0, 2]);
    expect(topic.silentInMs(100, 60)).toBe(40);
    expect(topic.silentInMs(100, 1_000)).toBe(0);
    expect(topic.silent(6 as Position, 100, 1_100)).toEqual([0, 1, 2]);
  });
});
