/** Sums over whole tables, as text: exact however large. */
export const wholeSums = (schema: string): string =>
  `
    select (select coalesce(sum(total), 0)::text from ${schema}.journal_accounts) as trial,
      (select coalesce(sum(amount), 0)::text from ${schema}.journal_entries) as entries,
      (select coalesce(sum(quota), 0)::text from ${schema}.usage_model_day) as buckets,
      (select coalesce(sum(till_charges + late), 0)::text from ${schema}.balances) as used,
      (select coalesce(sum(quota), 0)::text from ${schema}.log_rows where type = ? and (position >= ? or at_ms >= ?)) as shown`;

export const chargedTwice = (schema: string, rowsMax: number): string =>
  `
    select reference, count(*) as times from ${schema}.ledger_entries
    where type in ('ConsumptionRecorded', 'LateConsumptionRecorded') group by reference having count(*) > 1 limit ${rowsMax}`;
