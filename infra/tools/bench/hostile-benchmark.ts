import { HOSTILE_BYTES_MAX, HOSTILE_MEANWHILE_MS_MAX } from '@ledgate/relay/limits';
import { BenchConnection } from './bench-connection.ts';
import { requestsOf } from './bench-load.ts';
import type { BenchProcess } from './bench-process.ts';
import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import { atMost, type Figure, figure, mib, ms, shown } from './figure.ts';
import { askedFor, HOSTILE_CALLERS, type Known } from './hostile-callers.ts';
import { HOSTILE_PLAYS } from './hostile-upstream.ts';
import { measureLoad } from './measure-load.ts';
import type { Memory } from './part.ts';
import { residentBytes } from './process-memory.ts';
import { quantile } from './statistics.ts';

const MODEL = 'gpt-4o-mini';
/** The longest silence of an upstream: what says nothing is to end soon. */
const SILENCE_SECONDS = 3;
const GOOD_CALL_EVERY_MS = 50;
const SETTLED_MS = 5_000;

export const hostile: Benchmark = {
  title: 'Hostile sides',
  run: benchHostile,
  how:
    'The whole product in one process before an upstream that does all that an upstream should not (lines of 50 MB and without an ' +
    'end, a byte at a time, silence, cuts, wrong lengths, types and packing, nonsense for usage, errors inside a 200, data after ' +
    'the end), each asked for whole and as a stream at once, and callers who send halves, nothing, 5,000 levels or 100,000 ' +
    'messages, or read nothing. Resident memory of all threads, once full load has made room for young objects and tokens ' +
    'have been counted: before the first, and 10 s after the last, what nobody needs being collected. Meanwhile ' +
    'somebody else calls every 50 ms. The limits stand in `relay/src/limits.ts`.',
};

async function benchHostile(resources: BenchResources): Promise<readonly Figure[]> {
  const { effort } = resources;
  const upstream = await resources.process('hostile', '');
  const world = await resources.worldOf({ name: 'hostile-product' }, { LOG_LEVEL: 'error' });
  const { product } = world;
  await world.channel('Hostile', upstream.url, MODEL);
  await world.option('UpstreamTimeoutSeconds', String(SILENCE_SECONDS));
  const [key = '', ...others] = world.keys;
  const known = { url: product.url, key, model: MODEL };
  const good = requestsOf('whole', others);
  for (const way of ['whole', 'stream'] as const)
    await measureLoad(product, requestsOf(way, others), { seconds: effort.warmUpSeconds });
  await askedFor(known, '', true);
  const before = await settledMemory(product);
  const meanwhile = new GoodCalls(product.url, good);
  const played: Played[] = [];
  for (const [name, act] of acts(known)) {
    await act();
    played.push({ name, longestMs: meanwhile.takeLongestMs(), residentBytes: residentBytes(product.pid) });
  }
  const tookMs = await meanwhile.end();
  const after = await settledMemory(product);
  const grown = after.residentBytes - before.residentBytes;
  const longest = Math.max(...tookMs);
  const [largest, slowest] = [mostOf(played, 'residentBytes'), mostOf(played, 'longestMs')];
  return [
    figure('Memory after all of them above that before, resident', mib(grown), {
      goal: atMost(grown, HOSTILE_BYTES_MAX, mib(HOSTILE_BYTES_MAX)),
    }),
    figure('Longest call of somebody else meanwhile', ms(longest), {
      goal: atMost(longest, HOSTILE_MEANWHILE_MS_MAX, ms(HOSTILE_MEANWHILE_MS_MAX)),
    }),
    figure('- resident before and after', [before, after].map((memory) => mib(memory.residentBytes)).join(', ')),
    figure('- highest after one of them', `${mib(largest?.residentBytes ?? 0)}: ${largest?.name ?? ''}`),
    figure('- slowest meanwhile', `${ms(slowest?.longestMs ?? 0)}: ${slowest?.name ?? ''}`),
    figure('- used before and after', [before, after].map(({ usedBytes }) => mib(usedBytes)).join(', ')),
    figure(
      '- sides played, calls of somebody else, their p99',
      `${played.length}, ${shown(tookMs.length)}, ${ms(quantile(tookMs, 0.99))}`,
    ),
  ];
}

/** One side, the longest call of somebody else while it was played, and the memory after it. */
type Played = { readonly name: string; readonly longestMs: number; readonly residentBytes: number };

const mostOf = (played: readonly Played[], of: 'longestMs' | 'residentBytes'): Played | undefined =>
  played.toSorted((one, other) => other[of] - one[of])[0];

/** What is collected is given back a little later. */
async function settledMemory(product: BenchProcess): Promise<Memory> {
  await pause(SETTLED_MS);
  await product.memory();
  await pause(SETTLED_MS);
  return product.memory();
}

const acts = (known: Known): readonly (readonly [string, () => Promise<unknown>])[] => [
  ...HOSTILE_PLAYS.map(
    (play) => [play, () => Promise.all([true, false].map((stream) => askedFor(known, play, stream)))] as const,
  ),
  ...Object.entries(HOSTILE_CALLERS).map(([name, act]) => [name, () => act(known)] as const),
];

/** Somebody who calls again and again until it is ended, and waits for each answer. Throws at its end where one was no good. */
class GoodCalls {
  readonly #tookMs: number[] = [];
  readonly #running: Promise<void>;
  #isEnded = false;
  #taken = 0;

  constructor(url: string, requests: readonly Buffer[]) {
    this.#running = this.#call(url, requests);
    this.#running.catch(() => undefined);
  }

  /** The longest call that has ended since this was asked last. */
  takeLongestMs(): number {
    const longest = Math.max(0, ...this.#tookMs.slice(this.#taken));
    this.#taken = this.#tookMs.length;
    return longest;
  }

  /** How long each call took, in milliseconds. */
  async end(): Promise<readonly number[]> {
    this.#isEnded = true;
    await this.#running;
    return this.#tookMs;
  }

  async #call(url: string, requests: readonly Buffer[]): Promise<void> {
    const connection = await BenchConnection.open(url);
    for (let call = 0; !this.#isEnded; call += 1) {
      const sentAt = performance.now();
      await connection.call(requests[call % requests.length] ?? Buffer.alloc(0));
      this.#tookMs.push(performance.now() - sentAt);
      await pause(GOOD_CALL_EVERY_MS);
    }
    connection.close();
  }
}

const pause = (waitedMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, waitedMs);
  });
