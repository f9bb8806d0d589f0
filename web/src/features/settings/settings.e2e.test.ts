import { expect } from '@jest/globals';
import { browserSuite } from '../../testing/browser-suite.ts';
import { FakeApi, refused } from '../../testing/fake-api.ts';

await browserSuite('settings', ({ open, test }) => {
  test('only changed options are saved, and nothing changed is said', async () => {
    const { page, api } = await open('/setting?tab=operation', { role: 100 });
    const general = page.getByRole('region', { name: 'General' });
    await general.getByRole('button', { name: 'Save' }).click();
    await page.getByText('You seem to have changed nothing.').waitFor();
    await general.getByLabel('Further attempts after a failure').fill('3');
    await general.getByText('Collapse the side menu by default').click();
    await general.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(api.bodies.filter((body) => typeof body === 'object' && body !== null && 'key' in body)).toEqual([
      { key: 'RetryTimes', value: '3' },
      { key: 'DefaultCollapseSidebar', value: 'true' },
    ]);
  });

  test('what the server refuses is told at its field, and stays as typed', async () => {
    const { page, api } = await open('/setting?tab=operation', { role: 100 });
    api.when(/^PUT \/api\/option$/u, () => refused('QuotaPerUnit must be above 0.'));
    const general = page.getByRole('region', { name: 'General' });
    const units = general.getByLabel('Quota units a dollar');
    await units.fill('0');
    await general.getByRole('button', { name: 'Save' }).click();
    await general.getByText('QuotaPerUnit must be above 0.').waitFor();
    await general.getByText('Some saves failed, please retry.').waitFor();
    expect([await units.inputValue(), await units.getAttribute('aria-invalid')]).toEqual(['0', 'true']);
  });

  test('a price book on one line is shown a line an entry, and that is no change', async () => {
    const api = new FakeApi();
    api.options = { ...api.options, ModelRatio: '{"gpt-4o":1.250,"o3-mini":0.55}' };
    const { page } = await open('/setting?tab=pricing', { role: 100, api });
    expect(await page.getByRole('textbox', { name: 'Model ratio' }).inputValue()).toBe(
      '{\n  "gpt-4o": 1.250,\n  "o3-mini": 0.55\n}',
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('You seem to have changed nothing.').waitFor();
    expect(api.calls.some((call) => call.startsWith('PUT'))).toBe(false);
  });

  test('a price book that is no JSON is not sent', async () => {
    const { page, api } = await open('/setting?tab=pricing', { role: 100 });
    await page.getByRole('textbox', { name: 'Model ratio' }).fill('{"gpt-4o": }');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Not a valid JSON object.').waitFor();
    expect(api.calls.some((call) => call.startsWith('PUT'))).toBe(false);
  });

  test('ordinary users see their personal settings alone', async () => {
    const { page, api } = await open('/setting?tab=operation', { role: 1 });
    await page.getByRole('heading', { name: 'Change password' }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
    expect(api.calls.some((call) => call.startsWith('GET /api/option'))).toBe(false);
  });
});
