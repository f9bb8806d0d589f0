import { expect } from '@jest/globals';
import type { PeriodAnswer } from '@ledgate/api/contract/finance-period';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { answered, FakeApi } from '../../testing/fake-api.ts';
import { period } from '../../testing/fixtures.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';

type PeriodsApi = {
  readonly api: FakeApi;
  periods: PeriodAnswer[];
  readonly bodies: unknown[];
  readonly asked: string[];
};

const rangeIn = (body: unknown): Pick<PeriodAnswer, 'start' | 'end' | 'zone'> => {
  const { start, end, zone } = body as PeriodAnswer;
  return { start, end, zone };
};

/** Keeps periods. What is closed is closing until the test says otherwise. */
function periodsApi(periods: PeriodAnswer[] = []): PeriodsApi {
  const kept: PeriodsApi = { api: new FakeApi(), periods, bodies: [], asked: [] };
  kept.api.when(/^GET \/api\/finance\/periods$/u, () =>
    answered({ items: kept.periods, total: kept.periods.length, page: 1, page_size: 10 }),
  );
  kept.api.when(/^POST \/api\/finance\/periods$/u, ({ body }) => {
    kept.bodies.push(body);
    const made = period(kept.periods.length + 1, {
      ...rangeIn(body),
      status: 'closing',
      totals: null,
      manifest_sha256: null,
      closed_at: null,
    });
    kept.periods = [made, ...kept.periods];
    return answered(made);
  });
  kept.api.when(/^POST \/api\/finance\/periods\/\d+\/reopen$/u, ({ body }) => {
    kept.bodies.push(body);
    kept.periods = kept.periods.map((each, at) => (at === 0 ? { ...each, status: 'reopened' } : each));
    return answered(kept.periods[0]);
  });
  return kept;
}

await browserSuite('periods', ({ open, test }) => {
  test('are closed behind their sums, go on over a reload, and have a bundle', async () => {
    const kept = periodsApi();
    const { page, problems } = await open('/periods', { role: 100, api: kept.api });
    await page.getByText('No period is closed yet').waitFor();
    await page.getByRole('button', { name: 'Close a period' }).click();
    const drawer = page.getByRole('dialog', { name: 'Close a period' });
    await drawer.getByText('Choose a range to see its sums.').waitFor();
    await drawer.getByRole('textbox', { name: 'Month' }).fill('2026-13');
    await drawer.getByRole('button', { name: 'Close the period' }).click();
    await drawer.getByText('A month is written as 2026-11.').waitFor();
    await drawer.getByRole('textbox', { name: 'Month' }).fill('2026-10');
    await drawer.getByRole('textbox', { name: 'Time zone' }).fill('Asia/Kathmandu');
    await drawer.getByText('Closing', { exact: true }).waitFor();
    await drawer.getByRole('textbox', { name: 'Reason' }).fill('the month is over');
    await drawer.getByRole('button', { name: 'Close the period' }).click();
    const table = page.getByRole('main');
    await table.getByText('Being closed').waitFor();
    expect(kept.bodies).toEqual([
      {
        start: Date.UTC(2026, 8, 30, 18, 15) / 1_000,
        end: Date.UTC(2026, 9, 31, 18, 15) / 1_000,
        zone: 'Asia/Kathmandu',
        reason: 'the month is over',
      },
    ]);
    await page.reload();
    await table.getByText('Being closed').waitFor();
    expect(await table.getByRole('link', { name: /bundle of period 1/u }).count()).toBe(0);
    kept.periods = [period(1)];
    await table.getByText('Closed', { exact: true }).first().waitFor();
    const link = table.getByRole('link', { name: 'Download the bundle of period 1' });
    expect([await link.getAttribute('href'), await link.getAttribute('download')]).toEqual([
      '/api/finance/periods/1/file',
      '',
    ]);
    expect(problems).toEqual([]);
  });

  test('up to a day begin where the last one ends; a refusal is told as a sentence at its field', async () => {
    const kept = periodsApi([period(9)]);
    kept.api.when(/^POST \/api\/finance\/periods$/u, ({ body }) => {
      kept.bodies.push(body);
      return {
        status: 200,
        body: { success: false, message: 'The period is not over yet.', code: 'period_open', field: 'end' },
      };
    });
    const { page } = await open('/periods?open=new', { role: 100, api: kept.api });
    const drawer = page.getByRole('dialog', { name: 'Close a period' });
    await drawer.getByRole('combobox', { name: 'What' }).selectOption('until');
    await drawer.getByRole('textbox', { name: 'Last day' }).fill('2026-12-31');
    await drawer.getByRole('button', { name: 'Close the period' }).click();
    await drawer.getByText('The period is not over yet.').waitFor();
    expect(kept.bodies).toEqual([{ start: period(9).end, end: Date.UTC(2027, 0, 1) / 1_000, zone: 'UTC' }]);
  });

  test('are refused in sight, whatever is typed and whatever the refusal names', async () => {
    const kept = periodsApi([period(9)]);
    let refusal = { message: '', code: '', field: '' };
    kept.api.when(/^POST \/api\/finance\/periods$/u, () => ({ status: 200, body: { success: false, ...refusal } }));
    const { page } = await open('/periods?open=new', { role: 100, api: kept.api });
    const drawer = page.getByRole('dialog', { name: 'Close a period' });
    await drawer.getByRole('textbox', { name: 'Month' }).fill('2026-12');
    for (const [code, field] of [
      ['period_open', 'end'],
      ['period_gap', 'start'],
    ] as const) {
      refusal = { message: `It is refused: ${code}.`, code, field };
      await drawer.getByRole('button', { name: 'Close the period' }).click();
      await drawer.getByText(refusal.message).waitFor();
    }
    kept.periods = [period(9, { status: 'reopened' })];
    const again = await open('/periods?open=new', { role: 100, api: kept.api });
    const drawerAgain = again.page.getByRole('dialog', { name: 'Close period 9 again' });
    refusal = { message: 'More than 1,000 events came too late.', code: 'too_many_late', field: 'end' };
    await drawerAgain.getByRole('button', { name: 'Close the period' }).click();
    await drawerAgain.getByText(refusal.message).waitFor();
  });

  test('are not closed before their sums stand, which are no zeros until then', async () => {
    const kept = periodsApi([period(9)]);
    const answer = kept.api.hold([/^GET \/api\/finance\/statement$/u]);
    const { page } = await open('/periods?open=new', { role: 100, api: kept.api });
    const drawer = page.getByRole('dialog', { name: 'Close a period' });
    await drawer.getByRole('textbox', { name: 'Month' }).fill('2026-12');
    const sums = drawer.getByRole('region', { name: 'What it would hold' });
    await sums.getByText('–').first().waitFor();
    expect(await sums.getByText('–').count()).toBe(6);
    const save = drawer.getByRole('button', { name: 'Close the period' });
    expect(await save.isDisabled()).toBe(true);
    answer();
    await sums.getByText('–').first().waitFor({ state: 'detached' });
    await save.click();
    await page.getByRole('main').getByText('Being closed').waitFor();
  });

  test('are reopened, the last alone, for a reason, and closed again as they were', async () => {
    const kept = periodsApi([period(9), period(8)]);
    const { page } = await open('/periods', { role: 100, api: kept.api });
    const table = page.getByRole('main');
    await table.getByRole('button', { name: /period 9/u }).click();
    expect(await table.getByRole('button', { name: /period 8/u }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Reopen' }).click();
    const drawer = page.getByRole('dialog', { name: 'Reopen period 9' });
    await drawer.getByRole('button', { name: 'Reopen' }).click();
    await drawer.getByText('A reason is needed.').waitFor();
    await drawer.getByRole('textbox', { name: 'Reason' }).fill('a bill came late');
    await drawer.getByRole('button', { name: 'Reopen' }).click();
    await table.getByText('Reopened').waitFor();
    await page.getByRole('button', { name: 'Close a period' }).click();
    const again = page.getByRole('dialog', { name: 'Close period 9 again' });
    await again.getByText(/The same range/u).waitFor();
    await again.getByRole('button', { name: 'Close the period' }).click();
    await table.getByText('Being closed').waitFor();
    const { start, end, zone } = period(9);
    expect(kept.bodies).toEqual([{ reason: 'a bill came late' }, { start, end, zone }]);
  });

  test('are read by who reads money, and closed by bookkeepers alone', async () => {
    const { api } = periodsApi([period(9)]);
    api.user = { ...api.user, permissions: ['finance'] };
    const { page } = await open('/periods', { role: 1, api });
    await page.getByRole('link', { name: 'Download the bundle of period 9' }).waitFor();
    expect(await page.getByRole('button', { name: 'Close a period' }).count()).toBe(0);
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /period 9/u })
        .count(),
    ).toBe(0);
    const keeper = periodsApi([period(9)]);
    keeper.api.user = { ...keeper.api.user, permissions: ['bookkeeping'] };
    const own = await open('/periods', { role: 1, api: keeper.api });
    await own.page.getByRole('button', { name: 'Close a period' }).waitFor();
  });

  for (const variant of VARIANTS)
    test(`are to be seen on any screen: ${variantName(variant)}`, async () => {
      const { page, problems } = await open('/periods', { role: 100, ...variant });
      const isEnglish = variant.language === 'en';
      await page
        .getByText(isEnglish ? 'Being closed' : '关账中')
        .first()
        .waitFor();
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-periods-${variantName(variant)}`);
      await page.getByRole('button', { name: isEnglish ? 'Close a period' : '关账', exact: true }).click();
      await page
        .getByRole('dialog')
        .getByRole('textbox', { name: isEnglish ? 'Month' : '月份' })
        .fill('2026-11');
      await page
        .getByRole('dialog')
        .getByText(isEnglish ? 'Closing' : '期末', { exact: true })
        .waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-period-close-${variantName(variant)}`);
      expect(problems).toEqual([]);
    });
});
