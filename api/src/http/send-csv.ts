import type { Response } from 'express';
import { type CsvCell, csvText } from '@ledgate/domain/shared/csv';
import { type FileLimits, sendFile, type TextFile } from './send-file.ts';

/** Rows of a list that become a file while they are read. */
export type CsvFile = Pick<TextFile, 'total' | 'release'> & {
  /** Without its ending: letters, digits and dashes. */
  readonly name: string;
  readonly columns: readonly string[];
  /** Ends when all are read; the next ones are not asked for before these have gone to the caller. */
  readonly stretches: AsyncIterable<readonly (readonly CsvCell[])[]>;
};

/** Sends rows as a file (`send-file.ts`), whose first line names the columns. */
export const sendCsv = (
  response: Response,
  { name, columns, stretches, ...file }: CsvFile,
  onBroken: (error: unknown) => void,
  limits?: FileLimits,
): Promise<void> =>
  sendFile(
    response,
    {
      ...file,
      name: `${name}.csv`,
      type: 'text/csv; charset=utf-8; header=present',
      parts: csvParts(columns, stretches),
    },
    onBroken,
    limits,
  );

/** The first line goes with what stands behind it: nothing is sent before that has been read. */
async function* csvParts(columns: readonly string[], stretches: CsvFile['stretches']): AsyncGenerator<string> {
  let text = csvText([columns]);
  for await (const rows of stretches) {
    yield text + csvText(rows);
    text = '';
  }
  if (text !== '') yield text;
}
