/**
 * What the console's commands and the workers behind them append, where crash tests can end the process: a code is made (what the directory owes, as
 * ready events), a balance adjusted (the same, as a command), a code or a payment claimed and credited, an administrator's act recorded.
 */
export const COMMAND_STEPS = [
  'CodeIssued',
  'QuotaAdjusted',
  'CodeRedeemed',
  'RedemptionCredited',
  'TopUpRequested',
  'TopUpPaid',
  'QuotaToppedUp',
  'AdministrationRecorded',
] as const;
