import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findBrowser, openWindow } from '@ledgate/web/testing/console-page';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ConsoleClient } from '../../tools/console-client/console-client.ts';
import { makeChannel } from '../../tools/console-client/set-up.ts';
import { buildProduct, Product } from '../testing/product.ts';

const LIMIT_MS = 180_000;
const SHOTS = `${import.meta.dirname}/../../dist-test`;
const CHANNELS = 6;
const ANSWERS_AFTER_MS = 4_000;

const browser = await findBrowser();
if (!browser)
  process.stderr.write(
    'NOT RUN: browser tests of tests of all channels: no Chromium found (set CHROMIUM_PATH, or install it)\n',
  );

/** What is written on the screens that an administrator passes. */
const JOURNEYS = [
  {
    window: { language: 'en', theme: 'light', width: 1440, height: 900 },
    says: {
      name: 'Username or e-mail',
      password: 'Password',
      later: 'Later',
      tokens: 'Tokens',
      testAll: 'Test all',
      menu: undefined,
      place: /^Test all channels: \d of 6$/u,
      done: /^Test all channels: 6 of 6$/u,
      result: '5 of 6 done',
      failed: '1 failed',
      show: 'Show channels',
      channels: 'Channels',
      reason: 'no such model here',
    },
  },
  {
    window: { language: 'zh', theme: 'dark', width: 390, height: 844 },
    says: {
      name: '用户名或邮箱',
      password: '密码',
      later: '以后再说',
      tokens: '令牌',
      testAll: '测试全部',
      menu: /全部渠道/u,
      place: /^测试全部渠道：\d \/ 6$/u,
      done: /^测试全部渠道：6 \/ 6$/u,
      result: '已完成 5 / 6',
      failed: '1 项失败',
      show: '查看渠道',
      channels: '渠道',
      reason: 'no such model here',
    },
  },
] as const;
type Says = (typeof JOURNEYS)[number]['says'];

/** Answers slowly, and knows no model `wrong`. */
function slowProvider(): Server {
  return createServer((request, response) => {
    let body = '';
    request.on('data', (bytes) => (body += String(bytes)));
    request.on('end', () =>
      setTimeout(() => {
        const { model } = JSON.parse(body) as { readonly model: string };
        const message = { role: 'assistant', content: 'hi' };
        const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
        const whole = {
          id: 'c',
          object: 'chat.completion',
          created: 1,
          model,
          choices: [{ index: 0, message, finish_reason: 'stop' }],
          usage,
        };
        const wrong = {
          error: { message: 'no such model here', type: 'invalid_request_error', code: 'model_not_found' },
        };
        response
          .writeHead(model === 'wrong' ? 404 : 200, { 'Content-Type': 'application/json' })
          .end(JSON.stringify(model === 'wrong' ? wrong : whole));
      }, ANSWERS_AFTER_MS),
    );
  });
}

async function signIn(page: Page, url: string, says: Says): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel(says.name).fill('root');
  await page.getByLabel(says.password, { exact: true }).fill('123456');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: says.later }).click();
  await page.getByRole('heading', { name: says.tokens, level: 1 }).waitFor();
}

(browser ? describe : describe.skip)('a test of all channels', () => {
  const product = new Product();
  const provider = slowProvider();

  beforeAll(async () => {
    if (!browser) return;
    buildProduct();
    await product.start();
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const root = await ConsoleClient.signedIn(product.url, 'root', '123456');
    for (let number = 1; number <= CHANNELS; number += 1)
      await makeChannel(root, { name: `channel ${number}`, baseUrl, models: number === 2 ? 'wrong' : 'right' });
  }, LIMIT_MS);

  afterAll(async () => {
    await browser?.close();
    provider.closeAllConnections();
    provider.close();
    await product.stop();
    await product.discard();
  });

  for (const { window, says } of JOURNEYS)
    it(
      `is left and found again, on another page, after a reload and at its end: ${window.language} ${window.theme} ${window.width}`,
      async () => {
        if (!browser) return;
        const { page, problems, context } = await openWindow(browser, window);
        await signIn(page, product.url, says);
        await page.goto(`${product.url}/channel`);
        await page.getByRole('heading', { name: says.channels, level: 1 }).waitFor();
        if (says.menu === undefined) await page.getByRole('button', { name: says.testAll, exact: true }).click();
        else {
          await page.getByRole('button', { name: says.menu }).first().click();
          await page.getByRole('menuitem', { name: says.testAll }).click();
        }
        await page.getByRole('button', { name: says.place }).waitFor();
        await page.goto(`${product.url}/token`);
        await page.getByRole('heading', { name: says.tokens, level: 1 }).waitFor();
        await page.getByRole('button', { name: says.place }).waitFor();
        await page.screenshot({ path: `${SHOTS}/test-all-${window.language}.png` });
        await page.reload();
        await page.getByRole('button', { name: says.done }).waitFor({ timeout: LIMIT_MS / 2 });
        await page.getByRole('button', { name: says.done }).click();
        await page.getByText(says.result).waitFor();
        await page.getByText(says.failed, { exact: true }).waitFor();
        await page.getByRole('link', { name: says.show }).click();
        await page.getByRole('heading', { name: says.channels, level: 1 }).waitFor();
        await page.goto(`${product.url}/channel/edit/2`);
        await page.getByRole('dialog').getByText(says.reason).waitFor();
        await page.screenshot({ path: `${SHOTS}/test-all-reason-${window.language}.png` });
        expect(problems).toEqual([]);
        await context.close();
      },
      LIMIT_MS,
    );
});
