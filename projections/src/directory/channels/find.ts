import { CHANNEL_KEY_STATE, CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import { keysOf } from '@ledgate/domain/channel/channel-keys';
import { columnsOf } from '../../shared/column-names.ts';
import { maybeRow, oneRow, type Queryable, rows } from '../../shared/database.ts';
import {
  countOf,
  inOrder,
  inStretch,
  type ListOrder,
  type Page,
  type Paging,
  type Stretch,
} from '../../shared/paging.ts';
import { literally, oneOfIds, type Piece, type Query, query } from '../../shared/query.ts';
import { CHANNELS_UNPAGED_MAX, LIST_ROWS_MAX } from '../limits.ts';
import type { ChannelKeyRow, ChannelRow } from '../rows.ts';
import type { DirectoryKeys, NumberedSecret } from '../keys/directory-keys.ts';
import { channelColumns, type ChannelWithKeys } from './columns.ts';

const live = (): Query => query('directory.channels').whereNull('deleted_time');

export const findChannel = (db: Queryable, id: number): Promise<ChannelRow | undefined> =>
  maybeRow(db, live().select(channelColumns).where({ id }));

export async function findChannelWithKeys(
  db: Queryable,
  directoryKeys: DirectoryKeys,
  id: number,
): Promise<ChannelWithKeys | undefined> {
  const channel = await findChannel(db, id);
  return channel && withKeys(channel, (await directoryKeys.numbered(db, 'channel', [id])).get(id));
}

/** All of them, for the relay's view and a test of all, but for those none of whose keys can be opened: without one nothing is asked of their providers. */
export async function allChannelsWithKeys(
  db: Queryable,
  directoryKeys: DirectoryKeys,
): Promise<readonly ChannelWithKeys[]> {
  const channels = await rows<ChannelRow>(db, live().select(channelColumns).orderBy('id'));
  const keys = await directoryKeys.numbered(db, 'channel');
  return channels
    .filter(({ id }) => keys.get(id)?.length !== 0)
    .map((channel) => withKeys(channel, keys.get(channel.id)));
}

/** Of channels that have keys put aside: each once for each of those, with that key alone. */
export async function channelsWithKeysPutAside(
  db: Queryable,
  directoryKeys: DirectoryKeys,
): Promise<readonly ChannelWithKeys[]> {
  const keys = await directoryKeys.numbered(db, 'channel', undefined, CHANNEL_KEY_STATE.disabled);
  if (keys.size === 0) return [];
  const channels = await rows<ChannelRow>(db, live().select(channelColumns).orderBy('id'));
  return channels.flatMap((channel) => (keys.get(channel.id) ?? []).map((key) => withKeys(channel, [key])));
}

/** One channel with one key of it alone; undefined where that is not put aside any more. */
export async function findChannelWithKeyPutAside(
  db: Queryable,
  directoryKeys: DirectoryKeys,
  id: number,
  keyNumber: number,
): Promise<ChannelWithKeys | undefined> {
  const keys = await directoryKeys.numbered(db, 'channel', [id], CHANNEL_KEY_STATE.disabled);
  const key = keys.get(id)?.find(({ number }) => number === keyNumber);
  const channel = key && (await findChannel(db, id));
  return channel && withKeys(channel, [key]);
}

/** In clear they stand in one text. */
const withKeys = (channel: ChannelRow, found: readonly NumberedSecret[] = []): ChannelWithKeys => ({
  ...channel,
  keys: found.flatMap(({ secret }) => keysOf(channel.type, secret)),
  keyNumbers: found.flatMap(({ number }) => number ?? []),
});

/** The keys of these channels, oldest first, without the keys; none where the directory is not sealed yet. */
export async function channelKeyRows(
  db: Queryable,
  channelIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ChannelKeyRow[]>> {
  const found = await rows<ChannelKeyRow>(
    db,
    query('directory.channel_keys')
      .select(columnsOf(['number', 'channelId', 'state', 'reason', 'stateTime'] satisfies (keyof ChannelKeyRow)[]))
      .where(oneOfIds('channel_id', channelIds))
      .orderBy('number'),
  );
  const byChannel = new Map<number, ChannelKeyRow[]>();
  for (const key of found) {
    const known = byChannel.get(key.channelId);
    if (known === undefined) byChannel.set(key.channelId, [key]);
    else known.push(key);
  }
  return byChannel;
}

/** How many channels there are. */
export const countChannels = async (db: Queryable): Promise<number> =>
  (await oneRow<{ count: number }>(db, live().count({ count: '*' }))).count;

/** One channel, all with a tag, or what a piece says. */
export type ChannelCondition = { readonly id: number } | { readonly tag: string } | Piece;

/** The rows stay locked until the transaction ends; in the order of ids, so that two batches never deadlock. */
export const lockChannels = (db: Queryable, condition: ChannelCondition): Promise<readonly ChannelRow[]> =>
  rows(db, live().select(channelColumns).where(condition).orderBy('id').forUpdate());

/** Of status and type. */
const ANY = 0;

type ChannelSearch = {
  /** The id, a part of the name (letter case ignored), or one of its keys, whole. */
  readonly keyword: string;
  /** One of the channel's groups. */
  readonly group: string;
  /** A part of the comma text of models. */
  readonly model: string;
  readonly tag: string;
  readonly status: number;
  readonly type: number;
};

/** How a list of channels is shown. */
type ChannelView = {
  readonly order: ListOrder;
  /** Pages are pages of tags: every channel of each tag that has a match, tag by tag. */
  readonly byTag: boolean;
  /** Undefined: all of them at once, CHANNELS_UNPAGED_MAX at most. */
  readonly paging: Paging | undefined;
};

/** '' or 0 for a condition: none (docs/behaviour.md#channels). `total` counts what the pages are of: channels, or tags. */
export async function listChannels(
  db: Queryable,
  directoryKeys: DirectoryKeys,
  search: ChannelSearch,
  { order, byTag, paging }: ChannelView,
): Promise<Page<ChannelRow>> {
  const matching = channelsLike(search, await channelOwnersOf(db, directoryKeys, search.keyword));
  const { offset, limit } = paging ?? { offset: 0, limit: CHANNELS_UNPAGED_MAX };
  const inPage = (found: Query): Query =>
    found.offset(offset).limit(paging === undefined ? limit : Math.min(limit, LIST_ROWS_MAX));
  if (!byTag)
    return {
      items: await rows(db, inPage(inOrder(matching.clone().select(channelColumns), order))),
      total: await countOf(db, matching),
    };
  const tags = matching.distinct('tag').whereRaw("tag <> ''");
  const ofPage = inPage(tags.clone().orderBy('tag'));
  const found = inOrder(live().select(channelColumns).whereIn('tag', ofPage).orderBy('tag'), order);
  return {
    items: await rows(db, found.limit(CHANNELS_UNPAGED_MAX)),
    total: await countOf(db, query.from(tags.as('tags'))),
  };
}

/** A part of the list, by ids; `owners` as of `channelOwnersOf`. */
export const channelsInStretch = (
  db: Queryable,
  search: ChannelSearch,
  owners: readonly number[],
  stretch: Stretch,
): Promise<readonly ChannelRow[]> =>
  rows(db, inStretch(channelsLike(search, owners).select(channelColumns), 'id', stretch));

export const countChannelsLike = (db: Queryable, search: ChannelSearch, owners: readonly number[]): Promise<number> =>
  countOf(db, channelsLike(search, owners));

/** The channels whose key a search's keyword is. */
export const channelOwnersOf = async (
  db: Queryable,
  directoryKeys: DirectoryKeys,
  keyword: string,
): Promise<readonly number[]> => (keyword === '' ? [] : [...(await directoryKeys.ownersOf(db, 'channel', keyword))]);

/** Those that match, in no order. `owners`: whose key the keyword is. */
function channelsLike({ keyword, group, model, tag, status, type }: ChannelSearch, owners: readonly number[]): Query {
  const id = /^\d{1,15}$/.test(keyword) ? Number(keyword) : 0;
  const matching = live();
  if (keyword !== '')
    matching.whereRaw('(id = ? or lower(name) like ? or id = any(?::bigint[]))', [
      id,
      `%${literally(keyword.toLowerCase())}%`,
      [...owners],
    ]);
  if (group !== '') matching.whereRaw(`? = any(${GROUPS})`, [group]);
  if (model !== '') matching.where('models', 'like', `%${literally(model)}%`);
  if (tag !== '') matching.where({ tag });
  if (status !== ANY) matching.where({ status });
  if (type !== ANY) matching.where({ type });
  return matching;
}

/** The comma text of groups as an array. */
const GROUPS = String.raw`regexp_split_to_array(btrim("group"), '\s*,\s*')`;

/** Names by id, deleted channels included. */
export async function channelNamesOf(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await rows<{ id: number; name: string }>(
    db,
    query('directory.channels').select('id', 'name').where(oneOfIds('id', ids)),
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

type ChannelCounts = { readonly [Status in keyof typeof CHANNEL_STATUS]: number };

/** How many channels there are of each status, without deleted ones. */
export async function channelCounts(db: Queryable): Promise<ChannelCounts> {
  const found = await rows<{ status: number; count: number }>(
    db,
    query('directory.channels').whereNull('deleted_time').select('status').count({ count: '*' }).groupBy('status'),
  );
  const countOf = (status: number): number => found.find((row) => row.status === status)?.count ?? 0;
  return {
    enabled: countOf(CHANNEL_STATUS.enabled),
    disabled: countOf(CHANNEL_STATUS.disabled),
    autoDisabled: countOf(CHANNEL_STATUS.autoDisabled),
  };
}
