import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { channelView, channelViewWithKeys } from '../testing/fake-relay-view.ts';
import { KeyTurns, nextTurn } from './key-turns.ts';

describe('the turn of a key', () => {
  it('comes after the last one, around, past those that are put aside', () => {
    expect(nextTurn(-1, 3, () => false)).toBe(0);
    expect(nextTurn(2, 3, () => false)).toBe(0);
    expect(nextTurn(0, 3, (index) => index === 1)).toBe(2);
    expect(nextTurn(2, 3, (index) => index < 2)).toBe(2);
  });

  it('comes all the same where every key is put aside, or there are fewer than there were', () => {
    expect(nextTurn(0, 3, () => true)).toBe(1);
    expect(nextTurn(7, 2, () => false)).toBe(0);
  });
});

describe('the keys of channels', () => {
  const three = channelViewWithKeys({ id: 1 }, ['one', 'two', 'three']);
  let nowMs: number;
  let turns: KeyTurns;
  beforeEach(() => {
    nowMs = 0;
    turns = new KeyTurns({ nowMs: () => nowMs });
  });
  const used = (times: number): string[] => Array.from({ length: times }, () => turns.next(three).key);

  it('are used in turn, each by its number, of one channel without a look at the others', () => {
    expect(used(4)).toEqual(['one', 'two', 'three', 'one']);
    const other = channelViewWithKeys({ id: 2 }, ['four', 'five']);
    expect(turns.next(other)).toBe(other.byKey[0]);
    expect(turns.next(three)).toMatchObject({ id: 1, key: 'two', keyId: 2 });
  });

  it('are the one of a channel that has no more, which stays as it is', () => {
    const single = channelView({ id: 3 });
    expect(turns.next(single)).toBe(single);
    turns.putAside(single);
    expect(turns.next(single)).toBe(single);
  });

  it('that were found spent are not used for 10 s', () => {
    const [, second] = [turns.next(three), turns.next(three)];
    turns.putAside(second);
    expect(used(4)).toEqual(['three', 'one', 'three', 'one']);
    nowMs = 10_000;
    expect(used(2)).toEqual(['two', 'three']);
  });

  it('are found again by what they are, unless put aside, and without taking a turn', () => {
    const isTwo = ({ key }: ChannelView): boolean => key === 'two';
    const second = turns.withKey(three, isTwo);
    expect(second).toMatchObject({ id: 1, keyId: 2 });
    expect(used(1)).toEqual(['one']);
    expect(turns.withKey(three, () => false)).toBeUndefined();
    const single = channelView({ id: 3 });
    expect([turns.withKey(single, () => true), turns.withKey(single, isTwo)]).toEqual([single, undefined]);
    if (second !== undefined) turns.putAside(second);
    expect(turns.withKey(three, isTwo)).toBeUndefined();
    nowMs = 10_000;
    expect(turns.withKey(three, isTwo)).toBe(second);
  });
});
