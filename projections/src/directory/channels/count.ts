import { type Queryable, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { CHANNEL_STATUS } from '../rows.ts';

export type ChannelCounts = { readonly [Status in keyof typeof CHANNEL_STATUS]: number };

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
