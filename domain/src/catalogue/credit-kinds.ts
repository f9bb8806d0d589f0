/** Of what a credit of a statement is, in the order in which they are told (docs/behaviour.md#statements). */
export const CREDIT_KINDS = ['grant', 'top_up', 'redemption', 'invite', 'commission', 'expiry', 'reversal'] as const;
export type CreditKind = (typeof CREDIT_KINDS)[number];
