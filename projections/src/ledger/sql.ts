import type { PreparedSql } from '../runner/batch-writer.ts';

export const INSERT_LEDGER_ENTRIES: PreparedSql = {
  name: 'ledger_entries',
  text: `
    insert into @rm.ledger_entries (user_id, position, at_ms, type, stream, revision, amount, balance_after, used_after, earnings_after,
      token_used_after, reference, actor, reason, facts, token_id, channel_id, group_name, model_name, prompt, completion,
      paid, promotional, draws)
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[],
      $10::bigint[], $11::bigint[], $12::text[], $13::text[], $14::text[], string_to_array($15::text, chr(31)), $16::bigint[], $17::bigint[],
      $18::text[], $19::text[], $20::bigint[], $21::bigint[], $22::bigint[], $23::bigint[], $24::text[])`,
};
