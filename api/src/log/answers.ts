import type { LogRow } from '@ledgate/projections/queries/log-row';
import type { Log } from '../contract/log.ts';
import { peopleNamed } from '../ledger/entry-names.ts';
import type { ApiPorts } from '../ports.ts';
import { logAnswer, type Reader } from './present.ts';

/** Display rows for one reader, in their order, with the names of whom their sentences speak of. */
export async function logAnswers<Row extends LogRow>(
  { db }: Pick<ApiPorts, 'db'>,
  rows: readonly Row[],
  reader: Omit<Reader, 'people'>,
): Promise<Log[]> {
  const people = await peopleNamed(
    db,
    rows.map(({ entry }) => entry),
    reader.forAdministrator,
  );
  return rows.map((row) => logAnswer(row, { ...reader, people }));
}
