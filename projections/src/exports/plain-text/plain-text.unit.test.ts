import { describe, expect, it } from '@jest/globals';
import { plainOrderOf } from '../asked-export.ts';
import { beancount } from './beancount.ts';
import { dayAfter } from './days.ts';
import { oneLine } from './form.ts';
import { hledger } from './hledger.ts';
import { priceText } from './price.ts';

describe('accounts of plain-text accounting', () => {
  it.each([
    ['user:7:wallet', 'liabilities:prepaid:user:7', 'Liabilities:Prepaid:User:7'],
    ['user:7:earnings', 'liabilities:earnings:user:7', 'Liabilities:Earnings:User:7'],
    ['codes:outstanding', 'liabilities:codes', 'Liabilities:Codes'],
    ['codes:claimed', 'liabilities:clearing:codes', 'Liabilities:Clearing:Codes'],
    ['topups:claimed', 'liabilities:clearing:topups', 'Liabilities:Clearing:Topups'],
    ['refunds:claimed', 'liabilities:clearing:refunds', 'Liabilities:Clearing:Refunds'],
    ['cash:stripe', 'assets:cash:stripe', 'Assets:Cash:Stripe'],
    ['cash:WX_pay', 'assets:cash:wx-pay-57-58-5f', 'Assets:Cash:Wx-pay-57-58-5f'],
    ['cash:wx-pay', 'assets:cash:wx-pay', 'Assets:Cash:Wx-pay'],
    ['cash:支付 1', 'assets:cash:---1-652f-4ed8-20', 'Assets:Cash:X---1-652f-4ed8-20'],
    ['promotion', 'expenses:promotion', 'Expenses:Promotion'],
    ['adjustment', 'expenses:adjustment', 'Expenses:Adjustment'],
    ['revenue', 'revenue:usage', 'Income:Usage'],
    ['suspense', 'revenue:suspense', 'Income:Suspense'],
    ['breakage', 'revenue:breakage', 'Income:Breakage'],
  ])('%s is %s, and %s', (account, inHledger, inBeancount) => {
    expect([hledger.account(account), beancount.account(account)]).toEqual([inHledger, inBeancount]);
  });

  it('one that the chart does not know is a fault, not a name', () => {
    expect(() => hledger.account('mars:7')).toThrow(/mars:7/u);
  });
});

describe('prices of a unit', () => {
  it.each([
    ['500000', '0.000002'],
    ['1', '1'],
    ['0.5', '2'],
    ['0.01', '100'],
    ['700000', '0.000001428571428571'],
    ['3', '0.333333333333333333'],
    ['1.5', '0.666666666666666667'],
    ['1e30', undefined],
    ['0', undefined],
  ])('%s units a USD are %s', (quotaPerUnit, price) => {
    expect(priceText(quotaPerUnit)).toBe(price);
  });
});

it('texts are one line, whatever is in them', () => {
  expect(oneLine(' a\nb\r\n\tc\u2028d\u0000e ; "f"\\ \u202eg')).toBe('a b c d e ; "f"\\ g');
  expect(oneLine('👨\u200d👩\u200d👧 می\u200cخواهم')).toBe('👨\u200d👩\u200d👧 می\u200cخواهم');
  const told = {
    type: 'QuotaAdjusted',
    position: 9,
    stream: 'account-7',
    revision: 1,
    requestId: 'r"1',
    reason: '\\\n"',
  };
  expect(beancount.transaction('2026-03-01', '', told)).toEqual([
    '',
    '2026-03-01 * "QuotaAdjusted"',
    '  position: 9',
    '  stream: "account-7"',
    '  revision: 1',
    '  request: "r\\"1"',
    '  reason: "\\\\ \\""',
  ]);
});

it('the day after is that of the calendar', () => {
  expect(['2026-02-28', '2026-12-31', '2028-02-28', '9999-12-31'].map(dayAfter)).toEqual([
    '2026-03-01',
    '2027-01-01',
    '2028-02-29',
    '9999-12-31',
  ]);
});

describe('orders', () => {
  const order = { layout: 'journal', format: 'hledger', detail: 'day' };

  it('may be summed by day where they are for plain-text accounting', () => {
    expect(plainOrderOf(order)).toMatchObject({ order: { detail: 'day', format: 'hledger' } });
    expect(plainOrderOf({ ...order, format: 'csv' })).toEqual({
      fault: { code: 'filter_unknown', field: 'detail', choices: '' },
    });
    expect(plainOrderOf({ ...order, detail: 'week' })).toEqual({
      fault: { code: 'filter_unknown', field: 'detail', choices: 'day' },
    });
  });

  it('of other layouts are no journal', () => {
    expect(plainOrderOf({ layout: 'charges', format: 'beancount' })).toEqual({
      fault: { code: 'format_unknown', field: 'format', choices: 'csv, jsonl, parquet' },
    });
  });
});
