import type { Log } from '@ledgate/domain/ports/log';
import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { rebuild } from '@ledgate/projections/rebuild/rebuild';
import { migrateReadModels } from '@ledgate/projections/schema/generations';
import { verify } from '@ledgate/projections/verify/verify';
import pg from 'pg';
import { PostgresEventStore } from '../../src/adapters/event-store/postgres/postgres-event-store.ts';
import { BenchLedger } from './bench-ledger.ts';
import { type Spread, spreadOf } from './statistics.ts';

type RebuildBenchOptions = {
  /** An empty database of its own. */
  readonly url: string;
  readonly events?: number;
  readonly runs?: number;
};

type RebuildBench = {
  readonly events: number;
  /** Reading, applying and building the indexes included. */
  readonly rebuildEventsPerSecond: Spread;
  /** Folding and comparing every event and row. */
  readonly verifyEventsPerSecond: number;
};

const FILL_BATCH_EVENTS = 400;
const SILENT: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (_facts, message) => {
    throw new Error(message);
  },
};

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
      perSecond.push((head / (performance.now() - startedMs)) * 1_000);
    }
    const rebuiltMs = performance.now();
    const findings = await verify({ store, pool });
    const verifiedMs = performance.now();
    if (findings.length > 0)
      throw new Error(`the rebuilt read models differ from the ledger in ${findings.length} places`);
    return {
      events: head,
      rebuildEventsPerSecond: spreadOf(perSecond),
      verifyEventsPerSecond: Math.round((head / (verifiedMs - rebuiltMs)) * 1_000),
    };
  });
}

/** An empty database with directory and read models of one partition. */
export async function withReadModels<Result>(
  url: string,
  use: (store: PostgresEventStore, pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
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
