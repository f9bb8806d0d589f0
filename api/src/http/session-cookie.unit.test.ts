import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { sessionTokenOf } from './session-cookie.ts';

const tokenIn = (cookie: string | undefined) => sessionTokenOf({ headers: { cookie } } as Request);
const TOKEN = 'a-token_of-43-characters-0123456789abcdefgh';

describe('sessionTokenOf', () => {
  it('finds the session among other cookies', () => {
    expect(tokenIn(`theme=dark; session=${TOKEN}; x=y`)).toBe(TOKEN);
    expect(tokenIn(`session=${TOKEN}`)).toBe(TOKEN);
  });

  it.each([
    undefined,
    '',
    'theme=dark',
    'session=',
    'session=short',
    `my-session=${TOKEN}`,
    'session=has%20signs%20that%20no%20token%20has',
    `session=${'x'.repeat(101)}`,
  ])('finds none in %j', (cookie) => {
    expect(tokenIn(cookie)).toBeUndefined();
  });
});
