import type { Recorded } from '@ledgate/domain/events/codec';
import { moneyText } from '@ledgate/domain/shared/money-text';
import { usernamesOf } from '../../directory/users/list.ts';
import { quotaPerUnitAt } from '../../queries/quota-per-unit.ts';
import { oneRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { ExportRow, ExportSource, ExportStretch, Layout } from '../layout.ts';
import { type ExportOrder, hasFilter } from '../order.ts';
import { CURRENCY } from '../shared/column.ts';
import { positionsOf } from '../shared/entries.ts';
import { closedPeriodsUpTo, lateForOf } from '../shared/late-for.ts';
import { zonedTime } from '../shared/zoned-time.ts';
import { JOURNAL_COLUMNS } from './columns.ts';
import { type PostedEvent, postedEvents } from './posted-events.ts';
import { reasonOf, textOf } from './reason.ts';
import { POSTINGS_IN } from './sql.ts';

/** A line a posting, by position and line. An event is there with all its lines or with none. */
export const journal: Layout = {
  columns: JOURNAL_COLUMNS,
  total: async (source, order) => {
    if (hasFilter(order)) return null;
    const counted = query.raw(POSTINGS_IN, { ...(await positionsOf(source, order)) });
    return (await oneRow<{ total: number }>(source.db, counted)).total;
  },
  rowsOf,
};

async function* rowsOf(
  source: ExportSource,
  order: ExportOrder,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<ExportStretch> {
  const { db } = source;
  const lateFor = lateForOf(await closedPeriodsUpTo(db, order.position));
  const localTime = zonedTime(order.zone);
  const pages = postedEvents(source, await positionsOf(source, order), order, after, signal);
  for await (const { events, through } of pages) {
    if (events.length === 0) continue;
    const quotaPerUnit = await quotaPerUnitAt(
      db,
      events.map(({ recorded }) => recorded),
    );
    const usernames = order.names ? await usernamesOf(db, usersOf(events)) : NO_NAMES;
    yield {
      rows: events.flatMap((event) => {
        const { recorded, originMs, about } = event;
        return rowsOfEvent(event, {
          timeLocal: localTime(recorded.atMs),
          lateForMs: lateFor(recorded.position, [recorded.atMs, originMs]),
          quotaPerUnit: quotaPerUnit(recorded),
          username: about.userId === null ? null : (usernames.get(about.userId) ?? ''),
        });
      }),
      after: through,
    };
  }
}

const NO_NAMES: ReadonlyMap<number, string> = new Map();

const usersOf = (events: readonly PostedEvent[]): readonly number[] => [
  ...new Set(events.flatMap(({ about: { userId } }) => (userId === null ? [] : [userId]))),
];

type Looked = {
  readonly timeLocal: string;
  readonly lateForMs: number | null;
  readonly quotaPerUnit: string;
  readonly username: string | null;
};

/** In the order of the columns. */
function rowsOfEvent(
  { recorded, lines, about }: PostedEvent,
  { timeLocal, lateForMs, quotaPerUnit, username }: Looked,
): readonly ExportRow[] {
  const { id, event, stream, revision, position, metadata, atMs } = recorded;
  const before = [position, id];
  const place = [event.type, stream, revision, atMs, timeLocal, lateForMs];
  const ofEvent = [
    about.userId,
    username,
    about.requestId,
    sourceOf(recorded),
    textOf(metadata['$correlationId']),
    textOf(metadata['$causationId']),
    textOf(metadata['actor']),
    reasonOf(recorded),
  ];
  return lines.map(({ account, amount }, index) => [
    ...before,
    index + 1,
    ...place,
    account,
    amount,
    moneyText(amount, quotaPerUnit),
    CURRENCY,
    quotaPerUnit,
    ...ofEvent,
  ]);
}

const sourceOf = ({ event }: Recorded): string | null => ('source' in event.data ? textOf(event.data.source) : null);
