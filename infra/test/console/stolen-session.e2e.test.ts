import { findBrowser, openWindow } from '@ledgate/web/testing/console-page';
import { eventually } from '@ledgate/web/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { ConsoleClient } from '../../tools/console-client/console-client.ts';
import { buildProduct, Product } from '../testing/product.ts';

const LIMIT_MS = 120_000;
const SHOTS = `${import.meta.dirname}/../../dist-test`;
const PASSWORD = 'a long secret';

const browser = await findBrowser();
if (!browser)
  process.stderr.write(
    'NOT RUN: browser tests of a stolen session: no Chromium found (set CHROMIUM_PATH, or install it)\n',
  );

/** What is written on the screens that its owner and the other one pass. */
const JOURNEYS = [
  {
    window: { language: 'en', theme: 'light', width: 1440, height: 900 },
    username: 'marta.silva',
    says: {
      name: 'Username or e-mail',
      password: 'Password',
      tokens: 'Tokens',
      card: 'Sessions',
      show: 'Show sessions',
      current: 'This session',
      program: 'Chrome on Linux',
      end: /^End Chrome on Linux, 127\.0\.0\.1$/u,
      confirm: 'End',
      ended: 'Session ended',
      told: 'Not signed in or session expired, please sign in again.',
    },
  },
  {
    window: { language: 'zh', theme: 'dark', width: 390, height: 844 },
    username: 'li.wei',
    says: {
      name: '用户名或邮箱',
      password: '密码',
      tokens: '令牌',
      card: '登录会话',
      show: '查看会话',
      current: '当前会话',
      program: 'Linux 上的 Chrome',
      end: /^结束 Linux 上的 Chrome，127\.0\.0\.1$/u,
      confirm: '结束',
      ended: '会话已结束',
      told: '未登录或登录已过期，请重新登录。',
    },
  },
] as const;
type Says = (typeof JOURNEYS)[number]['says'];

async function signIn(page: Page, url: string, says: Says, name: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel(says.name).fill(name);
  await page.getByLabel(says.password, { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: says.tokens, level: 1 }).waitFor();
}

(browser ? describe : describe.skip)('a stolen session', () => {
  const product = new Product();

  beforeAll(async () => {
    if (!browser) return;
    buildProduct();
    await product.start();
  }, LIMIT_MS);

  afterAll(async () => {
    await browser?.close();
    await product.stop();
    await product.discard();
  });

  for (const { window, username, says } of JOURNEYS)
    it(
      `is seen by its owner in the list and ended, and who used it is told at his next call: ${window.language} ${window.theme} ${window.width}`,
      async () => {
        if (!browser) return;
        const root = await ConsoleClient.signedIn(product.url, 'root', '123456');
        await root.post('/api/user/', z.unknown(), { username, display_name: username, password: PASSWORD });
        const owner = await openWindow(browser, window);
        await signIn(owner.page, product.url, says, username);
        const other = await openWindow(browser, window);
        await signIn(other.page, product.url, says, username);

        const { page } = owner;
        await page.goto(`${product.url}/setting`);
        const card = page.getByRole('region', { name: says.card, exact: true });
        await card.getByRole('button', { name: says.show }).click();
        const rows = card.getByRole('listitem');
        await rows.filter({ hasText: says.current }).waitFor();
        expect(await rows.count()).toBe(2);
        expect(await rows.filter({ hasText: says.program }).count()).toBe(2);
        await page.screenshot({ path: `${SHOTS}/stolen-session-${window.language}.png`, fullPage: true });
        await card.getByRole('button', { name: says.end }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: says.confirm, exact: true }).click();
        await page.getByText(says.ended).waitFor();
        await eventually(async () => expect(await rows.count()).toBe(1));

        await other.page.reload();
        await other.page.waitForURL('**/login?expired=true');
        await other.page.getByText(says.told).waitFor();
        await page.reload();
        await page.getByRole('region', { name: says.card, exact: true }).waitFor();
        expect(new URL(page.url()).pathname).toBe('/setting');
        expect(owner.problems).toEqual([]);
        await owner.context.close();
        await other.context.close();
      },
      LIMIT_MS,
    );
});
