import type { PreparedSql } from '../runner/batch-writer.ts';

export const INSERT_JOURNAL_ENTRIES: PreparedSql = {
  name: 'journal_entries',
  text: 'insert into @rm.journal_entries (position, account, amount) select * from unnest($1::bigint[], $2::text[], $3::bigint[])',
};

export const ADD_TO_JOURNAL_ACCOUNTS: PreparedSql = {
  name: 'journal_accounts',
  text: `
    insert into @rm.journal_accounts as a (account, total) select * from unnest($1::text[], $2::bigint[])
    on conflict (account) do update set total = a.total + excluded.total`,
};

export const ADD_TO_JOURNAL_QUARTERS: PreparedSql = {
  name: 'journal_quarters',
  text: `
    insert into @rm.journal_quarters as q (line, recorded_s, debits, credits) select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])
    on conflict (line, recorded_s) do update set debits = q.debits + excluded.debits, credits = q.credits + excluded.credits`,
};
