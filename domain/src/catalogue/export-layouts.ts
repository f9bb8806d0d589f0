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

export const EXPORT_FORMATS = ['csv', 'jsonl', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const TABLE: readonly ExportFormat[] = EXPORT_FORMATS;

/** The formats that each layout can be had in. */
export const FORMATS_OF: Readonly<Record<ExportLayout, readonly ExportFormat[]>> = {
  charges: TABLE,
  credits: TABLE,
  journal: TABLE,
  statements: TABLE,
  trial_balance: TABLE,
  focus: TABLE,
  events: ['jsonl'],
};
