import { findBrowser, openWindow } from '@ledgate/web/testing/console-page';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { buildProduct, Product } from '../testing/product.ts';
import { ConsoleVisit } from './console-visit.ts';

const LIMIT_MS = 120_000;
const ROOT = { username: 'root', password: '123456' };
const MARTA = { username: 'marta.silva', password: 'olive-harbour' };

const browser = await findBrowser();
if (!browser)
  process.stderr.write(
    'NOT RUN: browser tests of what is typed: no Chromium found (set CHROMIUM_PATH, or install it)\n',
  );

/** A command of the signed-in page's person, by the api itself. Answers whether it was done. */
const command = (page: Page, user: number, path: string, body?: object): Promise<boolean> =>
  page.evaluate(
    async ([id, address, sent]) => {
      const answer = await fetch(address, {
        method: sent === undefined ? 'GET' : 'POST',
        headers: { 'New-Api-User': String(id), 'Content-Type': 'application/json' },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      });
      return ((await answer.json()) as { success: boolean }).success;
    },
    [user, path, body] as const,
  );

/** Two tabs, two people and one server: each step stands on the one before it. */
(browser ? describe : describe.skip)('what is typed, and whose it is', () => {
  const product = new Product();
  let visit: ConsoleVisit;
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
  const later = () => visit.page.getByRole('button', { name: 'Later' }).click();

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

  step('goes on after a sign-in over the drawer in which the session ended', async () => {
    await visit.signIn(ROOT, later);
    const { page } = visit;
    expect(await command(page, 1, '/api/user/', { ...MARTA, display_name: 'Marta' })).toBe(true);
    const drawer = await visit.open('New token');
    await drawer.getByLabel('Name').fill('nightly');
    expect(await command(page, 1, '/api/user/logout')).toBe(true);
    await drawer.getByRole('button', { name: 'Create' }).click();
    const over = page.getByRole('dialog', { name: 'Your session has ended' });
    await over.getByLabel('Password').fill(ROOT.password);
    await page.keyboard.press('Enter');
    await over.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /nightly/u }).waitFor();
    expect(await page.getByRole('row', { name: /nightly/u }).count()).toBe(1);
  });

  step('is sent by no tab whose person another tab has changed', async () => {
    const { page } = visit;
    const other = await page.context().newPage();
    await other.goto(`${product.url}/token`);
    await other.getByRole('button', { name: /^Account of root/u }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('alert').getByText('You signed out in another tab.', { exact: false }).waitFor();
    await other.getByLabel('Username or e-mail').fill(MARTA.username);
    await other.getByLabel('Password').fill(MARTA.password);
    await other.keyboard.press('Enter');
    await other.getByRole('heading', { name: 'Tokens', level: 1 }).waitFor();
    await page.getByText('marta.silva has signed in in another tab.', { exact: false }).waitFor();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
    expect(calls.filter((path) => path.startsWith('/api/'))).toEqual([]);
    await other.reload();
    await other.getByRole('button', { name: /^Account of marta\.silva/u }).waitFor();
    await page.getByRole('button', { name: 'Load again' }).click();
    await page.getByRole('button', { name: /^Account of marta\.silva/u }).waitFor();
    await other.close();
  });

  step('tells somebody who is banned so on one page, and lets him sign out', async () => {
    if (!browser) return;
    const { page } = visit;
    const admin = new ConsoleVisit(await openWindow(browser), product.url);
    await admin.signIn(ROOT, () => admin.page.getByRole('button', { name: 'Later' }).click());
    const marta = await page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { id: number }).id);
    expect(await command(admin.page, 1, '/api/user/manage', { id: marta, action: 'disable' })).toBe(true);
    await admin.close();
    await page.goto(`${product.url}/token`);
    await page.getByText('This account is banned', { exact: true }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
  });
});
