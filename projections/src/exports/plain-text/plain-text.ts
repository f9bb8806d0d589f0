import type { ExportFormat } from '@ledgate/domain/catalogue/export-layouts';
import { EXPORT_DAY_SUMS_MAX, EXPORT_PLAIN_AT_ONCE } from '../../limits.ts';
import type { PositionRange } from '../../queries/ranges.ts';
import { quotaPerUnitAt } from '../../queries/quota-per-unit.ts';
import { filteredSums } from '../accounts/filtered-sums.ts';
import { trialBalance } from '../accounts/trial-balance.ts';
import { type PostedEvent, postedEvents } from '../journal/posted-events.ts';
import { reasonOf } from '../journal/reason.ts';
import type { ExportRow, ExportSource, ExportStretch, Layout } from '../layout.ts';
import type { ExportOrder } from '../order.ts';
import { positionsOf } from '../shared/entries.ts';
import { zonedTime } from '../shared/zoned-time.ts';
import { beancount } from './beancount.ts';
import { dayOf, later } from './days.ts';
import { type PlainTextForm, turned } from './form.ts';
import { hledger } from './hledger.ts';
import { priceText } from './price.ts';

const FORMS: Partial<Readonly<Record<ExportFormat, PlainTextForm>>> = { hledger, beancount };

/** Whether the order's journal is one for plain-text accounting. */
export const isPlainText = ({ format }: Pick<ExportOrder, 'format'>): boolean => FORMS[format] !== undefined;

/**
 * The journal as a program of plain-text accounting reads it (docs/exports.md#hledger-and-beancount), a row a line: accounts, opening balances, a
 * transaction an event that posts (or a day), and what every account must be at the end. Its `after` is a place in one of these sections.
 */
export const plainText: Layout = {
  columns: [],
  total: () => Promise.resolve(null),
  rowsOf: (source, order, after, signal) => plainTextRows(source, order, after, signal),
};

const SECTIONS = ['head', 'opening', 'transactions', 'closing'] as const;
type Section = (typeof SECTIONS)[number];

/** One number for a section and how far it is written: the last position, or a count from 1. */
const afterOf = (section: Section, done: number): number => done * SECTIONS.length + SECTIONS.indexOf(section);

/** Where to go on in a section: 0 at its beginning, undefined where all of it is written. */
function doneOf(section: Section, after: number): number | undefined {
  const [at, asked] = [after % SECTIONS.length, SECTIONS.indexOf(section)];
  if (asked > at) return 0;
  return asked < at ? undefined : Math.floor(after / SECTIONS.length);
}

type Writing = {
  readonly source: ExportSource;
  readonly order: ExportOrder;
  readonly form: PlainTextForm;
  readonly positions: PositionRange;
  readonly signal: AbortSignal;
  readonly day: (atMs: number) => string;
  readonly sumsMax: number;
};

/** @param sumsMax sums of a day that are kept at once: the ledger is read again for each further so many */
export async function* plainTextRows(
  source: ExportSource,
  order: ExportOrder,
  after: number,
  signal: AbortSignal,
  sumsMax = EXPORT_DAY_SUMS_MAX,
): AsyncGenerator<ExportStretch> {
  const form = FORMS[order.format];
  if (form === undefined) throw new Error(`no form of plain-text accounting: ${order.format}`);
  const localTime = zonedTime(order.zone);
  const positions = await positionsOf(source, order);
  const day = (atMs: number): string => dayOf(localTime(atMs));
  const writing = { source, order, form, positions, signal, day, sumsMax };
  const first = await firstOf(writing);
  let lastDay = first.day;
  const head = doneOf('head', after);
  if (head !== undefined) yield* headOf(writing, first, head);
  const opening = doneOf('opening', after);
  if (opening !== undefined) yield* openingOf(writing, first.day, opening);
  const transactions = doneOf('transactions', after);
  const isDaily = order.detail === 'day';
  if (transactions !== 0) lastDay = await latestDay(writing, lastDay, isDaily ? undefined : transactions);
  if (transactions !== undefined) {
    const stretches = isDaily ? daysOf(writing, transactions) : eventsOf(writing, transactions);
    for await (const { day, ...stretch } of stretches) {
      lastDay = later(day, lastDay);
      yield stretch;
    }
  }
  yield* closingOf(writing, lastDay, doneOf('closing', after) ?? 0);
}

type First = { readonly day: string; readonly price: string | undefined };

/** The first day of the range, else that of the first event that posts, and what a unit was then. */
async function firstOf(writing: Writing): Promise<First> {
  const { source, order, positions } = writing;
  const { fromS } = order.range;
  const place =
    fromS > 0 ? { position: Math.max(0, positions.from - 1), atMs: fromS * 1_000 } : await firstPosted(writing);
  return { day: writing.day(place.atMs), price: priceText((await quotaPerUnitAt(source.db, [place]))(place)) };
}

async function firstPosted({ source, order, positions, signal }: Writing): Promise<{ position: number; atMs: number }> {
  for await (const { events } of postedEvents(source, positions, order, 0, signal)) {
    const first = events.find(({ lines }) => lines.length > 0);
    if (first !== undefined) return first.recorded;
  }
  return { position: 0, atMs: 0 };
}

const lines = (texts: readonly string[]): readonly ExportRow[] => texts.map((text) => [text]);

type OfAccount = { readonly account: string; readonly opening: number; readonly closing: number };
type Accounts = {
  readonly accounts: readonly OfAccount[];
  /** How many there were with these. */ readonly seen: number;
};

/** Accounts of the chart by code point, with what stood there before the range and at its end. @param seen only those behind so many */
async function* accountsOf({ source, order, form, signal }: Writing, seen: number): AsyncGenerator<Accounts> {
  const columns = trialBalance.columns.map(({ name }) => name);
  const [account, opening, closing] = ['account', 'opening_units', 'closing_units'].map((name) =>
    columns.indexOf(name),
  );
  for await (const { rows, after } of trialBalance.rowsOf(source, order, seen, signal))
    yield {
      accounts: rows.map((row) => ({
        account: form.account(String(row[account ?? 0])),
        opening: turned(Number(row[opening ?? 0])),
        closing: turned(Number(row[closing ?? 0])),
      })),
      seen: after,
    };
}

/** `done`: 1 for what stands before the accounts, and one an account. */
async function* headOf(writing: Writing, { day, price }: First, done: number): AsyncGenerator<ExportStretch> {
  const { form } = writing;
  if (done === 0) yield { rows: lines(form.begin(day, price)), after: afterOf('head', 1) };
  for await (const { accounts, seen } of accountsOf(writing, Math.max(0, done - 1)))
    yield { rows: lines(accounts.map(({ account }) => form.declare(account))), after: afterOf('head', seen + 1) };
}

const OPENING = 'opening balances';

/** One transaction, where anything stood there before. `done`: twice the accounts, and 1 more where its head is written. */
async function* openingOf(writing: Writing, firstDay: string, done: number): AsyncGenerator<ExportStretch> {
  const { form, order } = writing;
  if (order.range.fromS === 0) return;
  let isBegun = done % 2 === 1;
  for await (const { accounts, seen } of accountsOf(writing, Math.floor(done / 2))) {
    const texts = accounts.flatMap(({ account, opening }) => (opening === 0 ? [] : [form.posting(account, opening)]));
    const isFirst = texts.length > 0 && !isBegun;
    isBegun ||= isFirst;
    const head = isFirst ? form.transaction(firstDay, OPENING, undefined) : [];
    yield { rows: lines([...head, ...texts]), after: afterOf('opening', 2 * seen + (isBegun ? 1 : 0)) };
  }
}

/** With the latest day of its transactions. */
type Dated = ExportStretch & { readonly day: string };

async function* eventsOf(
  { source, order, form, positions, signal, day }: Writing,
  done: number,
): AsyncGenerator<Dated> {
  for await (const { events } of postedEvents(source, positions, order, done, signal)) {
    const posted = events.filter((event) => event.lines.length > 0);
    for (let at = 0; at < posted.length; at += EXPORT_PLAIN_AT_ONCE) {
      const some = posted.slice(at, at + EXPORT_PLAIN_AT_ONCE);
      const days = some.map(({ recorded }) => day(recorded.atMs));
      yield {
        rows: lines(some.flatMap((event, index) => transactionOf(form, event, days[index] ?? ''))),
        after: afterOf('transactions', some.at(-1)?.recorded.position ?? done),
        day: days.reduce(later, ''),
      };
    }
  }
}

function transactionOf(form: PlainTextForm, { recorded, lines: postings, about }: PostedEvent, day: string): string[] {
  const { event, position, stream, revision } = recorded;
  const told = {
    type: event.type,
    position,
    stream,
    revision,
    requestId: about.requestId ?? '',
    reason: reasonOf(recorded) ?? '',
  };
  return [
    ...form.transaction(day, '', told),
    ...postings.map(({ account, amount }) => form.posting(form.account(account), turned(amount))),
  ];
}

const byText = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

/** A transaction a day, with an account's sum of it. `done`: how many of these are written. */
async function* daysOf(writing: Writing, done: number): AsyncGenerator<Dated> {
  const { source, order, form, positions, signal, day, sumsMax } = writing;
  // A day and an account: text, so that two of the same are one.
  const sums = filteredSums<string, number>(
    source,
    order,
    positions,
    {
      compare: byText,
      none: () => 0,
      isOfRange: true,
      changes: ({ recorded, lines: postings }) =>
        postings.map(({ account, amount }) => [
          `${day(recorded.atMs)} ${form.account(account)}`,
          (sum: number) => sum + amount,
        ]),
    },
    signal,
    sumsMax,
  );
  let [seen, current] = [0, ''];
  for await (const all of sums)
    for (let at = 0; at < all.length; at += EXPORT_PLAIN_AT_ONCE) {
      const texts: string[] = [];
      for (const [key, sum] of all.slice(at, at + EXPORT_PLAIN_AT_ONCE)) {
        const [dayOfSum = '', account = ''] = key.split(' ');
        const isNew = dayOfSum !== current;
        current = dayOfSum;
        seen += 1;
        if (seen <= done) continue;
        if (isNew) texts.push(...form.transaction(current, SUMMED, undefined));
        texts.push(form.posting(account, turned(sum)));
      }
      if (texts.length > 0) yield { rows: lines(texts), after: afterOf('transactions', seen), day: current };
    }
}

const SUMMED = 'all events of the day';

/** Of what is written already. @param through position; undefined: of all */
async function latestDay(
  { source, order, positions: { from, before }, signal, day }: Writing,
  firstDay: string,
  through: number | undefined,
): Promise<string> {
  let latest = firstDay;
  const positions = { from, before: through === undefined ? before : Math.min(before, through + 1) };
  for await (const { events } of postedEvents(source, positions, order, 0, signal))
    for (const event of events) if (event.lines.length > 0) latest = later(day(event.recorded.atMs), latest);
  return latest;
}

/** What every account is at the end. `done`: how many of them are written. */
async function* closingOf(writing: Writing, lastDay: string, done: number): AsyncGenerator<ExportStretch> {
  const { form } = writing;
  let isBegun = done > 0;
  for await (const { accounts, seen } of accountsOf(writing, done)) {
    const head = isBegun || accounts.length === 0 ? [] : form.beginAssertions(lastDay);
    isBegun = true;
    const texts = accounts.map(({ account, closing }) => form.assertion(lastDay, account, closing));
    yield { rows: lines([...head, ...texts]), after: afterOf('closing', seen) };
  }
}
