import { beforeEach, describe, expect, it } from '@jest/globals';
import { channelId } from '@ledgate/domain/shared/ids';
import { channelView } from '../testing/fake-relay-view.ts';
import { Breakers } from './breakers.ts';

const [bad, good] = [channelView({ id: 1 }), channelView({ id: 2 })];
const both = [bad, good];
let nowMs: number;
let breakers: Breakers;
beforeEach(() => {
  nowMs = 0;
  breakers = new Breakers({ nowMs: () => nowMs, max: 2 });
});
const fail = ({ id }: { id: number }, times = 5): void => {
  for (let failure = 0; failure < times; failure += 1) breakers.failed(channelId(id), false);
};

describe('the breakers of a process', () => {
  it('leave the channels as they are where none is open, or every one', () => {
    expect(breakers.askable(both)).toBe(both);
    fail(bad, 4);
    expect(breakers.askable(both)).toBe(both);
    fail(bad, 1);
    expect(breakers.askable(both)).toEqual([good]);
    expect(breakers.askable([bad])).toEqual([bad]);
    fail(good);
    expect(breakers.askable(both)).toBe(both);
  });

  it('let one call probe an open channel after its pause, and take it back after one success', () => {
    fail(bad);
    expect(breakers.asked(bad.id)).toBe(false);
    nowMs = 1_000;
    expect(breakers.askable(both)).toBe(both);
    expect([breakers.asked(bad.id), breakers.asked(bad.id)]).toEqual([true, false]);
    expect(breakers.askable(both)).toEqual([good]);
    breakers.succeeded(bad.id);
    expect(breakers.askable(both)).toBe(both);
    fail(bad, 4);
    expect(breakers.askable(both)).toBe(both);
  });

  it('count failures that run, not those with a success between', () => {
    fail(bad, 4);
    breakers.succeeded(bad.id);
    fail(bad, 4);
    expect(breakers.open).toBe(0);
  });

  it('are counted while they are open, and forgotten when nothing is heard for 10 minutes', () => {
    fail(bad);
    fail(good, 1);
    expect(breakers.open).toBe(1);
    nowMs = 599_999;
    expect(breakers.open).toBe(1);
    nowMs = 600_000;
    expect(breakers.open).toBe(0);
    expect(breakers.askable(both)).toBe(both);
  });

  it('are no more than so many: the one that changed first goes', () => {
    fail(bad);
    fail(good);
    fail({ id: 3 });
    expect(breakers.open).toBe(2);
    nowMs = 1_000;
    expect([1, 2, 3].map((id) => breakers.asked(channelId(id)))).toEqual([false, true, true]);
  });

  it('say since when a channel is good: since its last failure, or since it served again', () => {
    expect([breakers.isOpen(bad.id), breakers.goodSinceMs(bad.id)]).toEqual([false, -Infinity]);
    nowMs = 10;
    fail(bad, 1);
    nowMs = 20;
    expect([breakers.isOpen(bad.id), breakers.goodSinceMs(bad.id)]).toEqual([false, 10]);
    breakers.succeeded(bad.id);
    breakers.succeeded(good.id);
    nowMs = 30;
    breakers.succeeded(bad.id);
    expect([breakers.goodSinceMs(bad.id), breakers.goodSinceMs(good.id)]).toEqual([20, -Infinity]);
    breakers.turnedAway(good.id);
    expect(breakers.goodSinceMs(good.id)).toBe(30);
  });

  it('say that a channel is open until it serves again, or nothing has been heard of it for 10 minutes', () => {
    fail(bad);
    nowMs = 599_999;
    expect(breakers.isOpen(bad.id)).toBe(true);
    nowMs = 600_000;
    expect(breakers.isOpen(bad.id)).toBe(false);
    fail(bad);
    expect(breakers.isOpen(bad.id)).toBe(true);
    breakers.succeeded(bad.id);
    expect(breakers.isOpen(bad.id)).toBe(false);
  });
});
