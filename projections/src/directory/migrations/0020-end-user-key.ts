/**
 * The key under which callers' end users are hashed in events, which stay (docs/behaviour.md#attribution): encrypted. Who takes it away makes them nobody's.
 * `number` counts the keys that there were; `made_time`: Unix seconds.
 */
export const endUserKey = `
create table directory.end_user_key (
  single boolean primary key default true check (single),
  number bigint not null,
  master_key text not null references directory.master_keys (key_id),
  cipher bytea not null,
  made_time bigint not null
);
`;
