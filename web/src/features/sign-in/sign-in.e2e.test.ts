import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { counting } from '../../testing/counting.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi, MAILED_CODE } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';
import { en } from '../../shared/i18n/en.ts';
import { zh } from '../../shared/i18n/zh.ts';
import { mailTexts } from '../../shared/mail/texts.ts';

const RESEND_MS = 30_500;

await browserSuite('sign-in', ({ open, test }) => {
  test('asks for both fields before it calls anybody', async () => {
    const { page, api } = await open('/login');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Please enter username and password!').first().waitFor();
    expect(api.calls.filter((call) => call.includes('login'))).toEqual([]);
  });

  test('shows what the server says and keeps the form', async () => {
    const { page } = await open('/login?expired=true');
    await page.getByText('Not signed in or session expired').waitFor();
    await page.getByLabel('Username or e-mail').fill('ada');
    await page.getByLabel('Password').fill('wrong-password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Wrong username or password' }).waitFor();
    expect(await page.getByLabel('Username or e-mail').inputValue()).toBe('ada');
    await shoot(page, 'test-sign-in');
  });

  test('leads to the tokens and remembers who signed in', async () => {
    const { page } = await open('/login');
    await page.getByLabel('Username or e-mail').fill('ada');
    await page.getByLabel('Password').fill('correct-horse');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Tokens' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/token');
    await eventually(async () =>
      expect(
        await page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { username?: string }).username),
      ).toBe('ada'),
    );
  });

  test('protected pages send to sign-in, and back afterwards', async () => {
    const { page } = await open('/log?type=2');
    await page.waitForURL('**/login?expired=true');
    await page.getByLabel('Username or e-mail').fill('ada');
    await page.getByLabel('Password').fill('correct-horse');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/log?type=2');
  });

  test('who is signed in is led on from there, and whoever signs in to where the address says', async () => {
    const { page } = await open('/register', { role: 1 });
    await page.getByRole('heading', { name: 'Tokens' }).waitFor();
    await page.goto(new URL('/login?next=%2Ftopup', page.url()).href);
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
    await page.evaluate(() => localStorage.removeItem('user'));
    await page.goto(new URL('/login?next=%2Ftopup', page.url()).href);
    await page.getByLabel('Username or e-mail').fill('ada');
    await page.getByLabel('Password').fill('correct-horse');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/topup');
  });

  test('the factory password is warned of at once, and the way to change it leads to its field', async () => {
    const api = Object.assign(new FakeApi(), { hasFactoryPassword: true });
    api.user = { ...api.user, role: 100 };
    const { page } = await open('/login', { api });
    await page.getByLabel('Username or e-mail').fill('root');
    await page.getByLabel('Password').fill('123456');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change it now' }).click();
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete'))).toBe('current-password'),
    );
  });

  test('an ended session sends to sign-in', async () => {
    const { page, api } = await open('/token', { role: 1 });
    await page.getByRole('heading', { name: 'Tokens' }).waitFor();
    api.when(/^GET \/api\/log/u, () => ({ status: 401, body: { success: false, message: 'not signed in' } }));
    await page.getByRole('link', { name: 'Logs' }).click();
    await page.waitForURL('**/login?expired=true');
    await eventually(async () => expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull());
  });

  test('who signs out does not bring the next person to the same page', async () => {
    const { page } = await open('/user', { role: 100 });
    await page.getByRole('button', { name: /^Account of/u }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Username or e-mail').fill('ada');
    expect(await page.getByText('session expired').count()).toBe(0);
    await page.getByLabel('Password').fill('correct-horse');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Tokens' }).waitFor();
  });

  test('registration checks its rules at the fields and sends the inviter along', async () => {
    const { page, api } = await open('/register?aff=x7Qk');
    await page.getByLabel('Username').fill('hopper');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByLabel('Password again').fill('other');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Password length must not be less than 8.').waitFor();
    await page.getByText('The two passwords do not match!').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('long-enough');
    await page.getByLabel('Password again').fill('long-enough');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/login');
    expect(api.bodies).toContainEqual(
      expect.objectContaining({ username: 'hopper', password: 'long-enough', aff_code: 'x7Qk' }),
    );
  });

  test('a name that somebody has is told at its field', async () => {
    const { page } = await open('/register');
    await page.getByLabel('Username').fill('alan');
    await page.getByLabel('Password', { exact: true }).fill('long-enough');
    await page.getByLabel('Password again').fill('long-enough');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Somebody has this name').waitFor();
    expect(await page.getByLabel('Username').getAttribute('aria-invalid')).toBe('true');
  });

  for (const variant of VARIANTS) {
    const name = variantName(variant);
    const [t, own] = variant.language === 'en' ? [en, mailTexts.en] : [zh, mailTexts.zh];

    test(`registration asks for an e-mail and the code that is mailed to it where the operator wants so: ${name}`, async () => {
      const api = new FakeApi();
      api.status = { ...api.status, email_verification: true };
      api.users = api.users.map((user) => (user.id === 3 ? { ...user, email: 'alan@example.com' } : user));
      const { page, problems } = await open('/register', { api, clock: true, ...variant });
      const email = page.getByLabel(t.register.email, { exact: true });
      const mailed = (): readonly string[] => api.calls.filter((call) => call.includes('/api/verification'));
      await page.getByLabel(t.users.username).fill('hopper');
      await page.getByLabel(t.signIn.password, { exact: true }).fill('long-enough');
      await page.getByLabel(t.register.password2).fill('long-enough');
      await page.getByRole('button', { name: own.sendCode }).click();
      await page.getByText(t.register.emailMissing).waitFor();
      expect(mailed()).toEqual([]);
      await email.fill('alan@example.com');
      await page.getByRole('button', { name: own.sendCode }).click();
      await page.getByText('This e-mail has an account already').waitFor();
      expect(await email.getAttribute('aria-invalid')).toBe('true');
      await shoot(page, `test-register-refused-${name}`);
      await email.fill('grace@example.com');
      await page.getByText('This e-mail has an account already').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: own.sendCode }).click();
      await page.getByRole('button', { name: counting(own.again), disabled: true }).waitFor();
      await page.getByText(own.codeSent).waitFor();
      await page.getByRole('button', { name: t.register.submit }).click();
      await page.getByText(t.register.codeMissing).waitFor();
      expect(await page.getByRole('textbox', { name: own.code }).getAttribute('aria-invalid')).toBe('true');
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shoot(page, `test-register-by-mail-${name}`);
      await page.clock.runFor(RESEND_MS);
      await page.getByRole('button', { name: own.sendCode, disabled: false }).waitFor();
      const code = page.getByRole('textbox', { name: own.code });
      await code.fill('000000');
      await page.getByRole('button', { name: t.register.submit }).click();
      await page.getByText('The code is wrong or too old').waitFor();
      expect(await code.getAttribute('aria-invalid')).toBe('true');
      expect(await page.getByRole('alert').filter({ hasText: 'The code is wrong' }).count()).toBe(0);
      await eventually(async () => expect(await code.evaluate((input) => input === document.activeElement)).toBe(true));
      expect(await page.getByLabel(t.users.username).inputValue()).toBe('hopper');
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-register-code-wrong-${name}`);
      await code.fill(` ${MAILED_CODE} `);
      await page.getByText('The code is wrong or too old').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: t.register.submit }).click();
      await page.waitForURL('**/login');
      expect(mailed()).toEqual([
        'GET /api/verification?email=alan%40example.com',
        'GET /api/verification?email=grace%40example.com',
      ]);
      expect(api.bodies).toContainEqual(
        expect.objectContaining({ email: 'grace@example.com', verification_code: MAILED_CODE }),
      );
      expect(problems).toEqual([]);
    });
  }
});
