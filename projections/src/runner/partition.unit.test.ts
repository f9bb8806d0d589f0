import { describe, expect, it } from '@jest/globals';
import { partitionOf } from '@ledgate/domain/events/partition-of';
import { EVERYTHING, partitionFrom, partitionOfStream, partitionText } from './partition.ts';

describe('a partition', () => {
  it("is found by a stream as the feed finds it by the stream's events", () => {
    const metadata = { accountId: '7', actor: 'user-1' };
    for (const stream of ['account-7', 'pricebook', 'redemption-3']) {
      expect(partitionOfStream(stream, 12)).toEqual({
        partition: partitionOf({ stream, metadata }, 12),
        partitions: 12,
      });
      expect(partitionOfStream(stream, 1)).toEqual(EVERYTHING);
    }
  });

  it('is read back from its text, which is as short as ever where there is but one', () => {
    expect(partitionText(EVERYTHING)).toBe('0');
    expect(partitionText({ partition: 0, partitions: 12 })).toBe('0/12');
    for (const partition of [EVERYTHING, { partition: 11, partitions: 12 }])
      expect(partitionFrom(partitionText(partition))).toEqual(partition);
  });

  it.each(['', '7', 'x', '12/12', '1/0', '-1/3', '1/2/3', '0.5/2'])('of the text %j is everything', (text) => {
    expect(partitionFrom(text)).toEqual(EVERYTHING);
  });
});
