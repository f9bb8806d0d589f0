import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';

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
    await page.getByRole('table', { name: 'Logs' }).getByRole('row').nth(2).waitFor();
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
    await shoot(page, 'test-receipt');
    await page.keyboard.press('Escape');
    await receipt.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('the totals are those of the rows shown: none is consumed among top-ups', async () => {
    const { page } = await open('/log?type=1', { role: 100 });
    const consumed = page.locator('dl > div', { hasText: 'Consumption' }).locator('dd');
    await consumed.getByText('$0.000000').waitFor();
    await page.getByRole('combobox', { name: 'Type' }).selectOption('2');
    await consumed.getByText(/\$[\d,]*\.\d*[1-9]/u).waitFor();
  });
});
