import { describe, expect, it } from '@jest/globals';
import type { ChannelId } from '@ledgate/domain/shared/ids';
import { channelView } from '../testing/fake-relay-view.ts';
import { affineChannel } from './affine-channel.ts';

const NOW_MS = 1_000_000;
const BACK_MS = 300_000;
const [best, middle, low] = [
  channelView({ id: 1, priority: 9 }),
  channelView({ id: 2, priority: 5 }),
  channelView({ id: 3, priority: 1 }),
];
const channels = [best, middle, low];

type Given = {
  readonly last?: ChannelId;
  readonly among?: typeof channels;
  readonly below?: number;
  readonly open?: readonly (typeof best)[];
  readonly goodSinceMs?: ReadonlyMap<ChannelId, number>;
};
const affine = ({ last = low.id, among = channels, below = Infinity, open = [], goodSinceMs = new Map() }: Given) =>
  affineChannel(
    among,
    below,
    { channelId: last, key: 1, servedAtMs: 0 },
    ({ id }) => ({ isOpen: open.some((one) => one.id === id), goodSinceMs: goodSinceMs.get(id) ?? -Infinity }),
    NOW_MS,
  )?.id;

describe('the channel that served a conversation last', () => {
  it('is kept where it is of the highest priority', () => {
    expect(affine({ last: best.id })).toBe(best.id);
  });

  it('is left for a better one that has always been good', () => {
    expect(affine({})).toBeUndefined();
  });

  it('is kept while better ones have been good, or serving, for no more than 5 minutes', () => {
    const goodSinceMs = new Map([
      [best.id, NOW_MS - BACK_MS],
      [middle.id, NOW_MS - 1],
    ]);
    expect(affine({ goodSinceMs })).toBe(low.id);
    goodSinceMs.set(best.id, NOW_MS - BACK_MS - 1);
    expect(affine({ goodSinceMs })).toBeUndefined();
    const added = { ...middle, servingSinceMs: NOW_MS - BACK_MS };
    expect(affine({ among: [added, low] })).toBe(low.id);
    expect(affine({ among: [{ ...added, servingSinceMs: NOW_MS - BACK_MS - 1 }, low] })).toBeUndefined();
  });

  it('is kept while better ones are open, and left while it is open itself, unless all are', () => {
    expect(affine({ open: [best, middle] })).toBe(low.id);
    expect(affine({ last: best.id, open: [best] })).toBeUndefined();
    expect(affine({ last: best.id, open: channels })).toBe(best.id);
  });

  it('is left where it does not serve the call, or has just failed', () => {
    expect(affine({ last: best.id, among: [middle, low] })).toBeUndefined();
    expect(affine({ last: middle.id, below: middle.priority })).toBeUndefined();
  });

  it('is gone back to once the better one has failed this call', () => {
    expect(affine({ last: middle.id, below: best.priority })).toBe(middle.id);
    expect(affine({ last: low.id, below: best.priority })).toBeUndefined();
  });
});
