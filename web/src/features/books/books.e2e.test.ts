import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi } from '../../testing/fake-api.ts';
import { booksThatDiffer, trialBalance } from '../../testing/fixtures.ts';
import { accessibilityProblems, colourOf, cssColour, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';
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
      expect(new Set(api.calls.filter((call) => call.startsWith('GET /api/ledger/trial_balance'))).size).toBe(2),
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

  for (const variant of VARIANTS) {
    const isEnglish = variant.language === 'en';
    const differing = (): FakeApi => {
      const api = new FakeApi();
      api.when(/^GET \/api\/health\/books$/u, () => ({
        status: 200,
        body: { success: true, message: '', data: booksThatDiffer() },
      }));
      return api;
    };

    test(`a difference is a sentence with what to do, and leads to its entries: ${variantName(variant)}`, async () => {
      const { page, problems } = await open('/books', { role: ROOT, api: differing(), ...variant });
      const list = page.getByRole('region', { name: isEnglish ? 'Differences' : '差异' }).getByRole('listitem');
      await list.nth(2).waitFor();
      const said = await list.allTextContents();
      expect(said[0]).toBe(
        isEnglish
          ? 'Balance of user 2 (credits): $10.000000 expected, $10.000014 found, $0.000014 too much.' +
              'The ledger is the truth: npm run rebuild brings the read models back to it.'
          : '用户 2 的余额（credits）：应为 $10.000000，实为 $10.000014，多 $0.000014。以账本为准：运行 npm run rebuild 可按账本重建读模型。',
      );
      expect(said[1]).toContain(isEnglish ? ': a row expected, none found.' : '：应为 一行，实为 没有。');
      expect(said[2]).toContain(isEnglish ? 'The ledger contradicts itself' : '账本自相矛盾');
      const mark = page.getByRole('contentinfo').getByRole('link');
      expect(await mark.textContent()).toContain(
        isEnglish ? '3 differences in the books: Balance of user 2' : '账目有 3 处差异：用户 2 的余额',
      );
      expect(await accessibilityProblems(page)).toEqual([]);
      await eventually(async () => expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0));
      await shoot(page, `test-books-differ-${variantName(variant)}`);
      await list.first().getByRole('link').click();
      await page.waitForURL('**/user/2?tab=ledger');
      expect(problems).toEqual([]);
    });
  }

  test('differences that a process of the release before has found are told by their texts', async () => {
    const api = new FakeApi();
    const { verified, ...rest } = booksThatDiffer();
    api.when(/^GET \/api\/health\/books$/u, () => ({
      status: 200,
      body: { success: true, message: '', data: { ...rest, verified: { ...verified, findings: [] } } },
    }));
    const { page } = await open('/books', { role: ROOT, api });
    await page
      .getByRole('region', { name: 'Differences' })
      .getByText('balance of account 2, credits: expected 5000000, seen 5000007')
      .waitFor();
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
