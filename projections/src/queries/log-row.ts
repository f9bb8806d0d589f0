import type { Position } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import type { ChargeFacts, EntryFacts } from '../ledger/entry-facts.ts';
import { READ_MODELS } from '../schema/shape.ts';

/** One display row with the names of today's directory. Times are Unix milliseconds. */
export type LogRow = {
  /** The row's id: the position of its ledger entry. */
  readonly position: Position;
  readonly atMs: number;
  readonly type: number;
  readonly userId: UserId;
  readonly username: string;
  readonly tokenId: number;
  readonly tokenName: string;
  readonly channelId: number;
  readonly channelName: string;
  /** The model that was billed. */
  readonly modelName: string;
  readonly group: string;
  /** Charged; 0 unless a consumption. */
  readonly quota: Quota;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly durationMs: number;
  readonly isStream: boolean;
  readonly requestId: string;
  /** The signed change of the balance, and the balance after it. */
  readonly amount: Quota;
  readonly balanceAfter: Quota;
  /** Type, stream and revision of the ledger entry; what it means. */
  readonly entryType: string;
  readonly stream: string;
  readonly revision: number;
  readonly actor: string;
  readonly reason: string;
  readonly facts: EntryFacts | ChargeFacts;
};

export type LogRowRead = {
  position: number;
  at_ms: number;
  type: number;
  user_id: number;
  username: string | null;
  token_id: number;
  token_name: string | null;
  channel_id: number;
  channel_name: string | null;
  model_name: string;
  group_name: string;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  duration_ms: number;
  is_stream: boolean;
  request_id: string;
  amount: number | null;
  balance_after: number | null;
  entry_type: string | null;
  stream: string | null;
  revision: number | null;
  actor: string | null;
  reason: string | null;
  facts: string | null;
};

/** Columns of LogRowRead from `r` (log_rows), `e` (ledger_entries), `u`, `t`, `c` of the directory. */
export const LOG_COLUMNS = `
  r.position, r.at_ms, r.type, r.user_id, u.username, r.token_id, t.name as token_name, r.channel_id, c.name as channel_name, r.model_name,
  r.group_name, r.quota, r.prompt_tokens, r.completion_tokens, r.duration_ms, r.is_stream, r.request_id, e.amount, e.balance_after,
  e.type as entry_type, e.stream, e.revision, e.actor, e.reason, e.facts`;

export const LOG_JOINS = `
  left join ${READ_MODELS}.ledger_entries e on e.user_id = r.user_id and e.position = r.position
  left join directory.users u on u.id = r.user_id
  left join directory.tokens t on t.id = r.token_id and r.token_id <> 0
  left join directory.channels c on c.id = r.channel_id and r.channel_id <> 0`;

export const logRowFrom = (read: LogRowRead): LogRow => ({
  position: read.position as Position,
  atMs: read.at_ms,
  type: read.type,
  userId: read.user_id as UserId,
  username: read.username ?? '',
  tokenId: read.token_id,
  tokenName: read.token_name ?? '',
  channelId: read.channel_id,
  channelName: read.channel_name ?? '',
  modelName: read.model_name,
  group: read.group_name,
  quota: quota(read.quota),
  promptTokens: read.prompt_tokens,
  completionTokens: read.completion_tokens,
  durationMs: read.duration_ms,
  isStream: read.is_stream,
  requestId: read.request_id,
  amount: quota(read.amount ?? 0),
  balanceAfter: quota(read.balance_after ?? 0),
  entryType: read.entry_type ?? '',
  stream: read.stream ?? '',
  revision: read.revision ?? 0,
  actor: read.actor ?? '',
  reason: read.reason ?? '',
  facts: JSON.parse(read.facts ?? '{}') as EntryFacts | ChargeFacts,
});
