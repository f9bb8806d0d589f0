import type { ChannelOrder, CodeOrder, Direction, TokenOrder, UserOrder } from '@ledgate/domain/catalogue/list-orders';
import { TOKEN_STATUS } from '@ledgate/domain/catalogue/statuses';
import { TOKEN_NEVER_EXPIRES } from '@ledgate/domain/catalogue/token-expiry';
import { READ_MODELS } from '../schema/shape.ts';
import type { ListOrder } from '../shared/paging.ts';
import { type Piece, query } from '../shared/query.ts';

// What the lists of the directory are sorted and narrowed by, figures of the ledger among it (docs/behaviour.md#lists): as `balances.ts` tells them.

const figure = (table: string, of: string, value: string): string =>
  `coalesce((select ${value} from ${READ_MODELS}.${table} f where f.${of}), 0)`;
const ofUser = (value: string): string => figure('balances', 'user_id = users.id', value);
const ofToken = (value: string): string => figure('token_use', 'token_id = tokens.id', value);
const REMAIN = ofToken('coalesce(f.limit_quota, 0) - f.till_charges - f.late');

const USERS: Readonly<Record<UserOrder, string>> = {
  id: 'id',
  username: 'lower(username)',
  quota: ofUser('f.credits - f.till_charges - f.late'),
  used_quota: ofUser('f.till_charges + f.late'),
  request_count: ofUser('f.request_count'),
};
const CHANNELS: Readonly<Record<ChannelOrder, string>> = {
  id: 'id',
  name: 'lower(name)',
  priority: 'priority',
  weight: 'weight',
  response_time: 'response_time_ms',
  used_quota: figure('channel_use', 'channel_id = channels.id', 'f.used_quota'),
};
const TOKENS: Readonly<Record<TokenOrder, string>> = {
  id: 'id',
  name: 'lower(name)',
  // One without a limit has more left than any other.
  remain_quota: `case when unlimited_quota then 'infinity'::float8 else (${REMAIN})::float8 end`,
  used_quota: ofToken('f.till_charges + f.late'),
};
const CODES: Readonly<Record<CodeOrder, string>> = {
  id: 'c.id',
  name: 'lower(c.name)',
  quota: 'coalesce(s.amount, 0)',
  created_time: 'c.created_time',
};

type Asked<Column> = { readonly sort?: Column | undefined; readonly order: Direction };
const orderBy =
  <Column extends string>(expressions: Readonly<Record<Column, string>>) =>
  ({ sort, order }: Asked<Column>): ListOrder | undefined =>
    sort === undefined ? undefined : { expression: expressions[sort], direction: order };

/** Undefined where no column is asked for: the list's own order. */
export const userOrder = orderBy(USERS);
const namedChannelOrder = orderBy(CHANNELS);
export const tokenOrder = orderBy(TOKENS);
export const codeOrder = orderBy(CODES);

/** Of channels the highest priority first where no column is asked for, or the newest. */
export const channelOrder = (asked: Asked<ChannelOrder> & { readonly byId: boolean }): ListOrder =>
  namedChannelOrder(asked) ?? { expression: CHANNELS[asked.byId ? 'id' : 'priority'], direction: 'desc' };

/** The tokens that are shown in a status (docs/behaviour.md#tokens): what is enabled may have expired, or have nothing left. */
export function tokensInStatus(status: number, nowS: number): Piece {
  const expired = query.raw('(expired_time <> ? and expired_time < ?)', [
    TOKEN_NEVER_EXPIRES,
    // Expiries are whole seconds.
    Math.ceil(nowS),
  ]);
  const exhausted = query.raw(`(not unlimited_quota and ${REMAIN} <= 0)`);
  return query.raw('(case when status <> ? then status when ? then ? when ? then ? else status end) = ?', [
    TOKEN_STATUS.enabled,
    expired,
    TOKEN_STATUS.expired,
    exhausted,
    TOKEN_STATUS.exhausted,
    status,
  ]);
}
