import { changeBooks } from '@ledgate/domain/books/books-stream';
import { BOOKS_STREAM } from '@ledgate/domain/books/events';
import { LOG_OF_TOKEN_ROWS_MAX, REFUSED_CALLS_ROWS_MAX, SEARCH_ROWS_MAX } from '@ledgate/domain/catalogue/limits';
import type { Direction } from '@ledgate/domain/catalogue/list-orders';
import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import { TOKEN_STATUS, USER_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { TokenRow } from '@ledgate/projections/directory/rows';
import { findToken } from '@ledgate/projections/directory/tokens/find';
import { findOpenUser } from '@ledgate/projections/directory/users/find';
import { explainCharge } from '@ledgate/projections/queries/charges';
import type { LogFilter } from '@ledgate/projections/queries/log-filter';
import { logPage, logRowsBefore, logStat } from '@ledgate/projections/queries/logs';
import {
  refusedCalls,
  type RefusedCallsFilter,
  refusedCallsTotal,
} from '@ledgate/projections/directory/refused-calls/find';
import type { ChannelId, UserId } from '@ledgate/domain/shared/ids';
import type { Log, logRoutes } from '../contract/log.ts';
import { notingAddress } from '../directory/noting-address.ts';
import { type Done, done, type Refused, refused } from '../http/answer.ts';
import type { AnyCall, Handlers } from '../http/call.ts';
import { contextOf } from '../http/context.ts';
import { offsetFromOne } from '../http/paging.ts';
import { amountText } from '../messages/amount-text.ts';
import type { ApiPorts } from '../ports.ts';
import { logAnswer } from './present.ts';
import { receipt } from '../receipt/present.ts';

export const logHandlers = (ports: ApiPorts): Handlers<typeof logRoutes> => ({
  list: async (call) =>
    done(await page(ports, call, { ...filterOf(call.query), ...adminFilterOf(call.query) }, call.query, true)),
  listSelf: async (call) =>
    done(await page(ports, call, { ...filterOf(call.query), accountId: call.caller.id }, call.query, false)),

  stat: async ({ query }) => stat(ports, { ...filterOf(query), ...adminFilterOf(query) }, refusedOfAll(query)),
  statSelf: async ({ query, caller }) =>
    stat(ports, { ...filterOf(query), accountId: caller.id }, refusedOf(caller.id, query)),

  refused: async ({ query }) => refusedPage(ports, refusedOfAll(query)),
  refusedSelf: async ({ query, caller }) => refusedPage(ports, refusedOf(caller.id, query)),

  search: async (call) => done(await search(ports, call, call.query.keyword, undefined)),
  searchSelf: async (call) => done(await search(ports, call, call.query.keyword, call.caller.id)),

  ofToken: async (call) => {
    const token = await tokenOfKey(ports, call.query.key.trim().replace(/^sk-/, ''));
    if (token === undefined) return refused({ code: 'token_missing' });
    const filter: LogFilter = { accountId: token.userId, tokenId: token.id };
    const { rows } = await logPage(ports.db, { filter, limit: LOG_OF_TOKEN_ROWS_MAX });
    const reader = { forAdministrator: false, language: call.language, amounts: amountText(ports.view) };
    return done(rows.map((row) => logAnswer(row, reader)));
  },

  explanation: async ({ params }) => explanation(ports, params.charge, undefined, true),
  explanationSelf: async ({ params, caller }) =>
    explanation(ports, params.charge, caller.id, caller.role >= ROLE.admin),

  /** The watermark only moves forward; ledger, balances and dashboards keep everything (docs/ledger.md#cleaned-logs). */
  clean: async (call) => {
    const count = await logRowsBefore(ports.db, call.query.target_timestamp);
    const beforeMs = call.query.target_timestamp * 1_000;
    const change = await changeBooks(
      notingAddress(ports, call),
      { type: 'CleanLogs', beforeMs, nowMs: call.nowMs, actorId: call.caller.id },
      contextOf(call, call.caller, 'clean-logs'),
    );
    if (!change.ok) return refused(change.refusal);
    call.session.wrote(BOOKS_STREAM, change.position);
    return done(count);
  },
});

/** Of somebody who may call: a key that was switched off, or whose owner was, shows nothing any more. */
async function tokenOfKey({ db, directoryKeys }: ApiPorts, key: string): Promise<TokenRow | undefined> {
  if (key === '') return undefined;
  const [id] = await directoryKeys.ownersOf(db, 'token', key);
  const token = id === undefined ? undefined : await findToken(db, id);
  if (token === undefined || token.status === TOKEN_STATUS.disabled) return undefined;
  return (await findOpenUser(db, token.userId))?.status === USER_STATUS.enabled ? token : undefined;
}

type Sent = {
  readonly type: number;
  readonly token_name: string;
  readonly model_name: string;
  readonly start_timestamp: number;
  readonly end_timestamp: number;
  readonly group: string;
  readonly tag: string;
  readonly request_id: string;
  readonly status: number;
  readonly cost_min?: number | undefined;
  readonly cost_max?: number | undefined;
};

const textFilter = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());
const numberFilter = (value: number): number | undefined => (value === 0 ? undefined : value);

export const filterOf = (sent: Sent): LogFilter => ({
  type: numberFilter(sent.type),
  tokenName: textFilter(sent.token_name),
  modelBilled: textFilter(sent.model_name),
  group: textFilter(sent.group),
  tag: textFilter(sent.tag),
  requestId: textFilter(sent.request_id),
  status: numberFilter(sent.status),
  costMin: sent.cost_min,
  costMax: sent.cost_max,
  fromS: numberFilter(sent.start_timestamp),
  toS: numberFilter(sent.end_timestamp),
});

export const adminFilterOf = ({
  username,
  channel,
}: {
  readonly username: string;
  readonly channel: number;
}): LogFilter => ({
  username: textFilter(username),
  channelId: numberFilter(channel) as ChannelId | undefined,
});

type RefusedSent = Pick<Sent, 'token_name' | 'start_timestamp' | 'end_timestamp'>;

const refusedFilterOf = (sent: RefusedSent): RefusedCallsFilter => ({
  tokenName: textFilter(sent.token_name),
  fromS: numberFilter(sent.start_timestamp),
  toS: numberFilter(sent.end_timestamp),
});

const refusedOfAll = (sent: RefusedSent & { readonly username: string }): RefusedCallsFilter => ({
  ...refusedFilterOf(sent),
  username: textFilter(sent.username),
});

const refusedOf = (userId: UserId, sent: RefusedSent): RefusedCallsFilter => ({ ...refusedFilterOf(sent), userId });

async function refusedPage(ports: ApiPorts, filter: RefusedCallsFilter) {
  const { total, rows, complete } = await refusedCalls(ports.db, filter, REFUSED_CALLS_ROWS_MAX);
  const items = rows.map(({ hour, username, tokenName, reason, count }) => ({
    hour,
    username: username ?? '',
    token_name: tokenName ?? '',
    reason,
    count,
  }));
  return done({ total, items, complete });
}

/** As the contract says it. */
async function stat(ports: ApiPorts, filter: LogFilter, refusedFilter: RefusedCallsFilter) {
  const [{ amount, ...others }, refusedTotal] = await Promise.all([
    logStat(ports.db, filter, ports.clock.nowMs()),
    refusedCallsTotal(ports.db, refusedFilter),
  ]);
  return done({ quota: amount, ...others, refused: refusedTotal });
}

async function page(
  ports: ApiPorts,
  call: AnyCall,
  filter: LogFilter,
  query: { p: number; page_size: number; sort?: string | undefined; order: Direction },
  forAdministrator: boolean,
) {
  const { rows, total } = await logPage(ports.db, {
    filter,
    ...offsetFromOne(query),
    direction: query.sort === undefined ? 'desc' : query.order,
  });
  const reader = { forAdministrator, language: call.language, amounts: amountText(ports.view) };
  return { items: rows.map((row) => logAnswer(row, reader)), total, page: query.p, page_size: query.page_size };
}

const LOG_TYPES: ReadonlySet<string> = new Set(Object.values(LOG_TYPE).map(String));

/** A number is a type; anything else is looked for in model and token names of the newest rows (docs/behaviour.md#logs; no console of today uses it). */
async function search(ports: ApiPorts, call: AnyCall, keyword: string, accountId: UserId | undefined): Promise<Log[]> {
  const text = keyword.trim();
  const own: LogFilter = accountId === undefined ? {} : { accountId };
  const filters: LogFilter[] =
    text === ''
      ? [own]
      : LOG_TYPES.has(text)
        ? [{ ...own, type: Number(text) }]
        : [
            { ...own, modelBilled: text },
            { ...own, tokenName: text },
          ];
  const reader = {
    forAdministrator: accountId === undefined,
    language: call.language,
    amounts: amountText(ports.view),
  };
  const found = new Map<number, Log>();
  for (const filter of filters) {
    for (const row of (await logPage(ports.db, { filter, limit: SEARCH_ROWS_MAX })).rows)
      found.set(row.position, logAnswer(row, reader));
  }
  return [...found.values()].sort((one, other) => other.position - one.position).slice(0, SEARCH_ROWS_MAX);
}

/** @param charge a row's id (digits) or a request id */
async function explanation(
  ports: ApiPorts,
  charge: string,
  accountId: UserId | undefined,
  isOfAll: boolean,
): Promise<Done<typeof logRoutes.explanation> | Refused> {
  const named = /^\d{1,15}$/.test(charge) ? { position: Number(charge) as Position } : { requestId: charge };
  const explained = await explainCharge(ports.db, ports.store, {
    ...named,
    ...(accountId === undefined ? {} : { accountId }),
  });
  return explained === undefined ? refused({ code: 'charge_missing' }) : done(receipt(explained, isOfAll));
}
