import type { PreparedSql } from '../runner/batch-writer.ts';

export const ADD_TO_CHANNEL_USE: PreparedSql = {
  name: 'channel_use',
  text: `
    insert into @rm.channel_use as c (channel_id, used_quota, request_count)
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[])
    on conflict (channel_id) do update set used_quota = c.used_quota + excluded.used_quota, request_count = c.request_count + excluded.request_count`,
};
