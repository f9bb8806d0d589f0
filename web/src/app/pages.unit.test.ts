import { describe, expect, it } from '@jest/globals';
import { pages } from './pages.ts';

const paths = new Set(pages.map(({ path }) => path));
const actions = pages.flatMap(({ actions: own = [], path }) => own.map((action) => ({ ...action, page: path })));

describe('rows of the pages', () => {
  it('have each id and path once', () => {
    expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
    expect(paths.size).toBe(pages.length);
    expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
  });

  it.each(actions)(
    '$id leads to a page that is there, of those who may open the one it stands at',
    ({ path, page }) => {
      const { pathname } = new URL(path, 'http://console.invalid');
      const roleOf = (of: string): string | undefined =>
        pages.find((row) => row.path === of || (row.opened ?? []).includes(of))?.role;
      expect(roleOf(pathname)).toBe(roleOf(page));
    },
  );
});
