import { decode, type Recorded } from '@ledgate/domain/events/codec';
import { type Posting, postings } from '@ledgate/domain/postings/postings';
import type { PositionRange } from '../../queries/ranges.ts';
import { type Queryable, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { storedText } from '../../shared/stored-text.ts';
import type { ExportSource } from '../layout.ts';

import type { ExportFilter } from '../order.ts';
import { MOVEMENTS } from '../accounts/movements.ts';
import { ledgerPages } from '../shared/ledger-pages.ts';
import { type About, aboutOf, type Origin } from './about.ts';
import { ORIGINS } from './sql.ts';

/** An event that posts, or a charge of nothing, with its lines in their order and what it is about. */
export type PostedEvent = {
  readonly recorded: Recorded;
  /** Accounts as read models keep them. */
  readonly lines: readonly Posting[];
  readonly about: About;
  /** The time of what it goes back to, Unix milliseconds; null where there is none. */
  readonly originMs: number | null;
};

/** `through`: the position up to which the ledger was read for them. */
type PostedPage = { readonly events: readonly PostedEvent[]; readonly through: number };

/** What is a request, also where it was free. */
const CHARGES: ReadonlySet<string> = new Set(MOVEMENTS.charge);

/**
 * The events of a range that post, or charge nothing, and that a filter takes, in their order: a page at once, with nothing in it where the filter takes none
 * of its. From the ledger itself, so that lines stand in the order that their type has. Throws StoreUnavailable, WrittenByLaterRelease and the signal's reason.
 */
export async function* postedEvents(
  source: ExportSource,
  positions: PositionRange,
  filter: ExportFilter,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<PostedPage> {
  for await (const page of ledgerPages(source, positions, after, signal)) {
    const posted = page.flatMap((stored) => {
      const recorded = decode(stored);
      const lines = postings(recorded);
      return lines.length === 0 && !CHARGES.has(recorded.event.type)
        ? []
        : [{ recorded, lines: lines.map(kept), about: aboutOf(recorded) }];
    });
    const origins = await originsOf(source.db, posted);
    const events = posted
      .map((event, index): PostedEvent => withOrigin(event, origins.get(index)))
      .filter((event) => isTaken(event, filter));
    yield { events, through: page.at(-1)?.position ?? after };
  }
}

const kept = ({ account, amount }: Posting): Posting => ({ account: storedText(account), amount });

type Found = {
  readonly index: number;
  readonly requestId: string | null;
  readonly atMs: number | null;
  readonly channelId: number | null;
  readonly group: string | null;
  readonly model: string | null;
};

function withOrigin(event: Omit<PostedEvent, 'originMs'>, found: Found | undefined): PostedEvent {
  const { about } = event;
  if (found === undefined) return { ...event, originMs: null };
  const isCharge = about.origin?.kind === 'charge';
  return {
    ...event,
    about: isCharge
      ? {
          ...about,
          requestId: about.requestId ?? found.requestId,
          channelId: about.channelId ?? found.channelId,
          group: about.group ?? found.group,
          model: about.model ?? found.model,
        }
      : about,
    originMs: found.atMs,
  };
}

/** In one query, by the events' indexes; of those that go back to nothing there is none. */
async function originsOf(
  db: Queryable,
  events: readonly Omit<PostedEvent, 'originMs'>[],
): Promise<ReadonlyMap<number, Found>> {
  const asked = events.flatMap(({ about: { origin }, recorded: { position } }, index) =>
    origin === null ? [] : [{ origin, position, index }],
  );
  if (asked.length === 0) return new Map();
  const each = <Value>(of: (origin: Origin) => Value): Value[] => asked.map(({ origin }) => of(origin));
  const found = await rows<Found>(
    db,
    query.raw(ORIGINS, {
      indexes: asked.map(({ index }) => index),
      users: each(({ userId }) => userId),
      kinds: each(({ kind }) => kind),
      references: each(({ reference }) => storedText(reference)),
      tasks: each(({ taskId }) => storedText(taskId)),
      positions: asked.map(({ position }) => position),
    }),
  );
  return new Map(found.map((one) => [one.index, one]));
}

/** An event is taken as a whole, with all its lines. */
function isTaken({ recorded, about }: PostedEvent, filter: ExportFilter): boolean {
  const { userId, tokenId, channelId, group, model, type } = filter;
  return (
    (userId === undefined || about.userId === userId) &&
    (tokenId === undefined || about.tokenId === tokenId) &&
    (channelId === undefined || about.channelId === channelId) &&
    (group === undefined || about.group === group) &&
    (model === undefined || about.model === model) &&
    (type === undefined || recorded.event.type === type)
  );
}
