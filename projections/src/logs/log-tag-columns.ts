import type { Columns } from '../runner/column-table.ts';
import { LOG_COLUMNS } from './log-columns.ts';
import type { LoggedEvent } from './logged-event.ts';

/** One tag of a row of the log, `name=value`. */
export type LoggedTag = LoggedEvent & { readonly tag: string };

const {
  position,
  atMs,
  type,
  accountId,
  tokenId,
  channelId,
  modelBilled,
  group,
  amount,
  promptTokens,
  completionTokens,
  status,
} = LOG_COLUMNS;

/**
 * The columns of log_tags: each tag of a row of log_rows with all that rows are narrowed by and summed up, so that whoever asks for a tag reads this table in
 * the order of its positions, whether few calls have it or every one. An index on the tags of a row knows no order: a page of a tag that few have would be
 * looked for among all rows.
 */
export const LOG_TAG_COLUMNS = {
  tag: { name: 'tag', type: 'text', of: ({ tag }) => tag, since: 12 },
  position,
  atMs,
  type,
  accountId,
  tokenId,
  channelId,
  modelBilled,
  group,
  amount,
  promptTokens,
  completionTokens,
  status,
} as const satisfies Columns<LoggedTag>;
