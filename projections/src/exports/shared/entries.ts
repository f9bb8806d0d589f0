import type { Recorded } from '@ledgate/domain/events/codec';
import { channelNamesOf } from '../../directory/channels/find.ts';
import { tokenNamesOf } from '../../directory/tokens/find.ts';
import { usernamesOf } from '../../directory/users/list.ts';
import { EXPORT_STRETCH_ROWS } from '../../limits.ts';
import { headAt, knownPart } from '../../queries/head.ts';
import { quotaPerUnitAt } from '../../queries/quota-per-unit.ts';
import { type PositionRange, positionRangeOf } from '../../queries/ranges.ts';
import { maybeRow, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { ExportSource } from '../layout.ts';
import type { ExportOrder } from '../order.ts';
import { eventsAt } from './events-at.ts';
import { closedPeriodsUpTo, lateForOf } from './late-for.ts';
import { CHANGED_BY, CHANGING_TYPES, type EntryFilters, entriesCount, entriesPage } from './sql.ts';
import { zonedTime } from './zoned-time.ts';

type EntryRead = {
  readonly position: number;
  readonly userId: number;
  /** Signed changes of the wallet, of its paid lots and of its promotional ones. */
  readonly amount: number;
  readonly paid: number;
  readonly promotional: number;
  readonly type: string;
  readonly tokenId: number | null;
  /** Of what is for use: of the request's charge where the event does not repeat it. */
  readonly channelId: number | null;
  readonly group: string | null;
  /** The billed one. */
  readonly model: string | null;
  /** Else its source, or ''. */
  readonly requestId: string;
};

/** What an entry changes: when that happened, Unix milliseconds, what its request was made with, and of a top-up the currency. */
type Changed = Pick<EntryRead, 'position' | 'channelId' | 'group' | 'model'> & {
  readonly atMs: number;
  readonly paidCurrency: string | null;
};

/** An event that moves a wallet, with what is known of it elsewhere. Times are Unix milliseconds. */
export type Entry = EntryRead & {
  readonly recorded: Recorded;
  /** Of a reversal that of the top-up. */
  readonly paidCurrency: string | null;
  readonly lateForMs: number | null;
  readonly timeLocal: string;
  /** Decimal text. */
  readonly quotaPerUnit: string;
  /** '' where the order has no names, and where nothing is named so. */
  readonly username: string;
  readonly tokenName: string;
  readonly channelName: string;
};

type Stretch = { readonly entries: readonly Entry[]; readonly after: number };

/** The positions of an order, as far as it sees the ledger. */
export const positionsOf = async ({ db }: ExportSource, order: ExportOrder): Promise<PositionRange> =>
  knownPart(await positionRangeOf(db, order.range), headAt(order.position));

/** What an order takes of some types. */
function asked(order: ExportOrder, types: readonly string[]): { filters: EntryFilters; types: readonly string[] } {
  const { userId, tokenId, channelId, group, model, type } = order;
  const filters = Object.entries({ userId, tokenId, channelId, group, model }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    filters: Object.fromEntries(filters) as EntryFilters,
    types: type === undefined ? types : types.filter((one) => one === type),
  };
}

/** How many entries of some types an order takes. */
export async function countEntries(
  source: ExportSource,
  order: ExportOrder,
  types: readonly string[],
): Promise<number> {
  const { filters, ...wanted } = asked(order, types);
  const bindings = { ...filters, types: [...wanted.types], ...(await positionsOf(source, order)) };
  const found = await maybeRow<{ count: number | null }>(source.db, query.raw(entriesCount(filters), bindings));
  return found?.count ?? 0;
}

/** Entries of some types that an order takes, by their positions. @param after only behind this position */
export async function* entriesOf(
  source: ExportSource,
  order: ExportOrder,
  { types, after, signal }: { readonly types: readonly string[]; readonly after: number; readonly signal: AbortSignal },
): AsyncGenerator<Stretch> {
  const { db } = source;
  const { filters, ...wanted } = asked(order, types);
  const positions = await positionsOf(source, order);
  const lateFor = lateForOf(await closedPeriodsUpTo(db, order.position));
  const localTime = zonedTime(order.zone);
  const page = entriesPage(filters);
  let from = Math.max(positions.from, after + 1);
  while (from < positions.before) {
    signal.throwIfAborted();
    const bindings = {
      ...filters,
      types: [...wanted.types],
      from,
      before: positions.before,
      limit: EXPORT_STRETCH_ROWS,
    };
    const read = await rows<EntryRead>(db, query.raw(page, bindings));
    const last = read.at(-1);
    if (last === undefined) return;
    const changed = await changedBy(source, read);
    const found = read.map((entry): EntryRead => {
      const { channelId = null, group = null, model = null } = changed.get(entry.position) ?? {};
      return {
        ...entry,
        channelId: entry.channelId ?? channelId,
        group: entry.group ?? group,
        model: entry.model ?? model,
      };
    });
    const events = await eventsAt(
      source,
      found.map(({ position }) => position),
      signal,
    );
    const quotaPerUnit = await quotaPerUnitAt(db, events);
    const names = await namesOf(source, order, found);
    yield {
      entries: found.map((entry, index): Entry => {
        const recorded = events[index] as Recorded;
        const { position, atMs } = recorded;
        return {
          ...entry,
          recorded,
          paidCurrency: changed.get(position)?.paidCurrency ?? null,
          lateForMs: lateFor(position, [atMs, changed.get(position)?.atMs ?? null]),
          timeLocal: localTime(atMs),
          quotaPerUnit: quotaPerUnit(recorded),
          username: names.users.get(entry.userId) ?? '',
          tokenName: names.tokens.get(entry.tokenId ?? 0) ?? '',
          channelName: names.channels.get(entry.channelId ?? 0) ?? '',
        };
      }),
      after: last.position,
    };
    from = last.position + 1;
    if (found.length < EXPORT_STRETCH_ROWS) return;
  }
}

/** One query, and none where nothing is changed, which is nearly always. */
async function changedBy({ db }: ExportSource, read: readonly EntryRead[]): Promise<ReadonlyMap<number, Changed>> {
  const positions = read.filter(({ type }) => CHANGING_TYPES.has(type)).map(({ position }) => position);
  if (positions.length === 0) return new Map();
  const found = await rows<Changed>(db, query.raw(CHANGED_BY, { positions }));
  return new Map(found.map((changed) => [changed.position, changed]));
}

type Names = Readonly<Record<'users' | 'tokens' | 'channels', ReadonlyMap<number, string>>>;

const NO_NAMES: Names = { users: new Map(), tokens: new Map(), channels: new Map() };

/** One query for each of the three. */
async function namesOf({ db }: ExportSource, { names }: ExportOrder, read: readonly EntryRead[]): Promise<Names> {
  if (!names) return NO_NAMES;
  const ids = (id: (entry: EntryRead) => number | null): number[] => [
    ...new Set(read.map(id).filter((found): found is number => found !== null)),
  ];
  return {
    users: await usernamesOf(
      db,
      ids(({ userId }) => userId),
    ),
    tokens: await tokenNamesOf(
      db,
      ids(({ tokenId }) => tokenId),
    ),
    channels: await channelNamesOf(
      db,
      ids(({ channelId }) => channelId),
    ),
  };
}
