import { LOG_TAG_COLUMNS } from '../logs/log-tag-columns.ts';
import { eachTag } from '../logs/tags-column.ts';

/** What a tag says of its row. */
const sameColumns = (tag: string, row: string): string =>
  Object.values(LOG_TAG_COLUMNS)
    .filter(({ name }) => name !== LOG_TAG_COLUMNS.tag.name)
    .map(({ name }) => `${tag}.${name} = ${row}.${name}`)
    .join(' and ');

/** Sums over whole tables, as text: exact however large. */
export const wholeSums = (schema: string): string =>
  `
    select (select coalesce(sum(total), 0)::text from ${schema}.journal_accounts) as trial,
      (select coalesce(sum(amount), 0)::text from ${schema}.journal_entries) as entries,
      (select coalesce(sum(quota), 0)::text from ${schema}.usage_model_day) as buckets,
      (select coalesce(sum(till_charges + late), 0)::text from ${schema}.balances) as used,
      (select coalesce(sum(quota), 0)::text from ${schema}.log_rows where type = ? and (position >= ? or at_ms >= ?)) as shown,
      (select count(*)::text from ${schema}.log_tags) as tags,
      (select coalesce(sum(cardinality(${eachTag('r')})), 0)::text from ${schema}.log_rows r where r.tags <> '') as "tagsOfRows",
      (select count(*)::text from ${schema}.log_rows r cross join unnest(${eachTag('r')}) as each (tag)
        where r.tags <> '' and not exists (select from ${schema}.log_tags t
          where t.tag = each.tag and ${sameColumns('t', 'r')})) as "tagsMissing"`;

export const chargedTwice = (schema: string, rowsMax: number): string =>
  `
    select reference, count(*) as times from ${schema}.ledger_entries
    where type in ('ConsumptionRecorded', 'LateConsumptionRecorded') group by reference having count(*) > 1 limit ${rowsMax}`;
