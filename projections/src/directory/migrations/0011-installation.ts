/** Whose ledger the directory belongs to (installation/installation.ts): the id of its LedgerFounded. No row until a start has read it. */
export const installation = `
create table directory.installation (
  single boolean primary key default true check (single),
  id text not null
);
`;
