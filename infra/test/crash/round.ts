import { eventually } from '../testing/eventually.ts';
import { type Call, Load } from '../testing/load.ts';
import type { Product } from '../testing/product.ts';
import { ConsoleLoad } from './console-load.ts';
import { endUnderLoad, endWhileStarting } from './deaths.ts';
import { expectTrueAccounts } from './expectations.ts';
import { ledgerDifferences } from './ledger-differences.ts';
import { eventsAfter, withLedgerOf } from './ledger-of.ts';
import { expectNoLeases } from './leases.ts';
import type { Crash } from './plan.ts';
import { CALL_PRICE, type CrashWorld } from './world.ts';

/** Where the product reads its faults and runs its clocks at a tenth. */
export const CRASH_ENVIRONMENT = { NODE_ENV: 'test', LEDGATE_FAULTS: '1', TIME_SCALE: '0.1' };

const CALLERS = 24;
const RICH = 100_000 * CALL_PRICE;
const THRIFTY = 60 * CALL_PRICE;

type RoundReport = {
  readonly calls: number;
  readonly complete: number;
  /** At the console, answered. */ readonly commands: number;
};

/**
 * Crashes of a running product under load, one after the other, and its restart after each: then every account agrees with the serial model, what was
 * claimed, adjusted and recorded stands once, the books are true, no lease is left open. The product runs before and after, also where this throws:
 * what differs, or MissedPoint when the process did not die where it should have.
 */
export async function crashRound(product: Product, world: CrashWorld, crashes: readonly Crash[]): Promise<RoundReport> {
  // Before the spenders: their codes are recorded a moment after they are made.
  const begun = await withLedgerOf(product, (ledger) => ledger.head());
  const rich = await world.spender(RICH);
  const thrifty = await world.spender(THRIFTY);
  const console = await ConsoleLoad.open(world, rich);

  const calls: Call[] = [];
  for (const crash of crashes) {
    const load = new Load(product.url, world.model);
    load.start([rich.key, thrifty.key], CALLERS);
    console.start();
    try {
      await dieAndComeBack(product, crash, load, console);
    } finally {
      if (!product.running) await product.start();
    }
    calls.push(...load.calls);
  }

  await expectTrueLedger(product, begun);
  const credited = await console.finish();
  await expectTrueAccounts(world, [{ ...rich, credits: rich.credits + credited }, thrifty], calls);
  await expectTrueLedger(product, begun);
  await expectNoLeases(product);
  const { code, output } = await product.run('verify');
  if (code !== 0) throw new Error(`verify: ${output}`);
  return { calls: calls.length, complete: calls.filter(({ complete }) => complete).length, commands: console.answered };
}

async function dieAndComeBack(product: Product, crash: Crash, load: Load, console: ConsoleLoad): Promise<void> {
  try {
    await endUnderLoad(product, crash, load);
  } finally {
    await load.end();
  }
  await console.end();
  if (!crash.nodeOnly) await product.killDatabase();
  if (!('whileStarting' in crash)) return;
  await endWhileStarting(product, crash.whileStarting);
  if (!crash.nodeOnly) await product.killDatabase();
}

/** Audits are brought to the ledger a moment after what they tell of. */
async function expectTrueLedger(product: Product, begun: number): Promise<void> {
  await withLedgerOf(product, (ledger) =>
    eventually('the ledger agrees with itself', async () => {
      const found = ledgerDifferences(await eventsAfter(ledger, begun));
      if (found.length > 0) throw new Error(found.slice(0, 5).join('; '));
      return true;
    }),
  );
}
