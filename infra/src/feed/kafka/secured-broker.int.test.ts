import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { silentLog } from '@ledgate/domain/ports/log';
import { readEnvironment } from '../../config/config.ts';
import { freePort } from '../../loopback/free-port.ts';
import { kafkaIn } from '../../main/kafka.ts';
import { type LocalKafka, startLocalKafka } from './local/local-kafka.ts';
import { describeWithKafka } from './testing/test-kafka.ts';
import { withAdmin } from './topic.ts';

// The jars may have to be fetched.
jest.setTimeout(400_000);
const PASSWORD = 'only-for-this-test';

/** A key and certificate for 127.0.0.1 in a Java key store; answers the certificate as PEM. Java brings the tool. */
function makeCertificate(store: string): string {
  const common = ['-keystore', store, '-storetype', 'PKCS12', '-storepass', PASSWORD, '-alias', 'broker'];
  execFileSync('keytool', ['-genkeypair', ...common, '-keyalg', 'EC', '-dname', 'CN=localhost', '-ext', 'SAN=ip:127.0.0.1', '-ext', 'bc:c=ca:true', '-validity', '2'], { stdio: 'pipe' });
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
    broker = await startLocalKafka({ dataDir, log: () => undefined, settings: (ports) => ({
      'listeners': `PLAINTEXT://127.0.0.1:${ports.broker},CONTROLLER://127.0.0.1:${ports.controller},SECURED://${secured}`,
      'advertised.listeners': `PLAINTEXT://127.0.0.1:${ports.broker},SECURED://${secured}`,
      'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURED:SASL_SSL',
      'inter.broker.listener.name': 'PLAINTEXT',
      'sasl.enabled.mechanisms': 'PLAIN',
      'listener.name.secured.plain.sasl.jaas.config': `org.apache.kafka.common.security.plain.PlainLoginModule required user_ledgate="${PASSWORD}";`,
      'ssl.keystore.type': 'PKCS12', 'ssl.keystore.location': keyStore, 'ssl.keystore.password': PASSWORD,
    }) });
  });
  afterAll(async () => {
    await broker.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const brokersAsSeenBy = async (variables: NodeJS.ProcessEnv): Promise<number> => {
    const kafka = kafkaIn(readEnvironment({ EVENTSTORE_URL: 'esdb://none', KAFKA_BROKERS: secured, KAFKA_TLS: 'true', ...sasl, ...variables }), 'test', silentLog);
    return (await withAdmin(kafka, (admin) => admin.describeCluster())).brokers.length;
  };
  const sasl = { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'ledgate', KAFKA_SASL_PASSWORD: PASSWORD };

  it('is reached with its authority and the password', async () => {
    expect(await brokersAsSeenBy({ KAFKA_TLS_CA: ca })).toBe(1);
  });

  it('is refused when no authority that we know vouches for it', async () => {
    await expect(brokersAsSeenBy({})).rejects.toThrow(/self-signed certificate/);
  });

  it('refuses another password', async () => {
    await expect(brokersAsSeenBy({ KAFKA_TLS_CA: ca, KAFKA_SASL_PASSWORD: 'another' })).rejects.toThrow(/Authentication failed/);
  });
});
