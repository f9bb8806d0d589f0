import { PRICE_BOOK_2_MEMBERS } from '../pricebook/events.ts';
import type { LedgerEventType } from './ledger-event.ts';
import { briefRecorded } from './brief-charge.ts';
import { chargeWithinStep, failedStep, recordedStep, startedStep } from './charge-steps.ts';
import { checkpointedStep, grantedStep, monthStep, sealedStep, transferredStep } from './steps.ts';
import { type Brevity, type EventData, lift, lower, sameStep, type SchemaStep, withMembers } from './schema-step.ts';

/**
 * The highest `ledger_schema` that this release reads and writes (docs/ledger.md#schema-numbers): a number for the shapes of all events together. 1: every
 * type as the first releases had it. 2: lots, and prices of everything that is sold. 3: what was used in parts, what became of every
 * attempt, and who failed in vain. 4: charges without what goes without saying, and tests of channels.
 */
export const LEDGER_SCHEMA = 4;

export type TypeSchema = {
  /**
   * The number written where `ledger_schema` is index + 1, and where it is higher than there are entries, the last. Null: the type is not written yet.
   * It never falls, and a type is read before it is written: it may be lower than what is read.
   */
  readonly writes: readonly (number | null)[];
  /** One for each number above 1, so the numbers that are read are 1 to their count + 1. */
  readonly steps: readonly SchemaStep[];
  /** By number, of those that leave out what goes without saying. */
  readonly brevity?: Readonly<Record<number, Brevity>>;
};

/** Of which there has only ever been one shape. */
const ONE: TypeSchema = { writes: [1], steps: [] };

/** Of which releases before `ledger_schema` 2 know nothing. */
const FROM_2: TypeSchema = { writes: [null, 1], steps: [] };

/** Of which those before 4 know nothing. */
const FROM_4: TypeSchema = { writes: [null, null, null, 1], steps: [] };

/** Every type's own schema numbers. A number is never given another shape: a frozen example of each stands in `fixtures/`. */
export const EVENT_SCHEMAS: Readonly<Record<LedgerEventType, TypeSchema>> = {
  AccountOpened: ONE,
  QuotaGranted: { writes: [1, 2], steps: [grantedStep] },
  QuotaToppedUp: { writes: [1, 2], steps: [withMembers(['expiresAtMs'])] },
  RedemptionCredited: { writes: [1, 2], steps: [withMembers(['sale', 'expiresAtMs'], { use: 1 })] },
  QuotaReversed: FROM_2,
  CreditExpired: FROM_2,
  InviteRewardAccrued: ONE,
  CommissionAccrued: FROM_2,
  CommissionReversed: FROM_2,
  InviteEarningsTransferred: { writes: [1, 2], steps: [transferredStep] },
  QuotaAdjusted: { writes: [1, 2], steps: [withMembers(['reference', 'reverses', 'approvalId'])] },
  TokenLimitSet: ONE,
  BudgetSet: FROM_2,
  LeaseGranted: { writes: [1], steps: [withMembers(['budgets'])] },
  LeaseResized: ONE,
  LeaseSettled: ONE,
  ConsumptionRefunded: { writes: [1, 2], steps: [withMembers(['requestId'])] },
  ConsumptionCorrected: { writes: [1, 1, 2], steps: [chargeWithinStep] },
  LateConsumptionRecorded: { writes: [1, 1, 2], steps: [chargeWithinStep] },
  SuspenseSettled: FROM_2,
  ConsumptionRerated: FROM_2,
  AccountClosed: ONE,
  AccountCheckpointed: { writes: [1, 2], steps: [checkpointedStep] },
  TillOpened: ONE,
  ConsumptionStarted: { writes: [1, 1, 2], steps: [startedStep] },
  ConsumptionRecorded: { writes: [1, 1, 2, 3], steps: [recordedStep, sameStep], brevity: { 3: briefRecorded } },
  AttemptsFailed: { writes: [1, 1, 2], steps: [failedStep] },
  TillFenced: ONE,
  TillClosed: ONE,
  CodeIssued: { writes: [1, 2], steps: [withMembers(['sale', 'expiresAtMs', 'creditDays'], { usesMax: 1 })] },
  CodeEdited: ONE,
  CodeDisabled: ONE,
  CodeEnabled: ONE,
  CodeWithdrawn: { writes: [1, 2], steps: [withMembers([], { sold: false })] },
  CodeExpired: FROM_2,
  CodeRedeemed: { writes: [1, 2], steps: [withMembers(['sale', 'expiresAtMs'], { use: 1 })] },
  TopUpRequested: ONE,
  TopUpPaid: { writes: [1, 2], steps: [withMembers(['providerRef', 'expiresAtMs', 'commission'])] },
  TopUpFailed: ONE,
  TopUpReversed: FROM_2,
  TaskSubmitted: ONE,
  TaskSucceeded: ONE,
  TaskFailed: { writes: [1, 2], steps: [withMembers(['requestId'], { suspended: false })] },
  TaskRefunded: ONE,
  PriceBookPublished: { writes: [1, 2], steps: [withMembers(PRICE_BOOK_2_MEMBERS)] },
  CataloguePublished: FROM_2,
  ChannelTested: FROM_4,
  LogsCleaned: ONE,
  PeriodEnded: FROM_2,
  PeriodClosed: { writes: [1, 2], steps: [monthStep] },
  PeriodReopened: { writes: [1, 2], steps: [monthStep] },
  AdministrationRecorded: ONE,
  LedgerSealed: { writes: [1, 2], steps: [sealedStep] },
  SigningKeyChanged: FROM_2,
  LedgerFounded: FROM_2,
};

/** The highest number of the type that is read; all below are too. */
export const numberRead = ({ steps }: TypeSchema): number => steps.length + 1;

/** The number to write at a `ledger_schema`; null where the type may not be written yet. */
export const numberWritten = ({ writes }: TypeSchema, ledgerSchema: number): number | null =>
  writes[Math.min(ledgerSchema, writes.length) - 1] ?? null;

/** Data that were written with a number, as this release reads them; `data` was parsed for this call alone. */
export const inFull = ({ steps, brevity }: TypeSchema, number: number, data: EventData): EventData =>
  lift(steps, number, brevity?.[number]?.complete(data) ?? data);

/** The other way: what this release means, as data of a number; undefined where that cannot say it. */
export function toldBy({ steps, brevity }: TypeSchema, number: number, data: EventData): EventData | undefined {
  const told = lower(steps, steps.length + 1, number, data);
  return told && (brevity?.[number]?.shorten(told) ?? told);
}
