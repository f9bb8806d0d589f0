import { afterAll, beforeAll, jest } from '@jest/globals';
import { eventFeedContract } from '@ledgate/domain/testing/event-feed-contract';
import { publishedFeed } from '../../../../test/kafka/published-feed.ts';
import { describeWithKafka, type TestKafka, testKafka } from '../../../../test/kafka/test-kafka.ts';

// The jars may have to be fetched.
jest.setTimeout(400_000);

describeWithKafka('the Kafka feed on a real broker', () => {
  let broker: TestKafka;
  beforeAll(async () => {
    broker = await testKafka();
  });
  afterAll(async () => {
    await broker.close();
  });

  eventFeedContract('kafka, 3 partitions', async () => publishedFeed(broker.kafka));
});
