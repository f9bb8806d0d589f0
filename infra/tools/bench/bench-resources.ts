import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { BenchProcess, type ProcessOptions } from './bench-process.ts';
import { requestsOf, SHORT_PROMPT_TOKENS, type Way } from './bench-load.ts';
import type { PartRole } from './part.ts';
import { type BenchServer, startEventStore, startKafka, startPostgres } from './bench-servers.ts';
import { BenchWorld } from './bench-world.ts';
import { ClusterWorld } from './cluster-world.ts';

const USERS = 100;

type Effort = {
  /** Pairs of interleaved runs. */
  readonly rounds: number;
  readonly warmUpSeconds: number;
  readonly secondsPerRun: number;
  /** Of a comparison of two checkouts: short runs in turn, as many as it takes for the machine's moods to fall on both. */
  readonly comparedRounds: number;
  /** Pairs of processes, each new: two of one program differ by more than many a change does. */
  readonly comparedPairs: number;
  readonly lagSeconds: number;
  /** How long each of many open streams lasts, and how often they are opened. */
  readonly openStreamsSeconds: number;
  readonly openStreamsRounds: number;
  readonly rebuildEvents: number;
  /** Of the installation whose lists are asked for: rows of the log, and calls of each kind. */
  readonly listedCharges: number;
  readonly listCalls: number;
  /** Through Kafka: runs of each kind, events of the ledger, and seconds of a measurement of the lag. */
  readonly feedRounds: number;
  readonly feedEvents: number;
  readonly feedLagSeconds: number;
};

export const WHOLE_EFFORT: Effort = {
  rounds: 5,
  warmUpSeconds: 3,
  secondsPerRun: 4,
  comparedRounds: 10,
  comparedPairs: 5,
  lagSeconds: 60,
  openStreamsSeconds: 20,
  openStreamsRounds: 3,
  rebuildEvents: 200_000,
  listedCharges: 1_000_000,
  listCalls: 40,
  feedRounds: 3,
  feedEvents: 50_000,
  feedLagSeconds: 16,
};
/** To see that everything works; its figures mean little. */
export const QUICK_EFFORT: Effort = {
  rounds: 3,
  warmUpSeconds: 3,
  secondsPerRun: 2,
  comparedRounds: 2,
  comparedPairs: 2,
  lagSeconds: 5,
  openStreamsSeconds: 20,
  openStreamsRounds: 1,
  rebuildEvents: 20_000,
  listedCharges: 20_000,
  listCalls: 16,
  feedRounds: 1,
  feedEvents: 20_000,
  feedLagSeconds: 5,
};

/** What benchmarks share, opened when the first asks for it and closed together. */
export class BenchResources {
  readonly effort: Effort;
  /** The built benchmark of another checkout, to compare with; undefined where none was named. */
  readonly otherProgram: string | undefined;
  /** How long the prompts of the core's benchmarks are. */
  readonly promptTokens: number;
  /** Data folder of an installation that is filled already, for lists. */
  readonly filled: string | undefined;
  readonly #closing: (() => Promise<void> | void)[] = [];
  readonly #opened = new Map<string, Promise<unknown>>();

  constructor(effort: Effort, otherProgram?: string, promptTokens = SHORT_PROMPT_TOKENS, filled?: string) {
    this.effort = effort;
    this.otherProgram = otherProgram;
    this.promptTokens = promptTokens;
    this.filled = filled;
  }

  /** Requests with prompts of the length that was asked for, one for each key. */
  requests(way: Way, keys: readonly string[]): readonly Buffer[] {
    return requestsOf(way, keys, {}, this.promptTokens);
  }

  /** The provider that everything measured passes requests on to. */
  upstream(): Promise<BenchProcess> {
    return this.#once('upstream', () => this.process('upstream', ''));
  }

  /** A bare node:http + undici proxy. */
  raw(): Promise<BenchProcess> {
    return this.#once('raw', async () => this.process('raw', (await this.upstream()).url));
  }

  /** The relay, whose cashier grants everything at once and records nothing. */
  relay(): Promise<BenchProcess> {
    return this.#once('relay', async () => this.process('relay', (await this.upstream()).url));
  }

  /** The whole product in one process, with a hundred users. */
  world(): Promise<BenchWorld> {
    return this.#once('world', () => this.worldOf({}));
  }

  /** The same of any program, with further environment variables, a new one each time. */
  async worldOf(options: ProcessOptions, variables: Readonly<Record<string, string>> = {}): Promise<BenchWorld> {
    const upstream = await this.upstream();
    const environment = JSON.stringify({ DATA_DIR: this.folder(), DATABASE_URL: '', ...variables });
    const product = await this.process('product', environment, options);
    return BenchWorld.open({ product, console: product.url, upstream: upstream.url, users: USERS });
  }

  /** The product in a process a role, on the protocol double of EventStoreDB, a real Kafka and Postgres, with as many users. */
  cluster(): Promise<ClusterWorld> {
    return this.#once('cluster', async () => ClusterWorld.open(this, (await this.upstream()).url, USERS));
  }

  /** An empty database on a durable server; address of a superuser. */
  async database(): Promise<string> {
    const url = new URL((await this.postgres()).address);
    const name = `bench_${randomUUID().replaceAll('-', '')}`;
    const client = new Client({ connectionString: url.href });
    await client.connect();
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    url.pathname = `/${name}`;
    return url.href;
  }

  postgres(): Promise<BenchServer> {
    return this.#once('postgres', () => this.#server(startPostgres));
  }

  kafka(): Promise<BenchServer> {
    return this.#once('kafka', () => this.#server(startKafka));
  }

  /** Each an empty one of its own. */
  eventStore(): Promise<BenchServer> {
    return this.#server(startEventStore);
  }

  /** Ends at the latest with everything else. */
  async process(role: PartRole, parameter: string, options: ProcessOptions = {}): Promise<BenchProcess> {
    const started = await BenchProcess.start(role, parameter, options);
    this.#closing.push(() => started.stop());
    return started;
  }

  /** Empty; removed at the end. */
  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'ledgate-bench-'));
    this.#closing.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    return folder;
  }

  async close(): Promise<void> {
    for (const close of this.#closing.splice(0).reverse()) await close();
  }

  async #server(start: () => Promise<BenchServer>): Promise<BenchServer> {
    const server = await start();
    this.#closing.push(() => server.stop());
    return server;
  }

  #once<Opened>(name: string, open: () => Promise<Opened>): Promise<Opened> {
    const known = this.#opened.get(name);
    if (known !== undefined) return known as Promise<Opened>;
    const opening = open();
    this.#opened.set(name, opening);
    return opening;
  }
}
