import { describe, expect, it } from '@jest/globals';
import { faultsOf } from '../../shared/form/testing/form-faults.ts';
import { en } from '../../shared/i18n/en.ts';
import { zh } from '../../shared/i18n/zh.ts';
import { emailForm } from './email-form.ts';

describe('the form of one’s own e-mail', () => {
  it.each([
    [
      { email: '', code: '' },
      { email: en.register.emailMissing, code: en.register.codeMissing },
    ],
    [{ email: 'ada', code: '7f3k9a' }, { email: en.register.emailMissing }],
    [{ email: 'ada@example.com', code: '  ' }, { code: en.register.codeMissing }],
    [{ email: 'ada@example.com', code: '7f3k9a0' }, { code: en.form.charactersMax(6) }],
    [{ email: 'ada@example.com', code: '7f3k9a' }, {}],
  ])('%j', async (values, faults) => expect(await faultsOf(emailForm(en), values)).toEqual(faults));

  it('says it in the person’s language', async () =>
    expect(await faultsOf(emailForm(zh), { email: '', code: '7f3k9a' }, zh)).toEqual({
      email: zh.register.emailMissing,
    }));

  it('sends both without blanks around them', () =>
    expect(emailForm(en).parse({ email: ' ada@example.com ', code: ' 7f3k9a ' })).toEqual({
      email: 'ada@example.com',
      code: '7f3k9a',
    }));
});
