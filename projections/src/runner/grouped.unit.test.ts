import { describe, expect, it } from '@jest/globals';
import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import type { Position, RecordedEvent } from '@ledgate/domain/ports/event-store';
import { BATCH_EVENTS_MAX, GROUP_WAIT_MS } from '../limits.ts';
import { gathered } from './gathered.ts';
import { grouped } from './grouped.ts';
import { joined } from './joined.ts';

const event = (position: number) => ({ position: position as Position }) as RecordedEvent;
const batch = (
  partition: number,
  previous: number | undefined,
  positions: readonly number[],
  through?: number,
  more = false,
): FeedBatch => ({
  partition,
  events: positions.map(event),
  previous: previous as Position | undefined,
  more,
  ...(through === undefined ? {} : { through: through as Position }),
});
const positionsOf = ({ partition, events, previous, through }: FeedBatch) => ({
  partition,
  previous,
  positions: events.map(({ position }) => position),
  through,
});

/** Gives what it has at once, then nothing more until it is ended. */
function feedOf(...batches: readonly FeedBatch[]) {
  const state = { given: 0, ended: false };
  const open = async function* (signal: AbortSignal): AsyncGenerator<FeedBatch> {
    try {
      for (const one of batches) {
        state.given += 1;
        yield one;
      }
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    } finally {
      state.ended = true;
    }
  };
  return { state, open };
}

/** Nobody waits, and no pause is long. */
const nobody = { someone: async () => undefined };
const never = () => new AbortController().signal;

async function take<Item>(from: AsyncIterable<Item>, count: number): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of from) {
    taken.push(item);
    if (taken.length === count) break;
  }
  return taken;
}

describe('two batches of one partition', () => {
  it('are one where the second goes on from the first, without what both have', () => {
    const one = joined(batch(3, 4, [5, 8]), batch(3, 6, [8, 9], 12, true));
    expect(one).toMatchObject({ previous: 4, through: 12, more: true });
    expect(one && positionsOf(one).positions).toEqual([5, 8, 9]);
  });

  it('are one with what a silent partition is told', () => {
    expect(joined(batch(3, 4, [5], 7), batch(3, 7, [], 9))).toMatchObject({ through: 9 });
    expect(joined(batch(3, undefined, [5, 6]), batch(3, undefined, [7]))).toMatchObject({
      previous: undefined,
      through: 7,
    });
    expect(joined(batch(3, 4, [5], 9), batch(3, 4, [5]))).toMatchObject({ through: 9 });
  });

  it('are two where something lacks between them', () => {
    expect(joined(batch(3, 4, [5], 7), batch(3, 8, [9]))).toBeUndefined();
  });
});

describe('batches that come together', () => {
  it('are one group, those of one partition joined', async () => {
    const { open } = feedOf(batch(0, 0, [1, 4]), batch(2, 0, [2], 5), batch(0, 4, [6]), batch(1, 0, [], 6));
    const [group] = await take(grouped(open, nobody, never()), 1);
    expect(group?.map(positionsOf)).toEqual([
      { partition: 0, previous: 0, positions: [1, 4, 6], through: 6 },
      { partition: 2, previous: 0, positions: [2], through: 5 },
      { partition: 1, previous: 0, positions: [], through: 6 },
    ]);
  });

  it('are several groups where something lacks within one partition', async () => {
    const { open } = feedOf(batch(0, 0, [1]), batch(0, 3, [4]), batch(1, 0, [2]));
    const groups = await take(grouped(open, nobody, never()), 2);
    expect(groups.map((group) => group.map(positionsOf))).toMatchObject([
      [{ partition: 0, positions: [1] }],
      [
        { partition: 0, previous: 3, positions: [4] },
        { partition: 1, positions: [2] },
      ],
    ]);
  });

  it('are no more events than a transaction should have', async () => {
    const full = Array.from({ length: BATCH_EVENTS_MAX }, (_, index) => index + 1);
    const { open, state } = feedOf(
      batch(0, 0, full),
      batch(1, 0, [BATCH_EVENTS_MAX + 1]),
      batch(2, 0, [BATCH_EVENTS_MAX + 2]),
    );
    const groups = await take(grouped(open, nobody, never()), 2);
    expect(groups.map((group) => group.map(({ partition }) => partition))).toEqual([[0], [1, 2]]);
    expect(state.ended).toBe(true);
  });

  it('end with their feed, also while it is silent and somebody asks it', async () => {
    const { open, state } = feedOf(batch(0, 0, [1]));
    const groups = grouped(open, nobody, never());
    expect((await groups.next()).value?.map(positionsOf)).toHaveLength(1);
    await groups.return(undefined);
    expect(state.ended).toBe(true);

    const ended = new AbortController();
    const silent = feedOf();
    const waiting = take(grouped(silent.open, nobody, ended.signal), 1);
    ended.abort();
    expect([await waiting, silent.state.ended]).toEqual([[], true]);
  });

  it('throw what their feed throws', async () => {
    const failing = async function* (): AsyncGenerator<FeedBatch> {
      yield batch(0, 0, [1]);
      throw new Error('away');
    };
    await expect(take(grouped(failing, nobody, never()), 2)).rejects.toThrow('away');
  });

  it('of a feed with one partition stay as they come, and are asked for only when they are wanted', async () => {
    const { open, state } = feedOf(
      batch(0, undefined, [1], undefined, true),
      batch(0, undefined, [2], undefined, true),
      batch(0, undefined, [3]),
    );
    const groups = gathered({ partitions: 1 }, open, { someone: async () => undefined }, never());
    expect((await groups.next()).value?.map(positionsOf)).toMatchObject([{ positions: [1] }]);
    expect(state.given).toBe(1);
    expect((await groups.next()).value?.map(positionsOf)).toMatchObject([{ positions: [2] }]);
    await groups.return(undefined);
    expect(state).toEqual({ given: 2, ended: true });
  });

  it('are what comes until the pause behind the group before is over, or until somebody waits', async () => {
    const pauses: number[] = [];
    let somebody = (): void => undefined;
    const slow = async function* (): AsyncGenerator<FeedBatch> {
      for (const [index, one] of [
        batch(0, 0, [1]),
        batch(1, 0, [2]),
        batch(2, 0, [3]),
        batch(0, 1, [4]),
        batch(1, 2, [5]),
      ].entries()) {
        if (index === 4) somebody();
        // So long that it is not right behind the one before.
        await new Promise((resolve) => {
          setTimeout(resolve, 5 * GROUP_WAIT_MS);
        });
        yield one;
      }
    };
    const someone = (timeoutMs: number): Promise<void> => {
      pauses.push(timeoutMs);
      return timeoutMs > 0
        ? new Promise((resolve) => {
            somebody = resolve;
          })
        : Promise.resolve();
    };
    const groups = await take(grouped(slow, { someone }, never()), 2);
    expect(groups.map((group) => group.map((one) => positionsOf(one).positions))).toEqual([[[1]], [[2], [3], [4]]]);
    expect(pauses.map((timeoutMs) => timeoutMs > 0)).toEqual([false, true]);
  });

  it('come without a pause behind a group of which the feed has more', async () => {
    const pauses: number[] = [];
    const { open } = feedOf(batch(0, 0, [1], undefined, true), batch(0, 3, [4]));
    await take(
      grouped(
        open,
        {
          someone: async (timeoutMs) => {
            pauses.push(timeoutMs);
          },
        },
        never(),
      ),
      2,
    );
    expect(pauses.map((timeoutMs) => timeoutMs > 0)).toEqual([false, false]);
  });

  it('pause behind what is not full, and behind nothing else', async () => {
    const { open } = feedOf(
      batch(0, undefined, [1], undefined, true),
      batch(0, undefined, [2]),
      batch(0, undefined, [3], undefined, true),
    );
    const pauses: number[] = [];
    const groups = gathered(
      { partitions: 1 },
      open,
      {
        someone: async () => {
          pauses.push(taken);
        },
      },
      never(),
    );
    let taken = 0;
    for await (const group of groups) {
      taken += group.length;
      if (taken === 3) break;
    }
    expect(pauses).toEqual([2]);
  });
});
