import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import { compiled, type Sql } from './sql.ts';

/** The Postgres that holds the schema `directory`. Other packages pass it on and never look inside. */
export type Database = Pool;
export type Queryable = Pool | PoolClient;

const INT8 = 20;

/** 64-bit integers come as numbers. Throws RangeError above 2^53: nothing the directory keeps gets there. */
function int8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an exact integer: ${text}`);
  return value;
}

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === INT8 ? int8 : pg.types.getTypeParser(oid, format)),
} as pg.CustomTypesConfig;

export async function rows<Row>(db: Queryable, statement: Sql): Promise<readonly Row[]> {
  const result = await db.query({ ...compiled(statement), types });
  return result.rows as Row[];
}

export async function maybeRow<Row>(db: Queryable, statement: Sql): Promise<Row | undefined> {
  return (await rows<Row>(db, statement))[0];
}

/** For a statement that always answers a row. */
export async function oneRow<Row>(db: Queryable, statement: Sql): Promise<Row> {
  const row = await maybeRow<Row>(db, statement);
  if (row === undefined) throw new Error('a statement that always answers a row answered none');
  return row;
}

/** Answers how many rows it touched. */
export async function execute(db: Queryable, statement: Sql): Promise<number> {
  const result = await db.query(compiled(statement));
  return result.rowCount ?? 0;
}

/** One page and how many rows there are in all. */
export type Page<Row> = { readonly items: readonly Row[]; readonly total: number };
export type Paging = { readonly offset: number; readonly limit: number };
