import { knex, type Knex } from 'knex';

/** Builds queries, and holds no connection: they are run by the functions of database.ts. To await one is a mistake, and fails. */
export const query = knex({ client: 'pg' });

export type Query = Knex.QueryBuilder;
/** A piece of a query with its values: a condition, an expression. */
export type Piece = Knex.Raw;

/** `column` is one of the ids: one parameter, however many there are, so that the query's text stays the same. */
export const oneOfIds = (column: string, ids: readonly number[]): Piece =>
  query.raw('?? = any(?::bigint[])', [column, [...ids]]);

export const oneOfTexts = (column: string, texts: readonly string[]): Piece =>
  query.raw('?? = any(?::text[])', [column, [...texts]]);

/** The text as it stands, for LIKE: `%` and `_` lose their meaning. */
export const literally = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
