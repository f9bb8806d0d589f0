import { describe, expect, it } from '@jest/globals';
import { en } from '../../shared/i18n/en.ts';
import { faultsOf } from '../../shared/form/testing/form-faults.ts';
import { codeForm } from './code-form.ts';

const form = codeForm({ quotaPerUnit: 500_000, currency: true }, en);

describe('the form of a redemption code', () => {
  it.each([
    [{ name: '', quota: '1', count: '1' }, {}],
    [
      { name: 'ä'.repeat(11), quota: '0', count: '101' },
      { name: en.form.bytesMax(20), quota: en.form.amountAboveZero, count: en.form.countBetween(1, 100) },
    ],
    [{ name: '', quota: '3000000', count: '1' }, { quota: en.form.amountMax('$2,199,023.25') }],
    [
      { name: 'a', quota: 'x', count: '' },
      { quota: en.form.amountAboveZero, count: en.form.countBetween(1, 100) },
    ],
  ])('%j is answered at its fields', async (values, faults) => {
    expect(await faultsOf(form, values)).toEqual(faults);
  });

  it('is sent as the contract says', () => {
    expect(form.parse({ name: ' spring ', quota: '0.2', count: '5' })).toEqual({
      name: 'spring',
      quota: 100_000,
      count: 5,
    });
  });
});
