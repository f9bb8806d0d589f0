import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultPoint } from '@ledgate/relay/cashier/fault-points';
import { FAULT_FILE } from '../main/faults.ts';
import { type Call, Load } from '../testing/load.ts';
import type { Product } from '../testing/product.ts';
import { expectTrueAccounts } from './expectations.ts';
import { expectNoLeases } from './leases.ts';
import { CALL_PRICE, type CrashWorld, type Spender } from './world.ts';

/** How the process is to end: at a named point, the so many-th time it is passed; or at a moment. `nodeOnly` leaves the database server running. */
export type Crash = { readonly nodeOnly: boolean } & (
  { readonly at: FaultPoint; readonly hits: number; readonly whileStarting?: boolean } | { readonly afterMs: number }
);

/** Where the product reads its faults and runs its clocks at a tenth. */
export const CRASH_ENVIRONMENT = { NODE_ENV: 'test', LEDGATE_FAULTS: '1', TIME_SCALE: '0.1' };

const CALLERS = 24;
const RICH = 100_000 * CALL_PRICE;
const THRIFTY = 60 * CALL_PRICE;
/** A point that is not passed within this time ends by a plain kill. */
const FAULT_WITHIN_MS = 6_000;

export type RoundReport = { readonly calls: number; readonly complete: number; readonly crashed: 'at the point' | 'at a moment' };

/**
 * One crash of a running product under load, and its restart: every account agrees with the serial model, the books are true, no lease is left
 * open. The product runs before and after. Throws with what differs.
 */
export async function crashRound(product: Product, world: CrashWorld, crash: Crash): Promise<RoundReport> {
  const spenders = [await world.spender(RICH), await world.spender(THRIFTY)];
  const load = new Load(product.url, world.model);
  load.start(spenders.map(({ key }) => key), CALLERS);
  const crashed = await endProduct(product, crash);
  await load.end();
  if (!crash.nodeOnly) await product.killDatabase();
  await restart(product, crash);
  await expectTrueBooks(product, world, spenders, load.calls);
  return { calls: load.calls.length, complete: load.calls.filter(({ complete }) => complete).length, crashed };
}

async function endProduct(product: Product, crash: Crash): Promise<RoundReport['crashed']> {
  if ('afterMs' in crash || crash.whileStarting === true) {
    await pause('afterMs' in crash ? crash.afterMs : 500);
    await product.kill({ nodeOnly: true });
    return 'at a moment';
  }
  arm(product, crash);
  process.kill(product.pid, 'SIGUSR2');
  await Promise.race([product.exited(), pause(FAULT_WITHIN_MS)]);
  const byItself = !product.running;
  if (!byItself) await product.kill({ nodeOnly: true });
  disarm(product);
  return byItself ? 'at the point' : 'at a moment';
}

/** A point of starting (fences) is passed when the killed product comes back: it crashes once more there, then starts for good. */
async function restart(product: Product, crash: Crash): Promise<void> {
  if ('at' in crash && crash.whileStarting === true) {
    arm(product, crash);
    await product.start().catch(() => undefined);
    disarm(product);
    if (product.running) process.kill(product.pid, 'SIGUSR2');
    if (product.running) return;
    if (!crash.nodeOnly) await product.killDatabase();
  }
  await product.start();
}

const arm = (product: Product, { at: point, hits }: Extract<Crash, { at: FaultPoint }>): void =>
  writeFileSync(join(product.dataDir, FAULT_FILE), JSON.stringify({ point, hits }));

const disarm = (product: Product): void => rmSync(join(product.dataDir, FAULT_FILE), { force: true });

async function expectTrueBooks(product: Product, world: CrashWorld, spenders: readonly Spender[], calls: readonly Call[]): Promise<void> {
  await expectTrueAccounts(world, spenders, calls);
  await expectNoLeases(product);
  const { code, output } = await product.run('verify');
  if (code !== 0) throw new Error(`verify: ${output}`);
}

const pause = (ms: number) => new Promise((resolve) => { setTimeout(resolve, ms); });
