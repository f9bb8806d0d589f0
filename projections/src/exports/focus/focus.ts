import { USE_TYPES, useOf } from '../charges/charge-row.ts';
import { CREDIT_TYPES } from '../credits/credit-row.ts';
import type { Layout } from '../layout.ts';
import { countEntries, entriesOf } from '../shared/entries.ts';
import { FOCUS_COLUMNS } from './columns.ts';
import { creditFocusRows, usageRow } from './focus-row.ts';
import { ListBooks, listUnits } from './list-units.ts';

const TYPES: readonly string[] = [...USE_TYPES, ...CREDIT_TYPES];
const IS_USE: ReadonlySet<string> = new Set(USE_TYPES);

/** What was used and what was credited, as FOCUS 1.2 has it, by position (docs/exports.md#focus). */
export const focus: Layout = {
  columns: FOCUS_COLUMNS,
  total: (source, order) => countEntries(source, order, TYPES),
  rowsOf: async function* (source, order, after, signal) {
    const books = new ListBooks(source);
    for await (const stretch of entriesOf(source, order, { types: TYPES, after, signal })) {
      const uses = stretch.entries.map((entry) => (IS_USE.has(entry.recorded.event.type) ? useOf(entry) : undefined));
      const list = await books.of(uses.flatMap((use) => use?.price?.priceBookVersion ?? []));
      const rows = stretch.entries.flatMap((entry, index) => {
        const use = uses[index];
        return use === undefined ? creditFocusRows(entry) : [usageRow(entry, use, listUnits(use, entry.model, list))];
      });
      yield { rows, after: stretch.after };
    }
  },
};
