/** What callers have asked for under ids of their own (commands/commands.ts). Kept for ever, as what they did to the ledger is. */
export const commands = `
create table directory.commands (
  id text primary key,
  content_hash text not null,
  noted_time bigint not null
);
`;
