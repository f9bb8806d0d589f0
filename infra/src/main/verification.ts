import type { Verification } from '@ledgate/api/ports';
import { findingText } from '@ledgate/projections/verify/finding';
import { verify } from '@ledgate/projections/verify/verify';
import type { Pool } from 'pg';
import type { PostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Lifeline } from './shutdown.ts';

const FIRST_AFTER_MS = 20_000;
const EVERY_MS = 300_000;
/** A large ledger is verified more seldom: verifying takes at most about one part in so many of the time. */
const SHARE_OF_TIME = 20;

/** Verifies the books in the background, and remembers what was found, for the mark in the console. Answers how to ask for it. */
export function startVerification({ store, pool, log }: { store: PostgresEventStore; pool: Pool; log: Logger }, lifeline: Lifeline): () => Verification | undefined {
  let last: Verification | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  async function run(): Promise<void> {
    const startedAt = performance.now();
    try {
      const position = await store.head();
      if (last === undefined || position !== last.position) {
        const findings = await verify({ store, pool, gaplessPositions: true });
        last = { atMs: Date.now(), ok: findings.length === 0, position, differences: findings.map(findingText) };
        if (!last.ok) log.error({ alarm: true, differences: last.differences.slice(0, 10) }, 'the books are not true');
      } else {
        last = { ...last, atMs: Date.now() };
      }
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'the books could not be verified; they are tried again');
    }
    if (!stopped) next(Math.max(EVERY_MS, (performance.now() - startedAt) * SHARE_OF_TIME));
  }

  function next(afterMs: number): void {
    timer = setTimeout(() => { running = run(); }, afterMs).unref();
  }

  next(FIRST_AFTER_MS);
  lifeline.add('verification', async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  });
  return () => last;
}
