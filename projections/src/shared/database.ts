import { NotExact } from '@ledgate/domain/shared/quota';
import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import { isDatabaseLoss } from './database-loss.ts';
import { QUESTION } from './sql.ts';

/** The Postgres that holds the directory and the read models. Other packages pass it on and never look inside. */
export type Database = Pool;
export type Queryable = Pool | PoolClient;

/** What `query` (query.ts) has built, or SQL as text with its parameters. */
export type Sql =
  | { toSQL(): { toNative(): { readonly sql: string; readonly bindings: readonly unknown[] } } }
  | { readonly text: string; readonly values: readonly unknown[] };

const INT8 = 20;

/** 64-bit integers come as numbers. Throws NotExact above 2^53: nothing that is kept gets there. */
function int8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new NotExact(`not an exact integer: ${text}`);
  return value;
}

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? int8 : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

const typesAsText = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? (text: string) => text : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig;

function asText(sql: Sql): { text: string; values: unknown[] } {
  if ('text' in sql) return { text: sql.text, values: [...sql.values] };
  const { sql: text, bindings } = sql.toSQL().toNative();
  return { text, values: [...bindings] };
}

/** With `answerMaxMs` it throws when there is no answer after so long, and the connection is given up. */
export async function rows<Row>(db: Queryable, sql: Sql, answerMaxMs?: number): Promise<readonly Row[]> {
  const result = await db.query({
    ...asText(sql),
    types,
    ...(answerMaxMs === undefined ? {} : { query_timeout: answerMaxMs }),
  });
  return result.rows as Row[];
}

/** 64-bit integers come as their digits, exact however large: for sums over all accounts, which nothing bounds. */
export async function exactRows<Row>(db: Queryable, sql: Sql): Promise<readonly Row[]> {
  const result = await db.query({ ...asText(sql), types: typesAsText });
  return result.rows as Row[];
}

export async function maybeRow<Row>(db: Queryable, sql: Sql): Promise<Row | undefined> {
  return (await rows<Row>(db, sql))[0];
}

/** For a query that always answers a row. */
export async function oneRow<Row>(db: Queryable, sql: Sql): Promise<Row> {
  const row = await maybeRow<Row>(db, sql);
  if (row === undefined) throw new Error('a query that always answers a row answered none');
  return row;
}

/** Answers how many rows it touched. */
export async function execute(db: Queryable, sql: Sql): Promise<number> {
  const result = await db.query(asText(sql));
  return result.rowCount ?? 0;
}

/** Ends when Postgres has answered a question that costs it nothing. Throws what pg throws. */
export async function answers(db: Queryable): Promise<void> {
  await db.query(QUESTION);
}

/**
 * Runs `work` in one transaction on a connection of its own. Whatever it throws undoes everything and is thrown on; a connection that cannot even
 * undo is given up.
 */
export const inTransaction = <Value>(db: Database, work: (client: PoolClient) => Promise<Value>): Promise<Value> =>
  within('begin', db, work);

/** Everything that `work` reads is of one moment. Reads only; else as `inTransaction`. */
export const inSnapshot = <Value>(db: Database, work: (client: PoolClient) => Promise<Value>): Promise<Value> =>
  within('begin transaction isolation level repeatable read, read only', db, work);

async function within<Value>(
  begin: string,
  db: Database,
  work: (client: PoolClient) => Promise<Value>,
): Promise<Value> {
  const client = await db.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const value = await work(client);
    await client.query('commit');
    return value;
  } catch (error) {
    broken = await notUndone(client, error);
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Undoes the transaction that failed with `error`. Answers why the connection is of no use any more, undefined where all is undone; throws nothing. One
 * that has gone silent is not asked again: that would take as long.
 */
export async function notUndone(client: PoolClient, error: unknown): Promise<Error | undefined> {
  if (error instanceof Error && isDatabaseLoss(error)) return error;
  return client.query('rollback').then(
    () => undefined,
    (failed: Error) => failed,
  );
}
