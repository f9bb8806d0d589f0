import { describe, expect, it } from '@jest/globals';
import type { UserId } from '@ledgate/domain/shared/ids';
import { BODIES_FULL_ALARM_MS } from '../limits.ts';
import { BodyMemory } from './body-memory.ts';

const userId = (id: number): UserId => id as UserId;
const memory = (): BodyMemory =>
  new BodyMemory({ bodiesBytesMax: 400, bodiesOfUserBytesMax: 400, smallBodyBytes: 10, smallBodiesOfUserBytes: 50 });

describe('the memory of bodies', () => {
  it('leaves a quarter for small bodies, however many large ones come', () => {
    const bodies = memory();
    expect(bodies.open(userId(1))?.hold(300)).toBe(true);
    expect(bodies.open(userId(2))?.hold(11)).toBe(false);
    const small = bodies.open(userId(3));
    expect(small?.hold(10)).toBe(true);
    expect(small?.hold(1)).toBe(false);
    expect(bodies.bytes).toBe(310);
  });

  it('counts what a user holds in small ones as large beyond his part', () => {
    const bodies = memory();
    bodies.open(userId(1))?.hold(295);
    const held = Array.from({ length: 6 }, () => bodies.open(userId(2))?.hold(10));
    expect(held).toEqual([true, true, true, true, true, false]);
  });

  it('does not take for large what is held beside a body, and gives it back with it', () => {
    const bodies = memory();
    const [first, second] = [bodies.open(userId(1)), bodies.open(userId(1))];
    expect([first?.hold(10, 10), first?.isLarge, bodies.bytes]).toEqual([true, false, 20]);
    expect([second?.hold(1), second?.isLarge]).toEqual([true, false]);
    expect(first?.hold(1)).toBe(true);
    expect(first?.isLarge).toBe(true);
    first?.release();
    expect([second?.hold(9), second?.isLarge, bodies.bytes]).toEqual([true, false, 10]);
    second?.release();
    expect(bodies.bytes).toBe(0);
  });
});

describe('who looks after the memory of bodies', () => {
  const watched = () => {
    const told: { refused: string[]; alarms: object[] } = { refused: [], alarms: [] };
    let nowMs = 0;
    const bodies = new BodyMemory(
      {
        bodiesBytesMax: 400,
        bodiesOfUserBytesMax: 300,
        smallBodyBytes: 10,
        smallBodiesOfUserBytes: 50,
        callsOfUserMax: 3,
      },
      {
        clock: { monotonicMs: () => nowMs },
        log: { error: (facts) => void told.alarms.push(facts) },
        telemetry: { bodyRefused: (reason) => void told.refused.push(reason) },
      },
    );
    return { bodies, told, wait: (ms: number) => void (nowMs += ms) };
  };

  it('sees how many are coming and how many are whole', () => {
    const { bodies } = watched();
    const [first, second] = [bodies.open(userId(1)), bodies.open(userId(2))];
    first?.hold(5);
    first?.hasCome();
    first?.hasCome();
    expect([bodies.coming, bodies.whole, bodies.bytes]).toEqual([1, 1, 5]);
    first?.release();
    second?.release();
    expect([bodies.coming, bodies.whole, bodies.bytes]).toEqual([0, 0, 0]);
  });

  it('hears why one is refused', () => {
    const { bodies, told } = watched();
    const mine = [1, 2, 3, 4].map(() => bodies.open(userId(1)));
    mine[0]?.hold(290);
    mine[1]?.hold(11);
    mine[2]?.refused('standstill');
    mine[2]?.refused('too_large');
    bodies.open(userId(2))?.hold(20);
    expect(told.refused).toEqual(['user_calls', 'full', 'standstill', 'too_large', 'full']);
    mine[0]?.release();
    mine[1]?.hold(290);
    bodies.open(userId(2))?.hold(10);
    mine[2]?.hold(11);
    expect(told.refused.slice(5)).toEqual(['full']);
  });

  it('hears an alarm, once, when there has been no room for long', () => {
    const { bodies, told, wait } = watched();
    const holder = bodies.open(userId(1));
    const refused = () => bodies.open(userId(2))?.hold(20);
    holder?.hold(290);
    refused();
    wait(BODIES_FULL_ALARM_MS - 1);
    refused();
    expect(told.alarms).toEqual([]);
    wait(1);
    refused();
    refused();
    expect(told.alarms).toMatchObject([
      { alarm: true, fullMs: BODIES_FULL_ALARM_MS, refused: 3, bytes: 290, users: [{ id: 1, bytes: 290 }, { id: 2 }] },
    ]);
  });

  it('hears none when there was room meanwhile', () => {
    const { bodies, told, wait } = watched();
    for (let round = 0; round < 3; round += 1) {
      const holder = bodies.open(userId(1));
      holder?.hold(290);
      expect(bodies.open(userId(2))?.hold(20)).toBe(false);
      wait(BODIES_FULL_ALARM_MS - 1);
      holder?.release();
    }
    expect(told.alarms).toEqual([]);
  });
});
