import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { FakeApi, MAILED_CODE, RESET_EMAIL } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';
import { botCheckTexts } from '../../shared/bot-check/texts.ts';
import { en } from '../../shared/i18n/en.ts';
import { zh } from '../../shared/i18n/zh.ts';
import { mailTexts } from '../../shared/mail/texts.ts';
import { resetTexts } from './texts.ts';

const USER_ROLE = 1;

const checking = (): FakeApi => {
  const api = new FakeApi();
  api.status = { ...api.status, turnstile_check: true, turnstile_site_key: 'site-key' };
  return api;
};

const signedInBy = (api: FakeApi): readonly string[] => api.calls.filter((call) => call.includes('/api/user/login'));

await browserSuite('bot check', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const name = variantName(variant);
    const [t, own] = variant.language === 'en' ? [en, botCheckTexts.en] : [zh, botCheckTexts.zh];

    test(`a sign-in waits until it is proven that a human asks: ${name}`, async () => {
      const api = checking();
      api.providers.isPressed = true;
      const { page, problems } = await open('/login', { api, ...variant });
      await page.getByLabel(t.signIn.username).fill('ada');
      await page.getByLabel(t.signIn.password).fill('correct-horse');
      await page.getByRole('status').filter({ hasText: own.press }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: t.signIn.busy }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shoot(page, `test-bot-check-${name}`);
      expect(signedInBy(api)).toEqual([]);
      await page.getByRole('button', { name: 'I am human' }).click();
      await page.waitForURL('**/token');
      expect(signedInBy(api)).toEqual(['POST /api/user/login?turnstile=token-1']);
      expect(problems).toEqual([]);
    });

    test(`where the check is blocked that is said, and it is tried again: ${name}`, async () => {
      const api = checking();
      api.providers.blocked = /cloudflare/u;
      const { page } = await open('/login', { api, ...variant });
      await page.getByRole('alert').filter({ hasText: own.blocked }).waitFor();
      await page.getByLabel(t.signIn.username).fill('ada');
      await page.getByLabel(t.signIn.password).fill('correct-horse');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ hasText: own.unproved }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shoot(page, `test-bot-check-blocked-${name}`);
      expect(signedInBy(api)).toEqual([]);
      api.providers.blocked = undefined;
      await page.getByRole('button', { name: t.states.tryAgain }).click();
      await page.getByText('Proven').waitFor();
      await page.getByRole('button', { name: t.signIn.title, exact: true }).click();
      await page.waitForURL('**/token');
    });
  }

  test('nothing of it is loaded where it is off', async () => {
    const { page, api } = await open('/login');
    await page.getByLabel(en.signIn.username).waitFor();
    expect(api.providers.asked).toEqual([]);
  });

  test('a token that is refused is followed by another one', async () => {
    const api = checking();
    api.providers.badTokens.add('token-1');
    const { page } = await open('/login', { api });
    await page.getByLabel(en.signIn.username).fill('ada');
    await page.getByLabel(en.signIn.password).fill('correct-horse');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'It was not proven' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/token');
    expect(signedInBy(api)).toEqual([
      'POST /api/user/login?turnstile=token-1',
      'POST /api/user/login?turnstile=token-2',
    ]);
  });

  test('once it has been passed nothing more is asked, until the session is over', async () => {
    const api = checking();
    const { page } = await open('/login', { api });
    await page.getByLabel(en.signIn.username).fill('ada');
    await page.getByLabel(en.signIn.password).fill('wrong-password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Wrong username or password' }).waitFor();
    await page.getByText('Proven').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Wrong username or password' }).waitFor();
    api.isHuman = false;
    await page.getByLabel(en.signIn.password).fill('correct-horse');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/token');
    expect(signedInBy(api)).toEqual([
      'POST /api/user/login?turnstile=token-1',
      'POST /api/user/login',
      'POST /api/user/login',
      'POST /api/user/login?turnstile=token-2',
    ]);
  });

  test('registration proves it with the mailed code, and not again', async () => {
    const api = checking();
    api.status = { ...api.status, email_verification: true };
    const { page } = await open('/register', { api });
    await page.getByLabel(en.users.username).fill('hopper');
    await page.getByLabel(en.signIn.password, { exact: true }).fill('long-enough');
    await page.getByLabel(en.register.password2).fill('long-enough');
    await page.getByLabel(en.register.email, { exact: true }).fill('grace@example.com');
    await page.getByRole('button', { name: mailTexts.en.sendCode }).click();
    await page.getByText(mailTexts.en.codeSent).waitFor();
    await page.getByLabel(mailTexts.en.code).fill(MAILED_CODE);
    await page.getByRole('button', { name: en.register.submit }).click();
    await page.waitForURL('**/login');
    expect(api.calls.filter((call) => /verification|register/u.test(call))).toEqual([
      'GET /api/verification?email=grace%40example.com&turnstile=token-1',
      'POST /api/user/register',
    ]);
  });

  test('a mailed code whose check fails says so beside the page, not at the e-mail', async () => {
    const api = checking();
    api.status = { ...api.status, email_verification: true };
    api.providers.badTokens.add('token-1');
    const { page } = await open('/register', { api });
    await page.getByLabel(en.register.email, { exact: true }).fill('grace@example.com');
    await page.getByRole('button', { name: mailTexts.en.sendCode }).click();
    await page.getByText('It was not proven').waitFor();
    expect(await page.getByLabel(en.register.email, { exact: true }).getAttribute('aria-invalid')).not.toBe('true');
  });

  test('a link to a new password is mailed to a human', async () => {
    const api = checking();
    const { page } = await open('/reset', { api });
    await page.getByLabel(en.register.email).fill(RESET_EMAIL);
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: resetTexts.en.sent(RESET_EMAIL) })
      .waitFor();
    expect(api.calls.filter((call) => call.includes('reset_password'))).toEqual([
      'GET /api/reset_password?email=ada%40example.com&turnstile=token-1',
    ]);
  });

  test('the settings ask whoever is signed in only where the server does', async () => {
    const api = checking();
    const { page } = await open('/setting', { api, role: USER_ROLE });
    const card = page.getByRole('region', { name: en.register.email });
    await card.getByLabel(en.register.email).fill('ada@example.com');
    expect(api.providers.asked).toEqual([]);
    await card.getByRole('button', { name: mailTexts.en.sendCode }).click();
    await page.getByText(mailTexts.en.codeSent).waitFor();
    expect(api.calls.filter((call) => call.includes('verification'))).toEqual([
      'GET /api/verification?email=ada%40example.com',
      'GET /api/verification?email=ada%40example.com&turnstile=token-1',
    ]);
  });
});
