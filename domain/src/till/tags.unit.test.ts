import { describe, expect, it } from '@jest/globals';
import { isTagName, isTagText, isTagValue, TAG_PART_CHARACTERS_MAX, tagTexts } from './tags.ts';

const LONGEST = 'x'.repeat(TAG_PART_CHARACTERS_MAX);

describe('a tag', () => {
  it.each(['a', 'A.b_c:d/e-9', LONGEST])('may have the name and the value %s', (text) => {
    expect([isTagName(text), isTagValue(text)]).toEqual([true, true]);
  });

  it.each(['', ' ', 'a b', 'a=b', 'a,b', 'ä', 'a\n', `${LONGEST}x`, 7, null, undefined, ['a']])(
    'has neither the name nor the value %p',
    (text) => {
      expect([isTagName(text), isTagValue(text)]).toEqual([false, false]);
    },
  );

  it('has no name that an event loses', () => {
    expect([isTagName('__proto__'), isTagValue('__proto__'), isTagName('constructor')]).toEqual([false, true, true]);
  });

  it('is looked for as its name and its value', () => {
    expect(['a=b', `${LONGEST}=${LONGEST}`].map(isTagText)).toEqual([true, true]);
    expect(['', 'a', 'a=', '=b', 'a=b=c', 'a =b', '__proto__=b', `a=${LONGEST}x`].map(isTagText)).toEqual(
      Array.from({ length: 8 }, () => false),
    );
    expect(tagTexts({ a: 'b', c: 'd' })).toEqual(['a=b', 'c=d']);
  });
});
