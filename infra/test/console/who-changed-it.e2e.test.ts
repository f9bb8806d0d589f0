import { findBrowser, openWindow } from '@ledgate/web/testing/console-page';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ConsoleClient } from '../../tools/console-client/console-client.ts';
import { buildProduct, Product } from '../testing/product.ts';

const LIMIT_MS = 120_000;
const SHOTS = `${import.meta.dirname}/../../dist-test`;
const PASSWORD = 'a long secret';
const BEFORE = 'https://shop.example.com/before';
const AFTER = 'https://shop.example.com/after';

const browser = await findBrowser();
if (!browser)
  process.stderr.write(
    'NOT RUN: browser tests of the audit list: no Chromium found (set CHROMIUM_PATH, or install it)\n',
  );

/** What is written on the screens that root passes. */
const JOURNEYS = [
  {
    window: { language: 'en', theme: 'light', width: 1440, height: 900 },
    says: {
      name: 'Username or e-mail',
      password: 'Password',
      audit: 'Audit',
      action: 'Action',
      filter: 'Filter',
      set: 'Option set',
      heads: ['Before', 'After'],
      settings: 'Settings',
      nothing: 'Clear filters',
    },
  },
  {
    window: { language: 'zh', theme: 'dark', width: 390, height: 844 },
    says: {
      name: '用户名或邮箱',
      password: '密码',
      audit: '审计',
      action: '操作',
      filter: '筛选',
      set: '设置选项',
      heads: ['更改前', '更改后'],
      settings: '设置',
      nothing: '清除筛选',
    },
  },
] as const;

(browser ? describe : describe.skip)('who changed this option', () => {
  const product = new Product();

  beforeAll(async () => {
    if (!browser) return;
    buildProduct();
    await product.start();
    const root = await ConsoleClient.signedIn(product.url, 'root', '123456');
    for (const value of [BEFORE, AFTER]) await root.put('/api/option/', z.unknown(), { key: 'TopUpLink', value });
    await root.put('/api/user/self', z.unknown(), { password: PASSWORD, old_password: '123456' });
  }, LIMIT_MS);

  afterAll(async () => {
    await browser?.close();
    await product.stop();
    await product.discard();
  });

  for (const { window, says } of JOURNEYS)
    it(
      `is found in the audit list, with what it was and is, and leads to option and person: ${window.language} ${window.theme} ${window.width}`,
      async () => {
        if (!browser) return;
        const { page, context, problems } = await openWindow(browser, window);
        await page.goto(`${product.url}/login`);
        await page.getByLabel(says.name).fill('root');
        await page.getByLabel(says.password, { exact: true }).fill(PASSWORD);
        await page.keyboard.press('Enter');
        await page.waitForURL(({ pathname }) => pathname !== '/login');

        await page.goto(`${product.url}/audit`);
        await page.getByRole('heading', { name: says.audit, level: 1 }).waitFor();
        if (window.width < 600) await page.getByRole('button', { name: says.filter }).click();
        await page.getByLabel(says.action, { exact: true }).selectOption({ label: says.set });
        if (window.width < 600) await page.keyboard.press('Escape');
        await page.waitForURL('**/audit?action=option.set');
        const rows = page.locator('main [data-row]').filter({ hasText: 'TopUpLink' });
        await rows.nth(1).waitFor();
        expect(await rows.count()).toBe(2);
        await rows.first().locator('button[aria-expanded=false]').first().click();
        const difference = page.locator('[data-difference]');
        await difference.getByText(BEFORE).waitFor();
        await difference.getByText(AFTER).waitFor();
        for (const head of says.heads) await difference.getByText(head, { exact: true }).waitFor();
        await difference.getByText('127.0.0.1').waitFor();
        await page.screenshot({ path: `${SHOTS}/who-changed-it-${window.language}.png`, fullPage: true });

        await rows.first().getByRole('link', { name: 'TopUpLink' }).click();
        await page.waitForURL('**/setting?tab=operation');
        await page.getByRole('heading', { name: says.settings, level: 1 }).waitFor();
        await page.goBack();
        await difference.getByText(AFTER).waitFor();
        await rows.first().getByRole('link', { name: 'root' }).click();
        await page.waitForURL('**/user/1');

        await page.goto(`${product.url}/audit?actor=nobody`);
        await page.getByRole('button', { name: says.nothing }).first().waitFor();
        expect(problems).toEqual([]);
        await context.close();
      },
      LIMIT_MS,
    );
});
