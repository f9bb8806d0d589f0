import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import { GATHER_MS, GROUP_MS_MAX, GROUP_WAIT_MS } from '../limits.ts';
import { Group } from './group.ts';
import type { Waiters } from './waiters.ts';

export type FeedSession = (signal: AbortSignal) => AsyncIterable<FeedBatch>;
/** Ends when no further batch is waited for. */
type Over = () => Promise<void>;

/**
 * Batches of several partitions as groups that are applied together: what comes within GATHER_MS after the group before was begun, and right behind
 * that, up to as many events as one transaction should have. The feed is read on meanwhile, so that no partition waits behind another.
 */
export async function* grouped(
  open: FeedSession,
  waiters: Pick<Waiters, 'someone'>,
  signal: AbortSignal,
): AsyncGenerator<readonly FeedBatch[]> {
  const feed = new Asked(open, signal);
  let held: FeedBatch | undefined;
  let pauseUntilMs = Number.NEGATIVE_INFINITY;
  try {
    for (;;) {
      const first = held ?? (await feed.next());
      if (first === undefined) return;
      const group = new Group(first);
      const beganMs = performance.now();
      const enough = new AbortController();
      const pausing = waiters.someone(pauseUntilMs - beganMs, enough.signal);
      held = await fill(group, feed, () => pausing);
      enough.abort();
      const untilMs = performance.now() + GROUP_MS_MAX;
      held ??= await fill(group, feed, () => shortTime(performance.now() < untilMs ? GROUP_WAIT_MS : 0));
      pauseUntilMs = group.more ? Number.NEGATIVE_INFINITY : beganMs + GATHER_MS;
      yield group.batches();
    }
  } finally {
    await feed.end();
  }
}

/** Too short to be ended early. */
const shortTime = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Answers a batch that must come after the group. */
async function fill(group: Group, feed: Asked, over: Over): Promise<FeedBatch | undefined> {
  while (!group.full) {
    const batch = await feed.next(over());
    if (batch === undefined) return undefined;
    if (!group.take(batch)) return batch;
  }
  return undefined;
}

/** A feed that is asked for its next batch before anybody needs it, and can be ended while it is. */
class Asked {
  readonly #batches: AsyncIterator<FeedBatch>;
  readonly #session = new AbortController();
  readonly #signal: AbortSignal;
  readonly #abort = (): void => this.#session.abort();
  #coming: Promise<IteratorResult<FeedBatch>> | undefined;

  constructor(open: FeedSession, signal: AbortSignal) {
    this.#signal = signal;
    if (signal.aborted) this.#abort();
    signal.addEventListener('abort', this.#abort, { once: true });
    this.#batches = open(this.#session.signal)[Symbol.asyncIterator]();
  }

  /** undefined when the feed has ended, or when `over` ends before a batch comes: the next call is for the same batch. */
  async next(over?: Promise<void>): Promise<FeedBatch | undefined> {
    const coming = this.#coming ?? this.#batches.next();
    this.#coming = coming;
    coming.catch(() => undefined);
    const came = await (over === undefined ? coming : Promise.race([coming, over]));
    if (came === undefined || came.done === true) return undefined;
    this.#coming = undefined;
    return came.value;
  }

  async end(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#abort);
    this.#abort();
    await this.#batches.return?.();
  }
}
