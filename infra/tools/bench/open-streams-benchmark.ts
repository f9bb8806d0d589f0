import { OPEN_STREAMS, OPEN_STREAMS_BYTES_MAX, OPEN_STREAMS_LATE_P99_MS_MAX } from '@ledgate/relay/limits';
import { BenchConnection } from './bench-connection.ts';
import { requestsOf } from './bench-load.ts';
import type { BenchProcess } from './bench-process.ts';
import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import { atMost, type Figure, figure, mib, ms, shown } from './figure.ts';
import { measureLoad } from './measure-load.ts';
import type { Lateness, Memory } from './part.ts';
import { spreadOf } from './statistics.ts';

/** Between two events of a stream. */
const EVERY_MS = 100;
const OPENED_A_TURN = 25;
const TURN_MS = 50;
const SETTLED_MS = 1_000;
const KIB = 1_024;

export const openStreams: Benchmark = {
  title: 'A thousand open streams',
  run: benchOpenStreams,
  how:
    'Streams of a hundred users, ten events a second each, all open at a time, on the whole product in one process; its memory ' +
    'before and meanwhile, and by how much its turns are late meanwhile (99 of 100 by less) and with none open. Resident is of ' +
    'all threads, once full load has made room for young objects; used is of the main thread, what nobody needs being ' +
    "collected. The limits stand in `relay/src/limits.ts`. The machine's other work makes turns late too.",
};

async function benchOpenStreams(resources: BenchResources): Promise<readonly Figure[]> {
  const { effort } = resources;
  const { product, keys } = await resources.world();
  const events = effort.openStreamsSeconds * (1_000 / EVERY_MS);
  const requests = requestsOf('stream', keys, { max_tokens: events, seed: EVERY_MS });
  await measureLoad(product, requestsOf('stream', keys), { seconds: effort.warmUpSeconds });
  await pause(SETTLED_MS);
  const rounds: Round[] = [];
  for (let round = 0; round < effort.openStreamsRounds; round += 1) rounds.push(await measureRound(product, requests));
  const grown = spreadOf(rounds.map(({ before, open }) => open.residentBytes - before.residentBytes));
  const late = spreadOf(rounds.map(({ lateness }) => lateness.p99Ms));
  const used = spreadOf(rounds.map(({ before, open }) => (open.usedBytes - before.usedBytes) / OPEN_STREAMS / KIB));
  const last = rounds.at(-1);
  return [
    figure(`Memory for ${shown(OPEN_STREAMS)} open streams, resident`, mib(grown.median), {
      spread: { min: grown.min / KIB / KIB, median: grown.median / KIB / KIB, max: grown.max / KIB / KIB },
      goal: atMost(grown.median, OPEN_STREAMS_BYTES_MAX, mib(OPEN_STREAMS_BYTES_MAX)),
    }),
    figure('Turns late meanwhile, p99', ms(late.median), {
      spread: late,
      goal: atMost(late.median, OPEN_STREAMS_LATE_P99_MS_MAX, ms(OPEN_STREAMS_LATE_P99_MS_MAX)),
    }),
    figure('- used for each open stream', `${shown(used.median)} KiB`, { spread: used }),
    ...(last === undefined
      ? []
      : [
          figure(
            '- resident before, meanwhile, after',
            [last.before, last.open, last.after].map(({ residentBytes }) => mib(residentBytes)).join(', '),
          ),
          figure('- turns late, p50, p99 and longest: none open', told(last.idle)),
          figure('- meanwhile', told(last.lateness)),
        ]),
  ];
}

const told = ({ p50Ms, p99Ms, longestMs }: Lateness): string => [p50Ms, p99Ms, longestMs].map(ms).join(', ');

type Round = {
  readonly before: Memory;
  readonly idle: Lateness;
  readonly open: Memory;
  readonly lateness: Lateness;
  readonly after: Memory;
};

async function measureRound(product: BenchProcess, requests: readonly Buffer[]): Promise<Round> {
  // What is collected is given back a little later.
  await product.memory();
  await pause(SETTLED_MS);
  const before = await product.memory();
  await product.lateness();
  await pause(SETTLED_MS);
  const idle = await product.lateness();
  const connections: BenchConnection[] = [];
  const running: Promise<void>[] = [];
  while (connections.length < OPEN_STREAMS) {
    for (let opened = 0; opened < OPENED_A_TURN && connections.length < OPEN_STREAMS; opened += 1) {
      const connection = await BenchConnection.open(product.url);
      const stream = connection.call(requests[connections.length % requests.length] ?? Buffer.alloc(0));
      // Thrown at the end, unless what ends this earlier says more.
      stream.catch(() => undefined);
      connections.push(connection);
      running.push(stream);
    }
    await pause(TURN_MS);
  }
  await allBegun(connections);
  // Asking for memory collects, which makes turns late: that is asked last.
  await product.lateness();
  await pause(2 * SETTLED_MS);
  const lateness = await product.lateness();
  const open = await product.memory();
  if (connections.some(({ isAnswering }) => !isAnswering))
    throw new Error('streams have ended before all were measured');
  await Promise.all(running);
  for (const connection of connections) connection.close();
  await pause(SETTLED_MS);
  return { before, idle, open, lateness, after: await product.memory() };
}

const BEGUN_WITHIN_MS = 20_000;

async function allBegun(connections: readonly BenchConnection[]): Promise<void> {
  const until = performance.now() + BEGUN_WITHIN_MS;
  while (connections.some(({ firstByteAtMs }) => firstByteAtMs === 0)) {
    if (performance.now() > until) throw new Error(`not all streams have begun within ${BEGUN_WITHIN_MS} ms`);
    await pause(TURN_MS);
  }
}

const pause = (waitedMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, waitedMs);
  });
