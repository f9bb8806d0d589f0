import { READ_MODELS } from '../../schema/shape.ts';

/**
 * What events go back to, by their index in the lists: the request (that of a task where none is named), its first charge, and the earliest time of what stands
 * before the event. By a sum, so that entries are found by their reference.
 */
export const ORIGINS = `
    select k.index, nullif(k.reference, '') as "requestId", c.at_ms as "atMs", c.channel_id as "channelId", c.group_name as "group", c.model_name as model
    from (
      select k.index, k.user_id, k.kind, k.position, case when k.reference <> '' then k.reference else coalesce((
        select t.request_id from ${READ_MODELS}.tasks t where t.task_id = k.task_id and t.submitted_position < k.position), '') end as reference
      from unnest(cast(:indexes as integer[]), cast(:users as bigint[]), cast(:kinds as text[]), cast(:references as text[]),
        cast(:tasks as text[]), cast(:positions as bigint[])) k (index, user_id, kind, reference, task_id, position)) k
    cross join lateral (
      select min(c.at_ms) as at_ms, (array_agg(c.channel_id order by c.position))[1] as channel_id,
        (array_agg(c.group_name order by c.position))[1] as group_name, (array_agg(c.model_name order by c.position))[1] as model_name
      from ${READ_MODELS}.ledger_entries c
      where c.user_id = k.user_id and c.reference = k.reference and c.reference <> '' and c.position + 0 < k.position
        and case k.kind when 'charge' then c.type in ('ConsumptionRecorded', 'LateConsumptionRecorded')
          when 'top_up' then c.type = 'QuotaToppedUp' else c.type = 'CommissionAccrued' end) c`;

export const POSTINGS_IN = `
    select count(*)::bigint as total from ${READ_MODELS}.journal_entries where position >= :from and position < :before`;
