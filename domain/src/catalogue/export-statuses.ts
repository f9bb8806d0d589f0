/** What an ordered export may be. The last three are its end. */
export const EXPORT_STATUSES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** Why one failed. Each has a sentence in every language; what else there is to say stands in the log of the process that wrote it. */
export const EXPORT_FAILURES = [
  'worker_died',
  'disk_full',
  'ledger_unavailable',
  'read_models_behind',
  'broken',
] as const;
export type ExportFailure = (typeof EXPORT_FAILURES)[number];
