import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../src/embedded/free-port.ts';
import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import { atMost, type Figure, figure, shown } from './figure.ts';
import { median, spreadOf } from './statistics.ts';

const POLL_MS = 5;
const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 25_000;
const FRESH_GOAL_S = 2.2;
const WARM_GOAL_S = 0.8;
const REQUEST = 'GET /api/status HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';

export const coldStart: Benchmark = {
  title: 'Cold start',
  run: benchColdStart,
  how:
    'The built product is started with `node infra/dist/start.js` on a folder that is not there yet, stopped with ' +
    'SIGTERM and started again; a socket asks every 5 ms. Medians of the runs in seconds.',
};

/** From the start of `node` to the first good answer of /api/status: on a folder that is not there yet, and on the same folder after a clean stop. */
async function benchColdStart({ effort }: BenchResources): Promise<readonly Figure[]> {
  const freshS: number[] = [];
  const warmS: number[] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'ledgate-bench-start-'));
    freshS.push(await startOnce(join(folder, 'data')));
    warmS.push(await startOnce(join(folder, 'data')));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return [
    figure('Cold start to the first good /api/status, fresh folder', seconds(median(freshS)), {
      spread: spreadOf(freshS),
      goal: atMost(median(freshS), FRESH_GOAL_S, '2.2 s'),
    }),
    figure('Cold start to the first good /api/status, warm', seconds(median(warmS)), {
      spread: spreadOf(warmS),
      goal: atMost(median(warmS), WARM_GOAL_S, '0.8 s'),
    }),
  ];
}

const seconds = (value: number): string => `${shown(value)} s`;

/** Starts the built product, waits until it is good, stops it. Answers the seconds it took to be good. */
async function startOnce(dataDir: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(dirname(process.argv[1] ?? ''), 'start.js')], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  while (!(await isGood(port))) {
    if (child.exitCode !== null) throw new Error(`the product ended with exit code ${child.exitCode} while starting`);
    if (performance.now() - startedAt > READY_WITHIN_MS)
      throw new Error(`the product was not ready within ${READY_WITHIN_MS} ms`);
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
  const tookS = (performance.now() - startedAt) / 1_000;
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await exited;
  clearTimeout(limit);
  return tookS;
}

/** A plain socket: a refused connection costs next to nothing. */
function isGood(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(REQUEST));
    socket.once('data', (bytes) => {
      resolve(bytes.toString('latin1', 0, 13).startsWith('HTTP/1.1 200'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}
