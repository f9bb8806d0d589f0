import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../testing/browser-suite.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { eventually } from '../testing/eventually.ts';

await browserSuite('states of a list', ({ open, test }) => {
  test('a skeleton in its final shape while it loads', async () => {
    const api = new FakeApi();
    let answer = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    api.when(/^GET \/api\/token$/u, async () => {
      await waiting;
      return { status: 200, body: { success: true, message: '', data: api.tokens } };
    });
    const { page } = await open('/token', { api, role: 1 });
    await page.getByRole('table', { name: 'Loading' }).waitFor();
    await eventually(async () => expect(await page.getByRole('columnheader').count()).toBe(6));
    await shoot(page, 'test-skeleton');
    answer();
    await page.getByRole('row', { name: /production/u }).waitFor();
  });

  test('empty says what it is for, with the action that fills it', async () => {
    const api = new FakeApi();
    api.tokens = [];
    const { page } = await open('/token', { api, role: 1 });
    await page.getByText('No tokens yet').waitFor();
    await shoot(page, 'test-empty');
    await page.getByRole('status').getByRole('button', { name: 'New token' }).click();
    await page.getByRole('dialog').waitFor();
  });

  test('filtered empty clears the filters', async () => {
    const { page } = await open('/token?q=zzz', { role: 1 });
    await page.getByText('Nothing matches the filters').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('row', { name: /production/u }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  for (const [path, calls, last] of [
    ['/redemption?p=9', 'GET /api/redemption', ''],
    ['/token?p=9', 'GET /api/token', ''],
    ['/log?p=9', 'GET /api/log', '?p=4'],
  ] as const) {
    test(`${path}: a page behind the end leads to one with rows`, async () => {
      const { page, api } = await open(path, { role: 100 });
      await page.locator('tr[data-row]').first().waitFor();
      expect(new URL(page.url()).search).toBe(last);
      expect(
        new Set(api.calls.filter((call) => call.startsWith(`${calls}?`)).map((call) => /[?&]p=(\d+)/u.exec(call)?.[1]))
          .size,
      ).toBe(2);
    });
  }

  test('failed says why, gives the request id and tries again', async () => {
    const api = new FakeApi();
    api.when(/^GET \/api\/token$/u, () => ({ status: 500, body: {} }));
    const { page } = await open('/token', { api, role: 1 });
    await page.getByText('Tokens could not be loaded').waitFor();
    await page.getByText('Error: internal server error, please contact the administrator.').waitFor();
    await page.getByRole('button', { name: 'Copy Request id' }).click();
    await eventually(async () =>
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('req-5f1c9a7e-0b3d'),
    );
    await shoot(page, 'test-failed');
    api.forget();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row', { name: /production/u }).waitFor();
  });

  test('too many requests are told apart', async () => {
    const api = new FakeApi();
    api.when(/^GET \/api\/log/u, () => ({ status: 429, body: '' }));
    const { page } = await open('/log', { api, role: 1 });
    await page.getByText('Error: too many requests, please try later.').first().waitFor();
  });
});
