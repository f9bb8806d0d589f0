import type { KeyKind } from './key-ring.ts';

/** Of each kind: the table of what its secrets belong to, and that of the secrets. */
export const TABLES: Readonly<
  Record<KeyKind, { readonly owners: string; readonly secrets: string; readonly owner: string }>
> = {
  channel: { owners: 'directory.channels', secrets: 'directory.channel_keys', owner: 'channel_id' },
  token: { owners: 'directory.tokens', secrets: 'directory.token_keys', owner: 'token_id' },
  code: { owners: 'directory.codes', secrets: 'directory.code_keys', owner: 'code_id' },
};

/** Answers `sealed`: no secret stands in clear any more. */
export const IS_SEALED = `
  select not exists (
    select from pg_attribute where attrelid = 'directory.tokens'::regclass and attname = 'key' and not attisdropped
  ) as sealed`;

/** $1: how many. */
export const nextNumbers = (kind: KeyKind): string =>
  `select nextval(pg_get_serial_sequence('${TABLES[kind].secrets}', 'number')) as number from generate_series(1, $1::int)`;

/** $1 numbers, $2 owners, $3 the master key's id, $4 ciphers, $5 hashes. */
export const addSecrets = (kind: KeyKind): string => `
  insert into ${TABLES[kind].secrets} (number, ${TABLES[kind].owner}, master_key, cipher, hash)
  select number, owner, $3, cipher, hash from unnest($1::bigint[], $2::bigint[], $4::bytea[], $5::bytea[]) as added (number, owner, cipher, hash)`;

/** The same, in the place of what stood in these rows. */
export const replaceSecrets = (kind: KeyKind): string => `
  update ${TABLES[kind].secrets} as kept set master_key = $2, cipher = made.cipher, hash = made.hash
  from unnest($1::bigint[], $3::bytea[], $4::bytea[]) as made (number, cipher, hash) where kept.number = made.number`;

/** As who writes there: the sealing waits for the transaction's end, and the transaction for that of the sealing. */
export const lockOwners = (kind: KeyKind): string => `lock table ${TABLES[kind].owners} in row exclusive mode`;

/**
 * Nobody reads or writes them until the transaction has ended. In the order in which the log joins them: who waited for the second and held the first,
 * which this waits for then, would be ended by Postgres.
 */
export const LOCK_OWNERS = `lock table ${[TABLES.token, TABLES.channel, TABLES.code]
  .map(({ owners }) => owners)
  .join(', ')} in access exclusive mode`;

/** What the release before reads and writes goes: only where none of its processes serves any more, and nothing stands there that is not sealed. */
export const DROP_CLEAR_COLUMNS = Object.values(TABLES)
  .map(({ owners }) => `alter table ${owners} drop column key`)
  .join('; ');

/** Answers `any`. */
export const HAS_OWNERS = `select ${Object.values(TABLES)
  .map(({ owners }) => `exists (select from ${owners})`)
  .join(' or ')} as any`;

/** What held secrets in clear. */
export const OPTIONS = 'directory.options';
export const CLEARED_TABLES = [...Object.values(TABLES).map(({ owners }) => owners), OPTIONS];

/** The planner's samples of its column, which stay where the table is empty when it is looked at anew. Changes nothing else. */
export const FORGET_SAMPLES = `alter table ${OPTIONS} alter column value type text`;

/** Writes a table anew, without dead row versions and dropped columns: outside of a transaction. */
export const rewrite = (table: string): string => `vacuum (full, analyze) ${table}`;

export const WHO_ASKS = `select current_user as role, current_setting('is_superuser') = 'on' as "isSuperuser"`;

/**
 * Answers `seen`: whether a transaction that was under way when the secrets were encrypted still is. It sees what was there before, so Postgres keeps that,
 * whatever is written anew.
 */
export const IS_SEEN = `
  select exists (
    select from directory.clear_remains remains, (
      select backend_xmin as xid from pg_stat_activity where datname is null or datname = current_database()
      union all select backend_xid from pg_stat_activity
      union all select xmin from pg_replication_slots
      union all select catalog_xmin from pg_replication_slots
      union all select transaction from pg_prepared_xacts
    ) held where age(held.xid) >= age(remains.xmin)
  ) as seen`;

/** Samples of dropped columns stood there: a superuser's. */
export const REWRITE_STATISTICS = 'vacuum full pg_catalog.pg_statistic';

export const END_SEGMENT = 'select pg_switch_wal()';
export const CHECKPOINT = 'checkpoint';

/** Answers `ahead`: segments of the write-ahead log that are kept for later and still hold what was in them before. */
export const SEGMENTS_AHEAD = `
  select count(*)::int as ahead from pg_ls_waldir()
  where name ~ '^[0-9A-F]{24}$' and name > pg_walfile_name(pg_current_wal_lsn())`;

/** So that there is something to end a segment with. */
export const WRITE_NOTHING = "select pg_logical_emit_message(true, 'ledgate', '')";
