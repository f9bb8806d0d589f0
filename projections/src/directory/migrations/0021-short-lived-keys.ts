/**
 * Keys that providers give for those of channels and that expire soon, for all relays: a row a channel's key, under a hash of it, encrypted by it
 * (docs/behaviour.md#disabled-channels). Unlogged, since whoever finds none asks for another.
 */
export const shortLivedKeys = `
create unlogged table directory.short_lived_keys (
  name text primary key,
  cipher bytea,
  until_ms bigint not null default 0,
  version bigint not null default 0,
  asked_until_ms bigint not null default 0,
  asked_by text not null default ''
);
`;
