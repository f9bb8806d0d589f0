import type { PoolClient } from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import { oneRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { dumpedTables } from './tables.ts';

const HEAD = `--
-- The directory of a Ledgate installation: data only, as pg_dump --data-only --schema=directory writes it. It holds secrets.
--

SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;

`;

/**
 * The directory as SQL that psql takes: COPY of every table, then the sequences. It is read on `client`, in its transaction: a repeatable one
 * sees one moment. Sequences are never behind it.
 */
export async function* dumpDirectory(client: PoolClient): AsyncGenerator<string | Buffer> {
  const tables = await dumpedTables(client);
  yield HEAD;
  for (const { name, columns } of tables) {
    const list = columns.join(', ');
    yield `COPY directory.${name} (${list}) FROM stdin;\n`;
    const copy: CopyToStreamQuery & { callback?: () => void } = client.query(
      copyTo(`copy directory.${name} (${list}) to stdout`),
    );
    for await (const chunk of copy) yield chunk as Buffer;
    // A copy does not tell pg that it has ended: its limit would fail it afterwards.
    copy.callback?.();
    yield '\\.\n\n';
  }
  for (const sequence of tables.flatMap(({ sequences }) => sequences)) {
    const { last, called } = await oneRow<{ last: string; called: boolean }>(
      client,
      query.raw(`select last_value::text as last, is_called as called from ${sequence}`),
    );
    yield `SELECT pg_catalog.setval('${sequence}', ${last}, ${called});\n`;
  }
}
