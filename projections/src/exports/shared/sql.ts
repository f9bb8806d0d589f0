import { CHANGE_TYPES, isChange } from '../../ledger/entry-facts.ts';
import { IS_CHARGE, REQUEST_OF } from '../../queries/sql.ts';
import { READ_MODELS } from '../../schema/shape.ts';

/** Of an entry `e` the first entry `c` of what it changes: the charge of its request, of a reversal the top-up. */
const WHAT_IT_CHANGES = `lateral (
        select c.at_ms, c.channel_id, c.group_name, c.model_name, c.facts from ${READ_MODELS}.ledger_entries c
        where c.user_id = e.user_id and c.reference <> ''
          and case when e.type = 'QuotaReversed' then c.type = 'QuotaToppedUp' else ${IS_CHARGE} end
          and c.reference = case when e.type = 'QuotaReversed' then 'topup-' || (e.facts::json ->> 'tradeNo') else ${REQUEST_OF} end
        order by c.position + 0 limit 1) c`;

/** Conditions by the filters that an order has, of an entry `e` and the charge `c` that it changes. */
export type EntryFilters = { readonly [Filter in 'userId' | 'tokenId' | 'channelId' | 'group' | 'model']?: unknown };

const OF_ENTRY = { userId: 'e.user_id = :userId', tokenId: 'e.token_id = :tokenId' } as const;
const OF_REQUEST = {
  channelId: 'channel_id = :channelId',
  group: 'group_name = :group',
  model: 'model_name = :model',
} as const;

/** The parts of what is asked for, each found by an index of its own where there is one. */
function entryParts(filters: EntryFilters, columns: string, more = ''): readonly string[] {
  const named = <Name extends keyof EntryFilters>(conditions: Readonly<Record<Name, string>>): readonly string[] =>
    (Object.keys(conditions) as Name[]).filter((name) => filters[name] !== undefined).map((name) => conditions[name]);
  const ofRequest = named(OF_REQUEST);
  const own = { from: '', conditions: ofRequest.map((condition) => `e.${condition}`) };
  const changed = {
    from: ` cross join ${WHAT_IT_CHANGES}`,
    conditions: [isChange('e'), ...ofRequest.map((condition) => `c.${condition}`)],
  };
  return (ofRequest.length === 0 ? [own] : [own, changed]).map(({ from, conditions }) => {
    const where = [
      ...named(OF_ENTRY),
      ...conditions,
      'e.type = any(cast(:types as text[]))',
      'e.position >= :from',
      'e.position < :before',
    ];
    return `(select ${columns} from ${READ_MODELS}.ledger_entries e${from}
        where ${where.join(' and ')} and (e.amount <> 0 or e.reference <> '')${more})`;
  });
}

const COLUMNS = `e.position, e.user_id as "userId", e.type, e.amount, e.paid, e.promotional, e.token_id as "tokenId",
        e.channel_id as "channelId", e.group_name as "group", e.model_name as model, ${REQUEST_OF} as "requestId"`;

/** Entries of some types in a range of positions, oldest first. */
export const entriesPage = (filters: EntryFilters): string => `
    select * from (
      ${entryParts(filters, COLUMNS, ' order by e.position limit :limit').join('\n      union all ')}) e order by position limit :limit`;

export const entriesCount = (filters: EntryFilters): string => `
    select sum(count)::bigint as count from (${entryParts(filters, 'count(*) as count').join('\n      union all ')}) e`;

/** Types of entries that change something that was before. */
export const CHANGING_TYPES: ReadonlySet<string> = new Set([...CHANGE_TYPES, 'ConsumptionCorrected', 'QuotaReversed']);

/** What entries at some positions change, of those that change something which is known. */
export const CHANGED_BY = `
    select e.position, c.at_ms as "atMs", c.channel_id as "channelId", c.group_name as "group", c.model_name as model,
      case when e.type = 'QuotaReversed' then c.facts::json ->> 'currency' end as "paidCurrency"
    from ${READ_MODELS}.ledger_entries e cross join ${WHAT_IT_CHANGES}
    where e.position = any(cast(:positions as bigint[]))`;
