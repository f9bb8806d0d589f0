import { changesBetween } from '@ledgate/domain/pricebook/compare';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import { auditValue } from '../directory/audit/changed-fields.ts';
import { AUDIT_FIELDS_MAX } from '../limits.ts';
import type { AuditRecord } from './audit-record.ts';

/** The fields of a record, those of a price book from the text of the book that it changed. @param readBook undefined: there was none */
export async function fieldsOf(
  { fields }: Pick<AuditRecord, 'fields'>,
  readBook: (version: number, fromMs: number) => Promise<string | undefined>,
): Promise<Extract<AuditRecord['fields'], { before: unknown }>> {
  if (!('book' in fields)) return fields;
  const { book, fromMs } = fields;
  const text = await readBook(book.version, fromMs);
  const starts = book.startsAtMs === undefined ? {} : { starts_at: Math.floor(book.startsAtMs / 1_000) };
  if (text === undefined) return { before: {}, after: { version: book.version, ...starts } };
  const changes = changesBetween(JSON.parse(text) as PriceBook, book);
  const shown = changes.slice(0, AUDIT_FIELDS_MAX);
  const more = changes.length > shown.length ? { more_fields: changes.length - shown.length } : {};
  const said = (side: 'before' | 'after') =>
    Object.fromEntries(shown.flatMap((each) => (each[side] === null ? [] : [[each.what, auditValue(each[side])]])));
  return { before: said('before'), after: { ...said('after'), ...starts, ...more } };
}
