import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readEnvironment } from './config.ts';

const fileWith = (text: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'config-')), 'secret');
  writeFileSync(path, text);
  return path;
};

describe('readEnvironment', () => {
  it('has a default for everything', () => {
    const { PORT, HOST, BODY_BYTES_MAX, DATABASE_URL, ROLES, KAFKA_PARTITIONS } = readEnvironment({});
    expect({ PORT, HOST, BODY_BYTES_MAX, DATABASE_URL, ROLES, KAFKA_PARTITIONS }).toEqual({
      PORT: 3000,
      HOST: '0.0.0.0',
      BODY_BYTES_MAX: 33_554_432,
      DATABASE_URL: undefined,
      ROLES: ['all'],
      KAFKA_PARTITIONS: 12,
    });
  });

  it('treats an empty variable as one that is not set', () => {
    expect(readEnvironment({ PORT: '', KAFKA_NONSENSE: '' }).PORT).toBe(3000);
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'mysql://x'],
    ['GLOBAL_API_RATE_LIMIT', 'many'],
    ['ROLES', 'api,cook'],
    ['ROLES', 'all,api'],
    ['ROLES', ','],
    ['TRUSTED_PROXIES', 'foo'],
    ['TRUSTED_PROXIES', '10.0.0.0/64'],
    ['OUTBOUND_PRIVATE', 'loopback'],
    ['OUTBOUND_PRIVATE', '10.0.0.0/8/9'],
    ['OUTBOUND_PRIVATE', 'fe80::1%lo'],
    ['EVENTSTORE_URL', 'http://x'],
    ['KAFKA_BROKERS', 'broker'],
    ['KAFKA_BROKERS', ','],
    ['KAFKA_TLS', 'yes'],
    ['KAFKA_SASL_MECHANISM', 'gssapi'],
    ['KAFKA_TOPIC', 'a b'],
    ['RELAY_PROCESSES', '0'],
    ['RELAY_DIRECTORY_AGE_MAX_SECONDS', '11'],
    ['RELAY_CALLS_OF_USER_MAX', '0'],
    ['RELAY_CALLS_OF_USER_MAX', '65537'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(name);
  });

  it('takes addresses, networks and their names as proxies', () => {
    expect(readEnvironment({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8,loopback' }).TRUSTED_PROXIES).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      'fd00::/8',
      'loopback',
    ]);
  });

  it('takes addresses and networks as private ones that may be called', () => {
    expect(readEnvironment({}).OUTBOUND_PRIVATE).toEqual([]);
    expect(readEnvironment({ OUTBOUND_PRIVATE: '10.0.0.5, fd00::/8' }).OUTBOUND_PRIVATE).toEqual([
      '10.0.0.5',
      'fd00::/8',
    ]);
  });

  it('takes brokers by name and by address', () => {
    const cluster = { EVENTSTORE_URL: 'esdb://a:2113', KAFKA_BROKERS: 'kafka-1:9092, 10.0.0.1:9092,[::1]:9092' };
    expect(readEnvironment(cluster).KAFKA_BROKERS).toEqual(['kafka-1:9092', '10.0.0.1:9092', '[::1]:9092']);
  });

  it('reads a secret from the file that NAME_FILE names', () => {
    expect(readEnvironment({ DATABASE_URL_FILE: fileWith('postgres://localhost/ledgate\n') }).DATABASE_URL).toBe(
      'postgres://localhost/ledgate',
    );
  });

  it('says which file a secret could not be read from, or is empty', () => {
    expect(() => readEnvironment({ DATABASE_URL_FILE: '/nowhere/at/all' })).toThrow('/nowhere/at/all');
    expect(() => readEnvironment({ DATABASE_URL_FILE: fileWith('\n') })).toThrow('DATABASE_URL_FILE');
  });

  it('refuses a secret that is given twice', () => {
    expect(() =>
      readEnvironment({ DATABASE_URL: 'postgres://a/b', DATABASE_URL_FILE: fileWith('postgres://c/d') }),
    ).toThrow('DATABASE_URL_FILE');
  });
});

describe('an unknown variable', () => {
  it.each([
    ['KAFKA_BROKER', 'KAFKA_BROKERS'],
    ['EVENTSTORE_PASWORD_FILE', 'EVENTSTORE_PASSWORD_FILE'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['RELAY_PROCESS', 'RELAY_PROCESSES'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['GLOBAL_API_RATE', 'GLOBAL_API_RATE_LIMIT'],
    ['LOG_LEVL', 'LOG_LEVEL'],
    ['DATA_DIRS', 'DATA_DIR'],
    ['OTEL_EXPORTER_OTLP_ENDPIONT', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    ['TIME_SCALES', 'TIME_SCALE'],
  ])('%s stops the start, which names it and %s', (name, meant) => {
    expect(() => readEnvironment({ [name]: 'x' })).toThrow(new RegExp(`${name} is unknown; did you mean ${meant}\\?`));
  });

  it('is none that others own', () => {
    const others = {
      KAFKA_OPTS: '-x',
      KAFKA_HEAP_OPTS: '-Xmx1g',
      KAFKA_LOG4J_OPTS: '-y',
      EVENTSTORE_TEST_URL: 'esdb://x',
      KAFKA_TEST_BROKERS: 'x:1',
      LEDGATE_FAULTS: '1',
      // What Kubernetes tells every container of services named kafka and ledgate.
      KAFKA_SERVICE_HOST: '10.0.0.1',
      KAFKA_SERVICE_PORT: '9092',
      KAFKA_SERVICE_PORT_CLIENTS: '9092',
      KAFKA_PORT: 'tcp://10.0.0.1:9092',
      KAFKA_PORT_9092_TCP: 'tcp://10.0.0.1:9092',
      KAFKA_PORT_9092_TCP_ADDR: '10.0.0.1',
      LEDGATE_PORT_3000_TCP_PROTO: 'tcp',
      LEDGATE_API_SERVICE_PORT_HTTP: '3000',
      PGHOST: 'x',
      HOME: '/root',
      LOG_FILE: 'x',
      LOGLEVEL: 'x',
      PORTS: '1',
      ROLE: 'x',
      HOSTS: 'x',
      XDG_DATA_DIRS: '/usr',
      OTEL_SERVICE_VERSION: '1',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://x',
      OTEL_TRACES_SAMPLER: 'always_on',
    };
    expect(readEnvironment(others).PORT).toBe(3000);
  });
});
