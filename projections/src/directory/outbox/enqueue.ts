import { accountStream } from '@ledgate/domain/account/events';
import { oneRow, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { OutboxEntry } from './entry.ts';

/** An outbox row that a transaction has written, and the stream that it owes to. */
export type OwedRow = { readonly id: number; readonly stream: string };

/** Writes an outbox row. */
export async function enqueue(db: Queryable, entry: OutboxEntry): Promise<OwedRow> {
  const stream = entry.kind === 'account' ? accountStream(entry.userId) : entry.stream;
  const { id } = await oneRow<{ id: number }>(
    db,
    query('directory.outbox')
      .insert({ stream, entry: JSON.stringify(entry) })
      .returning('id'),
  );
  return { id, stream };
}
