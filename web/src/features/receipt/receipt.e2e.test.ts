import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi } from '../../testing/fake-api.ts';
import { MISSING_REQUEST, receipt, receiptAnswer } from '../../testing/fixtures.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';

const ID = 'req-7';
const A4 = { format: 'A4', margin: { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' } } as const;

/** How many leaves a PDF has. */
const leavesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/gu)?.length ?? 0;

await browserSuite('receipt', ({ open, test }) => {
  for (const variant of VARIANTS) {
    const isEnglish = variant.language === 'en';

    test(`stands on a page of its own, also in dollars a million tokens: ${variantName(variant)}`, async () => {
      const { page, api, problems } = await open(`/receipt/${ID}`, { role: 1, ...variant });
      await page.getByRole('heading', { level: 1, name: isEnglish ? 'Receipt' : '收据' }).waitFor();
      const shown = page.locator('[data-receipt]');
      await shown.getByText('2,741.25').first().waitFor();
      const prices = shown.getByRole('region', {
        name: isEnglish ? 'In $ per million tokens' : '每百万 Token 的美元价格',
      });
      expect(await prices.getByText('1,200 × $2.125').count()).toBe(1);
      expect(await prices.getByText('345 × $8.500').count()).toBe(1);
      expect(await prices.getByText('$0.0029325', { exact: true }).count()).toBe(1);
      expect(api.calls.filter((call) => call.includes('receipt'))).toEqual([`GET /api/receipt/${ID}`]);
      expect(await page.title()).toMatch(isEnglish ? /^Receipt · / : /^收据 · /u);
      expect(await accessibilityProblems(page)).toEqual([]);
      await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
      await shoot(page, `test-receipt-page-${variantName(variant)}`);
      expect(problems).toEqual([]);
    });

    test(`that there is not, or that is another's, is said with a way back: ${variantName(variant)}`, async () => {
      const { page, problems } = await open(`/receipt/${MISSING_REQUEST}`, { role: 1, ...variant });
      const said = page
        .getByRole('status')
        .filter({ hasText: isEnglish ? 'There is no such receipt' : '没有这张收据' });
      await said.getByText(MISSING_REQUEST).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-receipt-missing-${variantName(variant)}`);
      await said.getByRole('link', { name: isEnglish ? 'To the logs' : '前往日志' }).click();
      await page.waitForURL('**/log');
      expect(problems).toEqual([]);
    });
  }

  test('is opened from its row in the log, and its link is copied there and on the page', async () => {
    const { page } = await open('/log?type=2', { role: 1 });
    await page.locator('tr[data-row]').first().focus();
    await page.keyboard.press('Enter');
    const row = page.locator('[data-receipt]');
    await row.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await row.getByRole('link', { name: 'Open as a page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Receipt' }).waitFor();
    expect(page.url()).toBe(copied);
    expect(await page.getByRole('button', { name: 'Copy link' }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Open as a page' }).count()).toBe(0);
  });

  test('asks an id of any characters as it is', async () => {
    const id = 'req-a/b c?d';
    const { page, api } = await open(`/receipt/${encodeURIComponent(id)}`, { role: 1 });
    await page.locator('[data-receipt]').waitFor();
    expect(api.calls).toContain(`GET /api/receipt/${encodeURIComponent(id)}`);
  });

  for (const [stream, shown] of [
    [true, 1],
    [false, 0],
  ] as const)
    test(`says when the first token came ${stream ? 'of a stream' : 'of nothing else'}`, async () => {
      const api = new FakeApi();
      api.when(/^GET \/api\/receipt/u, () => ({
        status: 200,
        body: {
          success: true,
          message: '',
          data: { ...receiptAnswer(ID), receipt: { ...receipt(ID), stream, first_token_ms: 420 } },
        },
      }));
      const { page } = await open(`/receipt/${ID}`, { role: 1, api });
      await page.locator('[data-receipt]').getByText('4.18 s').waitFor();
      expect(await page.getByText(/first token after 420 ms/u).count()).toBe(shown);
    });

  test('has no prices of tokens where none were priced', async () => {
    const api = new FakeApi();
    api.when(/^GET \/api\/receipt/u, () => ({
      status: 200,
      body: {
        success: true,
        message: '',
        data: { ...receiptAnswer(ID), receipt: { ...receipt(ID), per_million_tokens: [] } },
      },
    }));
    const { page } = await open(`/receipt/${ID}`, { role: 1, api });
    await page.locator('[data-receipt-total]').waitFor();
    expect(await page.getByText('In $ per million tokens').count()).toBe(0);
  });

  test('names whose prices held where those of the model alone did not', async () => {
    const api = new FakeApi();
    const terms = { rule_id: 'acme', tier: 200_000, service_tier: 'flex' };
    api.when(/^GET \/api\/receipt/u, () => ({
      status: 200,
      body: { success: true, message: '', data: { ...receiptAnswer(ID), receipt: { ...receipt(ID), ...terms } } },
    }));
    const { page } = await open(`/receipt/${ID}`, { role: 1, api });
    await page.getByText('customer rule acme · service tier flex · prompt above 200,000 tokens').waitFor();
  });

  for (const theme of ['light', 'dark'] as const)
    test(`prints on one leaf of A4 without what only a screen needs, ${theme}`, async () => {
      const { page } = await open(`/receipt/${ID}`, { role: 100, theme });
      await page.locator('[data-receipt]').waitFor();
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByRole('heading', { level: 1, name: 'Receipt' }).isVisible()).toBe(true);
      expect(await page.locator('[data-receipt-total]').isVisible()).toBe(true);
      expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Copy link' }).count()).toBe(0);
      expect(await page.locator('.no-print:visible').count()).toBe(0);
      expect(leavesOf(await page.pdf(A4))).toBe(1);
    });
});
