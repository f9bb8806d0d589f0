import type { AuditRecord } from '@ledgate/api/contract/audit';
import type { ShownLine } from '../../shared/ui/diff-table.tsx';

type Value = AuditRecord['before'][string];

/** The fields of a record, each with its two sides; null where a side says nothing. */
export function linesOf({ before, after }: Pick<AuditRecord, 'before' | 'after'>): readonly ShownLine[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => ({ key: name, what: name, before: shown(before, name), after: shown(after, name) }));
}

function shown(side: Readonly<Record<string, Value>>, name: string): string | null {
  const value = Object.hasOwn(side, name) ? (side[name] ?? null) : null;
  return value === null || value === '' ? null : String(value);
}
