import { type Queryable, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';

/** As they stand in statements: quoted where they must be. */
export type DumpedTable = { readonly name: string; readonly columns: readonly string[]; /** Given numbers come from these. */ readonly sequences: readonly string[] };

/**
 * What belongs to the place and not to the directory: which migrations it has seen, whether it moves, and how far a publisher has come in this
 * store's positions with this Kafka's topics.
 */
export const STAYING_TABLES: ReadonlySet<string> = new Set(['migrations', 'relocation', 'published_topics']);

/** What tells positions of one store; in another it begins anew. A session then waits for nothing, since everything has been read. */
export const FORGET_POSITIONS = "update directory.sessions set positions = '{}' where positions <> '{}'";

/** The tables that a dump holds, each after those that it refers to. */
export async function dumpedTables(db: Queryable): Promise<readonly DumpedTable[]> {
  const found = await rows<DumpedTable & { readonly refersTo: readonly string[] }>(db, query.raw(`
    select quote_ident(class.relname) as name,
      array(select quote_ident(attname) from pg_attribute where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select sequence from pg_attribute, pg_get_serial_sequence(class.oid::regclass::text, attname) sequence
        where attrelid = class.oid and attnum > 0 and not attisdropped and sequence is not null order by attnum) as sequences,
      array(select quote_ident(referred.relname) from pg_constraint join pg_class referred on referred.oid = confrelid
        where contype = 'f' and conrelid = class.oid and confrelid <> class.oid) as "refersTo"
    from pg_class class where class.relkind = 'r' and class.relnamespace = 'directory'::regnamespace order by class.relname`));
  const left = new Map(found.filter(({ name }) => !STAYING_TABLES.has(name)).map((table) => [table.name, table]));
  const ordered: DumpedTable[] = [];
  while (left.size > 0) {
    const next = [...left.values()].find(({ refersTo }) => refersTo.every((name) => !left.has(name)));
    if (next === undefined) throw new Error(`tables of the directory refer to each other: ${[...left.keys()].join(', ')}`);
    left.delete(next.name);
    ordered.push({ name: next.name, columns: next.columns, sequences: next.sequences });
  }
  return ordered;
}
