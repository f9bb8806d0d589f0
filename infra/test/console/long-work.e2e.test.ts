import { eventually } from '@ledgate/web/testing/eventually';
import { findBrowser, openWindow } from '@ledgate/web/testing/console-page';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildProduct, Product } from '../testing/product.ts';
import { ConsoleVisit } from './console-visit.ts';

const LIMIT_MS = 180_000;
const ROOT = { username: 'root', password: '123456' };
const TOKENS = 100;
const LIMIT = { calls: 60, seconds: 20 };

const browser = await findBrowser();
if (!browser)
  process.stderr.write('NOT RUN: browser tests of long work: no Chromium found (set CHROMIUM_PATH, or install it)\n');

type Stored = { readonly id: number; readonly status: number };

/** What is done to many rows, on a product that takes no more than a few calls at a time. */
(browser ? describe : describe.skip)('long work on the running product', () => {
  const product = new Product();
  let visit: ConsoleVisit;

  beforeAll(async () => {
    if (!browser) return;
    buildProduct();
    await product.start();
    visit = new ConsoleVisit(await openWindow(browser), product.url);
  }, LIMIT_MS);

  afterAll(async () => {
    await visit.close();
    await browser?.close();
    await product.stop();
    await product.discard();
  });

  it(
    `disables ${TOKENS} tokens under a limit of ${LIMIT.calls} calls in ${LIMIT.seconds} s, while pages change`,
    async () => {
      const { page } = visit;
      await visit.signIn(ROOT, () => page.getByRole('button', { name: 'Later' }).click());
      for (let index = 1; index <= TOKENS; index += 1) await create(`token ${index}`);
      await product.stop();
      await product.start({ SESSION_API_RATE_LIMIT: `${LIMIT.calls}/${LIMIT.seconds}` });
      const statuses: number[] = [];
      page.on('response', (response) => statuses.push(response.status()));
      await page.goto(`${product.url}/token`);
      await page.getByRole('combobox', { name: 'Rows a page' }).selectOption('100');
      await eventually(async () => expect(await page.locator('tr[data-row]').count()).toBe(TOKENS));
      await page.getByRole('checkbox', { name: 'Choose all rows of this page' }).check();
      await page.getByText(`${TOKENS} chosen`).waitFor();
      await page.getByRole('button', { name: 'Disable', exact: true }).click();
      await page.getByRole('button', { name: /^Disable tokens: \d+ of 100$/u }).waitFor();
      await visit.goTo('Logs');
      await visit.goTo('Wallet');
      await page.getByRole('button', { name: /^Disable tokens: \d+ of 100$/u }).click();
      await page.getByRole('progressbar', { name: 'Disable tokens' }).waitFor();
      await visit.shoot('long-work');
      await page.keyboard.press('Escape');
      await page.getByText(`${TOKENS} tokens disabled`).waitFor({ timeout: LIMIT_MS });
      expect(statuses).toContain(429);
      await product.stop();
      await product.start();
      expect((await tokens()).map(({ status }) => status)).toEqual(Array.from({ length: TOKENS }, () => 2));
    },
    LIMIT_MS,
  );

  const headers = { 'New-Api-User': '1', 'Content-Type': 'application/json' };
  const create = (name: string): Promise<unknown> =>
    visit.page.evaluate(
      async ([sent, body]) => (await fetch('/api/token/', { method: 'POST', headers: sent, body })).json(),
      [headers, JSON.stringify({ name, remain_quota: 0, unlimited_quota: true, expired_time: -1 })] as const,
    );
  const tokens = (): Promise<readonly Stored[]> =>
    visit.page.evaluate(
      async (sent) =>
        ((await (await fetch('/api/token/?size=100', { headers: sent })).json()) as { data: Stored[] }).data,
      headers,
    );
});
