import { findBrowser, openWindow } from '@ledgate/web/testing/console-page';
import { eventually } from '@ledgate/web/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { buildProduct, Product } from '../testing/product.ts';
import { ConsoleVisit } from './console-visit.ts';

const LIMIT_MS = 180_000;
const AWAY_MS = 20_000;
/** The longest wait for the next try, and the try. */
const BACK_WITHIN_MS = 20_000;
const ROOT = { username: 'root', password: '123456' };
const LOST = 'No connection to the server.';
const NEW_RELEASE = 'There is a new release.';

const browser = await findBrowser();
if (!browser)
  process.stderr.write(
    'NOT RUN: browser tests of a lost connection: no Chromium found (set CHROMIUM_PATH, or install it)\n',
  );

const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { marked: true }));
/** The document is the one that was marked: it was not loaded again. */
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'marked' in window);

/** That it is the factory's is said before a new release. */
async function changePassword(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Change it now' }).click();
  await page.getByLabel('Password so far').fill('123456');
  await page.getByLabel('New password').fill('olive-harbour');
  await page.getByLabel('Password again').fill('olive-harbour');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('link', { name: 'Change it now' }).waitFor({ state: 'detached' });
}

/** One page and a server that goes away and comes back: each step stands on the one before it. */
(browser ? describe : describe.skip)('a connection that is lost', () => {
  const product = new Product();
  let visit: ConsoleVisit;
  let failed = false;

  const step = (title: string, run: (page: Page) => Promise<void>): void =>
    it(
      title,
      async () => {
        if (failed) throw new Error('a step before this one failed');
        failed = true;
        await run(visit.page);
        failed = false;
      },
      LIMIT_MS,
    );

  beforeAll(async () => {
    if (!browser) return;
    buildProduct();
    await product.start();
    visit = new ConsoleVisit(await openWindow(browser), product.url);
    await visit.signIn(ROOT, () => visit.page.getByRole('button', { name: 'Later' }).click());
    await changePassword(visit.page);
    await mark(visit.page);
  }, LIMIT_MS);

  afterAll(async () => {
    await visit.close();
    await browser?.close();
    await product.stop();
    await product.discard();
  });

  step('for 20 s leaves what is shown, and the page that was opened meanwhile comes by itself', async (page) => {
    await visit.goTo('Dashboard');
    const total = page.locator('[data-as-of]').first();
    await total.waitFor();
    await page.context().setOffline(true);
    await page.getByText(LOST, { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Channels', exact: true }).click();
    await page.waitForTimeout(AWAY_MS);
    expect(await total.isVisible()).toBe(true);
    expect(await page.evaluate(() => document.body.innerText)).not.toMatch(/fetch|TypeError|assets\//iu);
    await visit.shoot('console-lost');
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Channels', level: 1 }).waitFor({ timeout: BACK_WITHIN_MS });
    await page.getByText('No channels yet').waitFor();
    await page.getByText(LOST, { exact: false }).waitFor({ state: 'detached' });
    expect(await isMarked(page)).toBe(true);
  });

  step('keeps a half-filled form, which is sent again and makes one', async (page) => {
    await visit.goTo('Tokens');
    const drawer = await visit.open('New token');
    await drawer.getByLabel('Name').fill('nightly');
    await page.context().setOffline(true);
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.getByText('Unable to connect to the server.').waitFor();
    await page.context().setOffline(false);
    await page.getByText(LOST, { exact: false }).waitFor({ state: 'detached', timeout: BACK_WITHIN_MS });
    expect(await drawer.getByLabel('Name').inputValue()).toBe('nightly');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /nightly/u }).waitFor();
    expect(await page.getByRole('row', { name: /nightly/u }).count()).toBe(1);
  });

  step(
    'while the server starts again with another release is back with it, which offers to load again',
    async (page) => {
      await product.stop();
      await page.getByPlaceholder('Search by name').fill('night');
      await page.getByText(LOST, { exact: false }).waitFor();
      // Of the next release: it says so, and what only the old one had is not there.
      await page.route('**/api/status', async (route) => {
        const answer = await route.fetch().catch(() => undefined);
        // The page may be gone before it has its answer.
        const body = (await answer?.json().catch(() => undefined)) as { readonly data: object } | undefined;
        if (answer === undefined || body === undefined) return route.abort().catch(() => undefined);
        return route.fulfill({ response: answer, json: { ...body, data: { ...body.data, version: '9.9.9' } } });
      });
      const gone = new RegExp(String.raw`/assets/users-page-`, 'u');
      await page.route(gone, (route) => route.continue({ url: `${product.url}/assets/users-page-gone.js` }));
      await product.start();
      await page.getByText(NEW_RELEASE, { exact: false }).waitFor({ timeout: BACK_WITHIN_MS });
      await page.getByRole('row', { name: /nightly/u }).waitFor();
      await page.getByRole('link', { name: 'Users', exact: true }).click();
      await page.getByText('Part of it could not be loaded', { exact: false }).waitFor();
      expect(await isMarked(page)).toBe(true);
      await page.unroute(gone);
      await page.getByRole('status').getByRole('button', { name: 'Load again' }).first().click();
      await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
      await eventually(async () => expect(await isMarked(page)).toBe(false));
    },
  );
});
