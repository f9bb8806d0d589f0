import { readFile } from 'node:fs/promises';
import { expect } from '@jest/globals';
import type { ExportJobAnswer } from '@ledgate/api/contract/finance-export';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { answered, FakeApi } from '../../testing/fake-api.ts';
import { exportJob } from '../../testing/fixtures.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';

const FILE = 'position,event_id\n7,a\n';

type ExportsApi = { readonly api: FakeApi; jobs: ExportJobAnswer[]; readonly bodies: unknown[] };

/** Keeps exports, each of which gets on with each list that is asked for. */
function exportsApi(jobs: ExportJobAnswer[] = []): ExportsApi {
  const kept: ExportsApi = { api: new FakeApi(), jobs, bodies: [] };
  kept.api.when(/^GET \/api\/finance\/exports$/u, () =>
    answered({ items: kept.jobs, total: kept.jobs.length, page: 1, page_size: 10 }),
  );
  kept.api.when(/^POST \/api\/finance\/exports$/u, ({ body }) => {
    kept.bodies.push(body);
    const job = exportJob(41, { status: 'queued', rows_done: 0, rows_total: null });
    kept.jobs = [job, ...kept.jobs];
    return answered(job);
  });
  kept.api.when(/^DELETE \/api\/finance\/exports\/\d+$/u, ({ url }) => {
    const id = Number(url.pathname.split('/').at(-1));
    kept.jobs = kept.jobs.map((job) => (job.id === id ? { ...job, status: 'cancelled' } : job));
    return answered(null);
  });
  kept.api.when(/^GET \/api\/finance\/exports\/41\/file$/u, () => ({
    status: 200,
    body: FILE,
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="charges-41.csv"',
    },
  }));
  return kept;
}

const change = (kept: ExportsApi, id: number, part: Partial<ExportJobAnswer>): void => {
  kept.jobs = kept.jobs.map((job) => (job.id === id ? { ...job, ...part } : job));
};

await browserSuite('exports', ({ open, test }) => {
  test('of the journal are ordered for a program of plain-text accounting, a transaction a day', async () => {
    const kept = exportsApi();
    const { page, problems } = await open('/exports', { role: 100, api: kept.api });
    await page.getByRole('button', { name: 'New export' }).click();
    const drawer = page.getByRole('dialog', { name: 'New export' });
    await drawer.getByLabel('Layout').selectOption('journal');
    await drawer.getByLabel('Format').selectOption('beancount');
    await drawer.getByText('With names of people and things').waitFor({ state: 'detached' });
    await drawer.getByText('One transaction a day').click();
    await drawer.getByRole('button', { name: 'Order' }).click();
    await page.getByRole('main').getByText('Waiting').waitFor();
    expect(kept.bodies).toEqual([{ layout: 'journal', format: 'beancount', zone: 'UTC', detail: 'day' }]);
    expect(problems).toEqual([]);
  });

  test('are ordered, go on over a reload, and are downloaded', async () => {
    const kept = exportsApi();
    const { page, problems } = await open('/exports', { role: 100, api: kept.api });
    await page.getByText('No exports yet').waitFor();
    await page.getByRole('button', { name: 'New export' }).click();
    const drawer = page.getByRole('dialog', { name: 'New export' });
    await drawer.getByText('One row for each charge, correction').first().waitFor();
    await drawer.getByRole('textbox', { name: 'From day' }).fill('2026-11-31');
    await drawer.getByRole('button', { name: 'Order' }).click();
    await drawer.getByText('A day is written as 2026-11-28.').waitFor();
    await drawer.getByRole('textbox', { name: 'From day' }).fill('2026-11-01');
    await drawer.getByRole('textbox', { name: 'Until day, inclusive' }).fill('2026-11-30');
    await drawer.getByRole('textbox', { name: 'Time zone' }).fill('Asia/Kathmandu');
    await drawer.getByRole('textbox', { name: 'Billed model' }).fill('gpt-4o');
    await drawer.getByRole('button', { name: 'Order' }).click();
    const table = page.getByRole('main');
    await table.getByText('Waiting').waitFor();
    expect(kept.bodies).toEqual([
      {
        layout: 'charges',
        format: 'csv',
        zone: 'Asia/Kathmandu',
        start: Date.UTC(2026, 9, 31, 18, 15) / 1_000,
        end: Date.UTC(2026, 10, 30, 18, 15) / 1_000,
        model: 'gpt-4o',
        names: true,
        raw_text: false,
      },
    ]);
    change(kept, 41, { status: 'running', rows_done: 1_200, rows_total: 5_000 });
    await table.getByText('1,200 of 5,000').waitFor();
    await page.reload();
    await table.getByText('1,200 of 5,000').waitFor();
    change(kept, 41, {
      status: 'done',
      rows_done: 5_000,
      rows_total: 5_000,
      bytes: FILE.length,
      sha256: 'ab'.repeat(32),
    });
    await table.getByText('Done').waitFor();
    const link = table.getByRole('link', { name: 'Download export 41' });
    expect(await link.getAttribute('download')).toBe('');
    // The browser drops a file of that attribute which a test answers in the server's place.
    await link.evaluate((element) => element.removeAttribute('download'));
    const coming = page.waitForEvent('download');
    await link.click();
    const download = await coming;
    expect([download.suggestedFilename(), await readFile((await download.path()) ?? '', 'utf8')]).toEqual([
      'charges-41.csv',
      FILE,
    ]);
    expect(problems).toEqual([]);
  });

  test('are cancelled by who ordered them alone', async () => {
    const own = exportJob(41, { status: 'running', rows_done: 7, rows_total: 100 });
    const kept = exportsApi([own, exportJob(40, { status: 'running', may_delete: false })]);
    const { page } = await open('/exports', { role: 100, api: kept.api });
    const table = page.getByRole('main');
    await table.getByRole('button', { name: /export 41/u }).click();
    await page.getByRole('menuitem', { name: 'Cancel' }).click();
    await table.getByText('Cancelled').waitFor();
    expect(await table.getByRole('button', { name: /export 40/u }).count()).toBe(0);
  });

  test('tell a refusal at its field, and keep what is typed', async () => {
    const kept = exportsApi();
    kept.api.when(/^POST \/api\/finance\/exports$/u, () => ({
      status: 200,
      body: { success: false, message: 'There is no such user.', code: 'user_missing', field: 'user_id' },
    }));
    const { page } = await open('/exports?open=new', { role: 100, api: kept.api });
    const drawer = page.getByRole('dialog', { name: 'New export' });
    await drawer.getByRole('textbox', { name: 'User number' }).fill('987654');
    await drawer.getByRole('button', { name: 'Order' }).click();
    await drawer.getByText('There is no such user.').waitFor();
    expect(await drawer.getByRole('textbox', { name: 'User number' }).inputValue()).toBe('987654');
    await drawer.getByRole('combobox', { name: 'Layout' }).selectOption('events');
    await eventually(async () =>
      expect(await drawer.getByRole('combobox', { name: 'Format' }).locator('option').allTextContents()).toEqual([
        'JSON Lines',
      ]),
    );
    expect(await drawer.getByRole('textbox', { name: 'User number' }).count()).toBe(0);
  });

  test('are for who reads money, whatever his role', async () => {
    const { api } = exportsApi();
    api.user = { ...api.user, permissions: ['finance'] };
    const { page } = await open('/exports', { role: 1, api });
    await page.getByText('No exports yet').waitFor();
    const admin = await open('/exports', { role: 10 });
    await admin.page.getByRole('heading', { name: 'Page does not exist' }).waitFor();
  });

  for (const variant of VARIANTS)
    test(`are to be had on any screen: ${variantName(variant)}`, async () => {
      const { page, problems } = await open('/exports', { role: 100, ...variant });
      const table = page.getByText('FOCUS 1.2').first();
      await table.waitFor();
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-exports-${variantName(variant)}`);
      await page.getByRole('button', { name: variant.language === 'en' ? 'New export' : '新建导出' }).click();
      await page
        .getByRole('dialog')
        .getByText(variant.language === 'en' ? 'What each layout holds' : '各导出内容说明')
        .click();
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-export-order-${variantName(variant)}`);
      expect(problems).toEqual([]);
    });
});
