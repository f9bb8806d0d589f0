import { byColumn } from '../../shared/column-names.ts';
import { oneRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { ChannelRow } from '../rows.ts';
import type { DirectoryTransaction } from '../transaction.ts';
import { newRowOf } from '../columns.ts';
import type { DirectoryKeys } from '../keys/directory-keys.ts';
import { CHANNEL_COLUMNS, channelColumns, type NewChannel } from './columns.ts';

/** Adds a channel with its keys. */
export async function createChannel(
  tx: DirectoryTransaction,
  directoryKeys: DirectoryKeys,
  { keys, ...channel }: NewChannel,
): Promise<ChannelRow> {
  const isSealed = await directoryKeys.staysSealed(tx.client, 'channel');
  const added = {
    ...newRowOf(CHANNEL_COLUMNS, channel),
    createdTime: Math.floor(tx.nowMs / 1_000),
    ...(isSealed ? {} : { key: keys.join('\n') }),
  } satisfies Partial<Record<keyof ChannelRow | 'key', unknown>>;
  const row = await oneRow<ChannelRow>(
    tx.client,
    query('directory.channels').insert(byColumn(added)).returning(channelColumns),
  );
  if (isSealed) await directoryKeys.replace(tx.client, 'channel', row.id, keys);
  tx.changed('channel', row.id);
  return row;
}
