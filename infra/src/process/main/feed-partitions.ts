import type { Environment } from '../../server/config/config.ts';

/** How many partitions the feed of this configuration has: every process of an installation must be told the same. */
export const feedPartitionsOf = ({
  KAFKA_BROKERS: brokers,
  KAFKA_PARTITIONS: partitions,
}: Pick<Environment, 'KAFKA_BROKERS' | 'KAFKA_PARTITIONS'>): number => (brokers === undefined ? 1 : partitions);
