import { accountStream } from '@ledgate/domain/account/events';
import { oneRow, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { OutboxEntry } from './entry.ts';

/** Writes an outbox row; answers its id. */
export async function enqueue(db: Queryable, entry: OutboxEntry): Promise<number> {
  const stream = entry.kind === 'account' ? accountStream(entry.userId) : entry.stream;
  const { id } = await oneRow<{ id: number }>(db, query('directory.outbox').insert({ stream, entry: JSON.stringify(entry) }).returning('id'));
  return id;
}
