import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi } from '../../testing/fake-api.ts';
import { nowS } from '../../testing/fixtures.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';
import { colourPlace } from '../../shared/charts/model-colours.ts';
import { seriesColours } from '../../shared/theme/colours.ts';

const HOUR_S = 3600;
const bucket = (model_name: string, hoursAgo: number, quota: number, count: number) => ({
  id: 1,
  user_id: 2,
  username: 'ada',
  model_name,
  created_at: Math.floor(nowS() / HOUR_S) * HOUR_S - hoursAgo * HOUR_S,
  token_used: count * 100,
  count,
  quota,
});

await browserSuite('dashboard', ({ open, test }) => {
  const withUse = (): FakeApi => {
    const api = new FakeApi();
    const buckets = [bucket('gpt-4o', 0, 500_000, 3), bucket('gpt-4o', 26, 250_000, 2), bucket('o3-mini', 50, 3225, 1)];
    api.when(/^GET \/api\/data/u, () => ({ status: 200, body: { success: true, message: '', data: buckets } }));
    return api;
  };

  test('the steps of the axis are even, in money and in whole requests', async () => {
    const api = new FakeApi();
    api.when(/^GET \/api\/data/u, () => ({
      status: 200,
      body: { success: true, message: '', data: [bucket('gpt-4o', 0, 272, 3)] },
    }));
    const { page } = await open('/detail', { role: 1, api });
    const labels = page.locator('.recharts-yAxis-tick-labels .recharts-cartesian-axis-tick-value');
    const steps = async (): Promise<readonly string[]> => {
      const values = (await labels.allTextContents()).map((text) => Number(text.replace('$', '')));
      return values.slice(1).map((value, index) => (value - (values[index] ?? 0)).toFixed(6));
    };
    await eventually(async () => expect((await steps()).length).toBeGreaterThan(2));
    expect(new Set(await steps()).size).toBe(1);
    await page.getByText('Requests', { exact: true }).last().click();
    await eventually(async () => expect(await labels.allTextContents()).toEqual(['0', '1', '2', '3']));
  });

  for (const variant of VARIANTS)
    test(`of two models with one colour the second by name is hatched: ${variantName(variant)}`, async () => {
      const api = new FakeApi();
      // The second of one colour used more, so that its place is not what decides.
      const use = [
        bucket('gpt-4o-mini', 0, 500_000, 3),
        bucket('claude-3-5-sonnet-20241022', 0, 250_000, 2),
        bucket('gpt-4o', 26, 90_000, 1),
      ];
      api.when(/^GET \/api\/data/u, () => ({ status: 200, body: { success: true, message: '', data: use } }));
      const { page, problems } = await open('/detail', { role: 1, api, ...variant });
      const bars = page.locator('.recharts-bar-rectangle path');
      await eventually(async () => expect(await bars.count()).toBe(3));
      const fills = await bars.evaluateAll((paths) => paths.map((path) => path.getAttribute('fill') ?? ''));
      const colour = seriesColours[variant.theme][colourPlace('gpt-4o-mini')] ?? '';
      expect(fills.filter((fill) => fill.startsWith('url(')).length).toBe(1);
      expect(fills).toContain(colour);
      expect(fills).toContain(seriesColours[variant.theme][colourPlace('gpt-4o')]);
      const hatched = page.getByRole('listitem').filter({ hasText: 'gpt-4o-mini' }).locator('pattern rect').last();
      expect(await hatched.getAttribute('fill')).toBe(colour);
      expect(await page.getByRole('listitem').filter({ hasText: 'claude' }).locator('pattern').count()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      await shoot(page, `test-dashboard-hatched-${variantName(variant)}`);
      expect(problems).toEqual([]);
    });

  test('a chart whose call failed shows no total, not even of the range before', async () => {
    const api = withUse();
    const { page } = await open('/detail', { role: 1, api });
    const total = page.locator('[data-total]');
    await total.waitFor();
    api.when(/^GET \/api\/data/u, () => ({ status: 503, body: { success: false, message: 'Away.' } }));
    await page.getByText('30 days', { exact: true }).click();
    const failure = page.getByRole('alert').filter({ hasText: 'Consumption by model could not be loaded' });
    await failure.waitFor();
    expect(await total.count()).toBe(0);
    expect(await page.getByText('Consumption in the range').count()).toBe(0);
    await shoot(page, 'test-dashboard-failed');
    api.forget();
    await failure.getByRole('button', { name: 'Try again' }).click();
    await total.waitFor();
    await failure.waitFor({ state: 'detached' });
  });

  test('shows the balance, the use of today, and consumption by model in money, requests and tokens', async () => {
    const { page } = await open('/detail', { role: 1, api: withUse() });
    const total = page.locator('[data-total]');
    await eventually(async () => expect(await total.textContent()).toBe('$1.506450'));
    await page
      .getByRole('link', { name: /Balance/u })
      .getByText('$10.00', { exact: true })
      .waitFor();
    expect(await page.getByRole('link', { name: /Balance/u }).getAttribute('title')).toBe(
      '$10.000000 · 5,000,000 units',
    );
    const chart = page.getByRole('img', { name: /\$1\.506450/u });
    await eventually(async () => expect(await chart.locator('.recharts-bar-rectangle path').count()).toBe(3));
    for (const model of ['gpt-4o', 'o3-mini']) await chart.getByRole('listitem').filter({ hasText: model }).waitFor();
    await page.getByText('Requests', { exact: true }).last().click();
    await eventually(async () => expect(await total.textContent()).toBe('6'));
    await page.getByText('Tokens', { exact: true }).last().click();
    await eventually(async () => expect(await total.textContent()).toBe('600'));
    expect(new URL(page.url()).search).toBe('?metric=token_used');
    await page.reload();
    await eventually(async () => expect(await total.textContent()).toBe('600'));
    await shoot(page, 'test-dashboard');
  });

  test('shows the same as a table, exact to the unit', async () => {
    const { page } = await open('/detail', { role: 1, api: withUse() });
    await page.getByText('Table', { exact: true }).click();
    await page
      .getByRole('row', { name: /gpt-4o/u })
      .getByText('$1.500000')
      .waitFor();
    await page
      .getByRole('row', { name: /o3-mini/u })
      .getByText('$0.006450')
      .waitFor();
  });

  test('rows of the table stay where they are while their figures change, and new ones follow', async () => {
    const api = new FakeApi();
    let use = [bucket('gpt-4o', 0, 500_000, 3), bucket('o3-mini', 50, 3225, 1)];
    api.when(/^GET \/api\/data/u, () => ({ status: 200, body: { success: true, message: '', data: use } }));
    const { page } = await open('/detail', { role: 1, api, clock: true });
    await page.getByText('Table', { exact: true }).click();
    const rows = page.locator('tr[data-row]');
    const models = async (): Promise<readonly string[]> => rows.locator('td:first-child').allTextContents();
    await page.getByText('$1.000000').first().waitFor();
    use = [...use, bucket('o3-mini', 0, 5_000_000, 9), bucket('newcomer', 0, 50_000_000, 1)];
    await page.clock.runFor(30_500);
    await page
      .getByRole('row', { name: /o3-mini/u })
      .getByText('$10.006450')
      .waitFor();
    expect(await models()).toEqual(['gpt-4o', 'o3-mini', 'newcomer']);
    await page.getByRole('radiogroup', { name: 'Measure' }).getByText('Requests', { exact: true }).click();
    await eventually(async () => expect((await models())[0]).toBe('o3-mini'));
  });

  test('a bar is as long as the operator chose, or as is chosen on the page, and never one of too many', async () => {
    const api = withUse();
    api.status = { ...api.status, data_export_default_time: 'week' };
    const { page } = await open('/detail?range=30d', { role: 1, api });
    const bars = page.locator('.recharts-xAxis-tick-labels .recharts-cartesian-axis-tick-value');
    const step = page.getByLabel('Granularity');
    await eventually(async () => expect(await bars.count()).toBeGreaterThan(0));
    expect([await step.inputValue(), (await bars.count()) <= 6]).toEqual(['week', true]);
    expect(await step.getByRole('option', { name: 'By hour' }).isDisabled()).toBe(true);
    await step.selectOption('day');
    await eventually(async () => expect(await bars.count()).toBeGreaterThan(6));
    expect(new URL(page.url()).searchParams.get('step')).toBe('day');
  });

  test('asks for everybody only where an administrator wants it, and for ranges in the parts that the interface takes', async () => {
    const { page, api } = await open('/detail?range=30d', { role: 10, api: withUse() });
    await page.locator('[data-total]').waitFor();
    expect(api.calls.some((call) => call.startsWith('GET /api/data?'))).toBe(false);
    await page.getByLabel('Whose consumption').selectOption('all');
    await eventually(async () => expect(api.calls.some((call) => call.startsWith('GET /api/data?'))).toBe(true));
    const spans = api.calls
      .filter((call) => call.startsWith('GET /api/data'))
      .map((call) => {
        const { searchParams } = new URL(`http://x${call.slice('GET '.length)}`);
        return Number(searchParams.get('end_timestamp')) - Number(searchParams.get('start_timestamp'));
      });
    expect(Math.max(...spans)).toBeLessThanOrEqual(30 * 24 * HOUR_S);
  });
});
