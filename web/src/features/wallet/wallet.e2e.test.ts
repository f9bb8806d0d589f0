import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { colourOf, cssColour, sidewaysScroll } from '../../testing/page-checks.ts';
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
    await table.getByRole('button', { name: 'Receipt' }).first().click();
    await page.getByText('Price book v14').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Price book v14').waitFor({ state: 'detached' });
    await shoot(page, 'test-statement');
  });

  for (const theme of ['light', 'dark'] as const) {
    test(`the statement prints on A4 without what only a screen needs, ${theme}`, async () => {
      const { page } = await open('/topup/statement?range=7d', { role: 1, theme });
      const table = page.getByRole('table', { name: 'Statement' });
      await table.getByText('Closing balance').waitFor();
      await page.emulateMedia({ media: 'print' });
      for (const shown of [page.getByRole('heading', { name: 'Statement' }), page.getByText(/ada · /u), table.getByText('Opening balance'), table.getByText('Closing balance')]) {
        expect(await shown.isVisible()).toBe(true);
      }
      expect(await page.locator('.no-print:visible').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
      expect(await page.getByRole('navigation').count()).toBe(0);

      await page.setViewportSize(A4_PIXELS);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      // Dark letters on white, as paper wants it.
      await eventually(async () => expect(await colourOf(table.getByText('Closing balance'))).toBe(cssColour(colours.fg.light)));
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(cssColour(colours.bg.light));
      const pdf = await page.pdf({ format: 'A4', margin: A4_MARGIN });
      expect(leavesOf(pdf)).toBe(1);
      await page.emulateMedia({ media: 'screen' });
      await eventually(async () => expect(await colourOf(table.getByText('Closing balance'))).toBe(cssColour(colours.fg[theme])));
    });
  }

  test('the ledger shows postings to administrators on demand', async () => {
    const { page } = await open('/topup/ledger?user=2', { role: 100 });
    await page.getByRole('button', { name: /Redeemed code 2/u }).click();
    await page.getByText('codes:outstanding').waitFor();
    await eventually(async () => expect(await page.getByText('−5,000,000').count()).toBe(1));
  });
});
