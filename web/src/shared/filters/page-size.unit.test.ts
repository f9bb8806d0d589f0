import { describe, expect, it } from '@jest/globals';
import { atPage, sizeIn, withoutSize, withSize } from './page-size.ts';

const at = (search: string): URLSearchParams => new URLSearchParams(search);

describe('rows a page, by the address', () => {
  it.each([
    ['', 50, 50],
    ['q=a', 50, 50],
    ['p=3', 50, 10],
    ['p=3&size=100', 50, 100],
    ['size=20&open=7', 50, 20],
    ['size=21', 50, 50],
    ['size=', 10, 10],
  ] as const)('"%s" in a browser that keeps %i has %i', (search, kept, size) =>
    expect(sizeIn(at(search), kept)).toBe(size),
  );

  it('are said where they are not the usual ones, and read as they were said', () => {
    expect(String(withSize(at('q=a&p=3'), 100))).toBe('q=a&p=3&size=100');
    expect(String(withSize(at('p=3&size=100'), 10))).toBe('p=3');
    expect(sizeIn(withSize(at('p=3'), 10), 100)).toBe(10);
    expect(sizeIn(withSize(at('open=7'), 100), 10)).toBe(100);
  });

  it.each([
    ['p=3', 1, 10, 50, 'size=10'],
    ['p=3', 2, 10, 50, 'p=2'],
    ['p=3&size=20', 1, 20, 20, 'size=20'],
    ['p=2', 1, 10, 10, ''],
  ] as const)('stay as many from "%s" to page %i', (search, page, size, kept, next) => {
    const params = atPage(at(search), page, size, kept);
    expect([String(params), sizeIn(params, kept)]).toEqual([next, size]);
  });

  it('are chosen anew from the first page on', () =>
    expect(String(withoutSize(at('q=a&p=3&size=100&open=7')))).toBe('q=a'));
});
