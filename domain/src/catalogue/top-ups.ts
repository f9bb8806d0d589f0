/** What a payment order is to people. */
export const TOP_UP_STATES = ['pending', 'success', 'failed'] as const;
export type TopUpState = (typeof TOP_UP_STATES)[number];

/** Why a payment that a provider vouches for is credited to nobody (docs/behaviour.md#top-up). */
export const PAYMENT_PROBLEMS = [
  'unknown_order',
  'other_money',
  'other_way',
  'other_merchant',
  'paid_twice',
  'order_failed',
  'text_too_long',
] as const;
export type PaymentProblemReason = (typeof PAYMENT_PROBLEMS)[number];
