import { oneRow } from '../database.ts';
import { CHANNEL_STATUS, type ChannelRow } from '../rows.ts';
import { sql } from '../sql.ts';
import type { DirectoryTransaction } from '../transaction.ts';
import { channelColumns } from './columns.ts';

export type NewChannel = Pick<ChannelRow, 'type' | 'key' | 'name' | 'models'> &
  Partial<Omit<ChannelRow, 'id' | 'type' | 'key' | 'name' | 'models' | 'createdTime' | 'testTime' | 'responseTimeMs' | 'balanceUsd' | 'balanceUpdatedTime'>>;

export async function createChannel(tx: DirectoryTransaction, channel: NewChannel): Promise<ChannelRow> {
  const row = await oneRow<ChannelRow>(tx.client, sql`
    insert into directory.channels
      (type, key, name, models, openai_organization, test_model, status, weight, created_time, base_url, other, "group", model_mapping, status_code_mapping,
       other_info, setting, priority, auto_ban, tag)
    values (${channel.type}, ${channel.key}, ${channel.name}, ${channel.models}, ${channel.openaiOrganization ?? ''}, ${channel.testModel ?? ''},
      ${channel.status ?? CHANNEL_STATUS.enabled}, ${channel.weight ?? 0}, ${Math.floor(tx.nowMs / 1_000)}, ${channel.baseUrl ?? ''}, ${channel.other ?? ''},
      ${channel.group ?? 'default'}, ${channel.modelMapping ?? ''}, ${channel.statusCodeMapping ?? ''}, ${channel.otherInfo ?? ''}, ${channel.setting ?? ''},
      ${channel.priority ?? 0}, ${channel.autoBan ?? 1}, ${channel.tag ?? ''})
    returning ${channelColumns}`);
  tx.changed('channel', row.id);
  return row;
}
