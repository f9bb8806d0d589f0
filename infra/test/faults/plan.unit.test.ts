import { describe, expect, it } from '@jest/globals';
import { kills } from './plan.ts';

describe('the plan of kills', () => {
  it('has each role so many times, in turn, and both of two processes', () => {
    expect(kills(2)).toEqual([
      'api',
      'relay-1',
      'projector-1',
      'publisher',
      'worker',
      'api',
      'relay-2',
      'projector-2',
      'publisher',
      'worker',
    ]);
    expect(kills(20)).toHaveLength(100);
  });
});
