import type { PreparedSql } from '../runner/batch-writer.ts';

const COLUMNS = 'position, at_ms, late, actor, action, target_type, target_id, before, after, reason, request_id';

/** Of two that say the same the earlier one stays, whichever comes first. */
export const MERGE_AUDIT_RECORDS: PreparedSql = {
  name: 'audit_records',
  text: `
    insert into @rm.audit_records as r (source, ${COLUMNS})
    select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::boolean[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
      $11::text[], $12::text[])
    on conflict (source) do update set (${COLUMNS}) = row (${COLUMNS.split(', ')
      .map((column) => `excluded.${column}`)
      .join(', ')})
    where excluded.position < r.position`,
};

/** The book that a version changed: of those before it, the highest that had started by then. @param relation of price books */
export const bookChangedBy = (relation: string): string =>
  `select book from ${relation} where version < $1::bigint and starts_ms <= $2::bigint order by version desc limit 1`;
