/**
 * Options that are secrets (docs/operations.md#secrets-at-rest), encrypted. `set_time`: Unix seconds. As long as processes of the release before read them in
 * `options`, they stand there; a row there is always the newer one.
 */
export const optionSecrets = `
create table directory.option_secrets (
  key text primary key,
  master_key text not null references directory.master_keys (key_id),
  cipher bytea not null,
  set_time bigint not null
);
`;
