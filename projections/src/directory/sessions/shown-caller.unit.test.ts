import { describe, expect, it } from '@jest/globals';
import { accessTokenIn, namesUser, sessionIdIn } from './shown-caller.ts';

const ID = 'an-id_of-40-characters-0123456789abcdefg';

describe('the session in a header', () => {
  it('is found among other cookies', () => {
    expect(sessionIdIn(`theme=dark; session=${ID}; x=y`)).toBe(ID);
    expect(sessionIdIn(`session=${ID}`)).toBe(ID);
  });

  it.each([
    undefined,
    '',
    'theme=dark',
    'session=',
    'session=short',
    `my-session=${ID}`,
    'session=has%20signs%20that%20no%20token%20has',
    `session=${'x'.repeat(101)}`,
  ])('is not there in %j', (cookies) => {
    expect(sessionIdIn(cookies)).toBeUndefined();
  });
});

describe('the access token in a header', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer  abc', 'abc'],
    ['abc', 'abc'],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %j', (header, token) => {
    expect(accessTokenIn(header)).toBe(token);
  });
});

describe('the user that a header names', () => {
  it.each([
    ['7', true],
    [' 7 ', true],
    ['8', false],
    ['-1', false],
    ['7.0', false],
    ['abc', false],
    ['', false],
    [undefined, false],
  ])('is user 7 in %j: %j', (header, isHe) => {
    expect(namesUser(header, 7)).toBe(isHe);
  });
});
