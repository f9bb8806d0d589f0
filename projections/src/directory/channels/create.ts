import { CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import { byColumn } from '../../shared/column-names.ts';
import { oneRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { ChannelRow } from '../rows.ts';
import type { DirectoryTransaction } from '../transaction.ts';
import { channelColumns } from './columns.ts';

export type NewChannel = Pick<ChannelRow, 'type' | 'key' | 'name' | 'models'> &
  Partial<
    Omit<
      ChannelRow,
      | 'id'
      | 'type'
      | 'key'
      | 'name'
      | 'models'
      | 'createdTime'
      | 'testTime'
      | 'responseTimeMs'
      | 'testPassed'
      | 'balanceUsd'
      | 'balanceUpdatedTime'
    >
  >;

export async function createChannel(tx: DirectoryTransaction, channel: NewChannel): Promise<ChannelRow> {
  const added: Omit<
    ChannelRow,
    'id' | 'testTime' | 'responseTimeMs' | 'testPassed' | 'balanceUsd' | 'balanceUpdatedTime'
  > = {
    type: channel.type,
    key: channel.key,
    name: channel.name,
    models: channel.models,
    openaiOrganization: channel.openaiOrganization ?? '',
    testModel: channel.testModel ?? '',
    status: channel.status ?? CHANNEL_STATUS.enabled,
    weight: channel.weight ?? 0,
    createdTime: Math.floor(tx.nowMs / 1_000),
    baseUrl: channel.baseUrl ?? '',
    other: channel.other ?? '',
    group: channel.group ?? 'default',
    modelMapping: channel.modelMapping ?? '',
    statusCodeMapping: channel.statusCodeMapping ?? '',
    otherInfo: channel.otherInfo ?? '',
    setting: channel.setting ?? '',
    priority: channel.priority ?? 0,
    autoBan: channel.autoBan ?? 1,
    tag: channel.tag ?? '',
  };
  const row = await oneRow<ChannelRow>(
    tx.client,
    query('directory.channels').insert(byColumn(added)).returning(channelColumns),
  );
  tx.changed('channel', row.id);
  return row;
}
