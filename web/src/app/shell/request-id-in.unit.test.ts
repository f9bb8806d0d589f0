import { describe, expect, it } from '@jest/globals';
import { requestIdIn } from './request-id-in.ts';

const ID = '0b5f1c9a-7e0b-4d3d-9c11-aa00ff12ee34';

describe('requestIdIn', () => {
  it.each([ID, ` ${ID.toUpperCase()}\n`, `quota exceeded (request id: ${ID})`, `X-Oneapi-Request-Id:${ID},`])(
    'finds it in %j',
    (text) => expect(requestIdIn(text)).toBe(ID),
  );

  it.each(['', 'production', '12345678', `${ID}0`, `a${ID}`, `${ID}-1`, ID.slice(1)])('finds none in %j', (text) =>
    expect(requestIdIn(text)).toBeUndefined(),
  );
});
