import { describe, expect, it } from '@jest/globals';
import { LAST_LIMIT_VERSION } from '@ledgate/domain/account/deleted-tokens';
import { optionValues } from '@ledgate/domain/options/values';
import type { Problem } from '../http/problem.ts';
import { amountText } from './amount-text.ts';
import { noticeText, problemText } from './texts.ts';
import { entryText } from './entry-text.ts';

const view = (DisplayInCurrencyEnabled: boolean) => ({
  options: { ...optionValues(new Map()), DisplayInCurrencyEnabled },
});
const dollars = amountText(view(true));

describe('problemText', () => {
  it('names the field in both languages', () => {
    const problem = {
      code: 'field_invalid',
      field: 'quota',
      fault: { rule: 'too_small', minimum: 1, of: 'number' },
    } as const;
    expect(problemText(problem, 'en')).toBe('quota must be at least 1.');
    expect(problemText(problem, 'zh')).toContain('quota');
  });

  it.each<Problem>([
    { code: 'field_invalid', field: '字段', fault: { rule: 'web_address' } },
    { code: 'field_invalid', field: '字段', fault: { rule: 'header_text' } },
    { code: 'field_invalid', field: '字段', fault: { rule: 'model_mapping' } },
    { code: 'field_invalid', field: '字段', fault: { rule: 'key_json' } },
    { code: 'field_invalid', field: '字段', fault: { rule: 'key_parts', form: '甲|乙', line: 2 } },
    { code: 'field_invalid', field: '字段', fault: { rule: 'status_mapping' } },
    { code: 'field_invalid', field: '字段', fault: { rule: 'channel_type' } },
    { code: 'field_invalid', field: '字段', fault: { rule: 'override_path' } },
    { code: 'field_invalid', field: '字段', fault: { rule: 'override_twice' } },
    { code: 'field_invalid', field: '字段', fault: { rule: 'override_callers' } },
    { code: 'field_invalid', field: '字段', fault: { rule: 'override_model' } },
    { code: 'field_invalid', field: '字段', fault: { rule: 'override_header' } },
    { code: 'field_invalid', field: '字段', fault: { rule: 'other' } },
    { code: 'option_invalid', option: '选项', fault: { rule: 'unknown' } },
    { code: 'option_invalid', option: '选项', fault: { rule: 'line', maximum: 5 } },
    { code: 'option_invalid', option: '选项', fault: { rule: 'address' } },
    { code: 'option_invalid', option: '选项', fault: { rule: 'hook', maximum: 500 } },
    { code: 'option_invalid', option: '选项', fault: { rule: 'host' } },
    { code: 'option_invalid', option: '选项', fault: { rule: 'email' } },
    { code: 'option_invalid', option: '选项', fault: { rule: 'domains', entry: '域' } },
    { code: 'option_needed', option: '选项', by: '开关' },
    { code: 'option_invalid', option: '选项', fault: { rule: 'number', low: 0, high: 20, whole: true } },
    { code: 'option_invalid', option: '选项', fault: { rule: 'json', of: 'links' } },
    { code: 'upstream_models_failed', fault: { rule: 'no_list' } },
    { code: 'upstream_models_failed', fault: { rule: 'no_address' } },
    { code: 'upstream_models_failed', fault: { rule: 'unreachable', cause: '' } },
    { code: 'channel_test_failed', reason: 'do_request_failed', detail: 'the upstream could not be reached' },
    { code: 'body_malformed', detail: 'Unexpected token' },
    { code: 'address_malformed', detail: 'Failed to decode' },
  ])('is Chinese to its end: %j', (problem) => {
    const sentence = problemText(problem, 'zh').replaceAll(/https?:\/\/|ASCII|JSON/g, '');
    expect(sentence).not.toMatch(/[A-Za-z]{3}/);
  });

  it('says what is wrong with a price', () => {
    expect(problemText({ code: 'price_invalid', field: 'ModelRatio.gpt-4o', reason: 'negative' }, 'en')).toBe(
      'ModelRatio.gpt-4o is not accepted: zero or more expected.',
    );
  });
});

it('a success has a message only where one is shown', () => {
  expect(noticeText(undefined, 'en')).toBe('');
  expect(noticeText({ code: 'earnings_transferred' }, 'zh')).not.toBe('');
});

describe('amountText', () => {
  it('has six decimals in currency, and whole points otherwise', () => {
    expect(dollars(3_225)).toBe('$0.006450');
    expect(dollars(-3_225)).toBe('−$0.006450');
    expect(amountText(view(false))(1_234_567)).toBe('1,234,567');
    expect(amountText(view(false))(-1_234_567)).toBe('−1,234,567');
  });
});

describe('entryText', () => {
  const entry = {
    type: 'QuotaAdjusted',
    amount: -500_000,
    balanceAfter: 1_000_000,
    reason: 'refund by bank',
    facts: { actorId: 1, setTo: null },
  };

  it('tells an adjustment by what the balance was and is', () => {
    expect(entryText(entry, 'en', dollars)).toBe('Balance changed from $3.000000 to $2.000000 (refund by bank)');
    expect(entryText(entry, 'zh', dollars)).toContain('$2.000000');
  });

  it('names the reference of an adjustment, and that it takes back another', () => {
    const facts = { ...entry.facts, reference: 'INV-17', reverses: '5f0c1c52-5d3b-5e2a-9a0c-0d7d7b1c2a11' };
    expect(entryText({ ...entry, facts }, 'en', dollars)).toBe(
      'Adjustment taken back: balance changed from $3.000000 to $2.000000 (refund by bank; INV-17)',
    );
    expect(entryText({ ...entry, facts }, 'zh', dollars)).toBe(
      '撤销调整：余额由 $3.000000 改为 $2.000000（refund by bank；INV-17）',
    );
  });

  it.each([
    [500_000, 'Commission taken back: $1.000000', '收回佣金 $1.000000'],
    [-500_000, 'Commission given again: $1.000000', '恢复佣金 $1.000000'],
  ])('tells by its sign whether commission of %i is taken back or given again', (takenBack, en, zh) => {
    const commission = { ...entry, type: 'CommissionReversed', amount: 0, facts: { takenBack } };
    expect([entryText(commission, 'en', dollars), entryText(commission, 'zh', dollars)]).toEqual([en, zh]);
  });

  it('names the request that a refund is for, and what of a transfer was commission', () => {
    const refund = { ...entry, type: 'ConsumptionRefunded', amount: 500_000, facts: { tokenId: 5 } };
    expect(entryText(refund, 'en', dollars)).toBe('Refund of $1.000000');
    expect(entryText({ ...refund, facts: { tokenId: 5, requestId: 'r3' } }, 'en', dollars)).toBe(
      'Refund of $1.000000 for request r3',
    );
    const transfer = { ...refund, type: 'InviteEarningsTransferred', facts: { commission: 250_000 } };
    expect(entryText(transfer, 'en', dollars)).toBe(
      'Moved earnings of $1.000000 to the balance, $0.500000 of it commission',
    );
  });

  it('tells the last limit of a token as its deletion', () => {
    const facts = { tokenId: 5, limit: 0, version: LAST_LIMIT_VERSION };
    const deleted = { ...entry, type: 'TokenLimitSet', amount: 0, facts };
    expect(entryText(deleted, 'en', dollars)).toBe('Token 5 deleted');
    expect(entryText(deleted, 'zh', dollars)).toBe('令牌 5 已删除');
    expect(entryText({ ...deleted, facts: { ...facts, version: 2 } }, 'en', dollars)).toContain('$0.000000');
  });

  it('names tokens and people by what they are called, where that is known', () => {
    const limit = { ...entry, type: 'TokenLimitSet', amount: 0, facts: { tokenId: 5, limit: 500_000, version: 2 } };
    const reward = { ...entry, type: 'InviteRewardAccrued', amount: 0, facts: { inviteeId: 7, earned: 500_000 } };
    const names = { tokens: new Map([[5, 'nightly']]), people: new Map([[7, 'marta']]) };
    const told = (language: 'en' | 'zh', known?: typeof names) =>
      [limit, reward].map((each) => entryText(each, language, dollars, known));
    expect(told('en', names)).toEqual([
      'Limit of token “nightly” set to $1.000000',
      'Reward for inviting marta: $1.000000',
    ]);
    expect(told('en')).toEqual(['Limit of token 5 set to $1.000000', 'Reward for inviting user 7: $1.000000']);
    expect(told('zh', names)).toEqual(['令牌“nightly”额度设为 $1.000000', '邀请用户 marta 奖励 $1.000000']);
    expect(told('zh')).toEqual(['令牌 5 额度设为 $1.000000', '邀请用户 7 奖励 $1.000000']);
  });

  it('names the type when there is no sentence', () => {
    expect(entryText({ ...entry, type: 'constructor' }, 'en', dollars)).toBe('constructor');
  });
});
