import type { PoolClient } from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import { oneRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { dumpedTables } from './tables.ts';
import { copyHead, copyOut, HEAD, sequenceValue, setval } from './sql.ts';

/**
 * The directory as SQL that psql takes: COPY of every table, then the sequences. It is read on `client`, in its transaction: a repeatable one
 * sees one moment. Sequences are never behind it.
 */
export async function* dumpDirectory(client: PoolClient): AsyncGenerator<string | Buffer> {
  const tables = await dumpedTables(client);
  yield HEAD;
  for (const { name, columns } of tables) {
    const list = columns.join(', ');
    yield copyHead(name, list);
    const copy: CopyToStreamQuery & { callback?: () => void } = client.query(copyTo(copyOut(name, list)));
    for await (const chunk of copy) yield chunk as Buffer;
    // A copy does not tell pg that it has ended: its limit would fail it afterwards.
    copy.callback?.();
    yield '\\.\n\n';
  }
  for (const sequence of tables.flatMap(({ sequences }) => sequences)) {
    const { last, called } = await oneRow<{ last: string; called: boolean }>(
      client,
      query.raw(sequenceValue(sequence)),
    );
    yield setval(sequence, last, called);
  }
}
