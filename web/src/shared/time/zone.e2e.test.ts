import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';

const ZONE = 'Australia/Eucla';
/** Eight hours and three quarters, the whole year. */
const AHEAD_S = 31_500;
const DAY_S = 86_400;
const QUARTER_S = 900;

/** A clock of UTC `ahead` seconds on, as the console writes it. */
const clock = (seconds: number, ahead: number): string =>
  new Date((seconds + ahead) * 1000).toISOString().slice(0, 19).replace('T', ' ');

await browserSuite('time zone', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const isEnglish = variant.language === 'en';
    test(`times are in the zone that is chosen in the settings, ranges begin and end by it and name it: ${variantName(variant)}`, async () => {
      const api = new FakeApi();
      const [row] = api.logs;
      if (row === undefined) throw new Error('there is no row');
      const { page, problems } = await open('/log', { api, role: 1, ...variant });
      const browserZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
      await page.locator('[data-zone]', { hasText: browserZone }).waitFor();
      await page.locator('[data-row]').first().waitFor();

      await page.goto(new URL('/setting', page.url()).href);
      const choice = page.getByRole('combobox', { name: isEnglish ? 'Time zone' : '时区' });
      await choice.selectOption(ZONE);
      await page.getByText(isEnglish ? /^The time there is \d{4}-/u : /^该时区现在是 \d{4}-/u).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shoot(page, `test-zone-setting-${variantName(variant)}`);

      await page.goto(new URL('/log?range=today', page.url()).href);
      await page.locator('[data-zone]', { hasText: ZONE }).waitFor();
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shoot(page, `test-zone-log-${variantName(variant)}`);
      const asked = api.calls.filter((call) => call.startsWith('GET /api/log/self?')).at(-1) ?? '';
      const { searchParams } = new URL(`http://x${asked.slice('GET '.length)}`);
      const [start, end] = [Number(searchParams.get('start_timestamp')), Number(searchParams.get('end_timestamp'))];
      expect([(start + AHEAD_S) % DAY_S, (end + 1 + AHEAD_S) % DAY_S, end + 1 - start]).toEqual([0, 0, DAY_S]);
      await page.goto(new URL('/log', page.url()).href);
      await page.getByText(clock(row.created_at, AHEAD_S)).first().waitFor();

      await page.goto(new URL('/detail', page.url()).href);
      await page.locator('[data-total]').waitFor();
      await page.locator('[data-zone]', { hasText: ZONE }).waitFor();
      const buckets = api.calls.filter((call) => call.startsWith('GET /api/data/self?')).at(-1) ?? '';
      expect(buckets).toContain(`step=${QUARTER_S}`);
      expect(await page.locator('[data-as-of]').first().getAttribute('title')).toContain(` ${ZONE}`);

      await page.goto(new URL('/setting', page.url()).href);
      expect(await choice.inputValue()).toBe(ZONE);
      await choice.selectOption('');
      await eventually(async () => expect(await page.evaluate(() => localStorage.getItem('time-zone'))).toBeNull());
      await page.goto(new URL('/log', page.url()).href);
      await page.locator('[data-zone]', { hasText: browserZone }).waitFor();
      expect(problems).toEqual([]);
    });
  }

  test('a range of one’s own is typed in the zone that is chosen', async () => {
    const { page, api } = await open('/log', { role: 1 });
    await page.evaluate((zone) => localStorage.setItem('time-zone', zone), ZONE);
    await page.reload();
    await page.getByRole('button', { name: 'Custom' }).click();
    await page.getByText(`Times in the zone ${ZONE}`).waitFor();
    await page.getByLabel('From').fill('2026-03-05T00:00');
    await page.getByLabel('Until').fill('2026-03-05T23:59');
    await page.getByRole('button', { name: 'Apply' }).click();
    const start = Date.UTC(2026, 2, 5) / 1000 - AHEAD_S;
    await eventually(async () =>
      expect(
        api.calls.some((call) => call.includes(`start_timestamp=${start}&end_timestamp=${start + DAY_S - 1}`)),
      ).toBe(true),
    );
    await page.getByRole('button', { name: '2026-03-05 00:00 – 2026-03-05 23:59' }).waitFor();
  });

  test('a zone that the browser does not know is none', async () => {
    const { page } = await open('/log', { role: 1 });
    await page.evaluate(() => localStorage.setItem('time-zone', 'Mars/Olympus'));
    await page.reload();
    const browserZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    await page.locator('[data-zone]', { hasText: browserZone }).waitFor();
  });
});
