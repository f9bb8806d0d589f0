import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi } from '../../testing/fake-api.ts';
import { trialBalance } from '../../testing/fixtures.ts';
import { colourOf, cssColour, sidewaysScroll } from '../../testing/page-checks.ts';
import { colours } from '../../shared/theme/colours.ts';

const ROOT = 100;

await browserSuite('books', ({ open, test }) => {
  test('the trial balance shows money, the units in the tooltip, and leads to the entries', async () => {
    const { page } = await open('/books', { role: ROOT });
    const row = page.getByRole('row', { name: /Used for calls/u });
    await row.getByText('$2.548620', { exact: true }).waitFor();
    expect(await row.getByText('$2.548620').getAttribute('title')).toBe('$2.548620 · 1,274,310 units');
    expect(await row.getByText('revenue', { exact: true }).count()).toBe(1);
    expect(await page.locator('[data-trial-total]').textContent()).toBe('$0.000000');
    expect(await colourOf(page.locator('[data-trial-total] span'))).toBe(cssColour(colours.fg.light));
    await shoot(page, 'test-books');
    await page.getByRole('link', { name: 'Balances of users' }).click();
    await page.waitForURL('**/user');
    await page.goBack();
    await page.getByRole('link', { name: 'Used for calls' }).click();
    await page.waitForURL('**/log?type=2&range=month');
  });

  test('what was verified is told apart from what is applied, with the age of its oldest look', async () => {
    const { page } = await open('/books', { role: ROOT });
    const fact = (label: string) => page.locator('dl > div', { hasText: label }).locator('dd');
    await fact('Verified up to').getByText('1,204,332', { exact: true }).waitFor();
    await fact('Oldest look')
      .getByText(/seconds ago/u)
      .waitFor();
    await fact('Applied up to').waitFor();
  });

  test('the range is asked for, shown, and kept in the address', async () => {
    const { page, api } = await open('/books?range=1700000000-1700003599', { role: ROOT });
    await page.getByText('$2.548620').waitFor();
    expect(api.calls).toContain('GET /api/ledger/trial_balance?start=1700000000&end=1700003600');
    await page.getByText('Last month', { exact: true }).click();
    await page.waitForURL('**/books?range=lastMonth');
    await eventually(async () =>
      expect(api.calls.filter((call) => call.startsWith('GET /api/ledger/trial_balance')).length).toBe(2),
    );
    expect(await page.getByRole('link', { name: 'Set by administrators' }).getAttribute('href')).toBe(
      '/log?type=3&range=lastMonth',
    );
  });

  for (const theme of ['light', 'dark'] as const) {
    test(`a total that is not zero stands out, ${theme}`, async () => {
      const api = new FakeApi();
      api.when(/^GET \/api\/ledger\/trial_balance/u, () => ({
        status: 200,
        body: { success: true, message: '', data: { ...trialBalance(0, 1), total: 5 } },
      }));
      const { page } = await open('/books', { role: ROOT, api, theme });
      const total = page.locator('[data-trial-total] span');
      await total.waitFor();
      expect(await total.textContent()).toBe('$0.000010');
      expect(await colourOf(total)).toBe(cssColour(colours.danger[theme]));
    });
  }

  test('a sum beyond what a number holds is told by its digits', async () => {
    const api = new FakeApi();
    const { accounts, ...rest } = trialBalance(0, 1);
    const large = {
      account: 'revenue',
      opening: 0,
      debits: 0,
      credits: '9007199254740993',
      balance: '9007199254740993',
    };
    api.when(/^GET \/api\/ledger\/trial_balance/u, () => ({
      status: 200,
      body: {
        success: true,
        message: '',
        data: { ...rest, accounts: [...accounts.filter(({ account }) => account !== 'revenue'), large], total: 0 },
      },
    }));
    const { page } = await open('/books', { role: ROOT, api });
    await page.getByText('9,007,199,254,740,993 units', { exact: true }).waitFor();
    await page.getByText('+9,007,199,254,740,993 units', { exact: true }).waitFor();
    await shoot(page, 'test-books-large');
  });

  for (const language of ['en', 'zh'] as const) {
    for (const theme of ['light', 'dark'] as const) {
      test(`fits into 390 px, ${language}, ${theme}`, async () => {
        const { page, problems } = await open('/books', { role: ROOT, width: 390, height: 844, theme, language });
        await page.getByText('$2.548620').waitFor();
        await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
        await shoot(page, `test-books-390-${language}-${theme}`);
        expect(problems).toEqual([]);
      });
    }
  }
});
