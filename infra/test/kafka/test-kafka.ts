import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from '@jest/globals';
import { silentLog } from '@ledgate/domain/ports/log';
import type { Kafka } from 'kafkajs';
import { kafkaOf } from '../../src/adapters/feed/kafka/connection.ts';
import { whyNoLocalKafka } from '../../src/local/kafka/jars.ts';
import { type LocalKafka, startLocalKafka } from '../../src/local/kafka/local-kafka.ts';

/** A broker on a folder of its own, that a test may stop, kill, start again and empty. */
export type TestKafka = {
  readonly kafka: Kafka;
  /** `host:port` each, as they are now. */
  readonly brokers: () => readonly string[];
  kill(): Promise<void>;
  start(): Promise<LocalKafka>;
  /** Its data are gone, as those of a new broker at the same address. The broker must not run. */
  lose(): void;
  close(): Promise<void>;
};

export async function testKafka(): Promise<TestKafka> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ledgate-kafka-'));
  const start = (): Promise<LocalKafka> => startLocalKafka({ dataDir, log: () => undefined });
  let broker = await start();
  const again = async (): Promise<LocalKafka> => {
    const { brokers } = broker;
    broker = await start();
    if (broker.brokers.join() !== brokers.join())
      throw new Error(`the broker of ${brokers.join()} came back at ${broker.brokers.join()}`);
    return broker;
  };
  return {
    kafka: kafkaOf({ brokers: broker.brokers, clientId: 'test' }, silentLog),
    brokers: () => broker.brokers,
    kill: () => broker.kill(),
    start: again,
    lose: () => rmSync(join(dataDir, 'kafka', 'data'), { recursive: true, force: true }),
    close: async () => {
      await broker.kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const required = (process.env['REQUIRE_ADAPTERS'] ?? '').split(',').includes('kafka');

/** A suite on a real broker: where there can be none it says so, and fails where REQUIRE_ADAPTERS names kafka. */
export function describeWithKafka(name: string, suite: () => void): void {
  const missing = whyNoLocalKafka();
  if (missing === undefined) return describe(name, suite);
  if (!required) return describe.skip(`${name} (NOT RUN: ${missing})`, suite);
  describe(name, () => {
    it('runs on a real broker, as REQUIRE_ADAPTERS demands', () => {
      throw new Error(missing);
    });
  });
}
