import { expect } from '@jest/globals';
import { browserSuite } from '../../testing/browser-suite.ts';

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
    expect(api.bodies.filter((body) => typeof body === 'object' && body !== null && 'key' in body)).toEqual([{ key: 'RetryTimes', value: '3' }, { key: 'DefaultCollapseSidebar', value: 'true' }]);
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
