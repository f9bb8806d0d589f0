import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BenchProcess } from '../bench/bench-process.ts';
import { BenchWorld } from '../bench/bench-world.ts';
import { quantile } from '../bench/statistics.ts';
import { type AttackCounts, Attackers } from './attackers.ts';
import type { Targets } from './attacks.ts';
import { EndlessUpstream } from './endless-upstream.ts';
import { type GoodAnswers, goodLoad } from './good-load.ts';
import { type Found, judged, type SoakPlan, warmUpSeconds } from './judge.ts';
import { GOOD_USERS } from './limits.ts';
import { type MemorySeen, MemoryWatch } from './memory-watch.ts';

const ENDLESS_MODEL = 'gpt-4o-mini';
const PENNILESS_USERS = 4;
/** At least; where an answer may take longer, a call may take as long to be let go. */
const LET_GO_WITHIN_MS = 10_000;

/**
 * The built product in one process, good requests beside every attacker, and then its judge. Answers what does not hold; nothing when all does.
 * Prints a table of what was seen.
 */
export async function soak(plan: SoakPlan): Promise<readonly string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ledgate-soak-'));
  const endless = new EndlessUpstream();
  const upstream = await BenchProcess.start('upstream', '');
  const product = await BenchProcess.start(
    'product',
    JSON.stringify({ DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'error' }),
  );
  try {
    const { world, targets } = await prepared(product, upstream.url, await endless.open());
    const memory = new MemoryWatch(product.pid, warmUpSeconds(plan));
    const attack = fork(process.argv[1] ?? '', ['--attack', JSON.stringify(targets)]);
    const good = await goodLoad(product.url, world.keys, plan);
    const attacks = await ended(attack);
    const seen = memory.end();
    const left = await letGo(endless, Math.max(LET_GO_WITHIN_MS, plan.answerMsMax));
    const isLogged = await world.caughtUp(good.answered).then(
      () => true,
      () => false,
    );
    await product.stop();
    const books = await verified(dataDir);
    plan.say(table(good, seen, attacks, books));
    return judged(plan, { good, attacks, seen, left, books, isLogged });
  } finally {
    endless.close();
    await Promise.all([product.stop(), upstream.stop()]);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The attackers' own process, so that what they do does not stand in the way of the good requests' clock. Ends when its parent says so. */
export function runAttackers(targets: string): void {
  const attackers = new Attackers(JSON.parse(targets) as Targets);
  process.once('message', () => {
    attackers.stop();
    process.send?.(attackers.counts, () => process.exit(0));
  });
  process.once('disconnect', () => process.exit(1));
  attackers.start();
}

async function prepared(
  product: BenchProcess,
  upstream: string,
  endless: string,
): Promise<{ world: BenchWorld; targets: Targets }> {
  const world = await BenchWorld.open({ product, console: product.url, upstream, users: GOOD_USERS });
  await world.channel('Endless', endless, ENDLESS_MODEL);
  const paying = await world.user('attacker');
  await world.newUsersGet(0);
  const penniless: string[] = [];
  for (let user = 0; user < PENNILESS_USERS; user += 1) penniless.push((await world.user(`poor${user}`)).key);
  const port = Number(new URL(product.url).port);
  return { world, targets: { port, penniless, paying: paying.key, endlessModel: ENDLESS_MODEL } };
}

async function ended(attack: ChildProcess): Promise<AttackCounts> {
  if (attack.exitCode !== null) throw new Error(`the attackers ended with exit code ${attack.exitCode}`);
  const told = once(attack, 'message');
  attack.send('stop');
  const [counts] = (await told) as [AttackCounts];
  return counts;
}

/** Calls that still run at the provider although their callers are gone. */
async function letGo(endless: EndlessUpstream, withinMs: number): Promise<number> {
  for (const until = performance.now() + withinMs; endless.running > 0 && performance.now() < until;)
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  return endless.running;
}

async function verified(dataDir: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [join(dirname(process.argv[1] ?? ''), 'verify.js')], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      output += String(bytes);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

function table(good: GoodAnswers, seen: MemorySeen, attacks: AttackCounts, books: Found['books']): string {
  const at = (share: number): string =>
    good.durationsMs.length === 0 ? '-' : `${Math.round(quantile(good.durationsMs, share))} ms`;
  return [
    ['good requests sent, answered, failed', `${good.sent}, ${good.answered}, ${good.failed}`],
    ['good requests sent per second', ((good.sent * 1_000) / good.sendingMs).toFixed(1)],
    ['their time: p50, p99, p99.9, longest', [0.5, 0.99, 0.999, 1].map(at).join(', ')],
    [
      'memory at the start, highest in the warm-up, after it; at the end',
      `${seen.startMb}, ${seen.warmUpMb}, ${seen.afterMb}; ${seen.lastMb} MB`,
    ],
    ...Object.entries(attacks).map(([name, { connections, outcomes }]) => [
      `connections: ${name}`,
      [connections, ...Object.entries(outcomes).map(([outcome, times]) => `${outcome}: ${times}`)].join(', '),
    ]),
    ['verify', books.output.trim().replaceAll('\n', ' ')],
  ]
    .map(([name = '', value = '']) => `  ${name.padEnd(68)}${value}`)
    .join('\n');
}
