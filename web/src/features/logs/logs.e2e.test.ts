import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi, refused } from '../../testing/fake-api.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';

/** A row of a table opens by the keyboard, one of a narrow list by its button. */
async function openFirst(page: Page): Promise<void> {
  const row = page.locator('[data-row]').first();
  await row.waitFor();
  const button = row.locator('button[aria-expanded]');
  if ((await button.count()) > 0) return button.click();
  await row.focus();
  await page.keyboard.press('Enter');
}

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

  test('names of models are asked for when a model is looked for, and then offered', async () => {
    const { page, api } = await open('/log', { role: 1 });
    await page.locator('tr[data-row]').first().waitFor();
    await page.waitForLoadState('networkidle');
    const asked = (): boolean => api.calls.some((call) => call.startsWith('GET /api/user/models'));
    expect(asked()).toBe(false);
    await page.keyboard.press('/');
    await page.locator('datalist option[value="gpt-4o"]').waitFor({ state: 'attached' });
    expect(asked()).toBe(true);
  });

  for (const variant of VARIANTS) {
    const isEnglish = variant.language === 'en';
    test(`a tag narrows rows and totals, and is said where it is none: ${variantName(variant)}`, async () => {
      const { page, api, problems } = await open('/log', { role: 100, ...variant });
      await page.getByRole('button', { name: isEnglish ? 'Filter' : '筛选', exact: true }).click();
      const field = page.getByRole('textbox', { name: isEnglish ? 'Tag (name=value)' : '标签（name=value）' });
      await field.fill('project');
      await page.getByText(isEnglish ? /^name=value, each of letters/u : /^name=value，两部分/u).waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      await field.press('Enter');
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-log-tag-filter-${variantName(variant)}`);
      expect(api.calls.some((call) => call.includes('tag=project'))).toBe(false);
      await field.fill(' project=atlas ');
      await page.waitForURL((url) => url.searchParams.get('tag') === 'project=atlas');
      await page.keyboard.press('Escape');
      const chips = page.getByRole('group', { name: isEnglish ? 'Active filters' : '已生效的筛选' });
      await chips.getByText('project=atlas').waitFor();
      for (const path of ['/api/log', '/api/log/stat'])
        await eventually(async () =>
          expect(
            api.calls.some((call) => call.startsWith(`GET ${path}?`) && call.includes('tag=project%3Datlas')),
          ).toBe(true),
        );
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shoot(page, `test-log-tag-${variantName(variant)}`);
      expect(problems).toEqual([]);
    });

    test(`tags and the end user stand in a receipt, and each tag leads to its calls: ${variantName(variant)}`, async () => {
      const { page, problems } = await open('/log?type=2', { role: 100, ...variant });
      await openFirst(page);
      const receipt = page.locator('[data-receipt]');
      await receipt.getByText('cost-centre=emea/4711').waitFor();
      await receipt.getByText('ZW5kdXNlcjEyMzQ1').waitFor();
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-receipt-tags-${variantName(variant)}`);
      await receipt.getByRole('link', { name: 'project=atlas' }).click();
      await page.waitForURL((url) => url.searchParams.get('tag') === 'project=atlas' && !url.searchParams.has('type'));
      expect(problems).toEqual([]);
    });

    test(`a failed call tells its tags and its end user: ${variantName(variant)}`, async () => {
      const api = new FakeApi();
      const [first] = api.logs;
      if (first === undefined) throw new Error('there is no row');
      const other =
        '{"status_code":503,"error_code":"upstream_error","tags":{"project":"atlas"},"end_user":"ZW5kdXNlcjEyMzQ1"}';
      api.logs = [{ ...first, type: 5, content: 'Failed with 503', amount: 0, request_id: 'req-failed', other }];
      const { page, problems } = await open('/log', { role: 1, api, ...variant });
      await openFirst(page);
      await page.getByRole('link', { name: 'project=atlas' }).waitFor();
      await page.getByText('ZW5kdXNlcjEyMzQ1').waitFor();
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-log-failed-tags-${variantName(variant)}`);
      expect(problems).toEqual([]);
    });
  }

  test('the address brings the filters back', async () => {
    const { page, api } = await open('/log?range=30d&type=2&model=gpt-4o', { role: 100 });
    await page.getByRole('group', { name: 'Active filters' }).getByText('gpt-4o').waitFor();
    await page.getByRole('treegrid', { name: 'Logs' }).getByRole('row').nth(2).waitFor();
    expect(api.calls.some((call) => call.startsWith('GET /api/log?') && call.includes('model_name=gpt-4o'))).toBe(true);
  });

  test('what the address has and is no filter is neither sent nor a chip', async () => {
    const { page, api, problems } = await open(
      '/log?status=abc&min=much&max=-1&type=99&channel=x&tag=team&token=production',
      { role: 100 },
    );
    await page.getByRole('treegrid', { name: 'Logs' }).getByRole('row').nth(1).waitFor();
    const chips = page.getByRole('group', { name: 'Active filters' });
    expect(await chips.getByRole('button', { name: /^Remove/u }).count()).toBe(1);
    await chips.getByText('production').waitFor();
    const asked = api.calls.filter((call) => call.startsWith('GET /api/log'));
    expect(asked.filter((call) => /abc|much|cost_|NaN|=99|=x|=team|=-1/u.test(call))).toEqual([]);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const channel = page.getByRole('textbox', { name: 'Channel id' });
    expect(await channel.inputValue()).toBe('');
    await channel.fill('12x');
    await page.getByText('The number of a channel, as 12').waitFor();
    expect(problems).toEqual([]);
  });

  test('a row opens to its receipt by keyboard, and by its address in another browser; Back closes it', async () => {
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
    // For a picture of a page that is longer than the window some browsers make it one pixel wide on the way: the table is another then.
    await rows.nth(1).focus();
    const opened = new URL(page.url());
    expect(opened.search).toMatch(/^\?type=2&open=\d+$/u);
    await page.keyboard.press('Escape');
    await receipt.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await receipt.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await rows.nth(2).getAttribute('aria-expanded')).toBe('true'));
    await page.evaluate(() => history.back());
    await receipt.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?type=2');
    const { page: other } = await open(`${opened.pathname}${opened.search}`, { role: 100 });
    await other.locator('[data-receipt]').getByText('2,741.25').first().waitFor();
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
        await page.getByRole('button', { name: language === 'en' ? 'Filter' : '筛选' }).click();
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
      const refusedTotal = page.getByRole('button', {
        name: language === 'en' ? '1,224 refused calls: show why' : /1,224 次/u,
      });
      await refusedTotal.waitFor();
      // A finger's height does not push the figure away from its name.
      const heights = await page.locator('dl > div').evaluateAll((all) => all.map((each) => each.clientHeight));
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
      await refusedTotal.click();
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

  test('request, status and cost are filters in the address and in the call, amounts in the unit that is shown', async () => {
    const { page, api } = await open('/log?request=req-1&status=503&min=0.5&max=1', { role: 100 });
    await eventually(async () =>
      expect(
        api.calls.some((call) =>
          ['GET /api/log?', 'request_id=req-1', 'status=503', 'cost_min=250000', 'cost_max=500000'].every((part) =>
            call.includes(part),
          ),
        ),
      ).toBe(true),
    );
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const status = page.getByRole('textbox', { name: 'HTTP status' });
    await status.fill('99');
    await page.getByText('A number from 100 to 599').waitFor();
    await status.fill('200');
    await eventually(async () => expect(page.url()).toContain('status=200'));
  });

  test('is saved as a file with its filters, and says how many rows that are', async () => {
    const { page, api } = await open('/log?user=ada', { role: 100 });
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('log-2026-11-28.csv');
    await page.getByText('Saved 2 rows as a file').waitFor();
    expect(api.calls.some((call) => call.startsWith('GET /api/log/export?') && call.includes('username=ada'))).toBe(
      true,
    );
    await shoot(page, 'test-log-saved');
  });

  test('that cannot be saved as a file says why, in the place of long work too', async () => {
    const { page, api } = await open('/log', { role: 100 });
    api.when(/^GET \/api\/log\/export$/u, () => refused('At most 2 files of yours can be made at a time.'));
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    await page.locator('[data-work]').click();
    await page.getByRole('region', { name: 'Export: Logs' }).getByText('1 failed').waitFor();
    await shoot(page, 'test-log-not-saved');
  });

  test('of everybody is no file for who reads money alone', async () => {
    const clerk = new FakeApi();
    clerk.user = { ...clerk.user, permissions: ['finance'] };
    const { page } = await open('/log', { role: 1, api: clerk });
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('button', { name: 'Export as CSV' }).count()).toBe(0);
  });

  test('the totals are those of the rows shown: none is consumed among top-ups', async () => {
    const { page } = await open('/log?type=1', { role: 100 });
    const consumed = page.locator('dl > div', { hasText: 'Consumption' }).locator('dd');
    await consumed.getByText('$0.000000').waitFor();
    await page.getByRole('combobox', { name: 'Type' }).selectOption('2');
    await consumed.getByText(/\$[\d,]*\.\d*[1-9]/u).waitFor();
  });
});
