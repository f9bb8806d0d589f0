/** What is known of an entry, ready for words. */
export type EntryWords = {
  readonly amount: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
  readonly fact: (name: string) => string;
  /** A fact that is an amount. */
  readonly quota: (name: string) => string;
};

type EntryType =
  | 'AccountOpened'
  | 'QuotaGranted'
  | 'QuotaToppedUp'
  | 'RedemptionCredited'
  | 'QuotaReversed'
  | 'CreditExpired'
  | 'InviteRewardAccrued'
  | 'CommissionAccrued'
  | 'CommissionReversed'
  | 'InviteEarningsTransferred'
  | 'QuotaAdjusted'
  | 'TokenLimitSet'
  | 'BudgetSet'
  | 'LeaseGranted'
  | 'LeaseResized'
  | 'LeaseSettled'
  | 'ConsumptionRecorded'
  | 'ConsumptionRefunded'
  | 'ConsumptionCorrected'
  | 'LateConsumptionRecorded'
  | 'SuspenseSettled'
  | 'ConsumptionRerated'
  | 'AccountClosed';

export type EntryTexts = Readonly<Record<EntryType, (words: EntryWords) => string>>;
