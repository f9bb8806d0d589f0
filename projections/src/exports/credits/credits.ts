import type { Layout } from '../layout.ts';
import { countEntries, entriesOf } from '../shared/entries.ts';
import { CREDIT_TYPES, creditRows } from './credit-row.ts';
import { CREDIT_COLUMNS } from './columns.ts';

/** What moved a wallet for anything but use, by position (docs/exports.md#credits). */
export const credits: Layout = {
  columns: CREDIT_COLUMNS,
  // An event may be two rows, so that there may be some more.
  total: (source, order) => countEntries(source, order, CREDIT_TYPES),
  rowsOf: async function* (source, order, after, signal) {
    for await (const stretch of entriesOf(source, order, { types: CREDIT_TYPES, after, signal }))
      yield { rows: stretch.entries.flatMap(creditRows), after: stretch.after };
  },
};
