import { beforeEach, describe, expect, it } from '@jest/globals';
import { channelView, channelViewWithKeys } from '../testing/fake-relay-view.ts';
import { Affinities, isAffine } from './affinities.ts';

const HOUR_MS = 3_600_000;
const single = channelView({ id: 1 });
const several = channelViewWithKeys({ id: 2 }, ['one', 'two']);

let nowMs: number;
let affinities: Affinities;
beforeEach(() => {
  nowMs = 0;
  affinities = new Affinities({ nowMs: () => nowMs, max: 2 });
});
const whereIs = (conversation: string): number | undefined => affinities.of(conversation)?.channelId;

describe('the affinities of a process', () => {
  it('say where a conversation was served last', () => {
    expect(affinities.of('a')).toBeUndefined();
    affinities.served('a', single);
    affinities.served('a', several);
    expect([whereIs('a'), affinities.size]).toEqual([2, 1]);
  });

  it('are forgotten an hour after the last turn', () => {
    affinities.served('a', single);
    nowMs = HOUR_MS / 2;
    affinities.served('a', single);
    nowMs = HOUR_MS;
    affinities.served('b', single);
    nowMs = 1.5 * HOUR_MS - 1;
    expect([whereIs('a'), affinities.size]).toEqual([1, 2]);
    nowMs += 1;
    expect([whereIs('a'), whereIs('b'), affinities.size]).toEqual([undefined, 1, 1]);
  });

  it('are so many at most: the one that was served longest ago goes', () => {
    affinities.served('a', single);
    affinities.served('b', single);
    affinities.served('a', single);
    affinities.served('c', single);
    expect([whereIs('a'), whereIs('b'), whereIs('c'), affinities.size]).toEqual([1, undefined, 1, 2]);
  });
});

describe('a channel', () => {
  it('is affine by its own id and the key that was used', () => {
    const [one, two] = several.byKey;
    if (one === undefined || two === undefined) throw new Error('it has two keys');
    affinities.served('a', two);
    const affinity = affinities.of('a');
    if (affinity === undefined) throw new Error('it was served');
    expect([isAffine(affinity, two), isAffine(affinity, one), isAffine(affinity, single)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(isAffine(affinity, { ...two, id: single.id })).toBe(false);
  });

  it('is affine by the key itself while that has no number', () => {
    const unsealed = { ...single, keyId: undefined };
    affinities.served('a', unsealed);
    const affinity = affinities.of('a');
    if (affinity === undefined) throw new Error('it was served');
    expect([isAffine(affinity, unsealed), isAffine(affinity, { ...unsealed, key: 'another' })]).toEqual([true, false]);
  });
});
