import { byColumn } from '../../shared/column-names.ts';
import { oneRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { ChannelRow } from '../rows.ts';
import type { DirectoryTransaction } from '../transaction.ts';
import { newRowOf } from '../columns.ts';
import { CHANNEL_COLUMNS, channelColumns, type NewChannel } from './columns.ts';

export async function createChannel(tx: DirectoryTransaction, channel: NewChannel): Promise<ChannelRow> {
  const added = {
    ...newRowOf(CHANNEL_COLUMNS, channel),
    createdTime: Math.floor(tx.nowMs / 1_000),
  } satisfies Partial<Record<keyof ChannelRow, unknown>>;
  const row = await oneRow<ChannelRow>(
    tx.client,
    query('directory.channels').insert(byColumn(added)).returning(channelColumns),
  );
  tx.changed('channel', row.id);
  return row;
}
