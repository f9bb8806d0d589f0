import { READ_MODELS } from '../../schema/shape.ts';
import { MOVEMENTS } from './movements.ts';

const COMMISSION = `case when e.type = 'InviteEarningsTransferred' then coalesce((e.facts::json ->> 'commission')::bigint, 0) else 0 end`;

const isOneOf = (types: readonly string[]): string => `e.type in (${types.map((type) => `'${type}'`).join(', ')})`;

/** The sum of each column of a statement, named as it. */
const SUMS = Object.entries(MOVEMENTS).map(([name, types]) => {
  if (name === 'commission') return `sum(${COMMISSION}) as commission`;
  const amount = name === 'invite' ? `e.amount - ${COMMISSION}` : 'e.amount';
  return `sum(${amount}) filter (where ${isOneOf(types)}) as ${name}`;
});

const EACH = Object.keys(MOVEMENTS).map((name) => `coalesce(s.${name}, 0)::bigint as ${name}`);

/** The next `:limit` accounts behind `:after`, or one alone: what was there before a range, and what moved in it. */
export const statementsPage = (isOne: boolean): string => `
    select u.user_id as "userId", coalesce(o.balance_after, 0)::bigint as opening, ${EACH.join(', ')},
      coalesce(s.moved, false) as moved, coalesce(s.requests, 0)::bigint as requests
    from (
      select user_id from ${READ_MODELS}.balances where user_id > :after${isOne ? ' and user_id = :userId' : ''} order by user_id limit :limit) u
    left join lateral (
      select e.balance_after from ${READ_MODELS}.ledger_entries e where e.user_id = u.user_id and e.position < :from
      order by e.position desc limit 1) o on true
    left join lateral (
      select ${SUMS.join(', ')}, bool_or(e.amount <> 0) as moved, count(*) filter (where ${isOneOf(MOVEMENTS.charge)}) as requests
      from ${READ_MODELS}.ledger_entries e where e.user_id = u.user_id and e.position >= :from and e.position < :before) s on true
    order by u.user_id`;

const MOVED_BEFORE = `exists (select from ${READ_MODELS}.journal_entries j where j.account = a.account and j.position < :before)`;

/** The next `:limit` accounts of the chart behind `:after` that anything was posted to before a position, with what was posted before a range and in it. */
export const TRIAL_BALANCE_PAGE = `
    select a.account, coalesce(s.opening, 0)::bigint as opening, coalesce(s.debit, 0)::bigint as debit, coalesce(s.credit, 0)::bigint as credit
    from (
      select a.account from ${READ_MODELS}.journal_accounts a where a.account > :after and ${MOVED_BEFORE} order by a.account limit :limit) a
    cross join lateral (
      select sum(j.amount) filter (where j.position < :from) as opening,
        sum(j.amount) filter (where j.position >= :from and j.amount < 0) as debit,
        sum(j.amount) filter (where j.position >= :from and j.amount > 0) as credit
      from ${READ_MODELS}.journal_entries j where j.account = a.account and j.position < :before) s
    order by a.account`;

/** The account so many of them after the first. */
export const TRIAL_BALANCE_ACCOUNT = `
    select a.account from ${READ_MODELS}.journal_accounts a where ${MOVED_BEFORE} order by a.account offset :skipped limit 1`;
