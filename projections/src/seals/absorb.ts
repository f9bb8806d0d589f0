import { setImmediate as breath } from 'node:timers/promises';
import { SEAL_STREAM } from '@ledgate/domain/audit/events';
import type { EventStore, Position } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import { leafOf } from '@ledgate/domain/seal/leaf';
import {
  ABSORB_BREATH_EVENTS,
  ABSORB_KEEP_EVENTS,
  ABSORB_LOOK_MS,
  ABSORB_PAUSE_MAX_MS,
  ABSORB_READ_EVENTS_MAX,
} from '../limits.ts';
import type { Database } from '../shared/database.ts';
import { pause } from '../shared/pause.ts';
import { digestOf, hashOfLeaf } from './hashes.ts';
import { Failures } from './failures.ts';
import { forgetTree, keepTree, type LastRead, readTree, TreeGrown } from './tree-store.ts';

type Absorbed = {
  readonly store: Pick<EventStore, 'readAll' | 'readStream'>;
  readonly db: Database;
  readonly log: Log;
};

/**
 * Reads the ledger like a projection and keeps the tree of its leaves, again and again until the signal: off the path on which events are written. Two at once
 * do no harm: of each step one keeps what it has, and the other begins from there.
 */
export async function absorbAgainAndAgain({ store, db, log }: Absorbed, signal: AbortSignal): Promise<void> {
  const failures = new Failures({
    onFailure: (error) => log.warn({ err: error }, 'leaves could not be read; they are tried again'),
    onAlarm: (error) => log.error({ alarm: true, err: error }, 'leaves could not be read for some minutes'),
  });
  while (!signal.aborted) {
    try {
      const isEnd = await absorbSome({ store, db, log }, signal);
      failures.over();
      if (isEnd) await pause(ABSORB_LOOK_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      await pause(error instanceof TreeGrown ? ABSORB_LOOK_MS : failures.met(error), signal);
    }
  }
}

/** Up to the end of the ledger, or ABSORB_KEEP_EVENTS further. Answers whether that was the end. Throws TreeGrown, StoreUnavailable, and what pg throws. */
export async function absorbSome({ store, db, log }: Absorbed, signal: AbortSignal): Promise<boolean> {
  const { tree, position: begun, last: known } = await readTree(db);
  const from = { size: tree.size, position: begun };
  let position = begun;
  let last = known;
  let isEnd = false;
  for (let read = 0; read < ABSORB_KEEP_EVENTS && !isEnd; read += ABSORB_READ_EVENTS_MAX) {
    signal.throwIfAborted();
    const page = await store.readAll(position, ABSORB_READ_EVENTS_MAX);
    if (position === begun && page.length > 0 && !(await isStillThere(store, begun, known))) {
      log.error(
        { alarm: true, position, ...known },
        'the ledger is not the one whose leaves were read: the tree is built anew',
      );
      await forgetTree(db);
      return false;
    }
    const since = performance.now();
    for (const [at, event] of page.entries()) {
      if (at % ABSORB_BREATH_EVENTS === 0) await breath();
      if (event.stream !== SEAL_STREAM) tree.add(hashOfLeaf(leafOf(event, digestOf).text));
    }
    const end = page.at(-1);
    if (end !== undefined) {
      position = end.position;
      last = { stream: end.stream, revision: end.revision, id: end.id };
    }
    isEnd = page.length < ABSORB_READ_EVENTS_MAX;
    // A page, then as long a rest: whoever shares the thread is served in between.
    if (!isEnd) await pause(Math.min(performance.now() - since, ABSORB_PAUSE_MAX_MS), signal);
  }
  if (position > begun) await keepTree(db, from, { tree, position, last });
  return isEnd;
}

/** A ledger that was put back to an earlier moment may go on differently from what was read of it. */
async function isStillThere(
  store: Pick<EventStore, 'readStream'>,
  position: Position,
  last: LastRead | undefined,
): Promise<boolean> {
  if (last === undefined) return true;
  const [found] = await store.readStream(last.stream, last.revision, 1);
  return found?.id === last.id && found.position === position;
}
