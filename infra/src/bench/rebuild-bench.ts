import type { Log } from '@ledgate/domain/ports/log';
import type { Position } from '@ledgate/domain/ports/event-store';
import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { rebuild } from '@ledgate/projections/rebuild/rebuild';
import { type Runner, startRunner } from '@ledgate/projections/runner/runner';
import { migrateReadModels } from '@ledgate/projections/schema/generations';
import { verify } from '@ledgate/projections/verify/verify';
import pg from 'pg';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { InProcessFeed } from '../feed/in-process.ts';
import { BenchLedger } from './bench-ledger.ts';
import { quantile, type Spread, spreadOf } from './statistics.ts';

export type RebuildBenchOptions = {
  /** An empty database of its own. */
  readonly url: string;
  readonly events?: number;
  readonly runs?: number;
};

export type RebuildBench = {
  readonly events: number;
  /** Reading, applying and building the indexes included. */
  readonly rebuildEventsPerSecond: Spread;
  /** Folding and comparing every event and row. */
  readonly verifyEventsPerSecond: number;
};

export type LagBenchOptions = { readonly url: string; readonly eventsPerSecond?: number; readonly seconds?: number };

export type LagBench = {
  readonly eventsPerSecond: number;
  readonly seconds: number;
  /** From the acknowledgement of an append to the commit of its rows, milliseconds. */
  readonly lagP50Ms: number;
  readonly lagP99Ms: number;
  readonly lagMaxMs: number;
};

const FILL_BATCH_EVENTS = 400;
/** Relays append every few milliseconds. */
const TICK_MS = 5;
/** How exactly a lag is known. */
const LOOK_EVERY_MS = 2;
const WAIT_MS = 120_000;
const SILENT: Log = { info: () => undefined, warn: () => undefined, error: (_facts, message) => { throw new Error(message); } };
const CLOCK = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };

/** How quickly the read models are filled anew from a ledger of charges. */
export async function benchRebuild({ url, events = 200_000, runs = 5 }: RebuildBenchOptions): Promise<RebuildBench> {
  return withReadModels(url, async (store, pool) => {
    const ledger = new BenchLedger(store);
    await ledger.openAccounts();
    for (let filled = 0; filled < events; filled += FILL_BATCH_EVENTS) await ledger.charge(FILL_BATCH_EVENTS);
    const head = await store.head();

    const perSecond: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const startedMs = performance.now();
      await rebuild({ store, pool, log: SILENT, verified: false });
      perSecond.push(head / (performance.now() - startedMs) * 1_000);
    }
    const rebuiltMs = performance.now();
    const findings = await verify({ store, pool });
    const verifiedMs = performance.now();
    if (findings.length > 0) throw new Error(`the rebuilt read models differ from the ledger in ${findings.length} places`);
    return {
      events: head,
      rebuildEventsPerSecond: spreadOf(perSecond),
      verifyEventsPerSecond: Math.round(head / (verifiedMs - rebuiltMs) * 1_000),
    };
  });
}

/** How long after its acknowledgement an event can be read, at a fixed rate of appends. */
export async function benchProjectionLag({ url, eventsPerSecond = 2_000, seconds = 60 }: LagBenchOptions): Promise<LagBench> {
  return withReadModels(url, async (store, pool) => {
    const ledger = new BenchLedger(store);
    await ledger.openAccounts();
    const runner = startRunner({ pool, feed: new InProcessFeed(store), clock: CLOCK, log: SILENT });
    try {
      const lags = await appendAtRate(ledger, runner, eventsPerSecond, seconds);
      return { eventsPerSecond, seconds, lagP50Ms: quantile(lags, 0.5), lagP99Ms: quantile(lags, 0.99), lagMaxMs: quantile(lags, 1) };
    } finally {
      await runner.stop();
    }
  });
}

async function appendAtRate(ledger: BenchLedger, runner: Runner, eventsPerSecond: number, seconds: number): Promise<readonly number[]> {
  const lags: number[] = [];
  const acknowledged: { position: number; atMs: number }[] = [];
  // Nobody waits for a position: whoever does hurries the runner.
  const look = setInterval(() => {
    const nowMs = performance.now();
    const position = runner.position();
    while ((acknowledged[0]?.position ?? Number.POSITIVE_INFINITY) <= position) lags.push(nowMs - (acknowledged.shift()?.atMs ?? nowMs));
  }, LOOK_EVERY_MS);
  const startedMs = performance.now();
  let appended = 0;
  for (;;) {
    const elapsedMs = performance.now() - startedMs;
    if (elapsedMs >= seconds * 1_000) break;
    const due = Math.floor(elapsedMs * eventsPerSecond / 1_000) - appended;
    if (due > 0) {
      const position = await ledger.charge(Math.min(due, FILL_BATCH_EVENTS));
      appended += Math.min(due, FILL_BATCH_EVENTS);
      acknowledged.push({ position, atMs: performance.now() });
    }
    await new Promise((resolve) => { setTimeout(resolve, TICK_MS); });
  }
  const last = acknowledged.at(-1)?.position ?? 0;
  if (!await runner.waitFor(last as Position, WAIT_MS)) throw new Error(`position ${last} could not be read after ${WAIT_MS} ms`);
  await new Promise((resolve) => { setTimeout(resolve, 2 * LOOK_EVERY_MS); });
  clearInterval(look);
  return lags;
}

async function withReadModels<Result>(url: string, use: (store: PostgresEventStore, pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const store = await PostgresEventStore.open({ url });
  const pool = new pg.Pool({ connectionString: url });
  try {
    await migrateDirectory(pool);
    await migrateReadModels(pool);
    return await use(store, pool);
  } finally {
    await pool.end();
    await store.close();
  }
}
