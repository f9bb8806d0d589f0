/**
 * How many calls were refused before any provider was asked, by hour, key and reason (docs/behaviour.md#refused-calls), as each relay process has
 * counted them: `hour` in Unix seconds; 0 for a user or key that is not known.
 */
export const refusedCalls = `
create table directory.refused_calls (
  hour bigint not null,
  user_id bigint not null,
  token_id bigint not null,
  reason text not null,
  relay_id text not null,
  count bigint not null check (count > 0),
  primary key (hour, user_id, token_id, reason, relay_id)
);
create index refused_calls_of_user on directory.refused_calls (user_id, hour);
`;
