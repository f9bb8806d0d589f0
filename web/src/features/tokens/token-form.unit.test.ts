import { describe, expect, it } from '@jest/globals';
import { en } from '../../shared/i18n/en.ts';
import { faultsOf } from '../../shared/form/testing/form-faults.ts';
import type { Token } from './api/tokens-api.ts';
import { tokenForm, tokenValues, type TokenValues } from './token-form-values.ts';

const unit = { quotaPerUnit: 500_000, currency: true };
const fresh: TokenValues = { ...tokenValues(undefined, unit), name: 'nightly' };
const formOf = (change: Partial<TokenValues>, before?: Token) => {
  const values = { ...fresh, ...change };
  return { values, schema: tokenForm(values, unit, before, en) };
};
const sent = (change: Partial<TokenValues>, before?: Token) => {
  const { values, schema } = formOf(change, before);
  return schema.parse(values);
};

describe('the form of a token', () => {
  it.each<readonly [Partial<TokenValues>, Partial<Record<keyof TokenValues, string>>]>([
    [{}, {}],
    [{ name: ' ' }, { name: en.form.required }],
    [{ name: 'ä'.repeat(16) }, { name: en.form.bytesMax(30) }],
    [{ name: 'a'.repeat(24), count: '2' }, { name: en.form.bytesMax(23) }],
    [{ remain: 'much' }, { remain: en.form.amount }],
    [{ remain: '-1' }, { remain: en.form.numberMin(0) }],
    [{ remain: 'much', unlimited: true }, {}],
    [{ expiry: 'tomorrow' }, { expiry: en.tokens.expiryWrong }],
    [{ limitModels: true }, { models: en.tokens.modelsMissing }],
    [{ limitModels: true, models: ['gpt-4o'] }, {}],
    [{ count: '0' }, { count: en.form.countBetween(1, 100) }],
    [{ count: 'few' }, { count: en.form.countBetween(1, 100) }],
    [
      { name: '', remain: '', count: '101' },
      { name: en.form.required, remain: en.form.amount, count: en.form.countBetween(1, 100) },
    ],
  ])('%j is answered at its fields', async (change, faults) => {
    const { values, schema } = formOf(change);
    expect(await faultsOf(schema, values)).toEqual(faults);
  });

  it('is sent as the contract says', () => {
    const typed = { name: ' nightly ', remain: '2.5', models: ['a', 'b'], addresses: ' 10.0.0.0/8 ', count: '3' };
    expect(sent(typed)).toEqual({
      body: {
        name: 'nightly',
        group: '',
        unlimited_quota: false,
        remain_quota: 1_250_000,
        expired_time: -1,
        model_limits_enabled: false,
        model_limits: 'a,b',
        allow_ips: '10.0.0.0/8',
      },
      count: 3,
    });
  });

  it('leaves out what is left where it is as it was, and where there is no limit', () => {
    const before = { unlimited_quota: false, remain_quota: 500_000 } as Token;
    expect(sent({ remain: '1' }, before).body).not.toHaveProperty('remain_quota');
    expect(sent({ unlimited: true }).body).not.toHaveProperty('remain_quota');
    expect(sent({ remain: '1' }, { ...before, unlimited_quota: true }).body).toMatchObject({ remain_quota: 500_000 });
  });
});
