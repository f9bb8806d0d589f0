import { hostname } from 'node:os';
import type { Log } from '@ledgate/domain/ports/log';
import type { Kafka } from 'kafkajs';
import type { Environment } from '../config/config.ts';
import { kafkaOf } from '../feed/kafka/connection.ts';
import { type Topic, topicOf } from '../feed/kafka/topic.ts';

type KafkaVariables = Pick<
  Environment, 'KAFKA_BROKERS' | 'KAFKA_TOPIC' | 'KAFKA_PARTITIONS' | 'KAFKA_GENERATION' | 'KAFKA_REPLICATION_FACTOR' | 'KAFKA_TLS' | 'KAFKA_TLS_CA'
  | 'KAFKA_TLS_CERT' | 'KAFKA_TLS_KEY' | 'KAFKA_SASL_MECHANISM' | 'KAFKA_SASL_USERNAME' | 'KAFKA_SASL_PASSWORD'
>;

/**
 * Kafka and the topic of this installation; connects nothing yet. Loaded only where KAFKA_BROKERS is set.
 * @param role for the broker's logs and metrics
 */
export function kafkaIn(variables: KafkaVariables, role: string, log: Log): { readonly kafka: Kafka; readonly topic: Topic } {
  const topic = topicOf({
    prefix: variables.KAFKA_TOPIC, generation: variables.KAFKA_GENERATION, partitions: variables.KAFKA_PARTITIONS, replicationFactor: variables.KAFKA_REPLICATION_FACTOR,
  });
  const kafka = kafkaOf({
    brokers: variables.KAFKA_BROKERS ?? [], clientId: `ledgate-${role}-${hostname()}-${process.pid}`, ...tlsIn(variables), ...saslIn(variables),
  }, log);
  return { kafka, topic };
}

function tlsIn({ KAFKA_TLS: encrypted, KAFKA_TLS_CA: ca, KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key }: KafkaVariables) {
  if (!encrypted) return {};
  return { tls: { ...(ca === undefined ? {} : { ca }), ...(cert === undefined ? {} : { cert }), ...(key === undefined ? {} : { key }) } };
}

function saslIn({ KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password }: KafkaVariables) {
  return mechanism === undefined || username === undefined || password === undefined ? {} : { sasl: { mechanism, username, password } };
}
