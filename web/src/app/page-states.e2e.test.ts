import { expect } from '@jest/globals';
import { browserSuite, shoot } from '../testing/browser-suite.ts';
import { eventually } from '../testing/eventually.ts';
import { FakeApi, type FakeAnswer } from '../testing/fake-api.ts';
import { statementFigures } from '../testing/fixtures.ts';

const ROOT = 100;
const done = (data: unknown): FakeAnswer => ({ status: 200, body: { success: true, message: '', data } });
const nothing = { items: [], total: 0, page: 1, page_size: 10 };
const emptyStatement = {
  user_id: 2,
  username: 'ada',
  start: 0,
  end: 1,
  opening: 0,
  credits: 0,
  charges: 0,
  refunds: 0,
  adjustments: 0,
  closing: 0,
  ...statementFigures([]),
  entries: [],
  next: null,
};
const emptyTrial = { position: 0, index: -1, start: 0, end: 1, accounts: [], total: 0 };

/** What each page shows comes from this call; what it is called; and what an answer with nothing in it makes the page say. */
const parts: readonly {
  readonly path: string;
  readonly call: RegExp;
  readonly name: string;
  readonly empty?: readonly [data: unknown, title: string];
}[] = [
  {
    path: '/playground',
    call: /^GET \/api\/user\/models$/u,
    name: 'Playground',
    empty: [[], 'No models are available to your group'],
  },
  { path: '/about', call: /^GET \/api\/about$/u, name: 'About', empty: ['', 'Nothing has been written here yet'] },
  { path: '/detail', call: /^GET \/api\/dashboard\/self$/u, name: 'Figures' },
  {
    path: '/detail',
    call: /^GET \/api\/data\/self$/u,
    name: 'Consumption by model',
    empty: [[], 'No consumption in this range'],
  },
  { path: '/token', call: /^GET \/api\/token$/u, name: 'Tokens', empty: [[], 'No tokens yet'] },
  { path: '/log', call: /^GET \/api\/log$/u, name: 'Logs', empty: [nothing, 'No entries in this range'] },
  { path: '/log', call: /^GET \/api\/log\/stat$/u, name: 'Totals' },
  { path: '/receipt/req-7', call: /^GET \/api\/receipt\/req-7$/u, name: 'Receipt' },
  { path: '/topup', call: /^GET \/api\/user\/self$/u, name: 'Balance' },
  {
    path: '/topup',
    call: /^GET \/api\/statement\/self$/u,
    name: 'Statement',
    empty: [emptyStatement, 'No entries in this range'],
  },
  {
    path: '/topup/statement',
    call: /^GET \/api\/statement\/self$/u,
    name: 'Statement',
    empty: [emptyStatement, 'No entries in this range'],
  },
  {
    path: '/topup/ledger',
    call: /^GET \/api\/ledger\/account\/self$/u,
    name: 'Ledger',
    empty: [{ position: 4_711, entries: [], next: null }, 'No entries yet'],
  },
  { path: '/channel', call: /^GET \/api\/channel$/u, name: 'Channels', empty: [[], 'No channels yet'] },
  { path: '/redemption', call: /^GET \/api\/redemption$/u, name: 'Redemption codes', empty: [nothing, 'No codes yet'] },
  { path: '/user', call: /^GET \/api\/user$/u, name: 'Users', empty: [nothing, 'No users yet'] },
  { path: '/user/3', call: /^GET \/api\/user\/3$/u, name: 'User #3' },
  { path: '/user/edit', call: /^GET \/api\/user\/self$/u, name: 'Your names' },
  {
    path: '/books',
    call: /^GET \/api\/ledger\/trial_balance$/u,
    name: 'Trial balance',
    empty: [emptyTrial, 'No postings up to this day'],
  },
  { path: '/books', call: /^GET \/api\/health\/books$/u, name: 'Books' },
  {
    path: '/pricebook',
    call: /^GET \/api\/pricebook\/prices$/u,
    name: 'Prices',
    empty: [{ ...nothing, version: 1, quota_per_unit: '500000' }, 'The price book prices nothing'],
  },
  {
    path: '/pricebook?tab=differences',
    call: /^GET \/api\/pricebook\/differences$/u,
    name: 'Differences',
    empty: [{ ...nothing, open: {}, catalogue: { digest: '', in_force: true, change: {} } }, 'No differences'],
  },
  {
    path: '/pricebook?tab=history',
    call: /^GET \/api\/pricebook$/u,
    name: 'History',
    empty: [nothing, 'No price book has been published'],
  },
  { path: '/setting', call: /^GET \/api\/user\/self$/u, name: 'Account' },
  { path: '/setting', call: /^GET \/api\/user\/self$/u, name: 'E-mail' },
  { path: '/setting', call: /^GET \/api\/user\/self$/u, name: 'Invite earnings' },
  { path: '/setting', call: /^GET \/api\/user\/aff$/u, name: 'Invite link' },
  {
    path: '/setting',
    call: /^GET \/api\/user\/models$/u,
    name: 'Usable models',
    empty: [[], 'No models are available to your group.'],
  },
  { path: '/setting?tab=operation', call: /^GET \/api\/option$/u, name: 'Operation' },
];

await browserSuite('states of every page', ({ open, test }) => {
  for (const { path, call, name, empty } of parts) {
    const file = `${path}-${name}`.replaceAll(/\W+/gu, '-');

    test(`${path}, ${name}: its shape while it loads, why it failed with the request id, and another try`, async () => {
      const api = new FakeApi();
      let answer = (): void => undefined;
      const waiting = new Promise<void>((resolve) => {
        answer = resolve;
      });
      api.when(call, async () => {
        await waiting;
        return { status: 503, body: { success: false, message: 'The database cannot be reached.' } };
      });
      const { page } = await open(path, { api, role: ROOT });
      const skeletons = page.locator('main .chakra-skeleton');
      await skeletons.first().waitFor();
      answer();
      const failure = page.getByRole('alert').filter({ hasText: `${name} could not be loaded` });
      await failure.getByText('The database cannot be reached.').waitFor();
      await failure.getByRole('button', { name: 'Copy Request id' }).waitFor();
      await shoot(page, `test-failed${file}`);
      api.forget();
      await failure.getByRole('button', { name: 'Try again' }).click();
      await failure.waitFor({ state: 'detached' });
      await eventually(async () => expect(await skeletons.count()).toBe(0));
    });

    if (empty === undefined) continue;
    const [data, title] = empty;
    test(`${path}, ${name}: says what it is for when there is nothing`, async () => {
      const api = new FakeApi();
      api.when(call, () => done(data));
      const { page, problems } = await open(path, { api, role: ROOT });
      await page.getByRole('status').getByText(title).waitFor();
      await shoot(page, `test-empty${file}`);
      expect(problems).toEqual([]);
    });
  }
});
