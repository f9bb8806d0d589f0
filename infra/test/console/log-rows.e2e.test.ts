import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { findBrowser, openWindow } from '@ledgate/web/testing/console-page';
import { eventually } from '@ledgate/web/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { ConsoleClient } from '../../tools/console-client/console-client.ts';
import { makeToken } from '../../tools/console-client/set-up.ts';
import { writeCharges } from '../testing/many-charges.ts';
import { buildProduct, Product } from '../testing/product.ts';
import { ConsoleVisit } from './console-visit.ts';

const LIMIT_MS = 180_000;
const ROOT = { username: 'root', password: '123456' };
const MODEL = 'gpt-4o-mini';
/** Asked for once, before all others and after them: the last and the first row of the log. */
const [FIRST_MODEL, LAST_MODEL] = ['gpt-4o', 'gpt-4.1'];
const CALLS = 10_000;
const MODELS = Array.from({ length: CALLS }, (_, index) =>
  index === 0 ? FIRST_MODEL : index === CALLS - 1 ? LAST_MODEL : MODEL,
);
const ROWS_A_PAGE = 100;
const PAGES = CALLS / ROWS_A_PAGE;
const NEWCOMER = 'gpt-4.1-mini';
const NEWCOMERS = [NEWCOMER, NEWCOMER, NEWCOMER];
/** From a press to the rows that it leads to, on a machine that is busy with much else: far below what a person gives up after. */
const PAGE_WITHIN_MS = 15_000;
/** Until figures and newer rows are asked for again. */
const ROUND_MS = 30_500;

const isAll = process.env['BROWSER_VARIANTS'] === 'all';

const browser = await findBrowser();
if (!browser)
  process.stderr.write('NOT RUN: browser tests of a long log: no Chromium found (set CHROMIUM_PATH, or install it)\n');

/** A log of many charges, to which others come: each step stands on the one before it. */
(browser ? describe : describe.skip)('a long log of the running product', () => {
  const product = new Product();
  let root: ConsoleClient;
  let visit: ConsoleVisit;
  let other: ConsoleVisit;
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

  const charged = async (count: number): Promise<void> =>
    eventually(async () => {
      const path = `/api/log/?p=1&page_size=10&type=${LOG_TYPE.consumption}`;
      expect((await root.get(path, z.object({ total: z.number() }))).total).toBe(count);
    });

  beforeAll(async () => {
    if (!browser) return;
    buildProduct();
    await product.start();
    root = await ConsoleClient.signedIn(product.url, ROOT.username, ROOT.password);
    await makeToken(root, 'nightly');
    await writeCharges(product, root.userId, MODELS);
    await charged(CALLS);
    visit = new ConsoleVisit(await openWindow(browser), product.url);
    other = new ConsoleVisit(await openWindow(browser), product.url);
    for (const one of [visit, other])
      await one.signIn(ROOT, () => one.page.getByRole('button', { name: 'Later' }).click());
  }, LIMIT_MS);

  afterAll(async () => {
    await browser?.close();
    await product.stop();
    await product.discard();
  });

  const rowsOf = (page: Page): Locator => page.locator('tr[data-row]');
  /** The rows, and where they stand. */
  const shown = (page: Page): Promise<readonly unknown[]> =>
    rowsOf(page).evaluateAll((rows) =>
      rows.map((row) => [row.textContent, Math.round(row.getBoundingClientRect().top)]),
    );
  /** What a press leads to is there within the limit. */
  const promptly = async (press: () => Promise<unknown>, there: () => Promise<unknown>): Promise<void> => {
    const startedAt = performance.now();
    await press();
    await there();
    expect(performance.now() - startedAt).toBeLessThan(PAGE_WITHIN_MS);
  };

  step(
    `has its ${CALLS} rows to the last page, from either end, each page within ${PAGE_WITHIN_MS} ms`,
    async (page) => {
      await page.goto(`${product.url}/log?type=${LOG_TYPE.consumption}`);
      const size = page.getByRole('combobox', { name: 'Rows a page' });
      await size.selectOption(String(ROWS_A_PAGE));
      const pages = page.getByRole('navigation', { name: 'Pages' });
      const pressed = (name: string) => () => pages.getByRole('button', { name, exact: true }).click();
      const isOn = (number: string, range: string, first: string) => async () => {
        await pages.getByText(`Page ${number} of ${PAGES}`, { exact: true }).waitFor();
        await pages.getByText(`${range} of 10,000`, { exact: true }).waitFor();
        await rowsOf(page).first().getByText(first, { exact: true }).waitFor();
        await eventually(async () => expect(await rowsOf(page).count()).toBe(ROWS_A_PAGE));
      };
      await isOn('1', '1–100', LAST_MODEL)();
      await promptly(pressed('Next page'), isOn('2', '101–200', MODEL));
      await promptly(pressed('Last page'), isOn('100', '9,901–10,000', MODEL));
      await rowsOf(page).last().getByText(FIRST_MODEL, { exact: true }).waitFor();
      expect(await pages.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
      expect(await pages.getByRole('button', { name: 'Last page' }).isDisabled()).toBe(true);
      await visit.shoot('log-last-page');
      await promptly(pressed('Previous page'), isOn('99', '9,801–9,900', MODEL));
      const time = page.getByRole('button', { name: 'Time', exact: true });
      await promptly(() => time.click(), isOn('1', '1–100', FIRST_MODEL));
      expect(await page.getByRole('columnheader', { name: 'Time' }).getAttribute('aria-sort')).toBe('ascending');
      await promptly(pressed('Last page'), isOn('100', '9,901–10,000', MODEL));
      await rowsOf(page).last().getByText(LAST_MODEL, { exact: true }).waitFor();
      await promptly(pressed('First page'), isOn('1', '1–100', FIRST_MODEL));
    },
  );

  step('says of charges that arrive while a row is opened, and moves none until it is asked to', async (page) => {
    await page.clock.install();
    await page.goto(`${product.url}/log?type=${LOG_TYPE.consumption}`);
    await page.getByRole('combobox', { name: 'Rows a page' }).selectOption('20');
    await eventually(async () => expect(await rowsOf(page).count()).toBe(20));
    await rowsOf(page).first().locator('[data-column=time]').click();
    const receipt = page.locator('[data-receipt]');
    await receipt.locator('[data-receipt-total]').waitFor();
    await page.evaluate(() => document.fonts.ready);
    const before = await shown(page);
    await writeCharges(product, root.userId, NEWCOMERS);
    await charged(CALLS + NEWCOMERS.length);
    await page.clock.runFor(ROUND_MS);
    const newer = page.getByRole('button', { name: `Show ${NEWCOMERS.length} newer entries` });
    await newer.waitFor();
    expect(await shown(page)).toEqual(before);
    expect(await receipt.count()).toBe(1);
    await newer.click();
    await rowsOf(page).first().getByText(NEWCOMER, { exact: true }).waitFor();
    await newer.waitFor({ state: 'detached' });
    expect(await receipt.count()).toBe(1);
    const open = page.locator('tr[data-row][aria-expanded=true]');
    await open.getByText(LAST_MODEL, { exact: true }).waitFor();
    expect(await open.getAttribute('data-row')).toBe(String(NEWCOMERS.length));
    await visit.shoot('log-newer-rows');
  });

  const tokenDrawer = (page: Page): Locator => page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  /** What is opened by hand, and how it is seen that it is open. */
  const opened: readonly {
    readonly what: string;
    readonly open: (page: Page) => Promise<unknown>;
    readonly isOpen: (page: Page) => Promise<unknown>;
    /** Where Back closes it. */
    readonly isClosed?: (page: Page) => Promise<unknown>;
  }[] = [
    {
      what: 'a row on the third page of a log that is filtered and sorted, with 50 rows a page',
      open: async (page) => {
        await visit.goTo('Logs');
        await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Consumption' });
        await page.getByRole('combobox', { name: 'Rows a page' }).selectOption('50');
        await page.getByRole('button', { name: 'Time', exact: true }).click();
        await page.getByText('1–50 of 10,003', { exact: true }).waitFor();
        for (const range of ['51–100', '101–150']) {
          await page.getByRole('button', { name: 'Next page' }).click();
          await page.getByText(`${range} of 10,003`, { exact: true }).waitFor();
        }
        await eventually(async () => expect(await page.locator('[aria-busy=true]').count()).toBe(0));
        await rowsOf(page).nth(40).locator('[data-column=time]').click();
      },
      isOpen: async (page) => {
        await page.getByText('101–150 of 10,003', { exact: true }).waitFor();
        await page.locator('[data-receipt] [data-receipt-total]').waitFor();
        expect(await rowsOf(page).nth(40).getAttribute('aria-expanded')).toBe('true');
        expect(await page.getByLabel('Type', { exact: true }).inputValue()).toBe(String(LOG_TYPE.consumption));
        expect(await page.getByRole('columnheader', { name: 'Time' }).getAttribute('aria-sort')).toBe('ascending');
      },
      isClosed: async (page) => {
        await page.locator('[data-receipt]').waitFor({ state: 'detached' });
        await page.getByText('101–150 of 10,003', { exact: true }).waitFor();
      },
    },
    {
      what: 'the drawer of a token',
      open: async (page) => {
        await visit.goTo('Tokens');
        await page
          .getByRole('row', { name: /nightly/u })
          .locator('[data-column=name]')
          .click();
      },
      isOpen: async (page) => {
        await tokenDrawer(page).waitFor();
        expect(await tokenDrawer(page).inputValue()).toBe('nightly');
      },
      isClosed: (page) => page.getByRole('dialog').waitFor({ state: 'detached' }),
    },
    {
      what: 'a tab of the settings',
      open: async (page) => {
        await visit.goTo('Settings');
        await page.getByRole('tab', { name: 'Other', exact: true }).click();
      },
      isOpen: (page) => page.getByLabel('Name of this site', { exact: true }).waitFor(),
      isClosed: (page) => page.getByRole('tab', { name: 'Personal', selected: true }).waitFor(),
    },
    {
      what: 'a measure of the dashboard',
      open: async (page) => {
        await visit.goTo('Dashboard');
        await page.getByText('Requests', { exact: true }).last().click();
      },
      isOpen: async (page) =>
        eventually(async () => expect(await page.getByRole('radio', { name: 'Requests' }).isChecked()).toBe(true)),
    },
  ];

  /** With BROWSER_VARIANTS=all. */
  const openedToo: typeof opened = [
    {
      what: 'a tab of a person',
      open: async (page) => {
        await visit.goTo('Users');
        await page.locator('tr[data-row] a[href^="/user/"]').first().click();
        await page.getByRole('tab', { name: 'Ledger' }).click();
      },
      isOpen: (page) => page.getByRole('tab', { name: 'Ledger', selected: true }).waitFor(),
    },
    {
      what: 'the form of a new channel',
      open: async (page) => {
        await visit.goTo('Channels');
        await page.getByRole('button', { name: 'New channel', exact: true }).first().click();
      },
      isOpen: (page) => page.getByRole('dialog').getByLabel('Base URL').waitFor(),
      isClosed: (page) => page.getByRole('dialog').waitFor({ state: 'detached' }),
    },
    {
      what: 'why calls were refused',
      open: async (page) => {
        await visit.goTo('Logs');
        await page.getByRole('button', { name: '0 refused calls: show why' }).click();
      },
      isOpen: (page) => page.getByRole('dialog', { name: 'Refused calls' }).waitFor(),
      isClosed: (page) => page.getByRole('dialog').waitFor({ state: 'detached' }),
    },
  ];

  step(
    'is opened by its address in another browser as it stands in the first, and closed by Back there',
    async (page) => {
      for (const { what, open, isOpen, isClosed } of isAll ? [...opened, ...openedToo] : opened) {
        await open(page);
        await isOpen(page).catch((error: unknown) => {
          throw new Error(`${what}: ${String(error)}`);
        });
        await other.page.goto(page.url());
        await isOpen(other.page).catch(async (error: unknown) => {
          await other.shoot('opened-elsewhere');
          throw new Error(`${what}, by its address ${page.url()}: ${String(error)}`);
        });
        if (isClosed === undefined) continue;
        await page.goBack();
        await isClosed(page);
      }
    },
  );
});
