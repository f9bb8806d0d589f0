import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type EventFeed, FeedRefused } from '@ledgate/domain/ports/event-feed';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { FAILING_ALARM_MS, FAILING_QUIET_MS, RETRY_MAX_MS } from '../limits.ts';
import { GENERATION_SHAPE } from '../schema/shape.ts';
import type { Database } from '../shared/database.ts';
import { systemClock } from '../testing/system-clock.ts';
import { ProjectionFault } from './failures.ts';
import { type Runner, startRunner } from './runner.ts';

const READ_TIMEOUT_MS = 15_000;

/** Read models of one partition in which nothing has been applied and nothing changes. */
function stillDatabase(released: unknown[]): Database {
  const query = async ({ text }: { text: string }) => ({
    rows: text.includes('checkpoints')
      ? [{ partition: 0, position: 0 }]
      : text.includes('"shape"')
        ? [{ number: 1, partitions: 1, shape: GENERATION_SHAPE }]
        : [],
  });
  const client = {
    query,
    on: () => undefined,
    off: () => undefined,
    release: (reason: unknown) => released.push(reason),
  };
  return { query, connect: async () => client } as unknown as Database;
}

describe('a projector whose feed', () => {
  let runner: Runner;
  let attempts: number;
  /** What the pool was told when a connection was given back. */
  let released: unknown[];
  beforeEach(() => {
    jest.useFakeTimers();
    attempts = 0;
    released = [];
  });
  afterEach(async () => {
    const stopped = runner.stop();
    await jest.advanceTimersByTimeAsync(READ_TIMEOUT_MS);
    await stopped;
    jest.useRealTimers();
  });

  /** Each attempt ends as `attempt` does. */
  const start = (attempt: (number: number) => Promise<void>): void => {
    const feed: EventFeed = {
      partitions: 1,
      batches: async function* () {
        attempts += 1;
        await attempt(attempts);
        yield* [];
      },
    };
    runner = startRunner({ pool: stillDatabase(released), feed, clock: systemClock, log: silentLog });
  };
  const after = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
  const hanging = (): Promise<void> =>
    new Promise((_, reject) => {
      setTimeout(() => reject(new StoreUnavailable('no answer')), READ_TIMEOUT_MS);
    });

  it('fails gives its connection up and says why, so that the pool may give up others as dead', async () => {
    const unanswered = new Error('Query read timeout');
    start((number) => (number === 1 ? Promise.reject(unanswered) : hanging()));
    await after(RETRY_MAX_MS);
    expect(released).toEqual([unanswered]);
  });

  it('hangs until its time is out, again and again, raises an alarm', async () => {
    start(hanging);
    await after(READ_TIMEOUT_MS + FAILING_ALARM_MS + RETRY_MAX_MS);
    expect(runner.alarm()?.message).toBe('no answer');
    await after(FAILING_QUIET_MS);
    expect(runner.alarm()?.message).toBe('no answer');
  });

  it('fails for good after a failure that passes keeps its alarm: it applies nothing any more', async () => {
    start(async (number) => {
      throw number === 1 ? new StoreUnavailable('away') : new ProjectionFault('a bug', undefined, undefined);
    });
    await after(RETRY_MAX_MS);
    expect(runner.alarm()?.message).toBe('a bug');
    await after(2 * FAILING_QUIET_MS);
    expect([attempts, runner.alarm()?.message]).toEqual([2, 'a bug']);
  });

  it.each([
    ['an error that nobody has foreseen', new Error('odd')],
    ['a mistake of ours', new TypeError('odd')],
    ['what is no error at all', 'odd'],
  ])('throws %s is read again, with an alarm until it goes on', async (_what, thrown) => {
    let isOdd = true;
    start((): Promise<void> => (isOdd ? Promise.reject(thrown) : hanging()));
    await after(FAILING_ALARM_MS + RETRY_MAX_MS);
    expect(runner.alarm()?.message).toBe('odd');
    isOdd = false;
    const before = attempts;
    await after(RETRY_MAX_MS);
    expect(attempts).toBe(before + 1);
  });

  it('is refused after a failure that passes keeps its alarm while it is', async () => {
    start(async (number) => {
      throw number === 1 ? new StoreUnavailable('away') : new FeedRefused('another topic');
    });
    await after(RETRY_MAX_MS);
    for (let time = 0; time < 5; time += 1) {
      expect(runner.alarm()?.message).toBe('another topic');
      await after(FAILING_ALARM_MS);
    }
  });
});
