import { type CsvCell, csvText } from '@ledgate/domain/shared/csv';
import { moneyText } from '@ledgate/domain/shared/money-text';
import type { Filed, FiledEntry } from './filed.ts';

/** The columns in their order, each with what it has of an entry (docs/behaviour.md#statements). */
const COLUMNS: Readonly<Record<string, (entry: FiledEntry) => CsvCell>> = {
  position: ({ position }) => position,
  time: ({ atMs }) => new Date(atMs).toISOString(),
  kind: ({ kind }) => kind,
  type: ({ type }) => type,
  units: ({ amount }) => amount,
  balance_units: ({ balance }) => balance,
  amount: ({ amount, quotaPerUnit }) => ({ digits: moneyText(amount, quotaPerUnit) }),
  request_id: ({ request_id: requestId }) => requestId,
  text: ({ text }) => text,
};

export async function* csvParts({ pages }: Filed): AsyncGenerator<string> {
  let text = csvText([Object.keys(COLUMNS)]);
  for await (const page of pages) {
    yield text + csvText(page.map((entry) => Object.values(COLUMNS).map((of) => of(entry))));
    text = '';
  }
}
