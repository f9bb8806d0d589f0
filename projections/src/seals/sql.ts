import type { PreparedSql } from '../runner/batch-writer.ts';
import { ADVISORY_LOCKS } from '../shared/advisory-locks.ts';

export const INSERT_SEAL: PreparedSql = {
  name: 'seals',
  text: 'insert into @rm.seals (position, size, root, note, key_id, at_ms) values ($1, $2, $3, $4, $5, $6)',
};

export const INSERT_SIGNING_KEY: PreparedSql = {
  name: 'signing_keys',
  text: 'insert into @rm.signing_keys (position, vkey, from_size, at_ms) values ($1, $2, $3, $4)',
};

/** Of a directory that a load has emptied. */
export const BEGIN_TREE = 'insert into directory.seal_tree (single) values (true) on conflict (single) do nothing';

/**
 * $1 and $2 the size and the position that the tree had when it was read, $3 and $4 those that it has now, $5 to $7 stream, revision and id of the event there.
 * No row where somebody else has grown it.
 */
export const GROW_TREE = `
  update directory.seal_tree set size = $3::bigint, position = $4::bigint, last_stream = $5::text, last_revision = $6::bigint, last_id = $7::text
  where size = $1::bigint and position = $2::bigint
  returning size`;

/** Of nothing again, as far as nobody has sealed it: what is wished for stays. */
export const FORGET_TREE = `
  update directory.seal_tree set size = 0, position = 0, last_stream = '', last_revision = 0, last_id = ''`;

/** $1 levels, $2 numbers, $3 hashes: a row each, and the last ones of their levels once more as they grow. */
export const KEEP_TILES = `
  insert into directory.seal_tiles (level, number, hashes)
  select * from unnest($1::int[], $2::bigint[], $3::bytea[])
  on conflict (level, number) do update set hashes = excluded.hashes`;

/** $1 levels, $2 numbers. */
export const TILES = `
  select tile.level, tile.number, tile.hashes
  from unnest($1::int[], $2::bigint[]) as asked (level, number)
  join directory.seal_tiles tile using (level, number)`;

/** $1 the size, $2 the position up to which all is sealed. */
export const NOTE_SEALED = `
  update directory.seal_tree set sealed_size = $1::bigint, sealed_position = $2::bigint, trouble = ''
  where sealed_position < $2::bigint or trouble <> ''`;

/** $1 a word; '' for none. */
export const NOTE_TROUBLE = 'update directory.seal_tree set trouble = $1::text where trouble <> $1::text';

/** $1 the position up to which somebody wants everything sealed. */
export const WISH_SEAL = `
  insert into directory.seal_tree (single, wished_position) values (true, $1::bigint)
  on conflict (single) do update set wished_position = greatest(directory.seal_tree.wished_position, excluded.wished_position)`;

export const ONE_KEY_CHANGE = `select pg_advisory_xact_lock(${ADVISORY_LOCKS.keyChange})`;
