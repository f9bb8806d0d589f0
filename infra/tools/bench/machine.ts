import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { quantile } from './statistics.ts';

export type Machine = {
  readonly cores: number;
  readonly cpu: string;
  readonly memoryGiB: number;
  readonly kernel: string;
  readonly node: string;
  readonly postgres: string;
  /** Of an 8 KB write and fdatasync in the folder of the databases, milliseconds. */
  readonly fsyncP50Ms: number;
  /** Of the last minute, before the benchmarks began. */
  readonly loadAverage: number;
};

const SYNCS = 200;
const PAGE_BYTES = 8_192;
/** More than this of each core was in use before we began: requests a second and latencies mean little. */
const BUSY_SHARE_OF_CORE = 0.25;

export const loadAverage = (): number => loadavg()[0] ?? 0;

export const isBusy = (load: number): boolean => load > cpus().length * BUSY_SHARE_OF_CORE;

export async function describeMachine(postgresUrl: string, load: number): Promise<Machine> {
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    postgres: await postgresVersion(postgresUrl),
    fsyncP50Ms: fsyncP50Ms(),
    loadAverage: load,
  };
}

async function postgresVersion(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  await client.end();
  return rows[0]?.server_version ?? 'unknown';
}

function fsyncP50Ms(): number {
  const folder = mkdtempSync(join(tmpdir(), 'ledgate-bench-fsync-'));
  const file = openSync(join(folder, 'file'), 'w');
  const page = Buffer.alloc(PAGE_BYTES, 1);
  const durationsMs: number[] = [];
  for (let index = 0; index < SYNCS; index += 1) {
    const startedAt = performance.now();
    writeSync(file, page);
    fdatasyncSync(file);
    durationsMs.push(performance.now() - startedAt);
  }
  closeSync(file);
  rmSync(folder, { recursive: true });
  return quantile(durationsMs, 0.5);
}
