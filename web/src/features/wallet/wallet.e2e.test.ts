import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi } from '../../testing/fake-api.ts';
import { nowS, receiptAnswer, statementFigures } from '../../testing/fixtures.ts';
import { accessibilityProblems, colourOf, cssColour, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';
import { colours } from '../../shared/theme/colours.ts';

const A4_MARGIN = { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' };
/** 190 x 277 mm at 96 pixels an inch: what the margins leave. */
const A4_PIXELS = { width: 718, height: 1047 };

/** How many leaves a PDF has. */
const leavesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/gu)?.length ?? 0;

await browserSuite('wallet', ({ open, test }) => {
  test('a code is redeemed and the balance follows', async () => {
    const { page, api } = await open('/topup', { role: 1 });
    await page.getByText('$10.00', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Redeem' }).click();
    await page.getByText('Please enter redemption code.').waitFor();
    await page.getByLabel('Redemption code').fill('nothing');
    await page.getByRole('button', { name: 'Redeem' }).click();
    await page.getByText('Invalid redemption code').waitFor();
    await page.getByLabel('Redemption code').fill(api.codes[0]?.key ?? '');
    await page.getByText('Invalid redemption code').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Redeem' }).click();
    await page.getByText('$10.00 credited').waitFor();
    await page.locator('[data-figure="Balance"]', { hasText: '$20.00' }).waitFor();
    await shoot(page, 'test-wallet');
  });

  test('the statement runs from the opening to the closing balance', async () => {
    const { page } = await open('/topup/statement?range=7d', { role: 1 });
    const table = page.getByRole('table', { name: 'Statement' });
    await table.getByText('Opening balance').waitFor();
    await table.getByRole('button', { name: '9 charges' }).click();
    await table.getByText('gpt-4o · model ratio 1.25, completion ratio 4, group ratio 1').first().waitFor();
    await table.getByRole('button', { name: 'Receipt' }).first().click();
    await page.getByText('Price book v14').waitFor();
    await page.reload();
    await page.getByText('Price book v14').waitFor();
    await page.evaluate(() => history.back());
    await page.getByText('Price book v14').waitFor({ state: 'detached' });
    await shoot(page, 'test-statement');
  });

  test('a balance is told on a date that is chosen, as it was recorded then too, and stays over a reload', async () => {
    const { page, problems } = await open('/topup/ledger', { role: 1 });
    await page.getByRole('button', { name: 'Balance on a date' }).click();
    const told = page.getByRole('region', { name: 'Balance on a date' });
    await told.getByLabel('Date and time').fill('2026-11-01T00:00');
    await told.locator('[data-figure="Balance"]', { hasText: '$10.375310' }).waitFor();
    await told.getByText('Only what was recorded by then').click();
    await told.locator('[data-figure="Balance"]', { hasText: '$10.40' }).waitFor();
    await page.reload();
    await told.locator('[data-figure="Used"]', { hasText: '$14.60' }).waitFor();
    await told.getByLabel('Token number').fill('my token');
    await told.getByText('A whole number above zero').waitFor();
    await told.getByLabel('Token number').fill('12');
    await told.locator('[data-figure="Used by the token"]', { hasText: '$2.50' }).waitFor();
    await page.reload();
    await told.locator('[data-figure="Left of its limit"]', { hasText: '$7.50' }).waitFor();
    await told.getByLabel('Token number').fill('');
    await told.locator('[data-figure="Used by the token"]').waitFor({ state: 'detached' });
    await told.getByLabel('Date and time').fill('2019-01-01T00:00');
    await told.getByText('Nothing stood on this account yet').waitFor();
    await told.getByLabel('Date and time').fill('');
    await told.getByText('Choose a date and a time from 1970 on').waitFor();
    await told.getByRole('button', { name: 'Close' }).click();
    await told.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    expect(problems).toEqual([]);
  });

  test('a statement is of a period in a zone, sums its charges up, and marks what came late', async () => {
    const api = new FakeApi();
    const asked: string[] = [];
    const at = Date.UTC(2026, 10, 1, 18, 30) / 1_000;
    const charge = (position: number, facts: Readonly<Record<string, string>> = {}) => ({
      position,
      at: at + position,
      day: '2026-11-02',
      kind: 'charge' as const,
      type: 'ConsumptionRecorded',
      amount: -100,
      balance: 1_000 - 100 * position,
      text: 'a charge',
      facts,
      request_id: '',
    });
    const entries = [charge(1, { model: 'gpt-4o' }), charge(2, { model: 'o3' }), charge(3, { model: 'gpt-4o' })];
    api.when(/^GET \/api\/statement\/self$/u, ({ url }) => {
      asked.push(url.search);
      const sums = { opening: 1_000, credits: 0, charges: -300, refunds: 0, adjustments: 0, closing: 700 };
      const figures = {
        ...statementFigures(entries, url.searchParams.get('zone') ?? 'UTC'),
        late: [{ position: 2, at: at + 2, for_period: at, amount: -100 }],
        reopened: [{ period_id: 3, at, reason: 'a bill came late' }],
      };
      const data = { ...figures, user_id: 2, username: 'ada', start: at, end: at + 9, ...sums, entries, next: null };
      return { status: 200, body: { success: true, message: '', data } };
    });
    const { page, problems } = await open('/topup/statement', { role: 1, api });
    await page.getByRole('combobox', { name: 'Period' }).fill('2026-13');
    await page.getByText('A period is 2026, 2026-11 or 2026-11-28').waitFor();
    await page.getByRole('combobox', { name: 'Period' }).fill('2026-11');
    await page.getByRole('combobox', { name: /^Time zone/u }).fill('Asia/Kathmandu');
    await page.getByText('ada · 2026-11 · Asia/Kathmandu').waitFor();
    await eventually(async () => {
      const last = new URLSearchParams(asked.at(-1));
      expect([last.get('period'), last.get('zone'), last.get('start')]).toEqual(['2026-11', 'Asia/Kathmandu', null]);
    });
    const table = page.getByRole('table', { name: 'Statement' });
    // 18:30 in UTC is a quarter past midnight there.
    await table.getByText('2026-11-02').waitFor();
    await table.getByText('00:15:01').waitFor();
    await table.getByText('After its period was closed').waitFor();
    expect(await table.locator('tr[data-entry]').count()).toBe(3);
    await page.getByText('Period 3 was opened again on 2026-11-02 00:15:00: a bill came late').waitFor();
    await page.getByText('By model').click();
    const models = page.getByRole('table', { name: 'By model' });
    await models.getByRole('row', { name: /gpt-4o.*2.*2,400.*690/u }).waitFor();
    await page.reload();
    await models.getByRole('row', { name: /^Total/u }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('a statement is saved as a file, and what is printed is the page of the server', async () => {
    const api = new FakeApi();
    const html = '<!doctype html><html><body><h1>Printed statement</h1></body></html>';
    api.when(/^GET \/api\/statement\/self\/file$/u, ({ url }) =>
      url.searchParams.get('format') === 'html'
        ? { status: 200, body: html, headers: { 'content-type': 'text/html; charset=utf-8' } }
        : { status: 400, body: { success: false, message: 'The file is not to be had.' } },
    );
    const { page } = await open('/topup/statement', { role: 1, api });
    await page.getByRole('button', { name: 'Print' }).click();
    const printed = page.frameLocator('#printed-statement');
    await printed.getByRole('heading', { name: 'Printed statement' }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Save as a file' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    await page.getByText('The file is not to be had.').waitFor();
  });

  for (const width of [1280, 390]) {
    test(`a statement of 100,000 charges is complete, on the screen and on paper, ${width} px`, async () => {
      const api = new FakeApi();
      const [count, opening, since] = [100_000, 5_000_000, nowS() - 100_000];
      const entryAt = (index: number) => ({
        position: index + 1,
        at: since + index,
        day: new Date((since + index) * 1_000).toISOString().slice(0, 10),
        kind: 'charge',
        type: 'ConsumptionRecorded',
        amount: -7,
        balance: opening - 7 * (index + 1),
        text: 'a charge',
        facts: {},
        request_id: '',
      });
      const closing = opening - 7 * count;
      api.when(/^GET \/api\/statement\/self$/u, ({ url }) => {
        const after = Number(url.searchParams.get('after') ?? 0);
        const pageSize = Math.min(10_000, Number(url.searchParams.get('limit') ?? 1_000));
        const entries = Array.from({ length: Math.min(pageSize, count - after) }, (_, index) => entryAt(after + index));
        const next = after + entries.length < count ? after + entries.length : null;
        const sums = { opening, credits: 0, charges: -7 * count, refunds: 0, adjustments: 0, closing };
        const figures = statementFigures([]);
        const data = { ...figures, user_id: 2, username: 'ada', start: since, end: nowS(), ...sums, entries, next };
        return { status: 200, body: { success: true, message: '', data } };
      });
      const { page } = await open('/topup/statement?range=7d', { role: 1, api, width, height: 844 });
      const table = page.getByRole('table', { name: 'Statement' });
      const last = table.getByRole('row', { name: /Closing balance/u });
      await last.getByText('$8.600000').waitFor();
      const days = table.locator('button[aria-expanded]');
      const ofDays = (await days.allTextContents()).map((text) =>
        Number(/^([\d,]+) charges/u.exec(text)?.[1]?.replaceAll(',', '')),
      );
      expect(ofDays.reduce((sum, charges) => sum + charges, 0)).toBe(count);
      // Of the first day there may be a few only, by the hour of the test.
      const fullest = days.nth(ofDays.indexOf(Math.max(...ofDays)));
      await fullest.click();
      // What is open is in the address: Back closes it, and another browser opens the same.
      const singles = table.locator('tr[data-single]');
      await singles.first().waitFor();
      expect(new URL(page.url()).searchParams.get('lines')).toMatch(/^\d+$/u);
      await page.goBack();
      await singles.first().waitFor({ state: 'detached' });
      await page.goForward();
      await singles.first().waitFor();
      await page.reload();
      await singles.first().waitFor();
      await table.getByRole('button', { name: /show the next ones$/u }).click();
      await eventually(async () => expect(await table.locator('tr[data-single]').count()).toBe(401));
      await fullest.click();
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize(A4_PIXELS);
      expect(await last.isVisible()).toBe(true);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      expect(leavesOf(await page.pdf({ format: 'A4', margin: A4_MARGIN }))).toBe(1);
    });
  }

  for (const variant of VARIANTS.filter(({ width }) => width < 600)) {
    test(`the statement has two lines an entry, and what is cut opens: ${variantName(variant)}`, async () => {
      const isEnglish = variant.language === 'en';
      const { page, problems } = await open('/topup/statement?range=7d', { role: 1, ...variant });
      const table = page.getByRole('table', { name: isEnglish ? 'Statement' : '对账单' });
      await table.getByText(isEnglish ? 'Closing balance' : '期末余额').waitFor();
      const entries = table.locator('tr[data-entry]');
      const heights = await entries.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      expect(heights.length).toBeGreaterThan(3);
      expect(Math.max(...heights)).toBeLessThanOrEqual(56);
      for (const text of await entries.allTextContents())
        expect(text).toMatch(/\d{2}:\d{2}:\d{2}.*\$[\d,]+\.\d{6}\$[\d,]+\.\d{6}$/u);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-statement-${variantName(variant)}`);

      const long = entries.filter({ hasText: 'Adjusted by root' });
      await long.getByRole('button').click();
      await eventually(async () =>
        expect(await long.evaluate((row) => row.getBoundingClientRect().height)).toBeGreaterThan(56),
      );
      await entries
        .filter({ hasText: isEnglish ? /charges/u : /笔/u })
        .first()
        .getByRole('button')
        .click();
      await table.locator('tr[data-single]').first().getByRole('button').click();
      await page.getByRole('dialog').locator('[data-receipt-total]').waitFor();
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await shoot(page, `test-statement-open-${variantName(variant)}`);
      expect(problems).toEqual([]);
    });
  }

  test('a reason without blanks pushes no figure out of the statement', async () => {
    const api = new FakeApi();
    const entry = {
      position: 1,
      at: nowS() - 60,
      day: '2026-11-28',
      kind: 'adjustment',
      type: 'QuotaAdjusted',
      amount: -250_000,
      balance: 250_000,
      text: `Balance changed (${'x'.repeat(500)})`,
      facts: {},
      request_id: '',
    };
    const data = {
      ...statementFigures([]),
      user_id: 2,
      username: 'ada',
      start: 0,
      end: 1,
      opening: 500_000,
      credits: 0,
      charges: 0,
      refunds: 0,
      adjustments: -250_000,
      closing: 250_000,
      entries: [entry],
      next: null,
    };
    api.when(/^GET \/api\/statement\/self$/u, () => ({ status: 200, body: { success: true, message: '', data } }));
    for (const width of [1280, 390]) {
      const { page } = await open('/topup/statement?range=7d', { role: 1, api, width, height: 844 });
      const table = page.getByRole('table', { name: 'Statement' });
      await table.getByText('Closing balance').waitFor();
      const frame = await table.evaluate((element) => ({
        wanted: element.scrollWidth,
        given: element.parentElement?.clientWidth ?? 0,
      }));
      expect(frame.wanted).toBeLessThanOrEqual(frame.given);
    }
  });

  test('the request id of a receipt fits into 390 px', async () => {
    const { page, api } = await open('/topup/statement?range=7d', { role: 1, width: 390, height: 844 });
    const id = 'c1bc551a-da4a-4858-be56-f717fda13d37';
    api.when(/receipt/u, () => ({
      status: 200,
      body: { success: true, message: '', data: receiptAnswer(id, false) },
    }));
    await page.getByRole('button', { name: '9 charges' }).click();
    await page.getByRole('button', { name: 'Receipt' }).first().click();
    const button = page.getByRole('dialog').getByRole('button', { name: `Copy ${id}` });
    await button.waitFor();
    await eventually(async () =>
      expect(await button.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThanOrEqual(390),
    );
  });

  for (const theme of ['light', 'dark'] as const) {
    test(`the statement prints on A4 without what only a screen needs, ${theme}`, async () => {
      const { page } = await open('/topup/statement?range=7d', { role: 1, theme });
      const table = page.getByRole('table', { name: 'Statement' });
      await table.getByText('Closing balance').waitFor();
      await page.emulateMedia({ media: 'print' });
      for (const shown of [
        page.getByRole('heading', { name: 'Statement' }),
        page.getByText(/ada · /u),
        table.getByText('Opening balance'),
        table.getByText('Closing balance'),
      ]) {
        expect(await shown.isVisible()).toBe(true);
      }
      expect(await page.locator('.no-print:visible').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
      expect(await page.getByRole('navigation').count()).toBe(0);

      await page.setViewportSize(A4_PIXELS);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      // Dark letters on white, as paper wants it.
      await eventually(async () =>
        expect(await colourOf(table.getByText('Closing balance'))).toBe(cssColour(colours.fg.light)),
      );
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
        cssColour(colours.bg.light),
      );
      const pdf = await page.pdf({ format: 'A4', margin: A4_MARGIN });
      expect(leavesOf(pdf)).toBe(1);
      await page.emulateMedia({ media: 'screen' });
      await eventually(async () =>
        expect(await colourOf(table.getByText('Closing balance'))).toBe(cssColour(colours.fg[theme])),
      );
    });
  }

  test('the ledger tells the reason of an adjustment once', async () => {
    const { page } = await open('/topup/ledger', { role: 1 });
    const entry = page.getByRole('button', { name: /Balance changed/u });
    await entry.waitFor();
    expect((await entry.textContent())?.split('credit for the outage')).toHaveLength(2);
  });

  for (const variant of VARIANTS) {
    const isEnglish = variant.language === 'en';
    test(`a charge in the ledger says model, tokens and amount, and leads to its receipt: ${variantName(variant)}`, async () => {
      const { page, api, problems } = await open('/topup/ledger', { role: 1, ...variant });
      const entry = page.getByRole('button', { name: /gpt-4o-2024-11-20/u });
      await entry.waitFor();
      expect(await entry.textContent()).toContain(
        isEnglish ? '1,200 tokens in, 345 out' : '输入 1,200，输出 345 Token',
      );
      expect(await page.getByText('completion ratio 4').count()).toBe(0);
      await entry.click();
      await page.getByText('completion ratio 4').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shoot(page, `test-ledger-${variantName(variant)}`);
      await page.getByRole('link', { name: '−$0.005482' }).click();
      await page.waitForURL('**/receipt/req-7');
      await page.locator('[data-receipt-total]').waitFor();
      expect(api.calls).toContain('GET /api/receipt/req-7');
      expect(problems).toEqual([]);
    });

    test(`the ledger has leases where they are asked for, and says so in its address: ${variantName(variant)}`, async () => {
      const { page, problems } = await open('/topup/ledger', { role: 1, ...variant });
      await page.getByRole('button', { name: /Account opened/u }).waitFor();
      expect(await page.getByRole('button', { name: /Lease/u }).count()).toBe(0);
      await page.getByText(isEnglish ? 'Show leases' : '显示租约').click();
      await page.waitForURL((url) => url.searchParams.get('leases') === 'true');
      await page.getByRole('button', { name: /Lease of \$1\.00/u }).waitFor();
      await shoot(page, `test-ledger-leases-${variantName(variant)}`);
      await page.reload();
      await page.getByRole('button', { name: /Lease settled/u }).waitFor();
      await page.getByText(isEnglish ? 'Show leases' : '显示租约').click();
      await page.getByRole('button', { name: /Lease/u }).first().waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).toBe('');
      expect(problems).toEqual([]);
    });
  }
});
