import { accountStream } from '@ledgate/domain/account/events';
import { isAlwaysWritable, writable } from '@ledgate/domain/events/ledger-gate';
import { LEDGER_SCHEMA } from '@ledgate/domain/events/schema-numbers';
import type { EventToAppend } from '@ledgate/domain/ports/event-store';
import { oneRow, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { ledgerSchemaOf } from '../ledger-schema/ledger-schema.ts';
import type { OutboxEntry } from './entry.ts';

/** An outbox row that a transaction has written, and the stream that it owes to. */
export type OwedRow = { readonly id: number; readonly stream: string };

/**
 * Writes an outbox row. While an upgrade runs a process of the release before may append it, just as it stands there: so its events are of the numbers that
 * every process reads. Throws NotWrittenYet where those cannot say them.
 */
export async function enqueue(db: Queryable, asked: OutboxEntry): Promise<OwedRow> {
  const entry = asked.kind === 'account' ? asked : { ...asked, events: await readByAll(db, asked.events) };
  const stream = entry.kind === 'account' ? accountStream(entry.userId) : entry.stream;
  const { id } = await oneRow<{ id: number }>(
    db,
    query('directory.outbox')
      .insert({ stream, entry: JSON.stringify(entry) })
      .returning('id'),
  );
  return { id, stream };
}

async function readByAll(db: Queryable, events: readonly EventToAppend[]): Promise<readonly EventToAppend[]> {
  // Which is most of what is owed.
  if (events.every(isAlwaysWritable)) return events;
  const ledgerSchema = (await ledgerSchemaOf(db)) ?? LEDGER_SCHEMA;
  return events.map((event) => writable(event, ledgerSchema));
}
