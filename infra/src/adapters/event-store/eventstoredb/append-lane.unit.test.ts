import { describe, expect, it } from '@jest/globals';
import { APPEND_BYTES_MAX, APPEND_EVENTS_MAX } from '@ledgate/domain/ports/event-store';
import { AppendLane, type PendingAppend } from './append-lane.ts';

const pending = (expected: number, count: number, bytes = 1, name = `${expected}`): PendingAppend => ({
  stream: 'stream',
  expected,
  bytes,
  wantsPosition: true,
  settle: () => {},
  fail: () => {},
  events: Array.from({ length: count }, (_, index) => ({
    id: `${name}-${index}`,
    type: 'T',
    contentType: 'application/json',
    data: {},
    metadata: {},
  })),
});

const laneOf = (...appends: PendingAppend[]): AppendLane => {
  const lane = new AppendLane('stream');
  for (const append of appends) lane.add(append);
  return lane;
};

describe('the appends of a stream', () => {
  it('go together as far as each continues the one before it', () => {
    const [one, two, other, three] = [pending(-1, 2), pending(1, 1), pending(9, 1), pending(2, 1)];
    const lane = laneOf(one, two, other, three);
    expect(lane.take()).toEqual({ stream: 'stream', expected: -1, members: [one, two] });
    expect(lane.take()).toMatchObject({ expected: 9, members: [other] });
    expect(lane.take()).toMatchObject({ members: [three] });
    expect(lane.take()).toBeUndefined();
    expect(lane.isEmpty).toBe(true);
  });

  it.each([
    [
      'events',
      pending(-1, APPEND_EVENTS_MAX - 1),
      pending(APPEND_EVENTS_MAX - 2, 1),
      pending(APPEND_EVENTS_MAX - 1, 1),
    ],
    ['bytes', pending(-1, 1, APPEND_BYTES_MAX - 1), pending(0, 1, 1), pending(1, 1, 1)],
  ])('are never more %s than one append may hold', (_, one, two, three) => {
    const lane = laneOf(one, two, three);
    expect(lane.take()?.members).toEqual([one, two]);
    expect(lane.take()?.members).toEqual([three]);
  });

  it('never carry an id twice', () => {
    const [one, two] = [pending(-1, 1, 1, 'same'), pending(0, 1, 1, 'same')];
    const lane = laneOf(one, two);
    expect(lane.take()?.members).toEqual([one]);
    expect(lane.take()?.members).toEqual([two]);
  });

  it('go alone and first when put apart', () => {
    const [one, two, three] = [pending(-1, 1), pending(0, 1), pending(1, 1)];
    const lane = laneOf(one, two);
    const together = lane.take();
    lane.add(three);
    lane.putApart(together?.members ?? []);
    expect([lane.take()?.members, lane.take()?.members, lane.take()?.members]).toEqual([[one], [two], [three]]);
  });

  it('are given up with those behind them, unless they are on their way', () => {
    const [one, two, three, other] = [pending(-1, 1), pending(0, 1), pending(1, 1), pending(7, 1)];
    const lane = laneOf(one, two, other, three);
    expect(lane.giveUp(two)).toEqual([two, three]);
    expect(lane.take()?.members).toEqual([one]);
    expect(lane.giveUp(one)).toEqual([]);
    expect(lane.take()?.members).toEqual([other]);
  });
});
