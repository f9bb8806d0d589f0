import { describe, expect, it } from '@jest/globals';
import * as ACCESS from '@ledgate/api/contract/who-may';
import { READS_MONEY } from '../shared/session/reads-money.ts';
import { accessOf, pages } from './pages.ts';

/** What those pages ask first that are not for every user: who may not is not shown the page. */
const ASKED = {
  channel: ACCESS.channel.list,
  redemption: ACCESS.redemption.list,
  orders: ACCESS.topUp.list,
  user: ACCESS.user.list,
  person: ACCESS.statement.user,
  books: ACCESS.ledger.books,
  statements: ACCESS.finance.statement,
  exports: ACCESS.financeExport.list,
  seals: ACCESS.ledger.seals,
  periods: ACCESS.financePeriod.list,
  pricebook: ACCESS.pricebook.list,
  audit: ACCESS.audit.list,
} as const;

const paths = new Set(pages.map(({ path }) => path));
const actions = pages.flatMap(({ actions: own = [], path }) => own.map((action) => ({ ...action, page: path })));

describe('rows of the pages', () => {
  it('have each id and path once', () => {
    expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
    expect(paths.size).toBe(pages.length);
    expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
  });

  it("stand in the menu in the order that people know, and those that are the console's own after them", () => {
    expect(pages.filter(({ places }) => places.includes('menu')).map(({ id }) => id)).toEqual([
      'playground',
      'channel',
      'chat',
      'token',
      'detail',
      'redemption',
      'topup',
      'user',
      'log',
      'setting',
      'pricing',
      'orders',
      'books',
      'statements',
      'exports',
      'seals',
      'periods',
      'pricebook',
      'audit',
    ]);
  });

  it('are there for who may make their calls', () => {
    const guarded = pages.filter(({ role }) => role === 'admin' || role === 'root');
    expect(Object.fromEntries(guarded.map((page) => [page.id, accessOf(page)]))).toEqual(
      Object.fromEntries(Object.entries(ASKED).map(([id, access]) => [id, { opens: [], ...access }])),
    );
    for (const access of [ACCESS.user.list, ACCESS.ledger.books]) expect(READS_MONEY).toEqual(access);
    expect(actions.find(({ id }) => id === 'new-user')?.role).toBe(ACCESS.user.create.level);
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
