/** What an export may hold (docs/exports.md), in the order in which they are offered. */
export const EXPORT_LAYOUTS = [
  'charges',
  'credits',
  'journal',
  'statements',
  'trial_balance',
  'focus',
  'events',
] as const;
export type ExportLayout = (typeof EXPORT_LAYOUTS)[number];

export const EXPORT_FORMATS = ['csv', 'jsonl', 'parquet', 'hledger', 'beancount'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const TABLE: readonly ExportFormat[] = ['csv', 'jsonl', 'parquet'];
/** Forms of the journal that programs of plain-text accounting read; these alone can be summed by day. */
export const PLAIN_TEXT: readonly ExportFormat[] = ['hledger', 'beancount'];

/** The formats that each layout can be had in. */
export const FORMATS_OF: Readonly<Record<ExportLayout, readonly ExportFormat[]>> = {
  charges: TABLE,
  credits: TABLE,
  journal: [...TABLE, ...PLAIN_TEXT],
  statements: TABLE,
  trial_balance: TABLE,
  focus: TABLE,
  events: ['jsonl'],
};
