import type { Finding } from '@ledgate/api/contract/ledger';
import { FINDING_SCOPES } from '@ledgate/domain/catalogue/finding-scopes';
import { describe, expect, it } from '@jest/globals';
import { findingLink, findingSentence } from './finding.ts';
import { booksTexts } from './texts.ts';

const finding = (change: Partial<Finding>): Finding => ({
  scope: 'balance',
  id: 'of account 2, credits',
  field: '',
  expected: '',
  seen: '',
  amount: null,
  in_ledger: false,
  user_id: null,
  token_id: null,
  channel_id: null,
  code_id: null,
  username: '',
  token_name: '',
  channel_name: '',
  request_id: '',
  position: null,
  account: '',
  ...change,
});

const sentence = (language: 'en' | 'zh', change: Partial<Finding>): string => {
  const { what, said } = findingSentence(finding(change), {
    texts: booksTexts[language],
    amount: (quota) => `$${quota}`,
    digits: (digits) => `${digits} units`,
    account: (account) => `<${account}>`,
  });
  return what + said;
};

describe('a difference as a sentence', () => {
  const balance = { user_id: 2, field: 'credits', expected: '6200', seen: '6207', amount: 7 } as const;

  it('says whose, what was expected, what was found and by how much', () => {
    expect(sentence('en', balance)).toBe('Balance of user 2 (credits): $6200 expected, $6207 found, $7 too much.');
    expect(sentence('zh', balance)).toBe('用户 2 的余额（credits）：应为 $6200，实为 $6207，多 $7。');
    expect(sentence('en', { ...balance, seen: '6193', amount: -7 })).toMatch(/\$7 too little\.$/u);
  });

  it('names whose it is, where the name is known', () => {
    expect(sentence('en', { ...balance, username: 'ada' })).toMatch(/^Balance of user ada \(credits\)/u);
    expect(sentence('zh', { scope: 'token', token_id: 4, token_name: 'staging' })).toMatch(/^令牌 staging 的用量/u);
    expect(sentence('en', { scope: 'channel', channel_id: 4, channel_name: 'spare' })).toMatch(
      /^Use of channel spare/u,
    );
    expect(sentence('en', { scope: 'channel', channel_id: 4 })).toMatch(/^Use of channel 4/u);
  });

  it('finds the figure in what the verification says of it', () =>
    expect(
      sentence('en', {
        scope: 'journal_account',
        account: 'user:2:wallet',
        user_id: 2,
        expected: "6200, the account's fold",
        seen: '-1',
        amount: -6201,
      }),
    ).toBe('Sum of the account: <user:2:wallet>: $6200 expected, $-1 found, $6201 too little.'));

  it('leaves out what the verification says of a count', () =>
    expect(sentence('zh', { scope: 'log_row', expected: '4, those that the rows tell', seen: '2' })).toBe(
      '全部日志行：应为 4，实为 2。',
    ));

  it('keeps the digits of what no number holds', () =>
    expect(
      sentence('en', { scope: 'trial_balance', expected: '0', seen: '9007199254740993', amount: '9007199254740993' }),
    ).toBe('Trial balance: $0 expected, 9007199254740993 units found, 9007199254740993 units too much.'));

  it('says in words what is no figure', () => {
    const row = { scope: 'log_row', user_id: 2, position: 1_204_000, expected: 'a row', seen: 'none' } as const;
    expect(sentence('en', row)).toBe('Row of the log at position 1,204,000 of user 2: a row expected, none found.');
    expect(sentence('zh', row)).toBe('用户 2 位置 1,204,000 的日志行：应为 一行，实为 没有。');
    expect(sentence('zh', { scope: 'code', code_id: 9, expected: '{"status":1}', seen: 'no row' })).toBe(
      '兑换码 9：应为 一行，实为 没有。',
    );
  });

  it.each(FINDING_SCOPES)('has a name for %s, whatever is known of it, in either language', (scope) => {
    for (const language of ['en', 'zh'] as const)
      for (const known of [{}, { user_id: 2, position: 7, request_id: 'r', token_id: 1, channel_id: 1, code_id: 1 }]) {
        const text = sentence(language, { scope, ...known });
        expect(text).not.toMatch(/null|undefined/u);
        expect(text.length).toBeGreaterThan(language === 'en' ? 12 : 6);
      }
  });

  it('says what to do, by whether the ledger itself is wrong', () => {
    const cure = (inLedger: boolean) =>
      findingSentence(finding({ in_ledger: inLedger }), {
        texts: booksTexts.en,
        amount: String,
        digits: String,
        account: String,
      }).cure;
    expect(cure(false)).toContain('npm run rebuild');
    expect(cure(true)).not.toContain('rebuild');
  });
});

it.each<[Partial<Finding>, string | undefined]>([
  [{ request_id: 'a/b', user_id: 2 }, '/receipt/a%2Fb'],
  [{ user_id: 2 }, '/user/2?tab=ledger'],
  [{ user_id: 2, position: 17 }, '/user/2?tab=ledger&before=18&leases=true'],
  [{ scope: 'channel', channel_id: 3 }, '/channel?q=3'],
  [{ scope: 'code', code_id: 9 }, '/redemption?q=9'],
  [{ scope: 'journal_account', account: 'revenue' }, '/log?type=2&range=30d'],
  [{ scope: 'token', token_id: 4 }, '/log?type=2'],
  [{ scope: 'bucket' }, '/detail'],
  [{ scope: 'event', position: 17 }, undefined],
])('%j leads to %s', (change, link) => expect(findingLink(finding(change))).toBe(link));
