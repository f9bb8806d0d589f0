import { mkdirSync } from 'node:fs';
import type { Environment } from '../../server/config/config.ts';
import { lockDataFolder } from '../../embedded/data-folder/lock.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { whyNoLocalKafka } from '../kafka/jars.ts';
import { keyRingOf } from '../../process/main/master-key.ts';
import { Draining } from '../../server/http/draining.ts';
import { listen } from '../../server/http/listen.ts';
import { portAgain } from '../../embedded/free-port.ts';
import type { Lifeline } from '../../process/main/shutdown.ts';
import { Backends } from '../reverse-proxy/backends.ts';
import { createReverseProxy } from '../reverse-proxy/reverse-proxy.ts';
import { workFolder } from './folder.ts';
import { endLeftovers, ProcessRecords } from './leftovers.ts';
import { BOOKS_STOP_MS, SERVERS_STOP_MS, SERVING_STOP_MS } from './limits.ts';
import { doubleUrl, eventStoreFor, writeProfile } from './profile.ts';
import { ROLE_PROCESSES, roleCommand, serves } from './roles.ts';
import { keptKafka, keptPostgres } from './servers.ts';
import { startTogether } from './start-together.ts';
import { storeCommand } from './store-process.ts';
import { SupervisedProcess } from './supervised-process.ts';

type ClusterOptions = {
  readonly environment: Environment;
  /** Folder of the built commands. */
  readonly programs: string;
  readonly say: (line: string) => void;
};

/**
 * The cluster profile on one machine: Postgres, Kafka and, without EVENTSTORE_URL, the protocol double; one process for each role and two relays and
 * projectors; the reverse proxy in this process, which watches all of them. Ends when each was ready once and the proxy listens. Everything ends with
 * `lifeline`, also after a throw. Throws StartRefused.
 */
export async function startCluster(
  { environment, programs, say }: ClusterOptions,
  lifeline: Lifeline,
): Promise<{ readonly url: string }> {
  const { DATA_DIR: dataDir, KAFKA_PARTITIONS: partitions } = environment;
  const eventStore = eventStoreFor(dataDir, environment.EVENTSTORE_URL);
  if (eventStore.kind === 'double')
    say(
      'EVENTSTORE_URL IS NOT SET: A PROTOCOL DOUBLE TAKES THE PLACE OF EVENTSTOREDB. For trying and testing only, never for production.',
    );
  const missing = whyNoLocalKafka();
  if (missing !== undefined)
    throw new StartRefused(
      `npm run cluster starts a Kafka, and ${missing} (Debian: apt-get install default-jre-headless maven)`,
    );

  const lock = lockDataFolder(dataDir);
  lifeline.add('data folder', () => lock.release());
  const ended = await endLeftovers(dataDir);
  if (ended > 0) say(`Ended ${ended} processes that an earlier run had left behind.`);
  mkdirSync(workFolder(dataDir), { recursive: true });
  keyRingOf(environment);

  const storePort = eventStore.kind === 'double' ? await portAgain(eventStore.port, environment.PORT) : undefined;
  const recordWith = (brokers: readonly string[]): void =>
    writeProfile(dataDir, {
      profile: 'cluster',
      eventStore: storePort === undefined ? eventStore : { kind: 'double', port: storePort },
      brokers: [...brokers],
      partitions,
    });
  recordWith([]);
  const records = new ProcessRecords(dataDir);
  const onMoved = (): void => {
    recordWith(kafka.address.split(','));
    for (const { process } of processes) process.restart();
  };
  const kept = { dataDir, say, onMoved, callersPort: environment.PORT };
  const postgres = keptPostgres(kept);
  const kafka = keptKafka(kept);
  const store =
    storePort === undefined
      ? undefined
      : new SupervisedProcess({
          name: 'eventstore',
          dataDir,
          records,
          say,
          command: async () => storeCommand(dataDir, storePort),
        });
  lifeline.add('servers', async () => {
    await Promise.all([store?.stop(SERVERS_STOP_MS), kafka.stop(), postgres.stop()]);
  });
  await startTogether(
    [
      ['Postgres', postgres.start()],
      ['Kafka', kafka.start()],
      ['event store', store?.start()],
    ],
    say,
  );
  recordWith(kafka.address.split(','));

  const addresses = () => ({
    databaseUrl: postgres.address,
    brokers: kafka.address,
    callersPort: environment.PORT,
    eventStoreUrl: storePort === undefined ? (environment.EVENTSTORE_URL ?? urlIn(eventStore)) : doubleUrl(storePort),
  });
  const processes = ROLE_PROCESSES.map(({ name, role }) => ({
    role,
    process: new SupervisedProcess({
      name,
      dataDir,
      records,
      say,
      command: () => roleCommand(role, programs, dataDir, addresses()),
    }),
  }));
  const those = (isServing: boolean) =>
    processes.filter(({ role }) => serves(role) === isServing).map(({ process }) => process);
  lifeline.add('those who keep the books', async () => {
    await Promise.all(those(false).map((each) => each.stop(BOOKS_STOP_MS)));
  });

  const behind = (wanted: string) =>
    new Backends(processes.filter(({ role }) => role === wanted).map(({ process }) => process));
  const [relays, api] = [behind('relay'), behind('api')];
  const proxy = createReverseProxy({ relays, api });
  lifeline.add('those who serve', async () => {
    proxy.refuse();
    await Promise.all([
      ...those(true).map((each) => each.stop(SERVING_STOP_MS)),
      ...(proxy.server.listening ? [new Draining().end(proxy.server)] : []),
    ]);
    relays.close();
    api.close();
  });
  await startTogether(
    processes.map(({ process }) => [process.name, process.start()]),
    say,
  );
  await listen(proxy.server, environment);
  const address = proxy.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : environment.PORT;
  return { url: `http://${environment.HOST === '0.0.0.0' ? 'localhost' : environment.HOST}:${port}` };
}

const urlIn = (eventStore: ReturnType<typeof eventStoreFor>): string =>
  eventStore.kind === 'server' ? eventStore.url : '';
