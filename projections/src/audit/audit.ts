import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { booleans, byText, numbers, texts } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { type AuditRecord, auditRecordOf } from './audit-record.ts';
import { fieldsOf } from './book-fields.ts';
import { bookChangedBy, MERGE_AUDIT_RECORDS } from './sql.ts';

/** One row an act of administration, whatever event says it (docs/architecture.md#audit). */
export const audit: Projection = { name: 'audit', begin: () => new AuditPart() };

const CHANGED_BOOK = { name: 'audit_changed_book', text: bookChangedBy('@rm.price_books') };

class AuditPart implements BatchPart {
  readonly #records = new Map<string, AuditRecord>();

  add(recorded: Recorded): void {
    const record = auditRecordOf(recorded);
    if (record === undefined) return;
    const known = this.#records.get(record.source);
    if (known === undefined || record.position < known.position) this.#records.set(record.source, record);
  }

  async write(writer: BatchWriter): Promise<void> {
    if (this.#records.size === 0) return;
    const sorted = [...this.#records.values()].sort((one, other) => byText(one.source, other.source));
    const fields: { readonly before: object; readonly after: object }[] = [];
    for (const record of sorted)
      fields.push(
        await fieldsOf(record, async (version, fromMs) => {
          const [row] = await writer.run(CHANGED_BOOK, [version, fromMs]);
          return row?.[0] === undefined ? undefined : String(row[0]);
        }),
      );
    await writer.run(MERGE_AUDIT_RECORDS, [
      texts(sorted.map(({ source }) => source)),
      numbers(sorted.map(({ position }) => position)),
      numbers(sorted.map(({ atMs }) => atMs)),
      booleans(sorted.map(({ isLate }) => isLate)),
      texts(sorted.map(({ actor }) => actor)),
      texts(sorted.map(({ action }) => action)),
      texts(sorted.map(({ target }) => target.type)),
      texts(sorted.map(({ target }) => target.id)),
      texts(fields.map(({ before }) => JSON.stringify(before))),
      texts(fields.map(({ after }) => JSON.stringify(after))),
      texts(sorted.map(({ reason }) => reason)),
      texts(sorted.map(({ requestId }) => requestId)),
    ]);
  }
}
