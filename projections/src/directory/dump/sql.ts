// Names and columns come quoted where they must be. What a dump holds is SQL too, as psql takes it.

export const HEAD = `--
-- The directory of a Ledgate installation: data only, as pg_dump --data-only --schema=directory writes it. It holds secrets.
--

SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;

`;

export const copyHead = (table: string, columns: string): string =>
  `COPY directory.${table} (${columns}) FROM stdin;\n`;

export const copyOut = (table: string, columns: string): string => `copy directory.${table} (${columns}) to stdout`;

export const copyIn = (table: string, columns: string): string => `copy directory.${table} (${columns}) from stdin`;

export const setval = (sequence: string, last: string, called: boolean): string =>
  `SELECT pg_catalog.setval('${sequence}', ${last}, ${called});\n`;

const inDirectory = (tables: readonly string[]): string => tables.map((name) => `directory.${name}`).join(', ');

export const emptied = (tables: readonly string[]): string => `truncate ${inDirectory(tables)}`;

export const lockShared = (tables: readonly string[]): string => `lock table ${inDirectory(tables)} in share mode`;

/** The first query of a transaction that reads takes its snapshot. */
export const TAKE_SNAPSHOT = 'select from directory.directory_head';

export const forgetPositions = (tables: readonly string[]): string =>
  [
    ...tables.map((name) => `delete from directory.${name}`),
    "update directory.sessions set positions = '{}' where positions <> '{}'",
  ].join(';');

export const sequenceValue = (sequence: string): string =>
  `select last_value::text as last, is_called as called from ${sequence}`;

export const SET_SEQUENCE = 'select setval($1, $2, $3)';

export const TABLES = `
    select quote_ident(class.relname) as name,
      array(
        select quote_ident(attname) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum
      ) as columns,
      array(select sequence from pg_attribute, pg_get_serial_sequence(class.oid::regclass::text, attname) sequence
        where attrelid = class.oid and attnum > 0 and not attisdropped and sequence is not null order by attnum) as sequences,
      array(select quote_ident(referred.relname) from pg_constraint join pg_class referred on referred.oid = confrelid
        where contype = 'f' and conrelid = class.oid and confrelid <> class.oid) as "refersTo"
    from pg_class class where class.relkind = 'r' and class.relnamespace = 'directory'::regnamespace order by class.relname`;
