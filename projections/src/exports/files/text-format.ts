import { csvText, type CsvCell } from '@ledgate/domain/shared/csv';
import type { Column, ExportRow } from '../layout.ts';
import type { FileFormat } from './file-format.ts';

type Value = ExportRow[number];

/** Rows that are text, each as soon as it is there. */
const textFormat = (head: string, text: (rows: readonly ExportRow[]) => string): FileFormat => ({
  begin: () => Buffer.from(head),
  add: (rows) => Buffer.from(text(rows)),
  pending: 0,
  notes: () => null,
  end: () => new Uint8Array(),
});

const isoTime = (value: Value): string => new Date(value as number).toISOString();

/** RFC 4180, with a header. @param rawText whether a text that a spreadsheet would reckon stays as it is */
export function csvFormat(columns: readonly Column[], rawText: boolean): FileFormat {
  const cell = (value: Value, index: number): CsvCell => {
    if (value === null) return null;
    const type = columns[index]?.type;
    if (type === 'time') return { digits: isoTime(value) };
    return type === 'money' ? { digits: value as string } : value;
  };
  return textFormat(csvText([columns.map(({ name }) => name)]), (rows) =>
    csvText(
      rows.map((row) => row.map(cell)),
      rawText,
    ),
  );
}

/** An object a line, its members by the columns. */
export function jsonLinesFormat(columns: readonly Column[]): FileFormat {
  const members = columns.map(({ name, type }, index) => ({
    key: `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    isTime: type === 'time',
  }));
  const line = (row: ExportRow): string => {
    let text = '';
    for (const [index, { key, isTime }] of members.entries()) {
      const value = row[index] ?? null;
      text += key + JSON.stringify(isTime && value !== null ? isoTime(value) : value);
    }
    return `${text}}\n`;
  };
  return textFormat('', (rows) => rows.map(line).join(''));
}

/** A text a line, as it stands. */
export const linesFormat = (): FileFormat => textFormat('', (rows) => rows.map(([line]) => `${line}\n`).join(''));
