import { maybeRow, type Paging, type Queryable, rows } from '../database.ts';
import { CHANNELS_UNPAGED_MAX, LIST_ROWS_MAX } from '../limits.ts';
import { CHANNEL_STATUS, type ChannelRow } from '../rows.ts';
import { every, literally, raw, type Sql, sql } from '../sql.ts';
import { channelColumns, listedColumns, type ListedChannel } from './columns.ts';

const LIVE = sql`deleted_time is null`;

export const findChannel = (db: Queryable, id: number): Promise<ListedChannel | undefined> =>
  maybeRow(db, sql`select ${listedColumns} from directory.channels where id = ${id} and ${LIVE}`);

/** With its key: for the relay, a test of the channel and the list of its upstream's models. Never to be shown. */
export const findChannelWithKey = (db: Queryable, id: number): Promise<ChannelRow | undefined> =>
  maybeRow(db, sql`select ${channelColumns} from directory.channels where id = ${id} and ${LIVE}`);

/** All of them with their keys, for the relay's view and a test of all. */
export const allChannelsWithKeys = (db: Queryable): Promise<readonly ChannelRow[]> =>
  rows(db, sql`select ${channelColumns} from directory.channels where ${LIVE} order by id`);

/** The rows stay locked until the transaction ends; in the order of ids, so that two batches never deadlock. */
export const lockChannels = (db: Queryable, condition: Sql): Promise<readonly ChannelRow[]> =>
  rows(db, sql`select ${channelColumns} from directory.channels where ${LIVE} and ${condition} order by id for update`);

export type ChannelOrder = 'priority' | 'id';

/** Highest priority first (then newest), or newest id first. */
const ordered = (order: ChannelOrder): Sql => raw(order === 'id' ? 'id desc' : 'priority desc, id desc');

export const listChannels = (db: Queryable, order: ChannelOrder, { offset, limit }: Paging): Promise<readonly ListedChannel[]> => rows(db, sql`
  select ${listedColumns} from directory.channels where ${LIVE} order by ${ordered(order)} offset ${offset} limit ${Math.min(limit, LIST_ROWS_MAX)}`);

/** Pages over tags: every channel of the page's tags (contract A.5, tag_mode). */
export const listChannelsByTag = (db: Queryable, order: ChannelOrder, { offset, limit }: Paging): Promise<readonly ListedChannel[]> => rows(db, sql`
  select ${listedColumns} from directory.channels
  where ${LIVE} and tag in (
    select distinct tag from directory.channels where ${LIVE} and tag <> '' order by tag offset ${offset} limit ${Math.min(limit, LIST_ROWS_MAX)})
  order by tag, ${ordered(order)} limit ${CHANNELS_UNPAGED_MAX}`);

export type ChannelSearch = {
  /** The id, a part of the name (letter case ignored), or the whole key. */
  readonly keyword: string;
  /** One of the channel's groups. */
  readonly group: string;
  /** A part of the comma text of models. */
  readonly model: string;
};

/** '' for a condition: none (contract A.5). With `byTag`, every channel of each tag that has a match. */
export function searchChannels(db: Queryable, search: ChannelSearch, order: ChannelOrder, byTag: boolean): Promise<readonly ListedChannel[]> {
  const { keyword, group, model } = search;
  const id = /^\d{1,15}$/.test(keyword) ? Number(keyword) : 0;
  const matches = every([
    LIVE,
    keyword === '' ? undefined : sql`(id = ${id} or lower(name) like ${`%${literally(keyword.toLowerCase())}%`} or key = ${keyword})`,
    group === '' ? undefined : sql`${group} = any(regexp_split_to_array(btrim("group"), '\\s*,\\s*'))`,
    model === '' ? undefined : sql`models like ${`%${literally(model)}%`}`,
  ]);
  const condition = byTag ? sql`${LIVE} and tag in (select tag from directory.channels where tag <> '' and ${matches})` : matches;
  return rows(db, sql`
    select ${listedColumns} from directory.channels where ${condition} order by ${byTag ? raw('tag, ') : raw('')}${ordered(order)} limit ${CHANNELS_UNPAGED_MAX}`);
}

/** Models of enabled channels that list one of the groups, each once, sorted. */
export async function enabledModels(db: Queryable, groups: readonly string[]): Promise<readonly string[]> {
  const found = await rows<{ model: string }>(db, sql`
    select distinct btrim(model) as model from directory.channels, unnest(string_to_array(models, ',')) as model
    where ${LIVE} and status = ${CHANNEL_STATUS.enabled} and btrim(model) <> '' and regexp_split_to_array(btrim("group"), '\\s*,\\s*') && ${groups}::text[]
    order by 1`);
  return found.map(({ model }) => model);
}

/** Names by id, deleted channels included. */
export async function channelNamesOf(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await rows<{ id: number; name: string }>(db, sql`select id, name from directory.channels where id = any(${ids}::bigint[])`);
  return new Map(found.map(({ id, name }) => [id, name]));
}
