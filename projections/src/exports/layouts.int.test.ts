import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Position } from '@ledgate/domain/ports/event-store';
import { type RunnerWorld, runnerWorld } from '../testing/runner-world.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { storeFeed } from '../testing/store-feed.ts';
import type { ExportSource } from './layout.ts';
import { type ExportedRow, exportedRows, orderOf } from './testing/exported.ts';
import { mixedLedger, PERIOD_END_S, START_S } from './testing/mixed-ledger.ts';

jest.setTimeout(120_000);
const DAY_S = 86_400;
const END = new Date(PERIOD_END_S * 1_000).toISOString();

/** Where positions have gaps it is the same. */
describe.each([1, 13])('of a ledger whose positions are %s apart', (apart) => {
  let world: RunnerWorld;
  let source: ExportSource;
  let position: Position;

  beforeAll(async () => {
    const store = await mixedLedger(apart);
    world = await runnerWorld(1, store as never);
    await world.caughtUp(world.start(storeFeed(store, { batchEvents: 1_000 })));
    source = { db: world.pool, store };
    position = await store.head();
  });
  afterAll(() => world.close());

  const picked = (rows: readonly ExportedRow[], ...columns: string[]) =>
    rows.map((row) => columns.map((column) => row[column]));
  const charges = (more = {}) => exportedRows(source, orderOf({ layout: 'charges', position, ...more }));
  const credits = (more = {}) => exportedRows(source, orderOf({ layout: 'credits', position, ...more }));
  const focus = (more = {}) => exportedRows(source, orderOf({ layout: 'focus', position, ...more }));

  it('charges has a row for each charge, change and refund, late ones marked', async () => {
    const rows = await charges();
    expect(picked(rows, 'kind', 'request_id', 'units', 'amount', 'late_for', 'prompt_tokens')).toEqual([
      ['charge', 'plain', 50, '0.050000', null, 60],
      ['charge', 'free', 0, '0.000000', null, 60],
      ['charge', 'session-1', 20, '0.020000', null, 60],
      ['charge', 'session-2', 25, '0.025000', null, 60],
      ['charge', 'cut', 10, '0.010000', null, 10],
      ['correction', 'cut', 30, '0.030000', END, 60],
      ['late', 'late', 15, '0.015000', null, 60],
      ['correction', 'plain', -5, '-0.005000', END, 60],
      ['rerate', 'plain', -5, '-0.005000', END, null],
      ['refund', 'session-2', -8, '-0.008000', END, null],
    ]);
    expect(picked(rows.slice(-1), 'model_billed', 'group', 'channel_id', 'token_id', 'model_asked', 'method')).toEqual([
      ['gpt-4o-mini', 'default', 3, 11, null, null],
    ]);
    expect(
      picked(rows.slice(0, 1), 'cached_read_tokens', 'cached_write_tokens', 'image_tokens', 'reasoning_tokens'),
    ).toEqual([[7, 3, 5, 6]]);
    expect(rows.map(({ interrupted }) => interrupted)).toEqual([
      false,
      false,
      false,
      false,
      true,
      false,
      false,
      null,
      null,
      null,
    ]);
  });

  it('charges says how much was promotional and paid: the first to be spent is promotional', async () => {
    const rows = await charges();
    expect(picked(rows.slice(0, 1), 'paid_units', 'promotional_units')).toEqual([[0, 50]]);
    for (const { units, paid_units: paid, promotional_units: promotional } of rows)
      expect(Math.abs(Number(paid)) + Math.abs(Number(promotional))).toBeLessThanOrEqual(Math.abs(Number(units)));
  });

  it('charges takes what filters, ranges and positions name, changes with their request', async () => {
    const all = await charges();
    expect(await charges({ channelId: 3, group: 'default', model: 'gpt-4o-mini', userId: 7, tokenId: 11 })).toEqual(
      all,
    );
    for (const filter of [{ channelId: 4 }, { group: 'vip' }, { model: 'gpt-4o' }, { userId: 8 }, { tokenId: 12 }])
      expect(await charges(filter)).toEqual([]);
    expect(await charges({ type: 'ConsumptionRefunded' })).toEqual(all.slice(-1));
    const cutS = START_S + 9 * DAY_S;
    const parts = [
      { fromS: 0, toS: cutS },
      { fromS: cutS, toS: undefined },
    ];
    const [first = [], second = []] = await Promise.all(parts.map((range) => charges({ range })));
    expect([...first, ...second]).toEqual(all);
    expect(first).toHaveLength(5);
    expect(await charges({ position: all[2]?.['position'] })).toEqual(all.slice(0, 3));
  });

  it('time_local has the offset of the zone', async () => {
    const [row] = await charges({ zone: 'Asia/Kathmandu' });
    expect(row).toMatchObject({ time: '2026-03-03T00:00:00.000Z', time_local: '2026-03-03T05:45:00.000+05:45' });
  });

  it('credits has a row for each movement but use, with its kind, its kind of money and where it came from', async () => {
    const rows = await credits();
    expect(picked(rows, 'kind', 'money_kind', 'units', 'source', 'late_for', 'paid_minor', 'paid_currency')).toEqual([
      ['grant', 'promotional', 30, 'grant-7', null, null, null],
      ['grant', 'adjustment', 40, 'opening-7', null, null, null],
      ['top_up', 'paid', 2_000, 'topup-T1', null, 250, 'USD'],
      ['top_up', 'paid', 1_000, 'topup-T2', null, 730, 'CNY'],
      ['redemption', 'promotional', 50, 'redemption-3', null, null, null],
      ['redemption', 'paid', 500, 'redemption-4', null, 100, 'USD'],
      ['invite', 'promotional', 30, 'earnings-1', null, null, null],
      ['commission', 'promotional', 60, 'earnings-1', null, null, null],
      ['adjustment', 'adjustment', -5, null, null, null, null],
      ['reversal', 'paid', -2_000, 'reversal-T1-v', END, -250, 'USD'],
      ['expiry', 'promotional', -10, 'expiry-6', null, null, null],
    ]);
    expect(rows[8]).toMatchObject({ actor: 'user-1', reason: 'a "quoted", long\nreason – é', reference: 'INV-1' });
  });

  it('moves of charges and credits together are the balance', async () => {
    const sum = (rows: readonly ExportedRow[]) => rows.reduce((total, { units }) => total + Number(units), 0);
    const { rows } = await world.pool.query(
      `select balance_after from ${READ_MODELS}.ledger_entries order by position desc limit 1`,
    );
    expect(sum(await credits()) - sum(await charges())).toBe(Number(rows[0].balance_after));
  });

  it('focus divides what is promotional of an event between its rows', async () => {
    const rows = await focus();
    expect(picked(rows.slice(6, 8), 'x_Units', 'x_PaidUnits', 'x_PromotionalUnits')).toEqual([
      [30, 0, 30],
      [60, 0, 60],
    ]);
  });

  it('focus bills what is bought, and costs what is used', async () => {
    const rows = await focus();
    expect(
      picked(rows.slice(0, 9), 'ChargeCategory', 'BilledCost', 'EffectiveCost', 'ContractedCost', 'ListCost', 'SkuId'),
    ).toEqual([
      ['Credit', '0.000000', '0.000000', '0.000000', '0.000000', null],
      ['Credit', '0.000000', '0.000000', '0.000000', '0.000000', null],
      ['Purchase', '2.500000', '0.000000', '2.500000', '2.500000', 'top_up'],
      ['Purchase', '1.000000', '0.000000', '1.000000', '1.000000', 'top_up'],
      ['Credit', '0.000000', '0.000000', '0.000000', '0.000000', null],
      ['Purchase', '1.000000', '0.000000', '1.000000', '1.000000', 'redemption'],
      ['Credit', '0.000000', '0.000000', '0.000000', '0.000000', null],
      ['Credit', '0.000000', '0.000000', '0.000000', '0.000000', null],
      // 60 + 10 x 4 tokens at group ratio 1.
      ['Usage', '0.000000', '0.050000', '0.050000', '0.100000', 'gpt-4o-mini'],
    ]);
    const usage = rows.filter(({ ChargeCategory }) => ChargeCategory === 'Usage');
    expect(usage.map(({ x_Units }) => x_Units)).toEqual((await charges()).map(({ units }) => units));
    expect(usage.map(({ EffectiveCost }) => EffectiveCost)).toEqual((await charges()).map(({ amount }) => amount));
    expect(rows.find(({ Tags }) => Tags !== null)).toMatchObject({ Tags: '{"team":"red"}', x_RequestId: 'session-2' });
    expect(rows.find(({ SkuId }) => SkuId === 'reversal')).toMatchObject({
      BilledCost: '-2.500000',
      ChargeClass: 'Correction',
    });
  });

  it('focus keeps the rules of FOCUS 1.2 for nulls and allowed values', async () => {
    for (const row of await focus())
      for (const [column, isKept] of Object.entries(FOCUS_RULES))
        expect([column, row[column], isKept(row[column] ?? null, row)]).toEqual([column, row[column], true]);
  });
});

type Value = ExportedRow[string];
type Rule = (value: Value, row: ExportedRow) => boolean;

const isDecimal: Rule = (value) => typeof value === 'string' && /^-?\d+\.\d+$/u.test(value);
const isText: Rule = (value) => typeof value === 'string' && value !== '';
const isTextOrNull: Rule = (value, row) => value === null || isText(value, row);
const isTime: Rule = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u.test(value);
const oneOf =
  (...values: readonly Value[]): Rule =>
  (value) =>
    values.includes(value);
const isUsage = (row: ExportedRow): boolean => row['ChargeCategory'] === 'Usage';
const isCorrection = (row: ExportedRow): boolean => row['ChargeClass'] === 'Correction';
/** Needed of usage and purchases that are no corrections, and never of a tax, of which there is none. */
const neededOfBoughtAndUsed =
  (rule: Rule): Rule =>
  (value, row) =>
    value === null ? row['ChargeCategory'] === 'Credit' || isCorrection(row) : rule(value, row);
/** Of usage alone; needed but of a correction. */
const ofUsageAlone =
  (rule: Rule): Rule =>
  (value, row) =>
    value === null ? !isUsage(row) || isCorrection(row) : isUsage(row) && rule(value, row);
const isQuantity: Rule = (value) => typeof value === 'number';

/** Rules of FOCUS 1.2 for nulls and allowed values, as far as its columns stand in the layout. */
const FOCUS_RULES: Readonly<Record<string, Rule>> = {
  BilledCost: isDecimal,
  BillingAccountId: isText,
  BillingAccountName: isTextOrNull,
  BillingCurrency: oneOf('USD'),
  BillingPeriodEnd: (value, row) => isTime(value, row) && String(value) > String(row['ChargePeriodStart']),
  BillingPeriodStart: (value, row) => isTime(value, row) && String(value) <= String(row['ChargePeriodStart']),
  ChargeCategory: oneOf('Usage', 'Purchase', 'Tax', 'Credit', 'Adjustment'),
  ChargeClass: oneOf('Correction', null),
  ChargeDescription: isText,
  ChargeFrequency: (value, row) =>
    oneOf('One-Time', 'Recurring', 'Usage-Based')(value, row) &&
    !(row['ChargeCategory'] === 'Purchase' && value === 'Usage-Based'),
  ChargePeriodEnd: (value, row) => isTime(value, row) && String(value) > String(row['ChargePeriodStart']),
  ChargePeriodStart: isTime,
  ConsumedQuantity: ofUsageAlone(isQuantity),
  ConsumedUnit: (value, row) =>
    ofUsageAlone(oneOf('Tokens', 'Requests'))(value, row) && (value === null) === (row['ConsumedQuantity'] === null),
  ContractedCost: isDecimal,
  EffectiveCost: (value, row) => isDecimal(value, row) && (row['ChargeCategory'] !== 'Purchase' || Number(value) === 0),
  InvoiceIssuerName: isText,
  ListCost: isDecimal,
  PricingCategory: neededOfBoughtAndUsed(oneOf('Standard', 'Dynamic', 'Committed', 'Other')),
  PricingQuantity: neededOfBoughtAndUsed(isQuantity),
  PricingUnit: (value, row) =>
    neededOfBoughtAndUsed(isText)(value, row) && (value === null) === (row['PricingQuantity'] === null),
  ProviderName: isText,
  PublisherName: isText,
  ServiceCategory: oneOf('AI and Machine Learning'),
  ServiceName: isText,
  ServiceSubcategory: oneOf('Generative AI'),
  SkuId: neededOfBoughtAndUsed(isText),
  SubAccountId: isTextOrNull,
  SubAccountName: (value, row) => (value === null) === (row['SubAccountId'] === null) && isTextOrNull(value, row),
  Tags: (value) => value === null || typeof JSON.parse(String(value)) === 'object',
};
