import { describe, expect, it } from '@jest/globals';
import { linesOf } from './lines-of.ts';

describe('the fields of a record', () => {
  it('stand once each, old beside new, also where one side has none', () => {
    expect(
      linesOf({
        before: { name: 'a', on: true, gone: 'x', tag: '' },
        after: { name: 'b', on: false, made: 0, tag: 'east' },
      }),
    ).toEqual([
      { key: 'name', what: 'name', before: 'a', after: 'b' },
      { key: 'on', what: 'on', before: 'true', after: 'false' },
      { key: 'gone', what: 'gone', before: 'x', after: null },
      { key: 'tag', what: 'tag', before: null, after: 'east' },
      { key: 'made', what: 'made', before: null, after: '0' },
    ]);
  });

  it('are none of what has none, and are no members of every object', () => {
    expect(linesOf({ before: {}, after: {} })).toEqual([]);
    expect(linesOf({ before: {}, after: { constructor: 'x' } })).toMatchObject([{ before: null, after: 'x' }]);
  });
});
