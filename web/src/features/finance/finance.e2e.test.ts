import type { StatementEntry } from '@ledgate/api/contract/statement';
import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../../testing/browser-suite.ts';
import { eventually } from '../../testing/eventually.ts';
import { FakeApi, type FakeAnswer, type FakeCall } from '../../testing/fake-api.ts';
import { statementFigures } from '../../testing/fixtures.ts';
import { accessibilityProblems, sidewaysScroll } from '../../testing/page-checks.ts';
import { variantName, VARIANTS } from '../../testing/variants.ts';

const COUNT = 1_250;
const AT = Date.UTC(2026, 10, 3, 9) / 1_000;
const PEOPLE = ['ada', 'grace'];

const entryAt = (index: number): StatementEntry & { readonly user_id: number; readonly username: string } => ({
  position: index + 1,
  at: AT + index,
  day: '2026-11-03',
  kind: 'credit',
  type: 'QuotaToppedUp',
  amount: 100,
  balance: 100 * (index + 1),
  text: 'Topped up',
  facts: {},
  request_id: '',
  user_id: 3 + (index % 2),
  username: PEOPLE[index % 2] ?? '',
});

type FinanceApi = {
  readonly api: FakeApi;
  readonly asked: URLSearchParams[];
  readonly answer: (call: FakeCall) => FakeAnswer;
};

/** Answers statements of any scope, by pages, and tells with what it was asked. */
function financeApi(change: (call: FakeCall) => object = () => ({})): FinanceApi {
  const api = new FakeApi();
  const asked: URLSearchParams[] = [];
  const answer = (call: FakeCall): FakeAnswer => {
    const { searchParams } = call.url;
    asked.push(searchParams);
    const [after, limit] = [Number(searchParams.get('after') ?? 0), Number(searchParams.get('limit') ?? 1_000)];
    const size = Math.max(0, Math.min(limit, COUNT - after));
    const id = searchParams.get('id');
    const data = {
      ...statementFigures([], searchParams.get('zone') ?? 'UTC'),
      scope: searchParams.get('scope') ?? '',
      id: id === null ? null : Number(id),
      name: id === null ? '' : 'laptop',
      start: AT,
      end: AT + COUNT,
      opening: 0,
      charges: 0,
      refunds: 0,
      adjustments: 0,
      credits: 100 * COUNT,
      closing: 100 * COUNT,
      credits_by_kind: [{ kind: 'top_up', amount: 100 * COUNT, count: COUNT }],
      entries: Array.from({ length: size }, (_, index) => entryAt(after + index)),
      next: after + size < COUNT ? after + size : null,
      ...change(call),
    };
    return { status: 200, body: { success: true, message: '', data } };
  };
  api.when(/^GET \/api\/finance\/statement$/u, answer);
  return { api, asked, answer };
}

await browserSuite('statements of everybody', ({ open, test }) => {
  test('come a page at a time, and say whose each entry is', async () => {
    const { api, asked } = financeApi();
    const { page, problems } = await open('/statements?period=2026-11&zone=UTC', { role: 100, api });
    const table = page.getByRole('table', { name: 'Statement' });
    await table.getByText('ada · Topped up').first().waitFor();
    await table.getByText('grace · Topped up').first().waitFor();
    expect(await table.locator('tr[data-entry]').count()).toBe(501);
    expect(asked.map((each) => [each.get('scope'), each.get('limit'), each.get('after')])).toEqual([
      ['all', '500', null],
    ]);
    for (const shown of ['500', '1,000']) await table.getByRole('button', { name: `${shown} entries` }).click();
    await eventually(async () => expect(await table.locator('tr[data-entry]').count()).toBe(COUNT));
    expect(asked.slice(1).map((each) => each.get('after'))).toEqual(['500', '1000']);
    expect(await table.getByRole('button', { name: /entries are shown/u }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('that are summed up ask for no entries', async () => {
    const { api, asked } = financeApi();
    const { page } = await open('/statements?by=credit&period=2026-11&zone=UTC', { role: 100, api });
    const credits = page.getByRole('table', { name: 'Credits' });
    await credits.getByRole('row', { name: /^Top-ups 1,250 \+?\$0\.250000/u }).waitFor();
    await credits.getByRole('row', { name: /^Total 1,250 \+?\$0\.250000/u }).waitFor();
    expect(asked.map((each) => each.get('limit'))).toEqual(['1']);
  });

  test('are of a token, by its name, and of nobody until somebody is named', async () => {
    const { api, asked } = financeApi();
    const { page } = await open('/statements?period=2026-11&zone=UTC&of=token', { role: 100, api });
    await page.getByText('Whose statement?').waitFor();
    expect(asked).toEqual([]);
    await page.getByRole('textbox', { name: 'Number' }).fill('eleven');
    await page.getByRole('textbox', { name: 'Number' }).fill('11');
    await page.getByText('Token 11 · laptop · 2026-11 · UTC').waitFor();
    expect(asked.map((each) => [each.get('scope'), each.get('id')])).toEqual([['token', '11']]);
    await page.getByRole('combobox', { name: 'Statement of' }).selectOption('all');
    await page.getByText('All accounts · 2026-11 · UTC').waitFor();
  });

  test('stand in a zone that browser and server know, and say where they do not', async () => {
    const { api, answer } = financeApi(({ url }) => ({ zone: url.searchParams.get('zone') }));
    const unknown = await open('/statements?period=2026-11&zone=Mars%2FOlympus', {
      role: 100,
      api,
      zone: 'Asia/Tokyo',
    });
    await unknown.page.getByText('There is no time zone Mars/Olympus: days are those of Asia/Tokyo').waitFor();
    await unknown.page.getByText('All accounts · 2026-11 · Asia/Tokyo').waitFor();
    expect(unknown.problems).toEqual([]);
    api.when(/^GET \/api\/finance\/statement$/u, (call) =>
      call.url.searchParams.get('zone') === 'UTC'
        ? answer(call)
        : { status: 200, body: { success: false, message: 'No such zone', code: 'zone_unknown', field: 'zone' } },
    );
    const { page } = await open('/statements?period=2026-11', { role: 100, api, zone: 'Asia/Tokyo' });
    await page.getByText('There is no time zone Asia/Tokyo: days are those of UTC').waitFor();
    await page.getByText('All accounts · 2026-11 · UTC').waitFor();
  });

  test('count an entry in its day, whatever its own clock said', async () => {
    const early = { ...entryAt(1), at: AT - 86_400, text: 'Early' };
    const before = { ...entryAt(0), at: AT - 86_400, day: '', amount: 0, text: 'Free' };
    const { api } = financeApi(() => ({ entries: [before, early], next: null }));
    const { page } = await open('/statements?period=2026-11&zone=UTC', { role: 100, api });
    const table = page.getByRole('table', { name: 'Statement' });
    await table.getByRole('rowheader', { name: 'Before anything was posted' }).waitFor();
    await table.getByRole('rowheader', { name: '2026-11-03' }).waitFor();
    await table.getByRole('row', { name: /^2026-11-02 09:00:00 grace · Early/u }).waitFor();
  });

  test('have the days of a preset in the zone that is chosen', async () => {
    const { api, asked } = financeApi();
    const fixedS = Date.UTC(2026, 10, 3, 20) / 1_000;
    await open('/statements?range=today&zone=Asia%2FKathmandu', { role: 100, api, fixedS });
    await eventually(async () => {
      const midnight = Date.UTC(2026, 10, 3, 18, 15) / 1_000;
      expect([asked[0]?.get('start'), asked[0]?.get('end')]).toEqual([String(midnight), String(midnight + 86_400)]);
    });
  });

  test('are for who reads money, whatever his role', async () => {
    const { api } = financeApi();
    api.user = { ...api.user, permissions: ['finance'] };
    const { page } = await open('/statements?period=2026-11&zone=UTC', { role: 1, api });
    await page.getByRole('table', { name: 'Statement' }).waitFor();
    await page.getByRole('button', { name: 'Save as a file' }).waitFor();
    const admin = await open('/statements', { role: 10 });
    await admin.page.getByRole('heading', { name: 'Page does not exist' }).waitFor();
  });

  for (const variant of VARIANTS)
    test(`are to be had on any screen: ${variantName(variant)}`, async () => {
      const { api } = financeApi(() => ({ entries: Array.from({ length: 20 }, (_, index) => entryAt(index)) }));
      const { page, problems } = await open('/statements?period=2026-11&zone=UTC', { role: 100, api, ...variant });
      await page.getByRole('table', { name: variant.language === 'en' ? 'Statement' : '对账单' }).waitFor();
      await page.getByText('grace').first().waitFor();
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await shoot(page, `test-statements-${variantName(variant)}`);
      expect(problems).toEqual([]);
    });
});
