import { describe, expect, it } from '@jest/globals';
import { shownKey } from './token-key.ts';

describe('the key that a caller shows', () => {
  it.each([
    [{ authorization: 'Bearer sk-abc' }, 'abc', ''],
    [{ authorization: 'bearer sk-abc' }, 'abc', ''],
    [{ authorization: 'sk-abc' }, 'abc', ''],
    [{ authorization: 'abc' }, 'abc', ''],
    [{ authorization: 'Bearer sk-abc-17' }, 'abc', '17'],
    [{ authorization: 'Bearer abc-17-x' }, 'abc', '17'],
    [{ authorization: 'Bearer sk-' }, '', ''],
    [{}, '', ''],
    [{ authorization: 'Bearer midjourney-proxy', 'mj-api-secret': 'sk-abc' }, 'abc', ''],
    [{ 'mj-api-secret': 'abc-3' }, 'abc', '3'],
    [{ 'x-api-key': 'sk-abc-3' }, 'abc', '3'],
    [{ authorization: 'Bearer sk-abc', 'x-api-key': 'sk-def' }, 'abc', ''],
  ])('%j', (headers, key, channel) => {
    expect(shownKey(headers)).toEqual({ key, channel });
  });
});
