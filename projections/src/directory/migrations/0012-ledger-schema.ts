/**
 * Which shapes of events may be written (docs/ledger.md#ledger_schema), and by each till what its relay reads: a row that does not say it is of a release
 * before this. An installation that has users was made by one; a new one gets its row from its first start.
 */
export const ledgerSchema = `
create table directory.ledger_schema (
  single boolean primary key default true check (single),
  number integer not null check (number >= 1)
);
insert into directory.ledger_schema (number) select 1 where exists (select from directory.users);
alter table directory.tills add column ledger_schema integer not null default 1;
`;
