import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLog } from '@ledgate/domain/ports/log';
import pg from 'pg';
import { recordsFile, workFolder } from '../../src/local/cluster/folder.ts';
import { ProcessRecords } from '../../src/local/cluster/leftovers.ts';
import { doubleUrl } from '../../src/local/cluster/profile.ts';
import { ROLE_PROCESSES, roleCommand } from '../../src/local/cluster/roles.ts';
import { storeCommand } from '../../src/local/cluster/store-process.ts';
import { type Command, SupervisedProcess } from '../../src/local/cluster/supervised-process.ts';
import { keyRingOf } from '../../src/process/main/master-key.ts';
import type { Role } from '../../src/server/config/roles.ts';
import { lockDataFolder } from '../../src/embedded/data-folder/lock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded/postgres/embedded-postgres.ts';
import { EventStoreDbStore } from '../../src/adapters/event-store/eventstoredb/eventstoredb-store.ts';
import { type LocalKafka, startLocalKafka } from '../../src/local/kafka/local-kafka.ts';
import { storageFolder } from '../../src/local/kafka/folder.ts';
import { freePort } from '../../src/embedded/free-port.ts';
import { TcpGate } from '../testing/tcp-gate.ts';
import { isReady } from '../../src/local/reverse-proxy/backend.ts';
import { Backends } from '../../src/local/reverse-proxy/backends.ts';
import { createReverseProxy } from '../../src/local/reverse-proxy/reverse-proxy.ts';
import { eventually } from '../testing/eventually.ts';
import { type FailoverWay, openFailoverWay } from '../testing/failover-way.ts';
import { Product } from '../testing/product.ts';

const PROGRAMS = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist');
/** As long as the cluster's own start may take. */
const READY_WITHIN_MS = 85_000;
/** Nothing of these clusters is needed afterwards. */
const STOP_MS = 3_000;
/** Far above what a relay without requests needs to close its tills; one that is killed instead leaves them to the worker. */
const ORDERLY_STOP_MS = 30_000;

type Opened = { readonly product: Product; readonly pool: pg.Pool; readonly ledger: EventStoreDbStore };

type Member = {
  readonly name: string;
  readonly role: Role;
  readonly process: SupervisedProcess;
  readonly gate: TcpGate;
};

/**
 * The processes and servers of `npm run cluster`, made of its parts, where a test can kill, pause, cut off, stop and start each of them by hand: the
 * servers come back when they are told to, the processes by themselves. Each process reaches the event store through a gate of its own, and all of them
 * reach Postgres by one way.
 */
export class FaultCluster {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'ledgate-faults-'));
  readonly #ends: (() => Promise<unknown> | unknown)[] = [];
  readonly #members = new Map<string, Member>();
  readonly #records: ProcessRecords;
  #postgres: EmbeddedPostgres | undefined;
  #way: FailoverWay | undefined;
  #kafka: LocalKafka | undefined;
  #opened: Opened | undefined;
  #storePort = 0;

  readonly #timeScale: number;

  private constructor(timeScale: number) {
    this.#timeScale = timeScale;
    const lock = lockDataFolder(this.dataDir);
    this.#ends.push(
      () => rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 }),
      () => lock.release(),
    );
    mkdirSync(workFolder(this.dataDir), { recursive: true });
    keyRingOf({ MASTER_KEY: undefined, DATA_DIR: this.dataDir });
    this.#records = new ProcessRecords(this.dataDir);
  }

  /**
   * Ends when every process is ready. Whatever was started has ended when it throws.
   * @param timeScale of every process
   */
  static async start(timeScale: number): Promise<FaultCluster> {
    const cluster = new FaultCluster(timeScale);
    try {
      await cluster.#start();
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }

  /** Its url is the reverse proxy's; it runs commands beside the cluster. */
  get product(): Product {
    return this.#started().product;
  }

  /** Of the cluster's database. */
  get pool(): pg.Pool {
    return this.#started().pool;
  }

  get databaseUrl(): string {
    return this.#postgres?.url ?? '';
  }

  /** Between every process and Postgres; who asks for `databaseUrl` or `pool` goes past it. */
  get wayToPostgres(): FailoverWay {
    if (this.#way === undefined) throw new Error('the cluster has not been started');
    return this.#way;
  }

  get names(): readonly string[] {
    return [...this.#members.keys()];
  }

  /** The event store, not through a gate. */
  get ledger(): EventStoreDbStore {
    return this.#started().ledger;
  }

  get brokers(): readonly string[] {
    return this.#kafka?.brokers ?? [];
  }

  namesOf(role: Role): readonly string[] {
    return [...this.#members.values()].filter((member) => member.role === role).map(({ name }) => name);
  }

  /** Of the process that runs under this name now; undefined between two. */
  pidOf(name: string): number | undefined {
    const records = JSON.parse(readFileSync(recordsFile(this.dataDir), 'utf8')) as Readonly<
      Record<string, { readonly pid: number }>
    >;
    return records[name]?.pid;
  }

  /** Directly to one process, past the reverse proxy. */
  urlOf(name: string): string {
    return `http://127.0.0.1:${this.#member(name).process.port() ?? 0}`;
  }

  /** Between the process and the event store. */
  gateOf(name: string): TcpGate {
    return this.#member(name).gate;
  }

  get gates(): readonly TcpGate[] {
    return [...this.#members.values()].map(({ gate }) => gate);
  }

  signal(name: string, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    const pid = this.pidOf(name);
    if (pid === undefined) throw new Error(`${name} does not run`);
    process.kill(pid, signal);
  }

  async isReady(name: string): Promise<boolean> {
    const port = this.#member(name).process.port();
    return port !== undefined && (await isReady(port));
  }

  /** Ends when a process runs under this name and is ready; another one than `before` where that is given. */
  async untilReady(name: string, before?: number): Promise<void> {
    await eventually(
      `${name} is ready`,
      async () => {
        const pid = this.pidOf(name);
        return pid !== undefined && pid !== before && (await this.isReady(name));
      },
      READY_WITHIN_MS,
    );
  }

  /** One more process; ends when it is ready. */
  async add(name: string, role: Role): Promise<void> {
    const gate = await TcpGate.to(this.#storePort);
    this.#ends.push(
      () => gate.close(),
      () => this.#members.get(name)?.process.stop(STOP_MS),
    );
    await this.#run(name, role, gate);
  }

  /**
   * Does `work` while no relay runs: without calls nobody appends then, since nothing but the rotation of tills goes by the clock. They are ended in order
   * before, and ready again when this ends. Answers what `work` does.
   */
  async withoutRelays<Done>(work: () => Promise<Done>): Promise<Done> {
    const relays = this.namesOf('relay').map((name) => this.#member(name));
    await Promise.all(relays.map(({ process }) => process.stop(ORDERLY_STOP_MS)));
    try {
      return await work();
    } finally {
      await Promise.all(relays.map(({ name, role, gate }) => this.#run(name, role, gate)));
    }
  }

  /** At once, as a crash would. */
  async stopKafka(): Promise<void> {
    await this.#kafka?.kill();
  }

  /** Where it was. */
  async startKafka(): Promise<void> {
    this.#kafka = await startLocalKafka({ dataDir: this.dataDir, log: () => undefined });
  }

  /** It must not run. */
  loseKafka(): void {
    rmSync(storageFolder(this.dataDir), { recursive: true, force: true });
  }

  /** In order: its sessions end, and it writes what it has. */
  async stopPostgres(): Promise<void> {
    await this.#postgres?.stop();
  }

  /** Where it was. */
  async startPostgres(): Promise<void> {
    this.#postgres = await startEmbeddedPostgres({
      dataDir: this.dataDir,
      log: () => undefined,
      ...(this.#postgres === undefined ? {} : { port: Number(new URL(this.#postgres.url).port) }),
    });
  }

  async #start(): Promise<void> {
    this.#ends.push(
      () => this.stopPostgres(),
      () => this.stopKafka(),
    );
    this.#storePort = await freePort();
    const store = this.#supervised('eventstore', async () => storeCommand(this.dataDir, this.#storePort));
    this.#ends.push(() => store.stop(STOP_MS));
    await Promise.all([this.startPostgres(), this.startKafka(), store.start()]);
    const way = await openFailoverWay(new URL(this.databaseUrl));
    this.#way = way;
    this.#ends.push(() => way.close());
    await Promise.all(ROLE_PROCESSES.map(({ name, role }) => this.add(name, role)));
    const environment = {
      ...this.#environment(),
      DATABASE_URL: this.databaseUrl,
      EVENTSTORE_URL: doubleUrl(this.#storePort),
      KAFKA_BROKERS: this.brokers.join(','),
    };
    const ledger = await EventStoreDbStore.open({ url: environment.EVENTSTORE_URL, log: silentLog });
    this.#ends.push(() => ledger.close());
    const pool = new pg.Pool({ connectionString: this.databaseUrl, max: 2 });
    pool.on('error', () => undefined);
    this.#ends.push(() => pool.end());
    const product = new Product(environment);
    this.#ends.push(() => product.discard());
    product.port = await this.#openProxy();
    this.#opened = { product, pool, ledger };
  }

  /** Ends when it is ready. */
  async #run(name: string, role: Role, gate: TcpGate): Promise<void> {
    const process = this.#supervised(name, () => this.#command(role, gate));
    this.#members.set(name, { name, role, process, gate });
    await process.start();
  }

  async #openProxy(): Promise<number> {
    const behind = (role: Role) =>
      new Backends(this.namesOf(role).map((name) => ({ name, port: () => this.#member(name).process.port() })));
    const [relays, api] = [behind('relay'), behind('api')];
    const { server } = createReverseProxy({ relays, api });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    this.#ends.push(async () => {
      relays.close();
      api.close();
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      server.closeAllConnections();
      await closed;
    });
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  #supervised(name: string, command: () => Promise<Command>): SupervisedProcess {
    return new SupervisedProcess({
      name,
      dataDir: this.dataDir,
      records: this.#records,
      say: () => undefined,
      command,
    });
  }

  async #command(role: Role, gate: TcpGate): Promise<Command> {
    const command = await roleCommand(role, PROGRAMS, this.dataDir, {
      databaseUrl: this.wayToPostgres.url,
      eventStoreUrl: doubleUrl(gate.port),
      brokers: this.brokers.join(','),
    });
    return { ...command, environment: { ...command.environment, ...this.#environment() } };
  }

  #environment() {
    return {
      TIME_SCALE: String(this.#timeScale),
      GLOBAL_API_RATE_LIMIT: '0',
      SESSION_API_RATE_LIMIT: '0',
      CRITICAL_RATE_LIMIT: '0',
      GLOBAL_WEB_RATE_LIMIT: '0',
      LOG_LEVEL: 'warn',
    };
  }

  #member(name: string): Member {
    const member = this.#members.get(name);
    if (member === undefined) throw new Error(`there is no process ${name} in the cluster`);
    return member;
  }

  #started(): Opened {
    if (this.#opened === undefined) throw new Error('the cluster has not been started');
    return this.#opened;
  }
}
