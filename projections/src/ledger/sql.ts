import type { PreparedSql } from '../runner/batch-writer.ts';

export const INSERT_LEDGER_ENTRIES: PreparedSql = {
  name: 'ledger_entries',
  text: `
    insert into @rm.ledger_entries (user_id, position, at_ms, type, stream, revision, amount, balance_after, reference, actor, reason,
      facts, token_id, channel_id, group_name, model_name, prompt, completion)
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[],
      $10::text[], $11::text[], string_to_array($12::text, chr(31)), $13::bigint[], $14::bigint[], $15::text[], $16::text[], $17::bigint[], $18::bigint[])`,
};
