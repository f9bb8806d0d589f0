import { describe, expect, it } from '@jest/globals';
import { datedAt, figuresOf } from './figures.ts';

describe('figuresOf', () => {
  it('keeps the answer while it is asked again and after that has failed', () => {
    const kept = { data: 7, isOther: false, failure: undefined };
    expect(figuresOf({ data: 7, currentData: 7, isFetching: true })).toEqual(kept);
    expect(figuresOf({ data: 7, currentData: 7, isFetching: false, error: 'away' })).toEqual(kept);
    expect(figuresOf({ data: 7, currentData: 7, isFetching: true, error: 'away' })).toEqual(kept);
  });
  it('shows what was there before only while another question waits for its first answer', () => {
    expect(figuresOf({ data: 7, isFetching: true })).toEqual({ data: 7, isOther: true, failure: undefined });
  });
  it.each([false, true])('tell of a failure without an answer, also while it is asked again (%p)', (isFetching) =>
    expect(figuresOf({ data: 7, isFetching, error: 'away' })).toEqual({
      data: undefined,
      isOther: false,
      failure: 'away',
    }),
  );
  it('has neither figures nor a failure before the first answer', () =>
    expect(figuresOf({ isFetching: true })).toEqual({ data: undefined, isOther: false, failure: undefined }));
});

describe('datedAt', () => {
  it('is the time of the oldest answer, also after a failed try', () =>
    expect(datedAt([{ fulfilledTimeStamp: 9_000 }, { fulfilledTimeStamp: 5_500, error: 'away' }])).toEqual({
      at: 5.5,
      error: 'away',
    }));
  it('is none until there is an answer to each', () => {
    expect(datedAt([{ fulfilledTimeStamp: 9_000 }, {}]).at).toBeUndefined();
    expect(datedAt([]).at).toBeUndefined();
  });
});
