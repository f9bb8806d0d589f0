import type { ExportFormat, ExportLayout } from '@ledgate/domain/catalogue/export-layouts';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { TimeRange } from '../queries/ranges.ts';

/** Which events an export takes, each as a whole; undefined: all. */
export type ExportFilter = {
  readonly userId?: number | undefined;
  readonly tokenId?: number | undefined;
  readonly channelId?: number | undefined;
  readonly group?: string | undefined;
  /** The billed one. */
  readonly model?: string | undefined;
  /** Of an event, `ConsumptionRecorded`. */
  readonly type?: string | undefined;
};

/** Whether it takes some events alone. */
export const hasFilter = ({ userId, tokenId, channelId, group, model, type }: ExportFilter): boolean =>
  [userId, tokenId, channelId, group, model, type].some((named) => named !== undefined);

/** All that the bytes of an export depend on, names of people and things aside where it has them. */
export type ExportOrder = ExportFilter & {
  readonly layout: ExportLayout;
  readonly format: ExportFormat;
  /** By the rule for ranges (docs/ledger.md#ranges-of-time). */
  readonly range: TimeRange;
  /** IANA. */
  readonly zone: string;
  /** What it sees of the ledger: everything up to here, also where the ledger goes on while it is written. */
  readonly position: Position;
  /** Whether it has the columns of names, which can change. */
  readonly names: boolean;
  /** Whether CSV leaves texts as they are that a spreadsheet would take for a formula. */
  readonly rawText: boolean;
  /** `day`: the journal for plain-text accounting summed by day and account. */
  readonly detail: 'day' | undefined;
  /** Whether events of `audit-*`, which may name people, are there in full: root's exports. */
  readonly audit: boolean;
};
