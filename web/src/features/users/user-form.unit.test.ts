import { describe, expect, it } from '@jest/globals';
import { en } from '../../shared/i18n/en.ts';
import { faultsOf } from '../../shared/form/testing/form-faults.ts';
import { adjustForm, ownNamesForm, userForm, type UserValues } from './user-form.ts';

const NO_LIMITS = { rpm: '0', tpm: '0', parallel: '0' };
const fresh: UserValues = { username: 'ada', displayName: 'Ada', password: 'lovelace', group: 'default', ...NO_LIMITS };

describe('the form of a user', () => {
  it.each<readonly [Partial<UserValues>, Partial<Record<keyof UserValues, string>>]>([
    [{}, {}],
    [
      { username: ' ', password: '' },
      { username: en.users.nameAndPassword, password: en.users.nameAndPassword },
    ],
    [{ username: 'a'.repeat(13) }, { username: en.form.charactersMax(12) }],
    [{ username: 'a@b' }, { username: en.form.userName }],
    [
      { rpm: '-1', parallel: 'x' },
      { rpm: en.form.countBetween(0, 10_000_000), parallel: en.form.countBetween(0, 1_000_000) },
    ],
    [{ displayName: 'a'.repeat(21) }, { displayName: en.form.charactersMax(20) }],
    [{ password: 'short' }, { password: en.register.passwordShort }],
    [{ password: 'a'.repeat(21) }, { password: en.form.charactersMax(20) }],
  ])('%j is answered at its fields', async (change, faults) => {
    const values = { ...fresh, ...change };
    expect(await faultsOf(userForm(values, undefined, en), values)).toEqual(faults);
  });

  it('keeps name and password of one who is there already', async () => {
    const values = { ...fresh, username: 'a@b', password: '' };
    expect(await faultsOf(userForm(values, values.username, en), values)).toEqual({});
    const changed = { ...values, password: 'short' };
    expect(await faultsOf(userForm(changed, changed.username, en), changed)).toEqual({
      password: en.register.passwordShort,
    });
  });
});

describe('the form of one’s own names', () => {
  it.each([
    [
      { username: ' ', displayName: '' },
      { username: en.form.required, displayName: en.form.required },
    ],
    [
      { username: 'a'.repeat(13), displayName: 'a'.repeat(21) },
      { username: en.form.charactersMax(12), displayName: en.form.charactersMax(20) },
    ],
    [{ username: 'a@b', displayName: 'Ada' }, { username: en.form.userName }],
    [{ username: 'linuxdo_123456', displayName: 'Ada' }, {}],
  ])('%j is answered at its fields', async (values, faults) => {
    expect(await faultsOf(ownNamesForm(values, 'linuxdo_123456', en), values)).toEqual(faults);
  });

  it('is sent as the contract says', () => {
    const typed = { username: ' ada ', displayName: 'Ada' };
    expect(ownNamesForm(typed, 'ada', en).parse(typed)).toEqual({ username: 'ada', display_name: 'Ada' });
  });
});

describe('the form of an adjustment', () => {
  const form = adjustForm({ quotaPerUnit: 500_000, currency: true }, en);
  it.each([
    [{ delta: '-1', reason: ' wrong ' }, {}],
    [
      { delta: '', reason: ' ' },
      { delta: en.form.amount, reason: en.users.reasonMissing },
    ],
    [{ delta: '3000000', reason: 'a' }, { delta: en.form.amountMax('$2,199,023.25') }],
    [{ delta: '−3000000', reason: 'a' }, { delta: en.form.amountMin('−$2,199,023.25') }],
    [
      { delta: '0', reason: 'a'.repeat(501) },
      { delta: en.users.deltaZero, reason: en.form.charactersMax(500) },
    ],
  ])('%j is answered at its fields', async (values, faults) => {
    expect(await faultsOf(form, values)).toEqual(faults);
  });

  it('is sent as the contract says', () => {
    expect(form.parse({ delta: '-1', reason: ' wrong ' })).toEqual({ delta: -500_000, reason: 'wrong' });
  });
});
