import { describe, expect, it } from '@jest/globals';
import { Findings, ofColumn, placeOfAccount, scopeOf } from './finding.ts';

const only = (findings: Findings) => findings.all()[0];

describe('a finding', () => {
  it('says by how much an amount differs, exact however large', () => {
    const findings = new Findings();
    findings.add('balance', 'of account 2, credits', 6200, 6207, ofColumn('credits', { userId: 2 }));
    expect(only(findings)).toMatchObject({ field: 'credits', amount: '7', place: { userId: 2 }, inLedger: false });
    const large = new Findings();
    large.add('trial balance', 'sum of all accounts', 0, '-9007199254740993', { amount: true });
    expect(only(large)?.amount).toBe('-9007199254740993');
  });

  it.each([
    ['a column that is no amount', ofColumn('request_count', {}), 3, 4],
    ['what is no number', ofColumn('credits', {}), 5, 'none'],
    ['a row as a whole', {}, 5, 6],
  ])('says no amount of %s', (_what, about, expected, seen) => {
    const findings = new Findings();
    findings.add('balance', 'of account 2', expected, seen, about);
    expect(only(findings)?.amount).toBeNull();
  });

  it('is of the ledger itself by its kind, or by what looked', () => {
    const findings = new Findings();
    findings.add('event', 'position 7', 'an event', 'none');
    findings.add('lease', 'open l-1', 'a row', 'none');
    findings.ofLedger().add('lease', 'l-1 settled', 20, 25);
    expect(findings.all().map(({ inLedger }) => inLedger)).toEqual([true, false, true]);
  });

  it('has a scope without blanks', () => expect(scopeOf({ kind: 'log row' })).toBe('log_row'));

  it.each([
    ['user:7:wallet', { account: 'user:7:wallet', userId: 7 }],
    ['revenue', { account: 'revenue' }],
  ])('%s is whose account it is', (account, place) => expect(placeOfAccount(account)).toEqual(place));
});
