import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Lateness, Memory } from './part.ts';

const NS_PER_MS = 1_000_000;
/** A timer of the histogram: what it measures is as long as this where nothing is late. */
const RESOLUTION_MS = 5;

let collect: (() => void) | undefined;
let delay: IntervalHistogram | undefined;

/** Of this process, all threads resident; used is what its main thread holds once all that nobody needs is collected. */
export function ownMemory(): Memory {
  collect ??= collector();
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { residentBytes: rss, usedBytes: heapUsed + external };
}

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** By how much the turns of this process were late since it was last asked; the first time it begins to look. */
export function ownLateness(): Lateness {
  if (delay === undefined) {
    delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    delay.enable();
  }
  const late = (ns: number): number => Math.max(0, ns / NS_PER_MS - RESOLUTION_MS);
  const lateness = { p50Ms: late(delay.percentile(50)), p99Ms: late(delay.percentile(99)), longestMs: late(delay.max) };
  delay.reset();
  return lateness;
}
