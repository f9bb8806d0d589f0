import type { Log } from '@ledgate/domain/ports/log';
import { Kafka, type LogEntry, logLevel, type SASLOptions } from 'kafkajs';
import { useQuickGzip } from './compression.ts';
import {
  CALL_RETRIES,
  CALL_RETRY_FIRST_MS,
  CALL_RETRY_MAX_MS,
  CONNECT_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
} from './limits.ts';

/** How Kafka is reached. Texts of certificates and keys are PEM. */
type KafkaOptions = {
  /** `host:port`, any of them leads to all. */
  readonly brokers: readonly string[];
  /** Names this process in the broker's logs and metrics. */
  readonly clientId: string;
  /** Undefined: no TLS. `ca` undefined: the authorities that Node knows. `cert` and `key`: this client's own. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  readonly sasl?: {
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
    readonly username: string;
    readonly password: string;
  };
};

/** Connects nothing yet: each producer, consumer and admin client does. Its calls give up after a bounded number of repetitions. */
export function kafkaOf({ brokers, clientId, tls, sasl }: KafkaOptions, log: Log): Kafka {
  useQuickGzip();
  return new Kafka({
    brokers: [...brokers],
    clientId,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: { retries: CALL_RETRIES, initialRetryTime: CALL_RETRY_FIRST_MS, maxRetryTime: CALL_RETRY_MAX_MS },
    ...(tls === undefined ? {} : { ssl: { ...tls } }),
    ...(sasl === undefined ? {} : { sasl: { ...sasl } as SASLOptions }),
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => tell(log, entry),
  });
}

/** What the client repeats by itself is no error yet: what it gives up comes as one from whoever called it. */
function tell(log: Log, { namespace, log: { message, error } }: LogEntry): void {
  log.warn({ kafka: namespace, ...(error === undefined ? {} : { reason: String(error) }) }, `kafka: ${message}`);
}
