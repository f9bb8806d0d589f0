import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import { BATCH_EVENTS_MAX, GROUP_MS_MAX, GROUP_WAIT_MS } from '../limits.ts';
import { joined } from './joined.ts';

/**
 * Batches that come one right after the other, as one group: one batch of each partition, those of the same joined; not many more events than one
 * transaction should have. The next batch is asked for while a group is being used.
 */
export async function* grouped(open: (signal: AbortSignal) => AsyncIterable<FeedBatch>, signal: AbortSignal): AsyncGenerator<readonly FeedBatch[]> {
  // Ends the feed also while it is being asked.
  const session = new AbortController();
  const end = (): void => session.abort();
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  const batches = open(session.signal)[Symbol.asyncIterator]();
  let asked: Promise<IteratorResult<FeedBatch>> | undefined;
  const ask = (): Promise<IteratorResult<FeedBatch>> => {
    asked ??= batches.next();
    asked.catch(() => undefined);
    return asked;
  };
  let first: FeedBatch | undefined;
  try {
    for (;;) {
      if (first === undefined) {
        const came = await ask();
        asked = undefined;
        if (came.done === true) return;
        first = came.value;
      }
      const group = new Map([[first.partition, first]]);
      let events = first.events.length;
      first = undefined;
      const untilMs = performance.now() + GROUP_MS_MAX;
      while (events < BATCH_EVENTS_MAX && performance.now() < untilMs) {
        const came = await soon(ask());
        if (came === undefined || came.done === true) break;
        asked = undefined;
        const batch = came.value;
        const before = group.get(batch.partition);
        const together = before === undefined ? batch : joined(before, batch);
        if (together === undefined) {
          first = batch;
          break;
        }
        events += together.events.length - (before?.events.length ?? 0);
        group.set(batch.partition, together);
      }
      yield [...group.values()];
    }
  } finally {
    signal.removeEventListener('abort', end);
    end();
    await batches.return?.();
  }
}

/** undefined when it does not come soon; it still does. */
async function soon<Value>(coming: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => { timer = setTimeout(() => resolve(undefined), GROUP_WAIT_MS); });
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}
