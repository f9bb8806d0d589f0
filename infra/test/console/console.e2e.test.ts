import { findBrowser, openWindow } from '@ledgate/web/testing/console-page';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { type LocalUpstream, openLocalUpstream } from '../../tools/demo/upstream.ts';
import { buildProduct, Product } from '../testing/product.ts';
import { ConsoleVisit, unitsOf } from './console-visit.ts';
import { eventually } from '@ledgate/web/testing/eventually';

const LIMIT_MS = 120_000;
const README_IMAGE = `${import.meta.dirname}/../../../docs/images/receipt.png`;
const ROOT = { username: 'root', password: '123456' };
const MARTA = { username: 'marta.silva', password: 'olive-harbour' };
const CHANNEL = 'OpenAI Frankfurt';
/** What a code of $10 is worth. */
const CREDIT = 5_000_000;
const REASON = 'Credit for the outage on Friday';
const QUESTIONS = [
  { model: 'gpt-4o-mini', stream: false, content: 'Summarise the open invoices of this week in three sentences.' },
  { model: 'gpt-4o', stream: false, content: 'Which of these suppliers asked for a longer term of payment?' },
  { model: 'gpt-4o-mini', stream: true, content: 'Translate the reminder into Portuguese.' },
  {
    model: 'gpt-4o',
    stream: true,
    content: 'Draft a polite answer to the customer who was charged twice, and say when the refund will arrive.',
  },
] as const;

const browser = await findBrowser();
if (!browser)
  process.stderr.write(
    'NOT RUN: browser tests of the whole product: no Chromium found (set CHROMIUM_PATH, or install it)\n',
  );

/**
 * The main job by the screens of the real product; each step stands on the one before it. Pictures are kept below infra/dist-test. With
 * UPDATE_IMAGES=1 the picture in the README is taken anew.
 */
(browser ? describe : describe.skip)('the console of the running product', () => {
  const product = new Product();
  let upstream: LocalUpstream;
  let visit: ConsoleVisit;
  let code = '';
  let key = '';
  let charged = 0;
  let failed = false;

  const step = (title: string, run: () => Promise<void>): void =>
    it(
      title,
      async () => {
        if (failed) throw new Error('a step before this one failed');
        failed = true;
        await run();
        failed = false;
      },
      LIMIT_MS,
    );

  beforeAll(async () => {
    if (!browser) return;
    buildProduct();
    upstream = await openLocalUpstream();
    await product.start();
    visit = new ConsoleVisit(await openWindow(browser), product.url);
  }, LIMIT_MS);

  afterAll(async () => {
    await visit.close();
    await browser?.close();
    upstream.close();
    await product.stop();
    await product.discard();
  });

  step('warns root of the factory password', async () => {
    await visit.signIn(ROOT, async () => {
      const warning = visit.page.getByRole('alertdialog', { name: 'Change the default password' });
      await warning.waitFor();
      await visit.shoot('console-factory-password');
      await warning.getByRole('button', { name: 'Later' }).click();
    });
  });

  step('makes a channel and tests it', async () => {
    await visit.goTo('Channels');
    const drawer = await visit.open('New channel');
    await drawer.getByLabel('Name').fill(CHANNEL);
    await drawer.getByLabel('Base URL').fill(upstream.url);
    await drawer.getByLabel('Key').fill('local-provider-key');
    await drawer.getByRole('combobox', { name: 'Models' }).fill('gpt-4o-mini,gpt-4o,');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.waitFor({ state: 'detached' });
    await visit.page.getByRole('button', { name: `Test ${CHANNEL}` }).click();
    await visit.page.getByText(`${CHANNEL} answered in`).waitFor();
    await visit.shoot('console-channels');
  });

  step('makes redemption codes, whose answer is lost and asked for again, and copies one', async () => {
    await visit.goTo('Redemption codes');
    let sent = 0;
    await visit.page.route(/\/api\/redemption\/$/u, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      sent += 1;
      if (sent > 1) return route.fallback();
      await route.fetch();
      return route.abort();
    });
    const drawer = await visit.open('New codes');
    await drawer.getByLabel('Name').fill('welcome');
    await drawer.getByRole('button', { name: '$10', exact: true }).click();
    await drawer.getByLabel('How many').fill('2');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.getByText('Unable to connect to the server.').waitFor();
    await drawer.getByRole('button', { name: 'Create' }).click();
    const created = visit.page.getByRole('dialog', { name: '2 codes created' });
    const codes = (await created.getByLabel('Codes, one a line').inputValue()).split('\n');
    await visit.page.keyboard.press('Escape');
    await created.waitFor({ state: 'detached' });
    await visit.page.getByRole('button', { name: 'Copy code welcome' }).first().click();
    await visit.page.getByText('Copied', { exact: true }).waitFor();
    code = await visit.clipboard();
    expect(codes).toHaveLength(2);
    expect(codes).toContain(code);
    expect([sent, await visit.page.getByRole('button', { name: 'Copy code welcome' }).count()]).toEqual([2, 2]);
    await visit.shoot('console-codes');
  });

  step('makes a user', async () => {
    await visit.goTo('Users');
    const drawer = await visit.open('New user');
    await drawer.getByLabel('Username').fill(MARTA.username);
    await drawer.getByLabel('Display name').fill('Marta Silva');
    await drawer.getByLabel('Password').fill(MARTA.password);
    await drawer.getByRole('button', { name: 'Create' }).click();
    await visit.page.getByRole('row', { name: /marta\.silva/u }).waitFor();
    await visit.shoot('console-users');
    await visit.signOut(ROOT);
  });

  step('redeems the code for the user, whose balance follows at once', async () => {
    await visit.signIn(MARTA);
    await visit.goTo('Wallet');
    await visit.page.getByLabel('Redemption code').fill(code);
    await visit.page.getByRole('button', { name: 'Redeem' }).click();
    await visit.page.getByText('$10.00 credited').waitFor();
    await visit.page.locator('[data-figure="Balance"]', { hasText: '$10.00' }).waitFor();
  });

  step('makes a token and reads its key', async () => {
    await visit.goTo('Tokens');
    const drawer = await visit.open('New token');
    await drawer.getByLabel('Name').fill('invoice-assistant');
    await drawer.getByLabel('Remaining').fill('5');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.waitFor({ state: 'detached' });
    await visit.page.getByRole('button', { name: 'Copy key of invoice-assistant', exact: true }).last().click();
    await visit.page.getByText('Key of invoice-assistant copied').waitFor();
    key = await visit.clipboard();
    expect(key).toMatch(/^sk-[A-Za-z0-9]{48}$/u);
    await visit.shoot('console-tokens');
  });

  step('shows what the relay charged in the log, and the receipt agrees', async () => {
    await visit.goTo('Logs');
    await callModels(product.url, key);
    const type = visit.page.getByLabel('Type');
    await type.selectOption({ label: 'Consumption' });
    const rows = await visit.logRows(QUESTIONS.length);
    await eventually(async () => expect(await rows.count()).toBe(QUESTIONS.length));
    const newest = rows.first();
    const charge = await unitsOf(newest.locator('td').last().locator('[title]'));
    expect(charge).toBeGreaterThan(0);
    // Where no control stands, which keeps a click for itself.
    await newest.locator('td').first().click();
    const receipt = visit.page.locator('[data-receipt]');
    expect(await unitsOf(receipt.locator('[data-receipt-total] [title]'))).toBe(charge);
    await receipt.getByText('the provider', { exact: true }).waitFor();
    await visit.shoot('console-receipt');
    if (process.env['UPDATE_IMAGES'] === '1') {
      for (const toast of await visit.page.locator('[data-scope=toast][data-part=root]').all())
        await toast.waitFor({ state: 'detached' });
      await visit.page.screenshot({ path: README_IMAGE });
    }
  });

  step('shows the same charges on the dashboard', async () => {
    const rows = await visit.page.getByRole('treegrid', { name: 'Logs' }).locator('tr[data-row]').all();
    for (const row of rows) charged += await unitsOf(row.locator('td').last().locator('[title]'));
    await visit.goTo('Dashboard');
    const today = visit.page.getByRole('link', { name: /^Consumption today/u });
    expect(await unitsOf(today)).toBe(charged);
    expect(await unitsOf(visit.page.getByRole('link', { name: /^Balance/u }))).toBe(CREDIT - charged);
    await visit.page
      .getByRole('link', { name: /^Requests/u })
      .getByText(String(QUESTIONS.length), { exact: true })
      .waitFor();
    await visit.page
      .getByRole('region', { name: 'Consumption by model' })
      .locator('[data-total]', { hasText: `$${(charged / 500_000).toFixed(6)}` })
      .waitFor();
    await visit.page.locator('.recharts-bar-rectangle path').first().waitFor();
    await visit.shoot('console-dashboard');
  });

  step('closes the statement with the balance', async () => {
    await visit.goTo('Wallet');
    const balance = CREDIT - charged;
    await visit.page.locator(`[data-figure="Balance"] [title$=" ${balance.toLocaleString('en-US')} units"]`).waitFor();
    await visit.page.getByRole('link', { name: 'Full statement' }).click();
    const statement = visit.page.getByRole('table', { name: 'Statement' });
    const closing = statement.getByRole('row', { name: /Closing balance/u }).locator('[title]');
    expect(await unitsOf(closing)).toBe(balance);
    await visit.shoot('console-statement');
    await visit.signOut(MARTA);
  });

  step('adjusts the user by root, with a reason', async () => {
    await visit.signIn(ROOT, () => visit.page.getByRole('button', { name: 'Later' }).click());
    await visit.goTo('Users');
    await visit.page.getByRole('button', { name: `Actions for ${MARTA.username}` }).click();
    await visit.page.getByRole('menuitem', { name: 'Adjust balance' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('Change').fill('2.5');
    await dialog.getByLabel('Reason').fill(REASON);
    await visit.shoot('console-adjustment');
    await dialog.getByRole('button', { name: 'Adjust balance' }).click();
    await visit.page.getByText(`${MARTA.username} now has $12.49`).waitFor();
  });

  step('has books that balance', async () => {
    await visit.goTo('Books');
    await visit.page.getByRole('table', { name: 'Trial balance' }).getByRole('row').nth(2).waitFor();
    expect(await visit.page.locator('[data-trial-total]').textContent()).toBe('$0.000000');
    await visit.page.getByRole('row', { name: /Balances of users/u }).waitFor();
    await visit.shoot('console-books');
    await visit.signOut(ROOT);
  });

  step('tells the user of the adjustment and its reason', async () => {
    await visit.signIn(MARTA);
    await visit.goTo('Wallet');
    const entry = visit.page.getByRole('table', { name: 'Statement' }).getByRole('row').filter({ hasText: REASON });
    await entry.getByText('+$2.500000').waitFor();
    await visit.shoot('console-wallet');
  });

  it('gave the browser nothing to complain about but the answer that was lost', () =>
    expect(visit.problems).toEqual(['Failed to load resource: net::ERR_FAILED']));
});

/** Asks all questions with the SDK, one after the other, streams to their end. */
async function callModels(url: string, apiKey: string): Promise<void> {
  const openai = new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 });
  for (const { model, stream, content } of QUESTIONS) {
    const messages = [{ role: 'user' as const, content }];
    if (stream) {
      let text = '';
      for await (const chunk of await openai.chat.completions.create({
        model,
        messages,
        stream,
        stream_options: { include_usage: true },
      }))
        text += chunk.choices[0]?.delta.content ?? '';
      expect(text).toContain(content);
    } else {
      const answer = await openai.chat.completions.create({ model, messages });
      expect(answer.choices[0]?.message.content).toContain(content);
    }
  }
}
