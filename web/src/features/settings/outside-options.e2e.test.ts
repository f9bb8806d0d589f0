import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi, refused } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';
import { en } from '../../shared/i18n/en.ts';
import { zh } from '../../shared/i18n/zh.ts';
import { formatTime } from '../../shared/time/time-format.ts';
import { settingsTexts } from './texts.ts';

const ROOT = 100;
const SYSTEM = '/setting?tab=system';

const savedIn = (api: FakeApi): readonly unknown[] =>
  api.bodies.filter((body) => typeof body === 'object' && body !== null && 'key' in body);

await browserSuite('settings of accounts with providers', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const name = variantName(variant);
    const t = variant.language === 'en' ? en : zh;
    const own = settingsTexts[variant.language];

    test(`GitHub is set up: what is to be registered, the credentials, and then the switch: ${name}`, async () => {
      const api = new FakeApi();
      api.status = { ...api.status, server_address: 'https://gate.example' };
      api.options = { ...api.options, ServerAddress: 'https://gate.example' };
      const { page, problems } = await open(SYSTEM, { role: ROOT, api, ...variant });
      const section = page.getByRole('region', { name: own.groups.github });
      await section.getByText(own.needs(own.options.GitHubClientId)).waitFor();
      await section.getByText('https://gate.example/oauth/github').click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://gate.example/oauth/github');
      await section.getByLabel(own.options.GitHubClientId).fill('client');
      await section.getByText(own.needs(own.secrets.GitHubClientSecret.label)).waitFor();
      const state = section.locator('[data-secret]');
      expect(await state.textContent()).toBe(own.secretNone);
      const secret = section.getByLabel(own.secrets.GitHubClientSecret.label);
      await secret.fill('not told to anybody');
      await section.getByRole('button', { name: own.secrets.GitHubClientSecret.save }).click();
      await page.getByText(own.secrets.GitHubClientSecret.saved).waitFor();
      expect(await secret.inputValue()).toBe('');
      await state.filter({ hasText: own.secretSince(formatTime(api.secretsSince)) }).waitFor();
      await section.getByText(own.needs(own.secrets.GitHubClientSecret.label)).waitFor({ state: 'detached' });
      await section.getByText(own.options.GitHubOAuthEnabled).click();
      await section.getByRole('button', { name: t.common.save, exact: true }).click();
      await page.getByText(t.settings.saved, { exact: true }).waitFor();
      expect(savedIn(api)).toEqual([
        { key: 'GitHubClientSecret', value: 'not told to anybody' },
        { key: 'GitHubClientId', value: 'client' },
        { key: 'GitHubOAuthEnabled', value: 'true' },
      ]);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shoot(page, `test-outside-settings-${name}`);
      expect(problems).toEqual([]);
    });

    test(`the bot check is switched on after a question alone: ${name}`, async () => {
      const api = new FakeApi();
      api.status = { ...api.status, turnstile_site_key: 'site-key' };
      api.options = { ...api.options, TurnstileSecretKey: 'kept' };
      const { page, problems } = await open(SYSTEM, { role: ROOT, api, ...variant });
      const section = page.getByRole('region', { name: own.groups.turnstile });
      await eventually(async () =>
        expect(await section.getByLabel(own.options.TurnstileSiteKey).inputValue()).toBe('site-key'),
      );
      await section.getByText(own.options.TurnstileCheckEnabled).click();
      await section.getByRole('button', { name: t.common.save, exact: true }).click();
      const question = page.getByRole('alertdialog', { name: own.botCheckTitle });
      await question.getByText(own.botCheckAbout).waitFor();
      await shoot(page, `test-bot-check-on-${name}`);
      await question.getByRole('button', { name: t.common.cancel }).click();
      await question.waitFor({ state: 'detached' });
      expect(savedIn(api)).toEqual([]);
      await section.getByRole('button', { name: t.common.save, exact: true }).click();
      await question.getByRole('button', { name: own.botCheckOn }).click();
      await page.getByText(t.settings.saved, { exact: true }).waitFor();
      expect(savedIn(api)).toEqual([{ key: 'TurnstileCheckEnabled', value: 'true' }]);
      expect(problems).toEqual([]);
    });
  }

  test('a secret is taken away after a question, or the server says why not', async () => {
    const own = settingsTexts.en;
    const api = new FakeApi();
    api.options = { ...api.options, TurnstileSecretKey: 'kept' };
    const { page } = await open(SYSTEM, { role: ROOT, api });
    const section = page.getByRole('region', { name: own.groups.turnstile });
    api.when(/^PUT \/api\/option$/u, () => refused('TurnstileCheckEnabled is on'));
    await section.getByRole('button', { name: own.secretTake }).click();
    const question = page.getByRole('alertdialog', { name: own.secretTakeTitle(own.secrets.TurnstileSecretKey.label) });
    await question.getByRole('button', { name: own.secretTake }).click();
    await question.getByText('TurnstileCheckEnabled is on').waitFor();
    api.forget();
    await question.getByRole('button', { name: own.secretTake }).click();
    await section.getByText(own.secretNone).waitFor();
    expect(await section.getByRole('button', { name: own.secretTake }).count()).toBe(0);
    expect(savedIn(api).at(-1)).toEqual({ key: 'TurnstileSecretKey', value: '' });
  });

  test('a demo site is made after a question alone, and every page says that it is one', async () => {
    const own = settingsTexts.en;
    const { page, api } = await open('/setting?tab=operation', { role: ROOT });
    const section = page.getByRole('region', { name: own.groups.general });
    await section.getByText(own.options.DemoSiteEnabled).click();
    await section.getByRole('button', { name: en.common.save, exact: true }).click();
    const question = page.getByRole('alertdialog', { name: own.demoTitle });
    await question.getByText(own.demoAbout).waitFor();
    expect(savedIn(api)).toEqual([]);
    api.status = { ...api.status, demo_site_enabled: true };
    await question.getByRole('button', { name: own.botCheckOn }).click();
    await page.getByRole('status').filter({ hasText: en.errors.demo }).waitFor();
    expect(savedIn(api)).toEqual([{ key: 'DemoSiteEnabled', value: 'true' }]);
    await shoot(page, 'test-demo-site');
  });

  test('payment is set up after the server address, its key alone, and the callback address is there to copy', async () => {
    const own = settingsTexts.en;
    const { page, api } = await open(SYSTEM, { role: ROOT });
    const section = page.getByRole('region', { name: own.groups.payment });
    await section.getByLabel(own.options.PayAddress).fill('https://pay.example/');
    await section.getByRole('button', { name: en.common.save, exact: true }).click();
    await section.getByText(own.serverAddressFirst).waitFor();
    expect(savedIn(api)).toEqual([]);
    await page.getByLabel(own.options.ServerAddress, { exact: true }).fill('https://gate.example');
    await page
      .getByRole('region', { name: own.groups.access })
      .getByRole('button', { name: en.common.save, exact: true })
      .click();
    await eventually(async () => expect(savedIn(api).length).toBe(1));
    await eventually(async () => {
      await section.getByRole('button', { name: en.common.save, exact: true }).click();
      expect(savedIn(api)).toContainEqual({ key: 'PayAddress', value: 'https://pay.example' });
    });
    await section.getByLabel(own.options.CustomCallbackAddress).fill('https://calls.example');
    await section.getByLabel(own.options.TopupGroupRatio).fill('{');
    await section.getByRole('button', { name: en.common.save, exact: true }).click();
    await section.getByText(en.form.json).waitFor();
    await section.getByLabel(own.options.TopupGroupRatio).fill('{"default": 0.9}');
    await section.getByRole('button', { name: en.common.save, exact: true }).click();
    await section.getByText('https://calls.example/api/user/epay/notify').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'https://calls.example/api/user/epay/notify',
    );
    await section.getByLabel(own.secrets.EpayKey.label).fill('not told to anybody');
    await section.getByRole('button', { name: own.secrets.EpayKey.save }).click();
    await page.getByText(own.secrets.EpayKey.saved).waitFor();
    expect(savedIn(api)).toContainEqual({ key: 'EpayKey', value: 'not told to anybody' });
  });

  test('without a server address that is said beside what is to be registered', async () => {
    const { page } = await open(SYSTEM, { role: ROOT });
    const section = page.getByRole('region', { name: settingsTexts.en.groups.linuxdo });
    await section.getByText('http://localhost:9/oauth/linuxdo').waitFor();
    await section.getByText(settingsTexts.en.register.noAddress).waitFor();
  });

  test('a switch that the server refuses says why at its field, and what was saved with it stays saved', async () => {
    const api = new FakeApi();
    api.when(/^PUT \/api\/option$/u, ({ body }) =>
      JSON.stringify(body).includes('Enabled')
        ? refused('WeChat cannot be switched on')
        : { status: 200, body: { success: true, message: '', data: null } },
    );
    const { page } = await open(SYSTEM, { role: ROOT, api });
    const section = page.getByRole('region', { name: settingsTexts.en.groups.wechat });
    await section.getByText(settingsTexts.en.options.WeChatAuthEnabled).click();
    await section.getByLabel(settingsTexts.en.options.WeChatServerAddress).fill('https://wechat.example/');
    await section.getByRole('button', { name: en.common.save, exact: true }).click();
    await section.getByText('WeChat cannot be switched on').waitFor();
    expect(savedIn(api)).toEqual([
      { key: 'WeChatServerAddress', value: 'https://wechat.example' },
      { key: 'WeChatAuthEnabled', value: 'true' },
    ]);
  });
});
