import { describe, expect, it } from '@jest/globals';
import { rolesOf } from './combination.ts';
import { readEnvironment } from './config.ts';

const DATABASE = { DATABASE_URL: 'postgres://localhost/ledgate' };
const STORE = { EVENTSTORE_URL: 'esdb://localhost:2113?tls=false' };
const KAFKA = { KAFKA_BROKERS: 'localhost:9092' };
const KEY = { MASTER_KEY: 'x' };
const rolesIn = (variables: NodeJS.ProcessEnv): string => [...rolesOf(readEnvironment(variables))].join(',');

describe('the roles of a process', () => {
  it('are all but the publisher where there is no Kafka', () => {
    expect(rolesIn({})).toBe('api,relay,projector,worker');
    expect(rolesIn(STORE)).toBe('api,relay,projector,worker');
    expect(rolesIn({ ...STORE, ...KAFKA })).toBe('api,relay,projector,publisher,worker');
  });

  it('are those that are named', () => {
    expect(rolesIn({ ...DATABASE, ...KEY, ROLES: 'worker, api,api' })).toBe('worker,api');
    expect(rolesIn({ ...DATABASE, ...STORE, ...KAFKA, ROLES: 'publisher' })).toBe('publisher');
  });
});

describe('a combination without sense is refused, by name', () => {
  it.each<readonly [string, NodeJS.ProcessEnv]>([
    ['DATABASE_URL', { ROLES: 'api' }],
    ['DATABASE_URL', { ROLES: 'relay', ...STORE, ...KAFKA }],
    ['EVENTSTORE_URL', KAFKA],
    ['EVENTSTORE_URL', { ...KAFKA, ...DATABASE, ROLES: 'publisher' }],
    ['KAFKA_BROKERS', { ...DATABASE, ROLES: 'publisher' }],
    ['KAFKA_BROKERS', { ...DATABASE, ...STORE, ...KEY, ROLES: 'api,publisher' }],
    ['MASTER_KEY', { ...DATABASE, ROLES: 'api' }],
    ['MASTER_KEY', { ...DATABASE, ROLES: 'projector,relay' }],
    ['MASTER_KEY', { ...DATABASE, ROLES: 'worker' }],
    ['RELAY_PROCESSES', { ...DATABASE, ...KEY, ROLES: 'api', RELAY_PROCESSES: '2' }],
    ['EVENTSTORE_USER', { EVENTSTORE_USER: 'ledgate', EVENTSTORE_PASSWORD: 'x' }],
    ['EVENTSTORE_PASSWORD', { ...STORE, EVENTSTORE_USER: 'ledgate' }],
    ['EVENTSTORE_ADMIN_USER', { ...STORE, EVENTSTORE_ADMIN_PASSWORD: 'x' }],
    ['EVENTSTORE_TLS_CA_FILE', { EVENTSTORE_TLS_CA_FILE: '/ca.pem' }],
    ['KAFKA_TLS must', { ...STORE, ...KAFKA, KAFKA_TLS_CA: 'pem' }],
    ['KAFKA_TLS_KEY', { ...STORE, ...KAFKA, KAFKA_TLS: 'true', KAFKA_TLS_CERT: 'pem' }],
    ['KAFKA_SASL_PASSWORD', { ...STORE, ...KAFKA, KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'ledgate' }],
    ['KAFKA_SASL_MECHANISM', { ...STORE, ...KAFKA, KAFKA_SASL_USERNAME: 'ledgate', KAFKA_SASL_PASSWORD: 'x' }],
    ['KAFKA_PARTITIONS', { KAFKA_PARTITIONS: '3' }],
  ])('%s in %j', (named, variables) => {
    expect(() => readEnvironment(variables)).toThrow(named);
  });

  it('and sensible ones are not', () => {
    const sasl = { KAFKA_SASL_MECHANISM: 'scram-sha-512', KAFKA_SASL_USERNAME: 'ledgate', KAFKA_SASL_PASSWORD: 'x' };
    const tls = { KAFKA_TLS: 'true', KAFKA_TLS_CA: 'pem', KAFKA_TLS_CERT: 'pem', KAFKA_TLS_KEY: 'pem' };
    const all: readonly NodeJS.ProcessEnv[] = [
      {},
      DATABASE,
      STORE,
      { ...STORE, ...KAFKA },
      { ...DATABASE, ROLES: 'projector' },
      { ...DATABASE, ...STORE, ...KEY, ROLES: 'relay', RELAY_PROCESSES: '4' },
      { RELAY_PROCESSES: '2' },
      {
        ...STORE,
        ...KAFKA,
        ...sasl,
        ...tls,
        KAFKA_GENERATION: '2',
        EVENTSTORE_USER: 'ledgate',
        EVENTSTORE_PASSWORD: 'x',
        EVENTSTORE_ADMIN_USER: 'admin',
        EVENTSTORE_ADMIN_PASSWORD: 'y',
      },
    ];
    for (const variables of all) expect(() => readEnvironment(variables)).not.toThrow();
  });
});
