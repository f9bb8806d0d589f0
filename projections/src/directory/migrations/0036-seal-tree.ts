/**
 * How far the notary has come (docs/ledger.md#seals). `seal_tree`: of all leaves up to `position`, `size` in number, hashes are kept; the event there is
 * the one of `last_id` in its stream, or the ledger is not the one that was read. Up to `sealed_position`
 * they are sealed, `sealed_size` in number; somebody waits for a seal of everything up to `wished_position`. `trouble`: why nothing is sealed, a word.
 * `seal_tiles`: hashes of 256 whole subtrees of 256^`level` leaves a row, 32 bytes each, as they follow each other. Who holds the ledger can build all of
 * it anew.
 */
export const sealTree = `
create table directory.seal_tree (
  single boolean primary key default true check (single),
  size bigint not null default 0,
  position bigint not null default 0,
  last_stream text not null default '',
  last_revision bigint not null default 0,
  last_id text not null default '',
  sealed_size bigint not null default 0,
  sealed_position bigint not null default 0,
  wished_position bigint not null default 0,
  trouble text not null default ''
);
create table directory.seal_tiles (
  level integer not null,
  number bigint not null,
  hashes bytea not null,
  primary key (level, number)
);
alter table directory.seal_tiles alter column hashes set storage external;
`;
