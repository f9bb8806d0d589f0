import { describe, expect, it } from '@jest/globals';
import { readEnvironment } from './config.ts';
import { variablesOf } from './variables-of.ts';

describe('variablesOf', () => {
  it.each<readonly [string, NodeJS.ProcessEnv]>([
    ['nothing', {}],
    [
      'the embedded profile',
      {
        PORT: '0',
        RELAY_PROCESSES: '4',
        TIME_SCALE: '0.1',
        LOG_LEVEL: 'debug',
        TRUSTED_PROXIES: '10.0.0.0/8,loopback',
        OUTBOUND_PRIVATE: '10.0.0.5,fd00::/8',
        DATA_DIR: '/somewhere',
      },
    ],
    [
      'the cluster profile',
      {
        ROLES: 'api,relay',
        DATABASE_URL: 'postgres://a:b@c/d',
        MASTER_KEY: 'a2V5, b2xk',
        EVENTSTORE_URL: 'esdb://e:2113?tls=true',
        EVENTSTORE_USER: 'f',
        EVENTSTORE_PASSWORD: 'g,h',
        KAFKA_BROKERS: 'i:1,j:2',
        KAFKA_TLS: 'true',
        KAFKA_TLS_CA: '-----BEGIN\nk\n-----END',
        KAFKA_PARTITIONS: '3',
        GLOBAL_API_RATE_LIMIT: '0',
        SESSION_API_RATE_LIMIT: '0',
      },
    ],
  ])('tells a process the same environment: %s', (_name, variables) => {
    const environment = readEnvironment(variables);
    expect(readEnvironment(variablesOf(environment))).toEqual(environment);
  });
});
