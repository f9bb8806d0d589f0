import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { lockDataFolder } from '../data-folder/lock.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { BenchProcess } from './bench-process.ts';
import { BenchWorld } from './bench-world.ts';

const USERS = 100;

export type Effort = {
  /** Pairs of interleaved runs. */
  readonly rounds: number;
  readonly warmUpSeconds: number;
  readonly secondsPerRun: number;
  readonly lagSeconds: number;
  readonly rebuildEvents: number;
};

export const WHOLE_EFFORT: Effort = { rounds: 5, warmUpSeconds: 3, secondsPerRun: 4, lagSeconds: 60, rebuildEvents: 200_000 };
/** To see that everything works; its figures mean little. */
export const QUICK_EFFORT: Effort = { rounds: 3, warmUpSeconds: 3, secondsPerRun: 2, lagSeconds: 5, rebuildEvents: 20_000 };

/** What benchmarks share, opened when the first asks for it and closed together. */
export class BenchResources {
  readonly effort: Effort;
  readonly #closing: (() => Promise<void> | void)[] = [];
  readonly #processes = new Map<string, Promise<BenchProcess>>();
  #world: Promise<BenchWorld> | undefined;
  #postgres: Promise<string> | undefined;

  constructor(effort: Effort) {
    this.effort = effort;
  }

  /** The provider that everything measured passes requests on to. */
  upstream(): Promise<BenchProcess> {
    return this.#process('upstream', () => Promise.resolve(''));
  }

  /** A bare node:http + undici proxy. */
  raw(): Promise<BenchProcess> {
    return this.#process('raw', async () => (await this.upstream()).url);
  }

  /** The relay, whose cashier grants everything at once and records nothing. */
  relay(): Promise<BenchProcess> {
    return this.#process('relay', async () => (await this.upstream()).url);
  }

  /** The whole product, with a hundred users. */
  world(): Promise<BenchWorld> {
    this.#world ??= this.upstream().then(async ({ url }) => {
      const world = await BenchWorld.open(url, USERS);
      this.#closing.push(() => world.close());
      return world;
    });
    return this.#world;
  }

  /** An empty database on a durable server; address of a superuser. */
  async database(): Promise<string> {
    const url = new URL(await this.server());
    const name = `bench_${randomUUID().replaceAll('-', '')}`;
    const client = new Client({ connectionString: url.href });
    await client.connect();
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    url.pathname = `/${name}`;
    return url.href;
  }

  /** Postgres with the settings that Ledgate gives its own; fsync is on. */
  server(): Promise<string> {
    this.#postgres ??= (async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'ledgate-bench-postgres-'));
      const lock = lockDataFolder(dataDir);
      const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
      this.#closing.push(async () => {
        await server.stop();
        lock.release();
        rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
      });
      return server.url;
    })();
    return this.#postgres;
  }

  async close(): Promise<void> {
    for (const close of this.#closing.reverse()) await close();
  }

  #process(role: 'upstream' | 'raw' | 'relay', parameter: () => Promise<string>): Promise<BenchProcess> {
    const known = this.#processes.get(role) ?? (async () => {
      const started = await BenchProcess.start(role, await parameter());
      this.#closing.push(() => started.stop());
      return started;
    })();
    this.#processes.set(role, known);
    return known;
  }
}
