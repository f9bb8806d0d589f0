import { describe, expect, it } from '@jest/globals';
import { type Admin, type Kafka, KafkaJSProtocolError } from 'kafkajs';
import { topicEnds } from './topic-ends.ts';

const ENDS = [{ partition: 0, offset: '7', high: '7', low: '0' }];
const QUICK = { waitMs: 500, pauseMs: 1 };

const refusal = (type: string): Error =>
  Object.assign(new KafkaJSProtocolError(new Error('This server is not the leader for that topic-partition')), {
    type,
  });

function kafkaThatRefuses(errors: readonly Error[]): { kafka: Kafka; connections: () => number } {
  const left = [...errors];
  let connections = 0;
  const admin = {
    connect: async () => void (connections += 1),
    disconnect: async () => undefined,
    listTopics: async () => ['ledgate.events.g1'],
    fetchTopicOffsets: async () => {
      const error = left.shift();
      if (error !== undefined) throw error;
      return ENDS;
    },
  } as Partial<Admin> as Admin;
  return { kafka: { admin: () => admin } as Partial<Kafka> as Kafka, connections: () => connections };
}

describe('topicEnds', () => {
  it('asks a broker that does not lead its partitions yet again, with a new connection', async () => {
    const { kafka, connections } = kafkaThatRefuses([
      refusal('NOT_LEADER_FOR_PARTITION'),
      refusal('LEADER_NOT_AVAILABLE'),
    ]);
    expect(await topicEnds(kafka, 'ledgate.events.g1', QUICK)).toEqual(ENDS);
    expect(connections()).toBe(3);
  });

  it('throws any other failure at once', async () => {
    const { kafka, connections } = kafkaThatRefuses([refusal('TOPIC_AUTHORIZATION_FAILED')]);
    await expect(topicEnds(kafka, 'ledgate.events.g1', QUICK)).rejects.toMatchObject({
      type: 'TOPIC_AUTHORIZATION_FAILED',
    });
    expect(connections()).toBe(1);
  });

  it('gives up when the time is over', async () => {
    const { kafka } = kafkaThatRefuses(Array.from({ length: 10_000 }, () => refusal('NOT_LEADER_FOR_PARTITION')));
    await expect(topicEnds(kafka, 'ledgate.events.g1', { waitMs: 20, pauseMs: 1 })).rejects.toMatchObject({
      type: 'NOT_LEADER_FOR_PARTITION',
    });
  });

  it('says nothing of a topic that is not there', async () => {
    const { kafka } = kafkaThatRefuses([]);
    expect(await topicEnds(kafka, 'another', QUICK)).toBeUndefined();
  });
});
