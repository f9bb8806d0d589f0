import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'undici';
import type { BenchReport, BenchRole } from './relay-bench-part.ts';

export type RelayBenchOptions = {
  /** A program that calls runBenchPart with its first two arguments. */
  readonly partFile: string;
  readonly connections?: number;
  readonly secondsPerRun?: number;
  /** Odd, so that the median is a run. */
  readonly runs?: number;
};

/** One way of calling: whole answers or streams of 50 events. Rates are a second; CPU is milliseconds of the process in the middle alone. */
export type RelayBenchResult = {
  readonly way: 'whole' | 'stream';
  readonly rawPerSecond: number;
  readonly relayPerSecond: number;
  readonly rawCpuMs: number;
  readonly relayCpuMs: number;
  /** Medians of the ratios of neighbouring runs: what the machine does besides changes both. */
  readonly rateRatio: number;
  readonly cpuRatio: number;
};

const WARM_UP_SECONDS = 2;

/** The relay without its ledger beside a bare node:http + undici proxy, both before the same upstream, runs alternating. */
export async function benchRelay({ partFile, connections = 32, secondsPerRun = 4, runs = 5 }: RelayBenchOptions): Promise<RelayBenchResult[]> {
  const upstream = await Part.start(partFile, 'upstream', '');
  const [raw, relay] = await Promise.all([Part.start(partFile, 'raw', upstream.url), Part.start(partFile, 'relay', upstream.url)]);
  try {
    const results: RelayBenchResult[] = [];
    for (const way of ['whole', 'stream'] as const) {
      const body = JSON.stringify({
        model: 'gpt-4o', ...(way === 'stream' ? { stream: true } : {}), messages: [{ role: 'system', content: 'You are brief.' }, { role: 'user', content: 'Say hello to the world. '.repeat(8) }],
      });
      for (const part of [raw, relay]) await part.load(body, connections, WARM_UP_SECONDS);
      const pairs: [Measured, Measured][] = [];
      for (let run = 0; run < runs; run += 1) pairs.push([await raw.load(body, connections, secondsPerRun), await relay.load(body, connections, secondsPerRun)]);
      results.push(summary(way, pairs));
    }
    return results;
  } finally {
    for (const part of [raw, relay, upstream]) part.stop();
  }
}

type Measured = { readonly perSecond: number; readonly cpuMs: number };

const summary = (way: 'whole' | 'stream', pairs: readonly (readonly [Measured, Measured])[]): RelayBenchResult => ({
  way,
  rawPerSecond: median(pairs.map(([raw]) => raw.perSecond)),
  relayPerSecond: median(pairs.map(([, relay]) => relay.perSecond)),
  rawCpuMs: median(pairs.map(([raw]) => raw.cpuMs)),
  relayCpuMs: median(pairs.map(([, relay]) => relay.cpuMs)),
  rateRatio: median(pairs.map(([raw, relay]) => relay.perSecond / raw.perSecond)),
  cpuRatio: median(pairs.map(([raw, relay]) => relay.cpuMs / raw.cpuMs)),
});

const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** A process of the benchmark. */
class Part {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(file: string, role: BenchRole, upstreamUrl: string): Promise<Part> {
    const child = fork(file, [role, upstreamUrl], { execArgv: [] });
    const [{ port }] = await once(child, 'message') as [BenchReport];
    return new Part(child, `http://127.0.0.1:${port}`);
  }

  stop(): void {
    this.#child.kill();
  }

  /** Calls as fast as so many callers can, each waiting for its answer. */
  async load(body: string, connections: number, seconds: number): Promise<Measured> {
    const pool = new Pool(this.url, { connections, pipelining: 1 });
    const cpuBefore = await this.#cpuMs();
    const startedAt = performance.now();
    const until = startedAt + seconds * 1_000;
    const counts = await Promise.all(Array.from({ length: connections }, () => callUntil(pool, body, until)));
    const tookSeconds = (performance.now() - startedAt) / 1_000;
    const calls = counts.reduce((sum, count) => sum + count, 0);
    const cpuMs = await this.#cpuMs() - cpuBefore;
    await pool.close();
    return { perSecond: calls / tookSeconds, cpuMs: cpuMs / calls };
  }

  async #cpuMs(): Promise<number> {
    this.#child.send('cpu');
    const [{ cpuMs = 0 }] = await once(this.#child, 'message') as [BenchReport];
    return cpuMs;
  }
}

async function callUntil(pool: Pool, body: string, until: number): Promise<number> {
  let calls = 0;
  while (performance.now() < until) {
    const answer = await pool.request({
      path: '/v1/chat/completions', method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer sk-key' }, body,
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200 || text.length < 300) throw new Error(`the benchmark was answered ${answer.statusCode}: ${text.slice(0, 200)}`);
    calls += 1;
  }
  return calls;
}
