import type { CsvCell } from '@ledgate/domain/shared/csv';
import type { LogRow } from '@ledgate/projections/queries/log-row';
import type { AuditRecord } from '../contract/audit.ts';
import type { Channel } from '../contract/channel.ts';
import type { Log } from '../contract/log.ts';
import type { Code } from '../contract/redemption.ts';
import type { Token } from '../contract/token.ts';
import type { Order } from '../contract/topup.ts';
import type { User } from '../contract/user.ts';

/** The columns of a file by their names, in their order, each with what it has of a row (docs/behaviour.md#files). No key but a code's is in any. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

export const cellsOf = <Row>(columns: CsvColumns<Row>, row: Row): readonly CsvCell[] =>
  Object.values(columns).map((of) => of(row));

/** A column for each of these members of a row, by its name. */
const columnsOf =
  <Row>() =>
  <Name extends { [Key in keyof Row]: Row[Key] extends CsvCell ? Key : never }[keyof Row] & string>(
    ...names: readonly Name[]
  ): CsvColumns<Row> =>
    Object.fromEntries(names.map((name) => [name, (row: Row) => row[name] as CsvCell]));

/** What a row of the log answers, with what stands in no member of it. */
export type LogLine = Log & Pick<LogRow, 'status'>;
const ofLog = columnsOf<LogLine>();
const WHEN = ofLog('id', 'created_at', 'type');
const KEY_AND_MODEL = ofLog('token_id', 'token_name', 'model_name', 'group');
const WHAT = {
  ...ofLog('quota', 'amount', 'prompt_tokens', 'completion_tokens', 'cached_tokens', 'duration_ms', 'is_stream'),
  ...ofLog('status', 'request_id', 'content', 'other'),
};
export const OWN_LOG_COLUMNS: CsvColumns<LogLine> = { ...WHEN, ...KEY_AND_MODEL, ...WHAT };
export const LOG_COLUMNS: CsvColumns<LogLine> = {
  ...WHEN,
  ...ofLog('user_id', 'username'),
  ...KEY_AND_MODEL,
  ...ofLog('channel', 'channel_name'),
  ...WHAT,
};

const ofUser = columnsOf<User>();
export const USER_COLUMNS: CsvColumns<User> = {
  ...ofUser('id', 'username', 'display_name', 'email', 'role', 'status', 'group', 'quota', 'used_quota'),
  ...ofUser('request_count', 'aff_count', 'aff_quota', 'aff_history_quota', 'inviter_id', 'inviter_username'),
  ...ofUser('created_time'),
  closed_at: ({ DeletedAt }) => DeletedAt,
  permissions: ({ permissions }) => permissions.join(' '),
};

const ofChannel = columnsOf<Channel>();
export const CHANNEL_COLUMNS: CsvColumns<Channel> = {
  ...ofChannel('id', 'type', 'status', 'name', 'tag', 'group', 'models', 'priority', 'weight', 'base_url', 'other'),
  ...ofChannel('test_model', 'model_mapping', 'status_code_mapping', 'auto_ban', 'used_quota', 'balance'),
  ...ofChannel('balance_updated_time', 'response_time', 'test_time', 'created_time'),
};

const ofToken = columnsOf<Token>();
export const TOKEN_COLUMNS: CsvColumns<Token> = {
  ...ofToken('id', 'name', 'status', 'created_time', 'accessed_time', 'expired_time', 'remain_quota'),
  ...ofToken('unlimited_quota', 'used_quota', 'group', 'model_limits_enabled', 'model_limits', 'allow_ips'),
};

export const CODE_COLUMNS: CsvColumns<Code> = columnsOf<Code>()(
  'id',
  'name',
  'key',
  'status',
  'quota',
  'created_time',
  'redeemed_time',
  'used_user_id',
);

const ofOrder = columnsOf<Order>();
export const ORDER_COLUMNS: CsvColumns<Order> = {
  ...ofOrder('trade_no', 'user_id', 'username', 'status', 'amount', 'quota', 'money', 'currency', 'provider'),
  ...ofOrder('provider_ref', 'create_time', 'pay_time', 'credited', 'stuck'),
};

const ofAudit = columnsOf<AuditRecord>();
/** `before` and `after` as JSON. */
export const AUDIT_COLUMNS: CsvColumns<AuditRecord> = {
  ...ofAudit('id', 'created_at', 'actor_id', 'actor_name', 'action', 'target_type', 'target_id', 'target_name'),
  before: ({ before }) => JSON.stringify(before),
  after: ({ after }) => JSON.stringify(after),
  ...ofAudit('reason', 'request_id', 'address'),
};
