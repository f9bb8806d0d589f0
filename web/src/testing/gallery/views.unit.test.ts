import { describe, expect, it } from '@jest/globals';
import { pages } from '../../app/pages.ts';
import { VIEWS } from './views.ts';

describe('views of the pages', () => {
  it('are there for every page, and only for pages', () =>
    expect(new Set(VIEWS.map(({ page }) => page).filter(Boolean))).toEqual(new Set(pages.map(({ id }) => id))));

  it('have each name once', () => expect(new Set(VIEWS.map(({ name }) => name)).size).toBe(VIEWS.length));
});
