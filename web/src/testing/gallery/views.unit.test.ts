import { describe, expect, it } from '@jest/globals';
import { pages } from '../../app/pages.ts';
import { callFaults } from './calls.ts';
import { VIEWS } from './views.ts';

describe('views of the pages', () => {
  it('are there for every page, and only for pages', () =>
    expect(new Set(VIEWS.map(({ page }) => page).filter(Boolean))).toEqual(new Set(pages.map(({ id }) => id))));

  it('have each name once', () => expect(new Set(VIEWS.map(({ name }) => name)).size).toBe(VIEWS.length));
});

describe('calls of a page', () => {
  const row = { calls: { 'GET /api/user/{id}': undefined } };

  it('are those of its row and of the shell', () =>
    expect(callFaults(row, ['GET /api/status', 'GET /api/user/3?a=b', 'GET /api/user/3'])).toEqual([]));

  it('are told where its row does not name them, or names others', () =>
    expect(callFaults(row, ['GET /api/receipt/req-7'])).toEqual([
      'not named by its row: GET /api/receipt/{charge}',
      'named by its row, and not made: GET /api/user/{id}',
    ]));
});
