import { describe, expect, it } from '@jest/globals';
import { faultsOf } from '../../shared/form/testing/form-faults.ts';
import { en } from '../../shared/i18n/en.ts';
import { loginForm, registerForm, type RegisterValues } from './sign-in-forms.ts';

describe('signing in', () => {
  it('asks for name and password, and sends the name without blanks around it', async () => {
    const missing = { username: en.signIn.missing, password: en.signIn.missing };
    expect(await faultsOf(loginForm(en), { username: ' ', password: '' })).toEqual(missing);
    expect(loginForm(en).parse({ username: ' ada ', password: ' secret ' })).toEqual({
      username: 'ada',
      password: ' secret ',
    });
  });
});

const fresh: RegisterValues = { username: 'ada', password: 'lovelace', password2: 'lovelace', email: '', code: '' };

describe('a new account', () => {
  it.each<readonly [Partial<RegisterValues>, Partial<Record<keyof RegisterValues, string>>]>([
    [{}, {}],
    [{ username: ' ' }, { username: en.form.required }],
    [{ username: 'a'.repeat(13) }, { username: en.form.charactersMax(12) }],
    [{ username: 'a@b' }, { username: en.form.userName }],
    [{ password: '', password2: '' }, { password: en.register.passwordShort }],
    [{ password: 'short' }, { password: en.register.passwordShort, password2: en.register.passwordsDiffer }],
    [{ password: 'a'.repeat(21), password2: 'a'.repeat(21) }, { password: en.form.charactersMax(20) }],
  ])('%j is answered at its fields', async (change, faults) => {
    const values = { ...fresh, ...change };
    expect(await faultsOf(registerForm(values, false, en), values)).toEqual(faults);
  });

  it('needs an address and the code sent to it where addresses are verified', async () => {
    const missing = { email: en.register.emailMissing, code: en.register.codeMissing };
    expect(await faultsOf(registerForm(fresh, true, en), fresh)).toEqual(missing);
    const long = { ...fresh, email: `${'a'.repeat(50)}@example.org`, code: '1' };
    expect(await faultsOf(registerForm(long, true, en), long)).toEqual({ email: en.form.charactersMax(50) });
  });
});
