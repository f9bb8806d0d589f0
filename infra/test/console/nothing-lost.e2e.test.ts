import { findBrowser, openWindow } from '@ledgate/web/testing/console-page';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { buildProduct, Product } from '../testing/product.ts';
import { ConsoleVisit } from './console-visit.ts';

const LIMIT_MS = 120_000;
const QUIET_MS = 1_000;
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

/** Ways out of what is typed that the console asks about; what is open is left by none of them. */
const OUT = {
  Esc: (page: Page) => page.keyboard.press('Escape'),
  'a click outside': (page: Page) => page.mouse.click(20, 400),
  close: (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
  cancel: (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
  Back: (page: Page) => page.evaluate(() => history.back()),
  'a link': (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Logs', exact: true }).click(),
  'a tab': (page: Page) => page.getByRole('tab', { name: 'Personal' }).click(),
  'signing out': async (page: Page) => {
    await page.getByRole('button', { name: /^Account of root/u }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  },
} as const;
const OVER_A_PAGE = ['Esc', 'a click outside', 'close', 'cancel', 'Back'] as const;

type Form = {
  readonly where: string;
  readonly open: (visit: ConsoleVisit) => Promise<unknown>;
  readonly field: (page: Page) => Locator;
  readonly typed: string;
  readonly ways: readonly (keyof typeof OUT)[];
  readonly send: (page: Page) => Promise<void>;
  /** What was typed is there, once. */
  readonly isDone: (page: Page) => Promise<unknown>;
};

const FORMS: readonly Form[] = [
  {
    where: 'a drawer',
    open: async (visit) => {
      await visit.goTo('Tokens');
      await visit.open('New token');
    },
    field: (page) => page.getByRole('dialog').getByLabel('Name'),
    typed: 'nightly',
    ways: OVER_A_PAGE,
    send: (page) => page.getByRole('dialog').getByRole('button', { name: 'Create' }).click(),
    isDone: async (page) => {
      const row = page.getByRole('row', { name: /nightly/u });
      await row.waitFor();
      expect(await row.count()).toBe(1);
    },
  },
  {
    where: 'a dialog',
    open: async (visit) => {
      await visit.goTo('Users');
      await visit.page.getByRole('button', { name: `Actions for ${MARTA.username}` }).click();
      await visit.page.getByRole('menuitem', { name: 'Adjust balance' }).click();
      await visit.page.getByRole('dialog').getByLabel('Change').fill('2.5');
    },
    field: (page) => page.getByRole('dialog').getByLabel('Reason'),
    typed: 'Credit for the outage on Friday',
    ways: OVER_A_PAGE,
    send: (page) => page.getByRole('dialog').getByRole('button', { name: 'Adjust balance' }).click(),
    isDone: (page) => page.getByText(`${MARTA.username} now has $2.50`).waitFor(),
  },
  {
    where: 'the settings',
    open: async (visit) => {
      await visit.goTo('Settings');
      await visit.page.getByRole('tab', { name: 'Other', exact: true }).click();
    },
    field: (page) => page.getByLabel('Name of this site', { exact: true }),
    typed: 'Ledgate of Lisbon',
    ways: ['Back', 'a link', 'a tab', 'signing out'],
    send: (page) => page.getByLabel('Name of this site', { exact: true }).press('Enter'),
    isDone: (page) => page.getByRole('banner').getByText('Ledgate of Lisbon').first().waitFor(),
  },
];

const OWN_NAMES: Form = {
  where: 'the page of own names',
  open: async (visit) => {
    const { page } = visit;
    await visit.goTo('Settings');
    await page.getByRole('main').locator('a[href="/user/edit"]').click();
    await page.getByLabel('Display name').waitFor();
  },
  field: (page) => page.getByLabel('Display name'),
  typed: 'Ada of Lisbon',
  ways: ['Back', 'a link', 'signing out'],
  send: (page) => page.getByLabel('Display name').press('Enter'),
  isDone: (page) => page.getByRole('button', { name: 'Account of root · Ada of Lisbon' }).waitFor(),
};

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
    await browser?.close();
    await product.stop();
    await product.discard();
  });

  step('has its person, and somebody else to do something to', async () => {
    await visit.signIn(ROOT, later);
    expect(await command(visit.page, 1, '/api/user/', { ...MARTA, display_name: 'Marta' })).toBe(true);
  });

  for (const form of process.env['BROWSER_VARIANTS'] === 'all' ? [...FORMS, OWN_NAMES] : FORMS)
    step(`in ${form.where} is asked about on each way out, and goes on after a sign-in over it`, async () => {
      const { page } = visit;
      await visit.goTo('Wallet');
      await form.open(visit);
      const field = form.field(page);
      await field.fill(form.typed);
      const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
      for (const way of form.ways) {
        await OUT[way](page);
        await question.getByRole('button', { name: 'Keep editing' }).click();
        await question.waitFor({ state: 'detached' });
        expect([way, await field.inputValue()]).toEqual([way, form.typed]);
      }
      // The browser asks itself before it loads the page again.
      const asked = page.waitForEvent('dialog');
      await page.evaluate(() => void setTimeout(() => location.reload()));
      const dialog = await asked;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.dismiss();
      expect(await field.inputValue()).toBe(form.typed);
      expect(await command(page, 1, '/api/user/logout')).toBe(true);
      await form.send(page);
      const over = page.getByRole('dialog', { name: 'Your session has ended' });
      await over.getByLabel('Password').fill(ROOT.password);
      await page.keyboard.press('Enter');
      await over.waitFor({ state: 'detached' });
      await form.isDone(page);
      await visit.shoot(`typed-in-${form.where.replaceAll(' ', '-')}`);
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
    await page.getByRole('link', { name: 'Wallet', exact: true }).click();
    await page.getByText('This account is banned', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    // Figures are asked for again when a page is looked at again.
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.waitForTimeout(QUIET_MS);
    expect(calls.filter((path) => path.startsWith('/api/'))).toEqual([]);
    await page.goto(`${product.url}/detail`);
    await page.getByText('This account is banned', { exact: true }).waitFor();
    await visit.shoot('banned');
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
  });
});
