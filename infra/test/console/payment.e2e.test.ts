import { findBrowser, openWindow } from '@ledgate/web/testing/console-page';
import { eventually } from '@ledgate/web/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ConsoleClient } from '../../tools/console-client/console-client.ts';
import { EpayProvider, PAY_HERE } from '../doubles/epay.ts';
import { buildProduct, Product } from '../testing/product.ts';

const LIMIT_MS = 120_000;
const SHOTS = `${import.meta.dirname}/../../dist-test`;
const PASSWORD = 'a long secret';

const browser = await findBrowser();
if (!browser)
  process.stderr.write('NOT RUN: browser tests of a payment: no Chromium found (set CHROMIUM_PATH, or install it)\n');

/** What is written on the screens that somebody who pays passes. */
const JOURNEYS = [
  {
    window: { language: 'en', theme: 'light', width: 1440, height: 900 },
    username: 'marta.silva',
    says: {
      name: 'Username or e-mail',
      password: 'Password',
      tokens: 'Tokens',
      amount: 'Amount to top up',
      pay: 'Pay',
      line: /top-up|topped up/iu,
      paid: 'Paid',
    },
  },
  {
    window: { language: 'zh', theme: 'dark', width: 390, height: 844 },
    username: 'li.wei',
    says: {
      name: '用户名或邮箱',
      password: '密码',
      tokens: '令牌',
      amount: '充值数量',
      pay: '支付',
      line: /充值/u,
      paid: '已支付',
    },
  },
] as const;

/** From the wallet over the provider's page to the statement and the list of orders, on the running product. */
(browser ? describe : describe.skip)('an online payment', () => {
  const product = new Product();
  let provider: EpayProvider;

  beforeAll(async () => {
    if (!browser) return;
    buildProduct();
    await product.start();
    provider = await EpayProvider.open();
    const root = await ConsoleClient.signedIn(product.url, 'root', '123456');
    for (const [key, value] of Object.entries(provider.options(product.url)))
      await root.put('/api/option/', z.unknown(), { key, value });
  }, LIMIT_MS);

  afterAll(async () => {
    await browser?.close();
    provider.close();
    await product.stop();
    await product.discard();
  });

  for (const { window, username, says } of JOURNEYS)
    it(
      `is made in the wallet, paid at the provider, and stands in statement and orders: ${window.language} ${window.theme} ${window.width}`,
      async () => {
        if (!browser) return;
        const root = await ConsoleClient.signedIn(product.url, 'root', '123456');
        await root.post('/api/user/', z.unknown(), { username, display_name: username, password: PASSWORD });
        const { page, context, problems } = await openWindow(browser, window);
        await page.goto(`${product.url}/login`);
        await page.getByLabel(says.name).fill(username);
        await page.getByLabel(says.password, { exact: true }).fill(PASSWORD);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: says.tokens, level: 1 }).waitFor();

        await page.goto(`${product.url}/topup`);
        await page.getByLabel(says.amount).fill('10');
        await page.getByText('¥73.00').waitFor();
        await page.screenshot({ path: `${SHOTS}/payment-wallet-${window.language}.png`, fullPage: true });
        await page.getByRole('button', { name: says.pay, exact: true }).click();
        await page.getByRole('heading', { name: '73.00' }).waitFor();
        await page.getByRole('link', { name: PAY_HERE }).click();
        await page.waitForURL(`${product.url}/log**`);
        expect(provider.answers.at(-1)).toBe('success');

        await page.goto(`${product.url}/topup/statement`);
        await eventually(async () => expect(await page.getByRole('main').innerText()).toMatch(says.line));
        await page.getByRole('main').getByText('$10.00').first().waitFor();
        await page.screenshot({ path: `${SHOTS}/payment-statement-${window.language}.png`, fullPage: true });
        await page.goto(`${product.url}/topup/orders`);
        await page.locator('[data-row]', { hasText: says.paid }).waitFor();
        await page.screenshot({ path: `${SHOTS}/payment-orders-${window.language}.png`, fullPage: true });
        expect(problems).toEqual([]);
        await context.close();
      },
      LIMIT_MS,
    );
});
