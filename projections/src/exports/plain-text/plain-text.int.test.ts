import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Position } from '@ledgate/domain/ports/event-store';
import { type RunnerWorld, runnerWorld } from '../../testing/runner-world.ts';
import { storeFeed } from '../../testing/store-feed.ts';
import { layoutOf } from '../layouts.ts';
import type { ExportSource } from '../layout.ts';
import type { ExportOrder } from '../order.ts';
import { exportedBytes, exportedRows, orderOf } from '../testing/exported.ts';
import { mixedLedger, START_S, USER } from '../testing/mixed-ledger.ts';
import { plainTextRows } from './plain-text.ts';

jest.setTimeout(120_000);
const DAY_S = 86_400;
const FROM_S = START_S + 2 * DAY_S;

let world: RunnerWorld;
let source: ExportSource;
let position: Position;

beforeAll(async () => {
  const store = await mixedLedger(7);
  world = await runnerWorld(1, store as never);
  await world.caughtUp(world.start(storeFeed(store, { batchEvents: 1_000 })));
  source = { db: world.pool, store };
  position = await store.head();
});
afterAll(() => world.close());

type Changes = Partial<ExportOrder> & Pick<ExportOrder, 'format'>;
const asked = (changes: Changes): ExportOrder => orderOf({ layout: 'journal', position, ...changes });
const textOf = async (changes: Changes): Promise<string> =>
  (await exportedBytes(source, asked(changes))).toString('utf8');
const ranged = { range: { fromS: FROM_S, toS: undefined } };

/** Sums of postings by account, of all lines that are one. */
function sumsOf(text: string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [, account = '', units] of text.matchAll(/^ +([A-Za-z][\w:-]*) {2}(-?\d+) UNIT/gmu))
    sums.set(account, (sums.get(account) ?? 0) + Number(units));
  return sums;
}

/** What each account must be at the end. */
const claimsOf = (text: string): ReadonlyMap<string, number> =>
  new Map(
    [...text.matchAll(/^ +(\S+) {2}0 UNIT = (-?\d+) UNIT$|^\S+ balance (\S+) {2}(-?\d+) UNIT$/gmu)].map(
      ([, account, units, other, more]) => [account ?? other ?? '', Number(units ?? more)],
    ),
  );

describe.each(['hledger', 'beancount'] as const)('the journal for %s', (format) => {
  it.each([
    ['the whole ledger', {}],
    ['a range with opening balances', ranged],
    ['one user', { userId: USER, ...ranged }],
    ['charges alone', { type: 'ConsumptionRecorded' }],
    ['a day a transaction', { detail: 'day' as const, ...ranged }],
  ])('has what the trial balance has, turned round, and claims it at the end: %s', async (_what, changes) => {
    const text = await textOf({ format, ...changes });
    const balances = await exportedRows(
      source,
      orderOf({ layout: 'trial_balance', position, ...changes, detail: undefined }),
    );
    const closing = balances.map(({ closing_units: units }) => (units === 0 ? 0 : -Number(units)));
    expect([...claimsOf(text).values()]).toEqual(closing);
    const sums = sumsOf(text);
    for (const [account, units] of claimsOf(text)) expect([account, sums.get(account)]).toEqual([account, units]);
    expect(text.match(/^(?:account|\S+ open) /gmu)).toHaveLength(balances.length);
    if ('detail' in changes) {
      const days = [...text.matchAll(/^(\S+) \* "?all events of the day/gmu)].map(([, day]) => day);
      expect(days.length).toBeGreaterThan(1);
      expect(new Set(days).size).toBe(days.length);
    }
  });

  it('sums a day up by account, however few sums are kept at once', async () => {
    const order = asked({ format, detail: 'day' });
    const linesOf = async (sumsMax?: number) => {
      const texts: string[] = [];
      for await (const { rows } of plainTextRows(source, order, 0, new AbortController().signal, sumsMax))
        texts.push(...rows.map(([text]) => String(text)));
      return texts;
    };
    const whole = await linesOf();
    expect(await linesOf(2)).toEqual(whole);
    // Of the day of the charges: each account once, although it was charged five times.
    const from = whole.findIndex((line) => line.startsWith('2026-03-03 * '));
    const postings = whole.slice(from + 1, whole.indexOf('', from)).map((line) => line.trim().split('  ')[0]);
    expect(postings.length).toBeGreaterThan(1);
    expect(new Set(postings).size).toBe(postings.length);
  });

  it('is the same bytes from wherever it is gone on with', async () => {
    for (const changes of [ranged, { detail: 'day' as const, ...ranged }, { userId: USER }]) {
      const order = asked({ format, ...changes });
      const rowsOf = async (after: number) => {
        const stretches: { readonly after: number; readonly rows: readonly unknown[] }[] = [];
        for await (const stretch of layoutOf(order).rowsOf(source, order, after, new AbortController().signal))
          stretches.push(stretch);
        return stretches;
      };
      const whole = await rowsOf(0);
      expect(whole.length).toBeGreaterThan(3);
      expect(new Set(whole.map(({ after }) => after)).size).toBe(whole.length);
      for (const [index, { after }] of whole.entries())
        expect((await rowsOf(after)).flatMap(({ rows }) => rows)).toEqual(
          whole.slice(index + 1).flatMap(({ rows }) => rows),
        );
    }
  });

  it('stands for an empty ledger too', async () => {
    const text = await textOf({ format, position: 0 as Position });
    expect(text).toContain('commodity');
    expect(sumsOf(text).size).toBe(0);
  });
});

it('hledger gets position as code, the rest in comments, texts in one line and days by the zone', async () => {
  const text = await textOf({ format: 'hledger', zone: 'America/New_York' });
  expect(text.split('\n').slice(0, 5)).toEqual([
    'commodity 1000. UNIT',
    'commodity 1000.000000 USD',
    '',
    'P 2026-02-28 UNIT 0.001 USD',
    '',
  ]);
  const adjusted = /^2026-03-10 \* \((\d+)\) QuotaAdjusted\n((?: {4};.*\n)+)((?: {4}\S.*\n)+)/mu.exec(text);
  expect(adjusted?.[2]?.split('\n').slice(0, 3)).toEqual([
    '    ; stream: account-7',
    expect.stringMatching(/^ {4}; revision: \d+$/u),
    '    ; reason: a "quoted", long reason – é',
  ]);
  expect(adjusted?.[3]).toBe('    expenses:adjustment  -5 UNIT\n    liabilities:prepaid:user:7  5 UNIT\n');
  expect(text).toMatch(/ {4}; request: plain\n/u);
});

it('beancount gets it as metadata, and closes on the day after the last one', async () => {
  const text = await textOf({ format: 'beancount' });
  expect(text).toContain('  reason: "a \\"quoted\\", long reason – é"\n');
  expect(text).toContain('2026-03-01 price UNIT 0.001 USD\n');
  expect(text).toMatch(/^2026-03-12 balance Liabilities:Prepaid:User:7 {2}-?\d+ UNIT$/mu);
  expect(text).toContain('1900-01-01 open Income:Usage UNIT\n');
});

it('no name of a person and no free call stand in it', async () => {
  const [named, unnamed] = [await textOf({ format: 'hledger' }), await textOf({ format: 'hledger', names: false })];
  expect(named).toBe(unnamed);
  expect(named).not.toContain('request: free');
});
