import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { FakeApi } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';

await browserSuite('logs', ({ open, test }) => {
  test('filters are in the address, as chips, and in the call', async () => {
    const { page, api } = await open('/log', { role: 1 });
    await page.getByLabel('Type').selectOption('2');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('textbox', { name: 'Token' }).fill('staging');
    await page.waitForURL(/type=2&token=staging/u);
    await page.keyboard.press('Escape');
    const chips = page.getByRole('group', { name: 'Active filters' });
    await chips.getByText('staging').waitFor();
    expect(
      api.calls.some(
        (call) =>
          call.startsWith('GET /api/log/self?') && call.includes('token_name=staging') && call.includes('type=2'),
      ),
    ).toBe(true);
    await shoot(page, 'test-logs');
    await chips.getByRole('button', { name: 'Remove filter Token' }).click();
    await page.waitForURL((url) => !url.search.includes('token='));
  });

  test('the address brings the filters back', async () => {
    const { page, api } = await open('/log?range=30d&type=2&model=gpt-4o', { role: 100 });
    await page.getByRole('group', { name: 'Active filters' }).getByText('gpt-4o').waitFor();
    await page.getByRole('treegrid', { name: 'Logs' }).getByRole('row').nth(2).waitFor();
    expect(api.calls.some((call) => call.startsWith('GET /api/log?') && call.includes('model_name=gpt-4o'))).toBe(true);
  });

  test('a row opens to its receipt by keyboard', async () => {
    const { page, problems } = await open('/log?type=2', { role: 100 });
    const rows = page.locator('tr[data-row]');
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const receipt = page.locator('[data-receipt]');
    await receipt.getByText('2,741.25').first().waitFor();
    expect(await rows.nth(1).getAttribute('aria-expanded')).toBe('true');
    await receipt.getByText('half up, once, at least 1').waitFor();
    await receipt.getByText('HTTP 429').waitFor();
    await receipt.getByText('· where its conversation was last').waitFor();
    await receipt.getByText('· not where its conversation was last').waitFor();
    await shoot(page, 'test-receipt');
    await page.keyboard.press('Escape');
    await receipt.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  for (const language of ['en', 'zh'] as const) {
    for (const theme of ['light', 'dark'] as const) {
      test(`what was cleaned away or not logged is said, and nothing where nothing is missing: ${language} ${theme}`, async () => {
        const api = new FakeApi();
        const { page, problems } = await open('/log', { role: 1, api, language, theme, width: 390, height: 844 });
        await page.locator('dl dd').first().getByText('$').waitFor();
        const note = page.getByRole('note');
        expect(await note.count()).toBe(0);
        api.notLogged = { cleaned: 1_500_000, unlogged: 250_000 };
        await page.getByRole('button', { name: language === 'en' ? 'Refresh' : '刷新' }).click();
        const said =
          language === 'en'
            ? /Not in the log: \$3\.000000 that was cleaned away and \$0\.500000 that was charged while consumption was not logged\./u
            : /不在日志中的有：日志已被清理的 \$3\.000000，未开启消费日志时产生的 \$0\.500000。/u;
        await note.getByText(said).waitFor();
        expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
        expect(await accessibilityProblems(page)).toEqual([]);
        await shoot(page, `test-logs-incomplete-${language}-${theme}`);
        await page.getByRole('combobox', { name: language === 'en' ? 'Type' : '类型' }).selectOption('1');
        await note.waitFor({ state: 'detached' });
        expect(problems).toEqual([]);
      });
    }
  }

  for (const language of ['en', 'zh'] as const) {
    test(`refused calls are counted beside the log, and say why: ${language}`, async () => {
      const width = language === 'en' ? 1440 : 390;
      const theme = language === 'en' ? 'light' : 'dark';
      const { page, api, problems } = await open('/log?user=grace', { role: 100, language, theme, width, height: 844 });
      await page
        .getByRole('button', { name: language === 'en' ? '1,224 refused calls: show why' : /1,224 次/u })
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(language === 'en' ? 'The balance is too low' : '余额不足').waitFor();
      await dialog.getByText(language === 'en' ? 'There is no such API key' : '令牌不存在').waitFor();
      await dialog.getByRole('note').waitFor();
      expect(
        api.calls.some((call) => call.startsWith('GET /api/log/refused?') && call.includes('username=grace')),
      ).toBe(true);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-refused-calls-${language}`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(problems).toEqual([]);
    });
  }

  test('the totals are those of the rows shown: none is consumed among top-ups', async () => {
    const { page } = await open('/log?type=1', { role: 100 });
    const consumed = page.locator('dl > div', { hasText: 'Consumption' }).locator('dd');
    await consumed.getByText('$0.000000').waitFor();
    await page.getByRole('combobox', { name: 'Type' }).selectOption('2');
    await consumed.getByText(/\$[\d,]*\.\d*[1-9]/u).waitFor();
  });
});
