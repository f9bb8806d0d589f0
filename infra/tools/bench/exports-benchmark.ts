import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXPORT_LAYOUTS, FORMATS_OF } from '@ledgate/domain/catalogue/export-layouts';
import { readEnvironment } from '../../src/server/config/config.ts';
import { loadInstallation, sizeOf } from '../loader/load-installation.ts';
import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import { atMost, type Figure, figure, mib, rate, shown } from './figure.ts';

const S_MS = 1_000;
const LOOK_EVERY_MS = 20;
/** As `npm run export` runs Node. */
const NODE_OPTIONS = ['--max-semi-space-size=8', '--max-old-space-size=128'];
/** More than what a command takes that has nothing to write. */
const GOAL_BYTES = 64 * 1_024 * 1_024;

export const exportsOfLedger: Benchmark = {
  title: 'Exports',
  run: benchExports,
  how:
    'A filled installation (`npm run load`), stopped; `npm run export` once for each layout and format. Rows a second are those of ' +
    'a whole command less the time of one that has nothing to write; memory is the most that was resident in its process, less the ' +
    'same of that one. Its Postgres is another process.',
};

type Written = { readonly seconds: number; readonly peakBytes: number; readonly rows: number; readonly bytes: number };

async function benchExports(resources: BenchResources): Promise<readonly Figure[]> {
  const dataDir = resources.filled ?? resources.folder();
  if (resources.filled === undefined)
    await loadInstallation(readEnvironment({ DATA_DIR: dataDir }), sizeOf(resources.effort.listedCharges), {
      say: () => undefined,
    });
  const out = join(resources.folder(), 'export');
  const write = (...parameters: readonly string[]): Promise<Written> => written(dataDir, out, parameters);
  await write('charges', '--format', 'csv', '--position', '1');
  const nothing = await write('charges', '--format', 'csv', '--position', '1');
  const figures: Figure[] = [];
  for (const layout of EXPORT_LAYOUTS)
    for (const format of FORMATS_OF[layout]) {
      const { seconds, peakBytes, rows, bytes } = await write(layout, '--format', format);
      const more = peakBytes - nothing.peakBytes;
      figures.push(
        figure(
          `${layout} as ${format}: ${shown(rows)} rows, ${mib(bytes)}`,
          `${rate(rows / Math.max(seconds - nothing.seconds, 1 / S_MS), 'rows/s')}, ${mib(more)}`,
          { goal: atMost(more, GOAL_BYTES, mib(GOAL_BYTES)) },
        ),
      );
    }
  return [
    ...figures,
    figure('- with nothing to write', `${shown(nothing.seconds)} s, ${mib(nothing.peakBytes)} resident`),
  ];
}

/** Throws what the command says where it fails. */
async function written(dataDir: string, out: string, parameters: readonly string[]): Promise<Written> {
  const program = join(dirname(process.argv[1] ?? ''), 'export.js');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...NODE_OPTIONS, program, ...parameters, '--out', out], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes.toString('utf8');
  });
  let peakBytes = 0;
  const looking = setInterval(() => {
    peakBytes = Math.max(peakBytes, mostResidentBytes(child.pid ?? 0));
  }, LOOK_EVERY_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(looking);
  const seconds = (performance.now() - startedAt) / S_MS;
  const [, rows, bytes] = /^(\d+) rows, (\d+) bytes/m.exec(said) ?? [];
  if (code !== 0 || rows === undefined) throw new Error(`npm run export ${parameters.join(' ')}: ${said}`);
  rmSync(out);
  return { seconds, peakBytes, rows: Number(rows), bytes: Number(bytes) };
}

/** The most that was resident of a process so far; 0 when it has ended. */
function mostResidentBytes(pid: number): number {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return 0;
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
