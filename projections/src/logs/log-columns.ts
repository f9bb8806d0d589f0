import type { Columns, RowOf } from '../runner/column-table.ts';
import type { LoggedEvent } from './logged-event.ts';

/**
 * The columns of log_rows in their order, each with what it holds of the event. A new one is a row at the end, with `since`: the next number of
 * `GENERATION_SHAPE`. All else follows from here: the table, what is written, what `verify` compares and what queries answer.
 */
export const LOG_COLUMNS = {
  position: { name: 'position', type: 'bigint', of: ({ position }) => position },
  atMs: { name: 'at_ms', type: 'bigint', of: ({ atMs }) => atMs },
  type: { name: 'type', type: 'smallint', of: ({ type }) => type },
  accountId: { name: 'user_id', type: 'bigint', of: ({ accountId }) => accountId },
  tokenId: { name: 'token_id', type: 'bigint', of: ({ tokenId }) => tokenId },
  channelId: { name: 'channel_id', type: 'bigint', of: ({ call }) => call?.channelId ?? 0 },
  modelBilled: { name: 'model_name', type: 'text', of: ({ call }) => call?.model ?? '' },
  group: { name: 'group_name', type: 'text', of: ({ call }) => call?.group ?? '' },
  amount: { name: 'quota', type: 'bigint', of: ({ amount }) => amount },
  promptTokens: { name: 'prompt_tokens', type: 'bigint', of: ({ promptTokens }) => promptTokens },
  completionTokens: { name: 'completion_tokens', type: 'bigint', of: ({ completionTokens }) => completionTokens },
  durationMs: { name: 'duration_ms', type: 'bigint', of: ({ call }) => call?.durationMs ?? 0 },
  isStream: { name: 'is_stream', type: 'boolean', of: ({ call }) => call?.stream ?? false },
  requestId: { name: 'request_id', type: 'text', of: ({ requestId }) => requestId },
  /** Of the prompt's tokens those that the provider read from its cache. */
  cachedTokens: {
    name: 'cached_tokens',
    type: 'bigint',
    of: ({ call }) => call?.cachedTokens ?? 0,
    since: 6,
  },
  /** A LoggedFailure as JSON; '' of all rows but failed calls. */
  failure: { name: 'failure', type: 'text', of: ({ failure }) => failure, since: 9 },
  /** The tags of a call, as `tags-column.ts` has them; '' without any. */
  tags: { name: 'tags', type: 'text', of: ({ call }) => call?.tags ?? '', since: 12 },
  /** The HTTP status that a call was answered with; 0 of all other rows. */
  status: { name: 'status', type: 'smallint', of: ({ status }) => status, since: 15 },
} as const satisfies Columns<LoggedEvent>;

/** A row of the log as it is stored. `amount` is what was charged: 0 unless a consumption; a correction has no tokens. */
export type StoredLogRow = RowOf<typeof LOG_COLUMNS>;
