import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { silentLog } from '@ledgate/domain/ports/log';
import { readEnvironment } from '../../../server/config/config.ts';
import { freePort } from '../../../embedded/free-port.ts';
import { kafkaIn } from '../../../process/main/kafka.ts';
import { type LocalKafka, startLocalKafka } from '../../../local/kafka/local-kafka.ts';
import { describeWithKafka } from '../../../../test/kafka/test-kafka.ts';
import { withAdmin } from './topic.ts';

// The jars may have to be fetched.
jest.setTimeout(400_000);
const STORE_PASSWORD = 'only-for-this-test';
/** Of the user ledgate, one for each mechanism, so that none is let in by what another knows. */
const PASSWORDS = {
  plain: 'plain-for-this-test',
  'scram-sha-256': 'scram-256-for-this-test',
  'scram-sha-512': 'scram-512-for-this-test',
};

const SCRAM = 'org.apache.kafka.common.security.scram.ScramLoginModule required;';

/** A key and certificate for 127.0.0.1 in a Java key store; answers the certificate as PEM. Java brings the tool. */
function makeCertificate(store: string): string {
  const common = ['-keystore', store, '-storetype', 'PKCS12', '-storepass', STORE_PASSWORD, '-alias', 'broker'];
  execFileSync(
    'keytool',
    [
      '-genkeypair',
      ...common,
      '-keyalg',
      'EC',
      '-dname',
      'CN=localhost',
      '-ext',
      'SAN=ip:127.0.0.1',
      '-ext',
      'bc:c=ca:true',
      '-validity',
      '2',
    ],
    { stdio: 'pipe' },
  );
  return execFileSync('keytool', ['-exportcert', '-rfc', ...common], { encoding: 'utf8', stdio: 'pipe' });
}

describeWithKafka('a broker that asks for TLS and a password', () => {
  let dataDir: string;
  let broker: LocalKafka;
  let ca: string;
  let secured: string;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'ledgate-kafka-'));
    const keyStore = join(dataDir, 'broker.p12');
    ca = makeCertificate(keyStore);
    const port = await freePort();
    secured = `127.0.0.1:${port}`;
    const users = [
      { mechanism: 'SCRAM-SHA-256', name: 'ledgate', password: PASSWORDS['scram-sha-256'] },
      { mechanism: 'SCRAM-SHA-512', name: 'ledgate', password: PASSWORDS['scram-sha-512'] },
    ] as const;
    broker = await startLocalKafka({
      dataDir,
      log: () => undefined,
      users,
      settings: (ports) => ({
        listeners: `PLAINTEXT://127.0.0.1:${ports.broker},CONTROLLER://127.0.0.1:${ports.controller},SECURED://${secured}`,
        'advertised.listeners': `PLAINTEXT://127.0.0.1:${ports.broker},SECURED://${secured}`,
        'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURED:SASL_SSL',
        'inter.broker.listener.name': 'PLAINTEXT',
        'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
        'listener.name.secured.plain.sasl.jaas.config': `org.apache.kafka.common.security.plain.PlainLoginModule required user_ledgate="${PASSWORDS.plain}";`,
        'listener.name.secured.scram-sha-256.sasl.jaas.config': SCRAM,
        'listener.name.secured.scram-sha-512.sasl.jaas.config': SCRAM,
        'ssl.keystore.type': 'PKCS12',
        'ssl.keystore.location': keyStore,
        'ssl.keystore.password': STORE_PASSWORD,
      }),
    });
  });
  afterAll(async () => {
    await broker.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const brokersAsSeenBy = async (variables: NodeJS.ProcessEnv): Promise<number> => {
    const environment = readEnvironment({
      EVENTSTORE_URL: 'esdb://none',
      KAFKA_BROKERS: secured,
      KAFKA_TLS: 'true',
      KAFKA_SASL_USERNAME: 'ledgate',
      ...variables,
    });
    const kafka = kafkaIn(environment, 'test', silentLog);
    return (await withAdmin(kafka, (admin) => admin.describeCluster())).brokers.length;
  };
  const by = (mechanism: keyof typeof PASSWORDS) => ({
    KAFKA_SASL_MECHANISM: mechanism,
    KAFKA_SASL_PASSWORD: PASSWORDS[mechanism],
  });

  describe.each([
    ['plain', 'PLAIN'],
    ['scram-sha-256', 'SCRAM SHA256'],
    ['scram-sha-512', 'SCRAM SHA512'],
  ] as const)('by %s', (mechanism, told) => {
    const refusal = new RegExp(`SASL ${told} authentication failed: .*Authentication failed`);

    it('is reached with its authority and the password', async () => {
      expect(await brokersAsSeenBy({ ...by(mechanism), KAFKA_TLS_CA: ca })).toBe(1);
    });

    it('refuses another password, and says that it is the sign-in', async () => {
      await expect(
        brokersAsSeenBy({ ...by(mechanism), KAFKA_TLS_CA: ca, KAFKA_SASL_PASSWORD: 'another' }),
      ).rejects.toThrow(refusal);
    });

    it('refuses another user', async () => {
      await expect(
        brokersAsSeenBy({ ...by(mechanism), KAFKA_TLS_CA: ca, KAFKA_SASL_USERNAME: 'somebody' }),
      ).rejects.toThrow(refusal);
    });
  });

  it('is refused when no authority that we know vouches for it', async () => {
    await expect(brokersAsSeenBy(by('plain'))).rejects.toThrow(/self-signed certificate/);
  });
});
