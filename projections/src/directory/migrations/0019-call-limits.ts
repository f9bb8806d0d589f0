/**
 * How many calls and tokens a user, a token or a channel may have (docs/behaviour.md#limits-of-calls): JSON of what is limited, '' for nothing. What was begun
 * in the last minute and what runs stands in `call_limits`, a row a limited subject: unlogged, since nobody misses it a minute after a crash.
 */
export const callLimits = `
alter table directory.users add column limits text not null default '';
alter table directory.tokens add column limits text not null default '';
alter table directory.channels add column limits text not null default '';
create unlogged table directory.call_limits (
  subject text primary key,
  state text not null,
  touched_time bigint not null
) with (fillfactor = 50);
`;
