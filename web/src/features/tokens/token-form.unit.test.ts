import { describe, expect, it } from '@jest/globals';
import { en } from '../../shared/i18n/en.ts';
import { faultsOf } from '../../shared/form/testing/form-faults.ts';
import type { Token } from './api/tokens-api.ts';
import { formatTime } from '../../shared/time/time-format.ts';
import { tokenForm, tokenValues, type TokenValues } from './token-form-values.ts';

const NOW_S = 1_800_000_000;
const unit = { quotaPerUnit: 500_000, currency: true };
const fresh: TokenValues = { ...tokenValues(undefined, unit), name: 'nightly' };
const formOf = (change: Partial<TokenValues>, before?: Token) => {
  const values = { ...fresh, ...change };
  return { values, schema: tokenForm(values, unit, before, en, NOW_S) };
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
    [{ remain: '-1' }, { remain: en.form.amountMin('$0.00') }],
    [{ remain: '2199023.26' }, { remain: en.form.amountMax('$2,199,023.25') }],
    [{ remain: '1e3' }, { remain: en.form.amount }],
    [{ remain: '9'.repeat(400) }, { remain: en.form.amountMax('$2,199,023.25') }],
    [{ remain: 'much', unlimited: true }, {}],
    [{ expiry: 'tomorrow' }, { expiry: en.tokens.expiryWrong }],
    [{ expiry: formatTime(NOW_S - 1) }, { expiry: en.tokens.expiryPast(formatTime(NOW_S)) }],
    [{ expiry: formatTime(NOW_S + 1) }, {}],
    [{ addresses: '10.0.0.1\nmy office' }, { addresses: en.form.addressLine(2, 'my office') }],
    [{ addresses: '1'.repeat(10_001) }, { addresses: en.form.charactersMax(10_000) }],
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

  it('may keep an expiry that is past, and get no other one', async () => {
    const before = { expired_time: NOW_S - 500 } as Token;
    for (const [expiry, faults] of [
      [formatTime(NOW_S - 500), {}],
      [formatTime(NOW_S - 499), { expiry: en.tokens.expiryPast(formatTime(NOW_S)) }],
    ] as const) {
      const { values, schema } = formOf({ expiry }, before);
      expect(await faultsOf(schema, values)).toEqual(faults);
    }
  });

  it('leaves out what is left where it is as it was, and where there is no limit', () => {
    const before = { unlimited_quota: false, remain_quota: 500_000 } as Token;
    expect(sent({ remain: '1' }, before).body).not.toHaveProperty('remain_quota');
    expect(sent({ unlimited: true }).body).not.toHaveProperty('remain_quota');
    expect(sent({ remain: '1' }, { ...before, unlimited_quota: true }).body).toMatchObject({ remain_quota: 500_000 });
  });
});
