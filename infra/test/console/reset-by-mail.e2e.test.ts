import { findBrowser, openWindow } from '@ledgate/web/testing/console-page';
import { eventually } from '@ledgate/web/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Mailbox, sessionOf } from '../testing/mailbox.ts';
import { buildProduct, Product } from '../testing/product.ts';

const LIMIT_MS = 120_000;
const SHOTS = `${import.meta.dirname}/../../dist-test`;

const browser = await findBrowser();
if (!browser)
  process.stderr.write(
    'NOT RUN: browser tests of a new password by mail: no Chromium found (set CHROMIUM_PATH, or install it)\n',
  );

/** What is written on the screens that somebody passes, and in the mail. */
const JOURNEYS = [
  {
    window: { language: 'en', theme: 'light', width: 1440, height: 900 },
    username: 'marta.silva',
    says: {
      name: 'Username or e-mail',
      password: 'Password',
      forgot: 'Forgot password?',
      email: 'E-mail',
      send: 'Send link',
      sent: /^A link was mailed to marta\.silva@example\.com\./u,
      mail: 'Somebody asked for a new password for your account',
      make: 'Make a new password',
      made: 'New password',
      copy: 'Copy',
      copied: 'Password copied',
      signIn: 'Sign in',
      tokens: 'Tokens',
      used: 'This link is not good any more',
    },
  },
  {
    window: { language: 'zh', theme: 'dark', width: 390, height: 844 },
    username: 'li.wei',
    says: {
      name: '用户名或邮箱',
      password: '密码',
      forgot: '忘记密码？',
      email: '邮箱',
      send: '发送链接',
      sent: /^链接已发送至 li\.wei@example\.com/u,
      mail: '有人为您在',
      make: '生成新密码',
      made: '新密码',
      copy: '复制',
      copied: '密码已复制',
      signIn: '登录',
      tokens: '令牌',
      used: '此链接已失效',
    },
  },
] as const;
type Says = (typeof JOURNEYS)[number]['says'];

async function signIn(page: Page, says: Says, name: string, password: string): Promise<void> {
  await page.getByLabel(says.name).fill(name);
  await page.getByLabel(says.password, { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: says.tokens, level: 1 }).waitFor();
}

/** From a forgotten password to the console, by the screens and the mails of the running product. */
(browser ? describe : describe.skip)('a new password by mail', () => {
  const product = new Product();
  let mailbox: Mailbox;

  beforeAll(async () => {
    if (!browser) return;
    buildProduct();
    await product.start();
    mailbox = await Mailbox.of(product.url);
  }, LIMIT_MS);

  afterAll(async () => {
    await browser?.close();
    await mailbox.close();
    await product.stop();
    await product.discard();
  });

  for (const { window, username, says } of JOURNEYS)
    it(
      `is asked for, opened from the mail, copied and used, and ends the session of another browser: ${window.language} ${window.theme} ${window.width}`,
      async () => {
        if (!browser) return;
        const { email, password } = await mailbox.person(product.url, username);
        const elsewhere = await openWindow(browser, window);
        await elsewhere.page.goto(`${product.url}/login`);
        await signIn(elsewhere.page, says, username, password);

        const { page, context, problems } = await openWindow(browser, window);
        const shoot = async (name: string): Promise<void> => {
          const file = `${SHOTS}/reset-${name}-${window.language}.png`;
          await page.screenshot({ path: file, fullPage: true });
          const tooWidePx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect([name, tooWidePx]).toEqual([name, 0]);
        };
        await page.goto(`${product.url}/login`);
        await page.getByRole('link', { name: says.forgot }).click();
        await page.waitForURL('**/reset');
        await page.getByLabel(says.email).fill(email);
        await page.getByRole('button', { name: says.send }).click();
        await page.getByRole('status').filter({ hasText: says.sent }).waitFor();
        await shoot('sent');

        const text = mailbox.server.textTo(email);
        expect(text).toContain(says.mail);
        const link = /^(http\S+)\r?$/mu.exec(text)?.[1] ?? '';
        await page.goto(link);
        await page.getByRole('button', { name: says.make }).click();
        const field = page.getByRole('textbox', { name: says.made });
        await eventually(async () => expect(await field.inputValue()).toMatch(/^[A-Za-z0-9]{12}$/u));
        const made = await field.inputValue();
        await page.getByRole('button', { name: says.copy }).click();
        await page.getByText(says.copied).waitFor();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made);
        await shoot('made');
        await page.getByRole('main').getByRole('link', { name: says.signIn }).click();
        await signIn(page, says, email, made);
        await shoot('signed-in');

        await elsewhere.page.reload();
        await elsewhere.page.waitForURL('**/login?expired=true');
        expect(await sessionOf(product.url, username, password)).toBeUndefined();
        await elsewhere.page.goto(link);
        await elsewhere.page.getByRole('button', { name: says.make }).click();
        await elsewhere.page.getByRole('heading', { name: says.used }).waitFor();
        expect(await sessionOf(product.url, username, made)).toBeDefined();
        expect(problems).toEqual([]);
        await elsewhere.context.close();
        await context.close();
      },
      LIMIT_MS,
    );
});
