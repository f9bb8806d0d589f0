import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FAULT_FILE } from '../../src/process/main/faults.ts';
import { eventually } from '../testing/eventually.ts';
import type { Product } from '../testing/product.ts';
import type { Crash, CrashPoint } from './plan.ts';

/** Far above what it takes to come by any point, on a busy machine too. */
const POINT_WITHIN_MS = 60_000;

type AnyLoad = { readonly calls: readonly { readonly complete: boolean }[] };

/** Ends the running process as the crash says. Throws MissedPoint when it did not die where it should have; it is dead then too. */
export async function endUnderLoad(product: Product, crash: Crash, load: AnyLoad): Promise<void> {
  if ('at' in crash) return dieAt(product, crash.at, crash.hits);
  if ('whileStarting' in crash && crash.after !== undefined) return dieAt(product, crash.after, 1);
  if ('afterMs' in crash) await delay(crash.afterMs);
  else await eventually('a call is answered, others are under way', () => load.calls.some(({ complete }) => complete));
  await product.kill({ nodeOnly: true });
}

/** Ends a process that starts at the named point. Throws MissedPoint when it did not die there; it is dead then too. */
export async function endWhileStarting(product: Product, point: CrashPoint): Promise<void> {
  arm(product, point, 1);
  await product.start().catch(() => undefined);
  await missed(product, point);
}

/** A process did not die at the point at which it was to. */
export class MissedPoint extends Error {
  override readonly name = 'MissedPoint';
}

async function dieAt(product: Product, point: CrashPoint, hits: number): Promise<void> {
  arm(product, point, hits);
  process.kill(product.pid, 'SIGUSR2');
  await diedAt(product, point);
}

/** Waits for the end of a process that was armed. Throws MissedPoint when it did not die there; it is dead then too. */
export async function diedAt(product: Product, point: CrashPoint): Promise<void> {
  const over = new AbortController();
  await Promise.race([
    product.exited(),
    delay(POINT_WITHIN_MS, undefined, { signal: over.signal }).catch(() => undefined),
  ]);
  over.abort();
  await missed(product, point);
}

/** The file that named the point goes when the process comes by, just before it dies. */
async function missed(product: Product, point: CrashPoint): Promise<void> {
  const isPassed = !existsSync(fileOf(product));
  const { running, output } = product;
  rmSync(fileOf(product), { force: true });
  await product.kill({ nodeOnly: true });
  if (isPassed) return;
  throw new MissedPoint(
    running
      ? `the product did not come by ${point}`
      : `the product ended by itself before it came by ${point}: ${output}`,
  );
}

/** What the process reads when it starts, and on SIGUSR2. */
export const arm = (product: Product, point: CrashPoint, hits: number): void =>
  writeFileSync(fileOf(product), JSON.stringify({ point, hits }));
const fileOf = ({ dataDir }: Product): string => join(dataDir, FAULT_FILE);
