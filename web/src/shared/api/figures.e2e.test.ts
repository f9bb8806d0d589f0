import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { showTab } from '../../testing/tab.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';

const ROOT = 100;
const ROUND_MS = 30_500;
const DAY_S = 86_400;
const nowS = Math.floor(Date.now() / 1000);
const BOOKS = 'GET /api/health/books';
const DASHBOARD = 'GET /api/dashboard/self';

/** What each page asks again, whoever looks at it. */
const pages: readonly (readonly [path: string, calls: readonly string[]])[] = [
  ['/detail', [DASHBOARD, 'GET /api/data/self', BOOKS]],
  [`/detail?range=${nowS - 100 * DAY_S}-${nowS + 50 * DAY_S}`, [DASHBOARD, 'GET /api/data/self', BOOKS]],
  ['/detail?of=all', ['GET /api/data', BOOKS]],
  ['/log', ['GET /api/log', 'GET /api/log/stat', BOOKS]],
  ['/log?p=2', ['GET /api/log', 'GET /api/log/stat', BOOKS]],
  ['/topup', [BOOKS, 'GET /api/user/self']],
  ['/topup/ledger', [BOOKS, 'GET /api/ledger/account/self']],
  ['/topup/ledger?before=1204300', [BOOKS]],
  ['/books', [BOOKS, 'GET /api/ledger/trial_balance']],
  ['/setting', [BOOKS, 'GET /api/user/self']],
  ['/channel', [BOOKS]],
];

await browserSuite('figures', ({ open, test }) => {
  for (const [path, calls] of pages)
    test(`${path}: its figures are asked again every 30 s, never in a hidden tab, and at once when it comes back`, async () => {
      const { page, api, problems } = await open(path, { role: ROOT, clock: true });
      await page.locator('main h1').waitFor();
      await page.waitForLoadState('networkidle');
      const asked = async (): Promise<void> =>
        eventually(async () =>
          expect(api.calls.map((call) => call.replace(/\?.*$/u, '')).toSorted()).toEqual([...calls].toSorted()),
        );
      for (let round = 0; round < 2; round += 1) {
        api.calls.length = 0;
        await page.clock.runFor(ROUND_MS);
        await asked();
        await page.waitForLoadState('networkidle');
      }
      api.calls.length = 0;
      await showTab(page, 'hidden');
      await page.clock.runFor(4 * ROUND_MS);
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await page.waitForLoadState('networkidle');
      expect(api.calls).toEqual([]);
      await showTab(page, 'visible');
      await asked();
      expect(problems).toEqual([]);
    });

  for (const variant of VARIANTS) {
    const isEnglish = variant.language === 'en';
    test(`old figures stay with their time where asking again fails, and the chart too: ${variantName(variant)}`, async () => {
      const api = new FakeApi();
      const { page } = await open('/detail', { api, role: 1, clock: true, ...variant });
      const [tiles, chart] = [page.locator('[data-as-of]').first(), page.locator('[data-as-of]').last()];
      await page.locator('[data-total]').waitFor();
      await tiles.waitFor();
      const [time, total] = [await tiles.getAttribute('data-as-of'), await page.locator('[data-total]').textContent()];
      api.when(/^GET \/api\/(dashboard|data)/u, () => ({ status: 503, body: { success: false, message: 'Away.' } }));
      await page.clock.runFor(ROUND_MS);
      for (const figures of [tiles, chart]) {
        await figures
          .getByText(
            isEnglish
              ? /^As of (2|3)\d seconds ago · asking again has failed$/u
              : /^数据截至(2|3)\d秒钟?前 · 刷新失败$/u,
          )
          .waitFor();
        expect(await figures.getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [A-Z]\S+ · .*Away\./u);
      }
      expect([await tiles.getAttribute('data-as-of'), await page.locator('[data-total]').textContent()]).toEqual([
        time,
        total,
      ]);
      await page.getByText('$10.00', { exact: true }).first().waitFor();
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-figures-failed-${variantName(variant)}`);
      api.forget();
      api.user = { ...api.user, quota: 4_000_000 };
      await page.clock.runFor(ROUND_MS);
      await page.getByText('$8.00', { exact: true }).first().waitFor();
      await tiles.getByText(isEnglish ? /^As of (now|\d seconds? ago)$/u : /^数据截至(现在|\d秒钟?前)$/u).waitFor();
      expect(await tiles.getAttribute('data-as-of')).not.toBe(time);
    });
  }

  test('the mark of the books stays as it was where asking again fails', async () => {
    const { page, api } = await open('/channel', { role: ROOT, clock: true });
    const mark = page.getByRole('contentinfo').getByRole('link', { name: /^Books verified/u });
    await mark.waitFor();
    const asked = () => api.calls.filter((call) => call === BOOKS).length;
    api.when(/^GET \/api\/health\/books$/u, () => ({ status: 503, body: { success: false, message: 'Away.' } }));
    const before = asked();
    await page.clock.runFor(ROUND_MS);
    await eventually(async () => expect(asked()).toBeGreaterThan(before));
    await page.waitForLoadState('networkidle');
    await page.clock.runFor(ROUND_MS);
    await mark.getByText(/, (\d minutes?|[2-9]\d seconds) ago,/u).waitFor();
  });

  test('a failure without figures stays until one try succeeds', async () => {
    const api = new FakeApi();
    api.when(/^GET \/api\/(dashboard|data)/u, () => ({ status: 503, body: { success: false, message: 'Away.' } }));
    const { page } = await open('/detail', { api, role: 1, clock: true });
    const failures = page.getByRole('alert').filter({ hasText: 'Away.' });
    await failures.nth(1).waitFor();
    const before = api.calls.length;
    await page.clock.runFor(ROUND_MS);
    await eventually(async () => expect(api.calls.length).toBeGreaterThan(before + 1));
    expect(await failures.count()).toBe(2);
    api.forget();
    await page.clock.runFor(ROUND_MS);
    await page.getByText('$10.00', { exact: true }).first().waitFor();
    await failures.first().waitFor({ state: 'detached' });
  });

  test('the figures of a day begin anew at midnight', async () => {
    const { page, api } = await open('/detail', { role: 1, clock: true });
    await page.locator('[data-as-of]').first().waitFor();
    const starts = (): Set<string | null> =>
      new Set(
        api.calls
          .filter((call) => call.startsWith(DASHBOARD))
          .map((call) => new URL(`http://x${call.slice(4)}`).searchParams.get('day_start')),
      );
    expect(starts().size).toBe(1);
    await page.clock.fastForward(DAY_S * 1000);
    await eventually(async () => expect(starts().size).toBe(2));
  });
});
