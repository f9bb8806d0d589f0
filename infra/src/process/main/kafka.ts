import { hostname } from 'node:os';
import type { Log } from '@ledgate/domain/ports/log';
import { feedIdentity } from '@ledgate/projections/directory/publishers/feed-identity';
import type { Queryable } from '@ledgate/projections/shared/database';
import type { Kafka } from 'kafkajs';
import type { Environment } from '../../server/config/config.ts';
import { kafkaOf } from '../../adapters/feed/kafka/connection.ts';
import { type Topic, topicOf } from '../../adapters/feed/kafka/topic.ts';

type KafkaVariables = Pick<
  Environment,
  | 'KAFKA_BROKERS'
  | 'KAFKA_TLS'
  | 'KAFKA_TLS_CA'
  | 'KAFKA_TLS_CERT'
  | 'KAFKA_TLS_KEY'
  | 'KAFKA_SASL_MECHANISM'
  | 'KAFKA_SASL_USERNAME'
  | 'KAFKA_SASL_PASSWORD'
>;
type TopicVariables = Pick<
  Environment,
  'KAFKA_TOPIC' | 'KAFKA_PARTITIONS' | 'KAFKA_GENERATION' | 'KAFKA_REPLICATION_FACTOR'
>;

/**
 * Kafka as this installation reaches it; connects nothing yet. Loaded only where KAFKA_BROKERS is set.
 * @param role for the broker's logs and metrics
 */
export const kafkaIn = (variables: KafkaVariables, role: string, log: Log): Kafka =>
  kafkaOf(
    {
      brokers: variables.KAFKA_BROKERS ?? [],
      clientId: `ledgate-${role}-${hostname()}-${process.pid}`,
      ...tlsIn(variables),
      ...saslIn(variables),
    },
    log,
  );

/** The topic of this installation in this life of its ledger: another one after a restore or a move. */
export async function topicIn(variables: TopicVariables, db: Queryable): Promise<Topic> {
  return topicOf({
    prefix: variables.KAFKA_TOPIC,
    generation: variables.KAFKA_GENERATION,
    partitions: variables.KAFKA_PARTITIONS,
    replicationFactor: variables.KAFKA_REPLICATION_FACTOR,
    identity: await feedIdentity(db),
  });
}

function tlsIn({ KAFKA_TLS: encrypted, KAFKA_TLS_CA: ca, KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key }: KafkaVariables) {
  if (!encrypted) return {};
  return {
    tls: {
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
    },
  };
}

function saslIn({
  KAFKA_SASL_MECHANISM: mechanism,
  KAFKA_SASL_USERNAME: username,
  KAFKA_SASL_PASSWORD: password,
}: KafkaVariables) {
  return mechanism === undefined || username === undefined || password === undefined
    ? {}
    : { sasl: { mechanism, username, password } };
}
