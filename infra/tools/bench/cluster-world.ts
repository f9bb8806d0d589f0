import { newMasterKey } from '@ledgate/projections/directory/keys/key-ring';
import type { Environment } from '../../src/server/config/config.ts';
import type { BenchProcess, ProcessOptions } from './bench-process.ts';
import type { BenchServer } from './bench-servers.ts';
import { BenchWorld } from './bench-world.ts';
import { type NamedCpu, processCpu, serverCpu } from './named-cpu.ts';
import type { PartRole } from './part.ts';

/** What opens its servers and processes, and ends them with everything else. */
type Resources = {
  eventStore(): Promise<BenchServer>;
  kafka(): Promise<BenchServer>;
  postgres(): Promise<BenchServer>;
  database(): Promise<string>;
  folder(): string;
  process(role: PartRole, parameter: string, options: ProcessOptions): Promise<BenchProcess>;
};

type Servers = { readonly eventStore: BenchServer; readonly kafka: BenchServer; readonly postgres: BenchServer };
type Members = { readonly projector: BenchProcess; readonly publisher: BenchProcess; readonly home: BenchProcess };

/** The cluster profile with one process of each role (api and worker share one), all on this machine; the load goes to its relay. */
export class ClusterWorld {
  readonly world: BenchWorld;
  readonly #servers: Servers;
  readonly #members: Members;

  private constructor(world: BenchWorld, servers: Servers, members: Members) {
    this.world = world;
    this.#servers = servers;
    this.#members = members;
  }

  static async open(resources: Resources, upstream: string, users: number): Promise<ClusterWorld> {
    const [eventStore, kafka, postgres, databaseUrl] = await Promise.all([
      resources.eventStore(),
      resources.kafka(),
      resources.postgres(),
      resources.database(),
    ]);
    const dataDir = resources.folder();
    const masterKey = newMasterKey();
    const start = (...roles: Environment['ROLES']): Promise<BenchProcess> =>
      resources.process(
        'product',
        JSON.stringify({
          ROLES: roles.join(','),
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          EVENTSTORE_URL: eventStore.address,
          KAFKA_BROKERS: kafka.address,
          MASTER_KEY: masterKey,
        }),
        { name: `cluster-${roles.join('-')}` },
      );
    const [home, relay, projector, publisher] = await Promise.all([
      start('api', 'worker'),
      start('relay'),
      start('projector'),
      start('publisher'),
    ]);
    const world = await BenchWorld.open({ product: relay, console: home.url, upstream, users });
    return new ClusterWorld(world, { eventStore, kafka, postgres }, { projector, publisher, home });
  }

  /** Of everybody who works beside the relay, always in the same order. */
  async cpuBeside(): Promise<readonly NamedCpu[]> {
    const { projector, publisher, home } = this.#members;
    const { eventStore, kafka, postgres } = this.#servers;
    return Promise.all([
      processCpu('projector', projector),
      processCpu('publisher', publisher),
      processCpu('api and worker', home),
      serverCpu("EventStoreDB's double", eventStore),
      serverCpu('Kafka', kafka),
      serverCpu('Postgres', postgres),
    ]);
  }
}
