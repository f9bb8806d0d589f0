import type { Layout } from '../layout.ts';
import { countEntries, entriesOf } from '../shared/entries.ts';
import { chargeRow, USE_TYPES } from './charge-row.ts';
import { CHARGE_COLUMNS } from './columns.ts';

/** What was taken for use or given back, an event a row, by position (docs/exports.md#charges). */
export const charges: Layout = {
  columns: CHARGE_COLUMNS,
  total: (source, order) => countEntries(source, order, USE_TYPES),
  rowsOf: async function* (source, order, after, signal) {
    for await (const stretch of entriesOf(source, order, { types: USE_TYPES, after, signal }))
      yield { rows: stretch.entries.map(chargeRow), after: stretch.after };
  },
};
