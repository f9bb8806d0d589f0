import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { accessibilityProblems, outOfSight, sidewaysScroll } from '../../testing/page-checks.ts';

const ROOT = 100;
const TOP_BAR_PX = 48;

type Listed = {
  readonly path: string;
  /** What must be in sight from 1,024 px on: amounts, balance, status, priority, weight. */
  readonly figures: readonly string[];
};

const LISTS: readonly Listed[] = [
  { path: '/user', figures: ['status', 'quota', 'used', 'requests'] },
  { path: '/channel', figures: ['status', 'used', 'priority', 'weight'] },
  { path: '/token', figures: ['status', 'used', 'remain'] },
  { path: '/redemption', figures: ['status', 'quota'] },
  { path: '/log', figures: ['type', 'tokens', 'amount'] },
  { path: '/books', figures: ['opening', 'debits', 'credits', 'balance'] },
];
const nameOf = (path: string): string => path.slice(1);

const listed = async (page: Page): Promise<void> => {
  await page.locator('[data-row]').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
};

await browserSuite('lists', ({ open, test }) => {
  for (const { path, figures } of LISTS) {
    for (const language of ['en', 'zh'] as const)
      test(`${path} has its figures in sight at 1,024, 1,280 and 1,440 px, menu open: ${language}`, async () => {
        const { page, problems } = await open(path, { role: ROOT, language, width: 1024, height: 900 });
        for (const width of [1024, 1280, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          await listed(page);
          await shoot(page, `test-list-${nameOf(path)}-${language}-${width}`);
          expect([width, await outOfSight(page, figures)]).toEqual([width, []]);
          expect([width, await sidewaysScroll(page)]).toEqual([width, 0]);
          const frame = await page
            .locator('[data-frame]')
            .evaluate((element) => [element.scrollWidth - element.clientWidth]);
          expect(frame[0]).toBeLessThanOrEqual(1);
        }
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(problems).toEqual([]);
      });

    for (const width of [1024, 390])
      test(`${path} has the row that is open in its address: another browser opens it, and Back closes it, ${width} px`, async () => {
        const { page } = await open(path, { role: ROOT, width, height: 844 });
        await listed(page);
        const row = page.locator('[data-row]').nth(1);
        const opens = (expanded: boolean) => row.getByRole('button', { expanded }).first();
        await opens(false).click();
        await opens(true).waitFor();
        const { pathname, search } = new URL(page.url());
        const other = await open(`${pathname}${search}`, { role: ROOT, width, height: 844 });
        await other.page.locator('[data-row]').nth(1).getByRole('button', { expanded: true }).first().waitFor();
        expect(await other.page.getByRole('dialog').count()).toBe(0);
        await page.goBack();
        await opens(false).waitFor();
      });

    test(`${path} shows 8 rows of two lines on 390 by 844 px, which open`, async () => {
      const { page, problems } = await open(path, {
        role: ROOT,
        language: 'zh',
        theme: 'dark',
        width: 390,
        height: 844,
      });
      await listed(page);
      await shoot(page, `test-list-${nameOf(path)}-390`);
      const { height, tops } = await page.evaluate(() => ({
        height: document.querySelector('[data-row]')?.getBoundingClientRect().height ?? 0,
        tops: [...document.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect().bottom),
      }));
      expect(height).toBeLessThanOrEqual(62);
      const [first = 0] = tops;
      // As many as the fixture has not, of the same height. The trial balance is the second thing on its page.
      const room = path === '/books' ? 844 - TOP_BAR_PX - height : 844 - first;
      const fit = 1 + Math.floor(room / height);
      expect(fit).toBeGreaterThanOrEqual(8);
      await page.locator('[data-row]').first().getByRole('button', { expanded: false }).first().click();
      await page.locator('[data-row] [data-fact], [data-row] [data-receipt], [data-row] dl').first().waitFor();
      await shoot(page, `test-list-${nameOf(path)}-390-open`);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(problems).toEqual([]);
    });
  }
});
