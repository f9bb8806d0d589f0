import type { EventStore } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import { RETIRED_KEPT_MS } from '../limits.ts';
import { pause } from '../shared/pause.ts';
import { dropGeneration, leftOverGenerations, liveGeneration } from '../schema/generations.ts';
import { fitOf } from '../schema/shape.ts';
import type { Database } from '../shared/database.ts';
import { fillNext } from './rebuild.ts';
import { rebuildingAlone } from './rebuild-lock.ts';

export type Succession = {
  readonly store: Pick<EventStore, 'readAll' | 'readStream' | 'head'>;
  readonly pool: Database;
  readonly log: Log;
  /** Of this release. */
  readonly shape: number;
  readonly signal: AbortSignal;
};

/**
 * What an upgrade is to the read models: where the live generation is of an earlier shape, the next one is filled in this release's shape beside it, verified,
 * and made live, while processes of the release before go on applying to theirs. A crash leaves a generation that is not live; whoever comes next begins
 * anew. `taken`: another process does it. Throws what `rebuild` throws.
 */
export async function succeed({ store, pool, log, shape, signal }: Succession): Promise<'done' | 'taken'> {
  return rebuildingAlone<'done'>(pool, async (client) => {
    const live = await liveGeneration(client);
    // Another process may have been quicker, of this release or of a later one.
    if (live === undefined || fitOf(live.shape, shape) !== 'earlier') return 'done';
    log.info(
      { live: live.shape, shape },
      'the live read models are of an earlier release: the next ones are filled beside them',
    );
    await fillNext(client, live, { store, pool, log, shape, signal, partitions: live.partitions, verified: true });
    return 'done';
  });
}

/**
 * Drops what an upgrade has left: the generation before, which processes of the release before may still read until they are told to stop, and what a crash
 * has left half filled. Waits `keptMs` first, if there is anything. What is still being read then stays until the next call.
 */
export async function dropRetired(
  { pool, log, signal }: Pick<Succession, 'pool' | 'log' | 'signal'>,
  keptMs = RETIRED_KEPT_MS,
): Promise<void> {
  if ((await leftOverGenerations(pool)).length === 0) return;
  await pause(keptMs, signal);
  if (signal.aborted) return;
  await rebuildingAlone(pool, async (client) => {
    for (const left of await leftOverGenerations(client)) {
      await dropGeneration(pool, left);
      log.info({ generation: left.number }, 'a generation of read models that is no longer live was dropped');
    }
  });
}
