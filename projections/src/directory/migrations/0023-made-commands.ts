/**
 * What callers have made under ids of their own (commands/made-commands.ts), a row each for a day: references to it, never the answer. `content_hash`: keyed,
 * of what was asked, with `master_key`. `made_ids`: of what was made, in their order. `made_time`: Unix seconds.
 */
export const madeCommands = `
create table directory.made_commands (
  user_id bigint not null,
  command_id text not null,
  master_key text not null,
  content_hash bytea not null,
  made_ids json not null default '[]',
  made_time bigint not null,
  primary key (user_id, command_id)
);
create index made_commands_by_age on directory.made_commands (made_time);
`;
