import { describe, expect, it } from '@jest/globals';
import type { Position, RecordedEvent } from '@ledgate/domain/ports/event-store';
import { RECENT_CHARACTERS_MAX, RECENT_EVENTS_MAX } from '../limits.ts';
import { RecentEvents } from './recent-events.ts';

const eventAt = (position: number, data = '{}'): RecordedEvent => ({ position, data }) as RecordedEvent;
const at = (position: number): Position => position as Position;

/** A ledger with an event at every third position, and how often it was asked. */
function ledger(events: number, data?: string) {
  const all = Array.from({ length: events }, (_, index) => eventAt(index * 3 + 3, data));
  const world = {
    asked: 0,
    readAll: async (after: Position, limit: number) => {
      world.asked += 1;
      return all.filter(({ position }) => position > after).slice(0, limit);
    },
  };
  return world;
}

const positions = (page: readonly RecordedEvent[]): readonly number[] => page.map(({ position }) => position);

describe('events that were just read', () => {
  it('are had without the store, as the same pages', async () => {
    const store = ledger(10);
    const recent = new RecentEvents(store);
    await recent.ahead(at(0), 4);
    await recent.ahead(at(12), 4);
    store.asked = 0;
    expect(positions(await recent.behind(at(0), 3))).toEqual([3, 6, 9]);
    expect(positions(await recent.behind(at(9), 100))).toEqual([12, 15, 18, 21, 24]);
    expect(store.asked).toBe(0);
    // Behind them the store says what there is.
    expect(positions(await recent.behind(at(24), 100))).toEqual([27, 30]);
    expect(store.asked).toBe(1);
  });

  it('are asked of the store where they do not follow each other, or the place is none of them', async () => {
    const store = ledger(10);
    const recent = new RecentEvents(store);
    await recent.ahead(at(0), 2);
    await recent.ahead(at(15), 2);
    store.asked = 0;
    for (const after of [0, 6, 14, 16]) expect(positions(await recent.behind(at(after), 1))).toHaveLength(1);
    expect(store.asked).toBe(4);
    expect(positions(await recent.behind(at(15), 1))).toEqual([18]);
    expect(store.asked).toBe(4);
  });

  it.each([
    ['by number', RECENT_EVENTS_MAX + 5, '{}', RECENT_EVENTS_MAX],
    ['by what they hold', 40, 'x'.repeat(RECENT_CHARACTERS_MAX / 8), 8],
  ])('are bounded %s', async (_, events, data, kept) => {
    const store = ledger(events, data);
    const recent = new RecentEvents(store);
    await recent.ahead(at(0), events);
    store.asked = 0;
    const oldest = (events - kept) * 3;
    expect(await recent.behind(at(oldest), events)).toHaveLength(kept);
    expect(store.asked).toBe(0);
    await recent.behind(at(oldest - 3), events);
    expect(store.asked).toBe(1);
  });
});
