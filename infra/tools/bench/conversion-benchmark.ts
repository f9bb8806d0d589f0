import { BenchConnection } from './bench-connection.ts';
import { requestsOf } from './bench-load.ts';
import type { BenchProcess } from './bench-process.ts';
import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import { atMost, type Figure, figure, ms, rate, shown } from './figure.ts';
import { cpuMsOf, measureLoad, perSecondOf } from './measure-load.ts';
import { CLAUDE } from './part.ts';
import { differences, interleaved, median, spreadOf } from './statistics.ts';

const EVENTS = 500;
const CONNECTIONS = 16;
/** Streams in a row whose first bytes are timed, of each kind in turn. */
const STREAMS_PER_RUN = 10;
const US = 1_000;

export const conversion: Benchmark = {
  title: 'Conversion of a stream, chat to Claude',
  run: benchConversion,
  how:
    'Streams of 500 events for a caller who speaks chat: of an upstream that speaks Claude, whose every event is written anew, ' +
    'and of one that speaks chat, whose events pass as they are; by the relay without its ledger, an event a millisecond, so ' +
    'that each is read by itself. Both in turn (A B A B ...): 16 connections for the CPU time of the relay alone, one for the ' +
    'first byte. Differences of neighbouring runs.',
};

/** What a conversion costs over passing on: goals 5 us CPU an event, and 1 ms until the first byte. */
async function benchConversion(resources: BenchResources): Promise<readonly Figure[]> {
  const { effort } = resources;
  const relay = await resources.relay();
  const asked = { max_tokens: EVENTS };
  const passed = requestsOf('stream', ['sk-key'], asked);
  const converted = requestsOf('stream', ['sk-key'], { ...asked, model: CLAUDE });
  const load = (requests: readonly Buffer[], seconds: number) =>
    measureLoad(relay, requests, { seconds, connections: CONNECTIONS });
  for (const requests of [passed, converted]) await load(requests, effort.warmUpSeconds);
  const [passing = [], converting = []] = await interleaved(
    [passed, converted].map((requests) => () => load(requests, effort.secondsPerRun)),
    2 * effort.rounds,
  );
  const [passedAt = [], convertedAt = []] = await interleaved(
    [passed, converted].map((requests) => () => firstByteMs(relay, requests)),
    2 * effort.rounds,
  );
  const perEvent = cpuMsOf(passing).map((cpuMs, run) => (((cpuMsOf(converting)[run] ?? cpuMs) - cpuMs) / EVENTS) * US);
  const later = differences(convertedAt, passedAt);
  return [
    figure('CPU an event over passing it on', us(median(perEvent)), {
      spread: spreadOf(perEvent),
      goal: atMost(median(perEvent), 5, '5 us'),
    }),
    figure('First byte later than of what passes', ms(later.median), {
      spread: later,
      goal: atMost(later.median, 1, '1 ms'),
    }),
    figure('- passing', told(passing)),
    figure('- converting', told(converting)),
    figure('- first byte, passing and converting', `${ms(median(passedAt))}, ${ms(median(convertedAt))}`),
  ];
}

const us = (value: number): string => `${shown(value)} us`;

const told = (runs: Parameters<typeof cpuMsOf>[0]): string =>
  `${rate(median(perSecondOf(runs)), 'streams/s')}, ${us((median(cpuMsOf(runs)) / EVENTS) * US)} CPU an event`;

/** From sending a request to the first byte of its stream; the median of some in a row, in milliseconds. */
async function firstByteMs({ url }: BenchProcess, [request = Buffer.alloc(0)]: readonly Buffer[]): Promise<number> {
  const connection = await BenchConnection.open(url);
  const times: number[] = [];
  for (let stream = 0; stream < STREAMS_PER_RUN; stream += 1) {
    const sentAt = performance.now();
    await connection.call(request);
    times.push(connection.firstByteAtMs - sentAt);
  }
  connection.close();
  return median(times);
}
