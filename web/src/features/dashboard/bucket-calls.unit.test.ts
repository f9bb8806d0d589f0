import { describe, expect, it } from '@jest/globals';
import { DATA_SPAN_S_MAX } from '@ledgate/domain/catalogue/limits';
import { bucketCalls, openPart } from './bucket-calls.ts';

const start = 1_700_000_000;
const until = start + 3 * DATA_SPAN_S_MAX;

describe('openPart', () => {
  it('is the whole of a range that one call answers', () => {
    const range = { start, end: start + DATA_SPAN_S_MAX - 1 };
    expect(openPart(range, until)).toEqual({ past: undefined, open: range });
  });
  it('is one call of a longer range, which adjoins what lies before', () => {
    const range = { start, end: start + 2 * DATA_SPAN_S_MAX + 10 };
    const { past, open } = openPart(range, until);
    expect(open).toEqual({ start: start + 2 * DATA_SPAN_S_MAX, end: range.end });
    expect(past).toEqual({ start, end: open.start - 1 });
    expect([...bucketCalls({ start, end: open.start - 1 }), ...bucketCalls(open)]).toEqual(bucketCalls(range));
  });
  it('holds the present where a range goes on behind it', () => {
    const { open } = openPart({ start, end: until + 2 * DATA_SPAN_S_MAX }, until - 1);
    expect(open).toEqual({ start: until - DATA_SPAN_S_MAX, end: until - 1 });
  });
  it('is never turned round', () =>
    expect(openPart({ start: until + 5, end: until + 9 }, until)).toEqual({
      past: undefined,
      open: { start: until + 5, end: until + 5 },
    }));
});
