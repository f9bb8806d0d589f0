import { randomUUID } from 'node:crypto';
import type { ChannelRunKind } from '@ledgate/domain/catalogue/channel-run-kinds';
import { type ChannelRun, isRunning, lastChannelRuns } from '@ledgate/projections/directory/channel-runs/channel-runs';
import type { Queryable } from '@ledgate/projections/shared/database';
import { CHANNEL_TESTS_LOOK_MS } from '../limits.ts';
import type { ApiPorts } from '../ports.ts';
import { createRounds, type Rounds } from '../rounds.ts';
import { testAll } from './test-all.ts';

/**
 * Tests all channels again whenever they were not for `everyMs`, whoever had them tested last (docs/behaviour.md#channel-tests). Any number of processes may
 * run one: of two that begin in one moment one does.
 */
export function createChannelTestsWorker(
  ports: ApiPorts,
  { everyMs, periodMs = CHANNEL_TESTS_LOOK_MS }: { readonly everyMs: number; readonly periodMs?: number },
): Rounds {
  const look = async (): Promise<void> => {
    const last = (await lastChannelRuns(ports.db)).get('tests');
    if (last !== undefined && overdueMs(last, everyMs) < 0) return;
    await testAll(ports, { askedBy: 0, requestId: `channel-tests-${randomUUID()}`, sinceMs: everyMs });
  };
  return createRounds({
    look,
    periodMs,
    onError: (error) => ports.log.warn({ err: error }, 'the test of all channels could not be begun'),
  });
}

/** Since when the next should have begun, in milliseconds; below 0: not yet, or one runs. */
const overdueMs = (last: ChannelRun, everyMs: number): number => (isRunning(last) ? -1 : last.ageMs - everyMs);

/** What runs by itself, in seconds: since when a run of each kind has been running, and for how long a test of all is overdue. `everyMs`: 0 for never. */
export async function channelRunFigures(
  db: Queryable,
  everyMs: number,
): Promise<{ readonly tests: number; readonly balances: number; readonly overdue: number }> {
  const last = await lastChannelRuns(db);
  const runs = (kind: ChannelRunKind): number => {
    const run = last.get(kind);
    return run !== undefined && isRunning(run) ? run.ageMs / 1_000 : 0;
  };
  const tests = last.get('tests');
  const overdue = everyMs === 0 || tests === undefined ? 0 : Math.max(0, overdueMs(tests, everyMs)) / 1_000;
  return { tests: runs('tests'), balances: runs('balances'), overdue };
}
