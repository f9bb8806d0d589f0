import { CLOSE_STEPS } from '@ledgate/projections/periods/finish-close';

/**
 * What the console's commands and the workers behind them append, where crash tests can end the process: a code is made (what the directory owes, as
 * ready events), a balance adjusted (the same, as a command), a code claimed and credited, an administrator's act recorded.
 */
export const COMMAND_STEPS = [
  'CodeIssued',
  'QuotaAdjusted',
  'CodeRedeemed',
  'RedemptionCredited',
  'AdministrationRecorded',
] as const;

/** Of a payment order: it is made, claimed as paid, and credited. */
export const TOP_UP_STEPS = ['TopUpRequested', 'TopUpPaid', 'QuotaToppedUp'] as const;

/** Of tokens that are made: what each may use. */
export const TOKEN_STEPS = ['TokenLimitSet'] as const;

/** Of the notary: the ledger's first key, and a seal. */
export const SEAL_STEPS = ['SigningKeyChanged', 'LedgerSealed'] as const;

export const APPENDED_STEPS = [...COMMAND_STEPS, ...TOP_UP_STEPS, ...TOKEN_STEPS, ...CLOSE_STEPS] as const;
