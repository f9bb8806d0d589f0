import type { LedgerEventType } from './ledger-event.ts';
import type { SchemaStep } from './schema-step.ts';

/**
 * The highest `ledger_schema` that this release reads and writes (docs/ledger.md#schema-numbers): a number for the shapes of all events together. 1: every
 * type as the first releases had it. 2: lots, failed calls and prices of everything that is sold.
 */
export const LEDGER_SCHEMA = 2;

export type TypeSchema = {
  /**
   * The number written where `ledger_schema` is index + 1, and where it is higher than there are entries, the last. Null: the type is not written yet.
   * It never falls, and a type is read before it is written: it may be lower than what is read.
   */
  readonly writes: readonly (number | null)[];
  /** One for each number above 1, so the numbers that are read are 1 to their count + 1. */
  readonly steps: readonly SchemaStep[];
};

/** Of which there has only ever been one shape. */
const ONE: TypeSchema = { writes: [1], steps: [] };

/** Every type's own schema numbers. A number is never given another shape: a frozen example of each stands in `fixtures/`. */
export const EVENT_SCHEMAS: Readonly<Record<LedgerEventType, TypeSchema>> = {
  AccountOpened: ONE,
  QuotaGranted: ONE,
  QuotaToppedUp: ONE,
  RedemptionCredited: ONE,
  InviteRewardAccrued: ONE,
  InviteEarningsTransferred: ONE,
  QuotaAdjusted: ONE,
  TokenLimitSet: ONE,
  LeaseGranted: ONE,
  LeaseResized: ONE,
  LeaseSettled: ONE,
  ConsumptionRefunded: ONE,
  ConsumptionCorrected: ONE,
  LateConsumptionRecorded: ONE,
  AccountClosed: ONE,
  AccountCheckpointed: ONE,
  TillOpened: ONE,
  ConsumptionStarted: ONE,
  ConsumptionRecorded: ONE,
  AttemptsFailed: ONE,
  TillFenced: ONE,
  TillClosed: ONE,
  CodeIssued: ONE,
  CodeEdited: ONE,
  CodeDisabled: ONE,
  CodeEnabled: ONE,
  CodeWithdrawn: ONE,
  CodeExpired: { writes: [null, 1], steps: [] },
  CodeRedeemed: ONE,
  TopUpRequested: ONE,
  TopUpPaid: ONE,
  TopUpFailed: ONE,
  TaskSubmitted: ONE,
  TaskSucceeded: ONE,
  TaskFailed: ONE,
  TaskRefunded: ONE,
  PriceBookPublished: ONE,
  LogsCleaned: ONE,
  PeriodClosed: ONE,
  PeriodReopened: ONE,
  AdministrationRecorded: ONE,
  LedgerSealed: ONE,
  LedgerFounded: ONE,
};

/** The highest number of the type that is read; all below are too. */
export const numberRead = ({ steps }: TypeSchema): number => steps.length + 1;

/** The number to write at a `ledger_schema`; null where the type may not be written yet. */
export const numberWritten = ({ writes }: TypeSchema, ledgerSchema: number): number | null =>
  writes[Math.min(ledgerSchema, writes.length) - 1] ?? null;
