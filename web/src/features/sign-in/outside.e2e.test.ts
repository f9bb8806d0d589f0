import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi, PROVIDER_ID, WECHAT_CODE } from '../../testing/fake-api.ts';
import { allWays } from '../../testing/gallery/views.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';
import { en } from '../../shared/i18n/en.ts';
import { zh } from '../../shared/i18n/zh.ts';
import { outsideTexts } from '../../shared/outside/texts.ts';
import { outsideSignInTexts } from './outside-texts.ts';

const USER_ROLE = 1;
/** Longer than anything on these pages takes. */
const QUIET_MS = 300;

const withAllWays = (): FakeApi => {
  const api = new FakeApi();
  allWays(api);
  return api;
};

/** With an account of GitHub alone. */
const withGitHub = (): FakeApi => {
  const api = new FakeApi();
  api.status = { ...api.status, github_oauth: true, github_client_id: 'github-client' };
  return api;
};

const handedOn = (api: FakeApi): readonly string[] =>
  api.calls.filter((call) => /oauth\/(github|linuxdo)\?/u.test(call));

async function looksRight(page: Page, name: string): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await shoot(page, name);
}

const { en: own } = outsideSignInTexts;

await browserSuite('accounts with providers', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const name = variantName(variant);
    const { language } = variant;
    const t = language === 'en' ? en : zh;
    const [said, outside] = [outsideSignInTexts[language], outsideTexts[language]];

    test(`somebody is signed in by GitHub with the inviter whose link he followed, and the code leaves the address: ${name}`, async () => {
      const { page, api, problems } = await open('/register?aff=x7Qk', { api: withGitHub(), ...variant });
      await page.getByRole('button', { name: said.by('GitHub') }).click();
      await page.getByRole('heading', { name: t.nav.token, level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/token');
      expect(api.calls.filter((call) => call.includes('/api/oauth/'))).toEqual([
        'GET /api/oauth/state?aff=x7Qk',
        'GET /api/oauth/github?code=a-code&state=state-000001',
      ]);
      expect(api.providers.asked).toEqual([
        'https://github.com/login/oauth/authorize?client_id=github-client&state=state-000001&scope=user%3Aemail',
      ]);
      expect(problems).toEqual([]);
    });

    test(`a state that is not good any more says so and leads back to sign-in: ${name}`, async () => {
      const { page, api } = await open('/oauth/linuxdo?code=a-code&state=somebody-else', variant);
      await page.getByRole('heading', { name: said.failedTitle('LinuxDO') }).waitFor();
      await page.getByRole('alert').filter({ hasText: 'This sign-in is over. Begin anew.' }).waitFor();
      await looksRight(page, `test-outside-state-${name}`);
      expect(new URL(page.url()).search).toBe('');
      await page.reload();
      await page.getByText(said.nothing('LinuxDO')).waitFor();
      await page.waitForTimeout(QUIET_MS);
      expect(handedOn(api)).toHaveLength(1);
      await page.getByRole('link', { name: said.toSignIn }).click();
      await page.getByLabel(t.signIn.username).waitFor();
    });

    test(`WeChat signs in by the code that its account tells, which is asked for where none is typed: ${name}`, async () => {
      const { page, api, problems } = await open('/login?aff=x7Qk', { api: withAllWays(), ...variant });
      await page.getByRole('button', { name: said.by(outside.names.wechat) }).click();
      const dialog = page.getByRole('dialog', { name: said.by(outside.names.wechat) });
      await dialog.getByRole('img', { name: outside.qrCode }).waitFor();
      const submit = dialog.getByRole('button', { name: said.submit, exact: true });
      await submit.click();
      await page.getByText(outside.codeMissing).waitFor();
      expect(api.calls.some((call) => call.includes('wechat'))).toBe(false);
      await dialog.getByLabel(outside.code).fill('000000');
      await submit.click();
      await dialog.getByRole('alert').filter({ hasText: 'WeChat did not confirm it' }).waitFor();
      await looksRight(page, `test-wechat-${name}`);
      await dialog.getByLabel(outside.code).fill(` ${WECHAT_CODE} `);
      await submit.click();
      await page.waitForURL((url) => url.pathname === '/');
      expect(api.calls.findLast((call) => call.includes('wechat'))).toBe(
        `GET /api/oauth/wechat?code=${WECHAT_CODE}&aff=x7Qk`,
      );
      expect(problems).toEqual([]);
    });

    test(`Telegram signs in by its button, which is loaded once somebody wants it: ${name}`, async () => {
      const { page, api, problems } = await open('/login', { api: withAllWays(), ...variant });
      await page.getByRole('button', { name: said.by('Telegram') }).click();
      const dialog = page.getByRole('dialog', { name: said.by('Telegram') });
      const button = dialog.getByRole('button', { name: 'Log in with Telegram' });
      await button.waitFor();
      await looksRight(page, `test-telegram-${name}`);
      await button.click();
      await page.waitForURL((url) => url.pathname === '/');
      expect(api.calls.some((call) => call.startsWith('GET /api/oauth/telegram/login?id=70011&first_name=Ada'))).toBe(
        true,
      );
      expect(problems).toEqual([]);
    });
  }

  test('only what the operator has is offered, and nobody else’s site is asked', async () => {
    const { page, api } = await open('/login', { api: withGitHub() });
    await page.getByRole('button', { name: own.by('GitHub') }).waitFor();
    expect(await page.getByRole('button', { name: /^Sign in with/u }).count()).toBe(1);
    expect(api.providers.asked).toEqual([]);
  });

  test('without sign-in by password there are the providers alone, and registration offers them too', async () => {
    const api = withGitHub();
    api.status = { ...api.status, password_login_enabled: false, password_register_enabled: false };
    const { page } = await open('/login', { api });
    await page.getByRole('button', { name: own.by('GitHub') }).waitFor();
    expect(await page.getByLabel(en.signIn.password).count()).toBe(0);
    await page.getByRole('main').getByRole('link', { name: en.register.title }).click();
    await page.getByRole('heading', { name: en.register.title }).waitFor();
    await page.getByRole('button', { name: own.by('GitHub') }).waitFor();
    expect(await page.getByLabel(en.users.username).count()).toBe(0);
  });

  test('who comes back from LinuxDO goes on to the page that asked for him', async () => {
    const { page } = await open('/topup', { api: withAllWays() });
    await page.getByRole('button', { name: own.by('LinuxDO') }).click();
    await page.getByRole('heading', { name: en.nav.topup, level: 1 }).waitFor();
  });

  test('whoever is signed in has the account bound, is told so and led to the settings', async () => {
    const api = withGitHub();
    const state = api.providers.newState();
    const { page } = await open(`/oauth/github?code=a-code&state=${state}`, { api, role: USER_ROLE });
    await page.waitForURL((url) => url.pathname === '/setting');
    await page.getByText(own.bound('GitHub')).waitFor();
    expect(api.user.github_id).toBe(PROVIDER_ID);
    await page.goBack();
    await page.waitForTimeout(QUIET_MS);
    expect(handedOn(api)).toHaveLength(1);
  });

  test('who says no at the provider is told what it said, and goes on where he came from', async () => {
    const api = withGitHub();
    api.providers.answer = { error: 'access_denied', error_description: 'The user has denied access' };
    const state = api.providers.newState();
    const { page } = await open(`/oauth/github?error=access_denied&error_description=No+today&state=${state}`, {
      api,
      role: USER_ROLE,
    });
    await page.getByRole('alert').filter({ hasText: 'It was not confirmed: No today' }).waitFor();
    await page.getByRole('link', { name: own.toSettings }).click();
    await page.waitForURL((url) => url.pathname === '/setting');
  });

  test('it is said while the provider is asked', async () => {
    const api = new FakeApi();
    api.when(/oauth\/github$/u, () => new Promise<never>(() => undefined));
    const { page } = await open('/oauth/github?code=a-code&state=s', { api });
    await page
      .getByRole('status')
      .filter({ hasText: own.working('GitHub') })
      .waitFor();
    await looksRight(page, 'test-outside-working');
    await page.waitForTimeout(QUIET_MS);
    expect(handedOn(api)).toHaveLength(1);
  });

  test('a state that the server does not give is a failure that is told, and the page stays', async () => {
    const api = withGitHub();
    api.when(/oauth\/state$/u, () => ({ status: 429, body: { success: false, message: '' } }));
    const { page } = await open('/login', { api });
    await page.getByRole('button', { name: own.by('GitHub') }).click();
    await page.getByText(en.errors.tooMany).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  test('where the button of Telegram is blocked, that is said, and it is tried again', async () => {
    const api = withAllWays();
    api.providers.blocked = /telegram\.org/u;
    const { page } = await open('/login', { api });
    await page.getByRole('button', { name: own.by('Telegram') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('alert').filter({ hasText: outsideTexts.en.telegramBlocked }).waitFor();
    await looksRight(page, 'test-telegram-blocked');
    api.providers.blocked = undefined;
    await dialog.getByRole('button', { name: en.states.tryAgain }).click();
    await dialog.getByRole('button', { name: 'Log in with Telegram' }).click();
    await eventually(async () => expect(new URL(page.url()).pathname).toBe('/'));
  });

  test('what Telegram has not signed is refused in the dialog', async () => {
    const api = withAllWays();
    api.when(/telegram\/login$/u, () => ({
      status: 200,
      body: { success: false, message: 'Nobody has this account' },
    }));
    const { page } = await open('/login', { api });
    await page.getByRole('button', { name: own.by('Telegram') }).click();
    await page.getByRole('button', { name: 'Log in with Telegram' }).click();
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'Nobody has this account' }).waitFor();
  });
});
