import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { answered, FakeApi } from '../../testing/fake-api.ts';
import { nowS, timeline } from '../../testing/fixtures.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';

const ROUND_MS = 30_500;
const LAST = 1_204_332;

/** So many charges more, the newest first. */
function charge(api: FakeApi, count: number): void {
  const [first] = api.logs.filter(({ type }) => type === 2);
  if (first === undefined) throw new Error('there is no charge');
  const position = Math.max(LAST, ...api.logs.map((log) => log.position));
  const made = Array.from({ length: count }, (_, index) => ({
    ...first,
    id: position + count - index,
    position: position + count - index,
    created_at: nowS(),
    model_name: `newcomer-${count - index}`,
  }));
  api.logs = [...made, ...api.logs];
}

const rowsOf = async (page: Page): Promise<readonly unknown[]> =>
  page
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((row) => [row.textContent, Math.round(row.getBoundingClientRect().top)]));

await browserSuite('newer rows', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const isEnglish = variant.language === 'en';
    test(`charges that arrive move no row of the log, and are shown on a click: ${variantName(variant)}`, async () => {
      const api = new FakeApi();
      const { page, problems } = await open('/log', { api, role: 1, clock: true, ...variant });
      await page.locator('[data-row]').first().waitFor();
      await page.locator('[data-as-of]').waitFor();
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => document.fonts.ready);
      const before = await rowsOf(page);
      const entries = page.locator('dl > div', { hasText: isEnglish ? 'Entries' : '条数' }).locator('dd');
      const total = Number(await entries.textContent());
      charge(api, 3);
      await page.clock.runFor(ROUND_MS);
      const line = page.getByRole('button', { name: isEnglish ? 'Show 3 newer entries' : '显示 3 条新记录' });
      await line.waitFor();
      expect(await line.textContent()).toBe(isEnglish ? '3 newer' : '3 条新记录');
      await eventually(async () => expect(Number(await entries.textContent())).toBe(total + 3));
      expect(await rowsOf(page)).toEqual(before);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-newer-log-${variantName(variant)}`);
      await line.click();
      await page.getByText('newcomer-3').first().waitFor();
      await line.waitFor({ state: 'detached' });
      expect(problems).toEqual([]);
    });

    test(`entries that arrive move none of the ledger, and are shown on a click: ${variantName(variant)}`, async () => {
      const api = new FakeApi();
      let entries = timeline(false, false);
      api.when(/^GET \/api\/ledger\/account\/self$/u, () => answered({ position: 4_711, entries, next: null }));
      const { page, problems } = await open('/topup/ledger', { api, role: 1, clock: true, ...variant });
      const first = page.locator('main li').first();
      await first.waitFor();
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => document.fonts.ready);
      const before = [await first.textContent(), (await first.boundingBox())?.y];
      const gift = entries.find(({ type }) => type === 'QuotaGranted');
      if (gift === undefined) throw new Error('there is no gift');
      entries = [{ ...gift, position: LAST + 9, text: 'A newcomer', at: nowS() }, ...entries];
      await page.clock.runFor(ROUND_MS);
      const line = page.getByRole('button', {
        name: isEnglish ? 'Show 1 newer entry' : '显示 1 条新记录',
        exact: true,
      });
      await line.waitFor();
      expect([await first.textContent(), (await first.boundingBox())?.y]).toEqual(before);
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-newer-ledger-${variantName(variant)}`);
      await line.click();
      await page.getByText('A newcomer').waitFor();
      await line.waitFor({ state: 'detached' });
      expect(problems).toEqual([]);
    });
  }

  test('a row that was opened stays open while more arrive than are counted, and after they are shown', async () => {
    const api = new FakeApi();
    const { page } = await open('/log?type=2', { api, role: 1, clock: true });
    await page.locator('tr[data-row]').first().locator('[data-column=time]').click();
    const receipt = page.locator('[data-receipt]');
    await receipt.getByText('2,741.25').first().waitFor();
    charge(api, 4);
    await page.clock.runFor(ROUND_MS);
    await page.getByRole('button', { name: 'Show 4 newer entries' }).waitFor();
    expect(await receipt.count()).toBe(1);
    await page.getByRole('button', { name: 'Show 4 newer entries' }).click();
    await page.getByText('newcomer-4').first().waitFor();
    expect(await receipt.count()).toBe(1);
    charge(api, 250);
    await page.clock.runFor(ROUND_MS);
    await page.getByRole('button', { name: 'Show 100+ newer entries' }).waitFor();
  });

  test('what waits is counted by the filter of the list, and not on its later pages', async () => {
    const api = new FakeApi();
    const { page } = await open('/log?type=1', { api, role: 1, clock: true });
    await page.locator('tr[data-row]').first().waitFor();
    await page.waitForLoadState('networkidle');
    charge(api, 3);
    api.calls.length = 0;
    await page.clock.runFor(ROUND_MS);
    await eventually(async () => expect(api.calls.some((call) => call.includes('page_size=100'))).toBe(true));
    await page.waitForLoadState('networkidle');
    expect(await page.locator('[data-newer]').count()).toBe(0);
    await page.goto(new URL('/log?p=2', page.url()).href);
    await page.locator('tr[data-row]').first().waitFor();
    charge(api, 3);
    api.calls.length = 0;
    await page.clock.runFor(ROUND_MS);
    await eventually(async () => expect(api.calls.some((call) => call.includes('page_size=100'))).toBe(true));
    await page.waitForLoadState('networkidle');
    expect(await page.locator('[data-newer]').count()).toBe(0);
  });
});
