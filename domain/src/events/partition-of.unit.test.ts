import { describe, expect, it } from '@jest/globals';
import { partitionKeyOf, partitionOf } from './partition-of.ts';

const event = (stream: string, metadata: Record<string, string> = {}) => ({ stream, metadata });

describe('the partition of an event', () => {
  it('is one for an account: for its stream and for what tills record of it', () => {
    expect(partitionKeyOf(event('account-7'))).toBe('account-7');
    expect(partitionKeyOf(event('till-x', { accountId: '7' }))).toBe('account-7');
    expect(partitionOf(event('till-x', { accountId: '7' }), 12)).toBe(partitionOf(event('account-7'), 12));
  });

  it("is the stream's for everything else, whatever account the metadata name", () => {
    expect(partitionKeyOf(event('till-x'))).toBe('till-x');
    expect(partitionKeyOf(event('redemption-9', { accountId: '7' }))).toBe('redemption-9');
    expect(partitionKeyOf(event('pricebook'))).toBe('pricebook');
  });

  it('never changes: checkpoints rest on it', () => {
    const streams = ['account-1', 'account-2', 'account-1000000', 'till-a', 'pricebook', 'books'];
    expect(streams.map((stream) => partitionOf(event(stream), 12))).toEqual([4, 5, 5, 1, 8, 4]);
    expect(streams.map((stream) => partitionOf(event(stream), 1))).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('spreads consecutive accounts evenly', () => {
    const counts = Array.from({ length: 12 }, () => 0);
    for (let account = 1; account <= 12_000; account += 1) {
      const partition = partitionOf(event(`account-${account}`), 12);
      counts[partition] = (counts[partition] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(850);
    expect(Math.max(...counts)).toBeLessThan(1_150);
  });
});
