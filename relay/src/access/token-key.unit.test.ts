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
    [{ 'x-goog-api-key': 'abc-3' }, 'abc', '3'],
    [{ 'x-api-key': 'abc', 'x-goog-api-key': 'def' }, 'abc', ''],
  ])('%j', (headers, key, channel) => {
    expect(shownKey({ headers })).toEqual({ key, channel });
  });

  it('may stand in the address, where no header has one', () => {
    expect(shownKey({ headers: {}, url: '/v1beta/models?a=b&key=sk-abc%2D3' })).toEqual({ key: 'abc', channel: '3' });
    expect(shownKey({ headers: { 'x-goog-api-key': 'def' }, url: '/?key=abc' }).key).toBe('def');
    expect(shownKey({ headers: {}, url: '/v1beta/models?monkey=abc' }).key).toBe('');
  });
});
