/**
 * The error catalogue: every expected refusal of a decider, by code, with the facts its message needs. Messages (en, zh) are made at the edge.
 * Amounts are quota units.
 */
export type Refusal =
  | { readonly code: 'account_missing' }
  | { readonly code: 'time_in_future'; readonly field: string }
  | { readonly code: 'account_exists' }
  | { readonly code: 'account_closed' }
  | { readonly code: 'amount_not_positive'; readonly field: string }
  | { readonly code: 'amount_not_whole'; readonly field: string }
  | { readonly code: 'amount_too_small'; readonly field: string; readonly minimum: number }
  | { readonly code: 'amount_too_large'; readonly field: string; readonly maximum: number }
  /** `unspent`: of a balance or a limit, what charges have left, as far as they are reported; `available`: what open leases leave of that. */
  | {
      readonly code: 'insufficient_user_quota' | 'insufficient_token_quota';
      readonly unspent: number;
      readonly available: number;
      readonly needed: number;
    }
  | { readonly code: 'token_limit_pending' }
  | { readonly code: 'transfer_below_minimum'; readonly minimum: number }
  | { readonly code: 'insufficient_earnings'; readonly available: number; readonly needed: number }
  | { readonly code: 'lease_unknown' }
  | { readonly code: 'lease_exists' }
  | { readonly code: 'lease_overspent'; readonly amount: number; readonly consumed: number }
  | { readonly code: 'till_not_open' }
  | { readonly code: 'till_fenced' }
  | { readonly code: 'request_unknown' }
  | { readonly code: 'request_known' }
  | { readonly code: 'code_missing' }
  | { readonly code: 'code_exists' }
  | { readonly code: 'code_disabled' }
  | { readonly code: 'code_used' }
  | { readonly code: 'code_used_by_you' }
  | { readonly code: 'code_expired' }
  | { readonly code: 'code_amount_fixed' }
  /** What is to be paid for it is less than 0.01. */
  | { readonly code: 'money_too_small'; readonly field: string }
  | { readonly code: 'topup_missing' }
  | { readonly code: 'topup_exists' }
  | { readonly code: 'topup_failed' }
  /** Another payment of an order that is paid: its money belongs to nothing. */
  | { readonly code: 'topup_paid_twice' }
  | { readonly code: 'topup_mismatch'; readonly field: 'money' | 'provider' }
  | { readonly code: 'task_missing' }
  | { readonly code: 'task_exists' }
  /** `field`: the option, or the entry in it: `ModelRatio.gpt-4o`. */
  | {
      readonly code: 'price_invalid';
      readonly field: string;
      readonly reason:
        | 'not_json'
        | 'not_an_object'
        | 'not_a_number'
        | 'negative'
        | 'not_positive'
        | 'too_many_digits'
        | 'too_large'
        | 'unknown'
        | 'malformed'
        | 'past';
    }
  /** Of the books: where the next period must begin, Unix seconds. */
  | { readonly code: 'range_invalid'; readonly field: string; readonly why: 'order' }
  | { readonly code: 'period_gap'; readonly field: string; readonly start: number; readonly isFirst: boolean }
  /** `closing`: one that was begun before is not finished. */
  | { readonly code: 'period_open'; readonly field: string; readonly why: 'not_over' | 'closing' }
  | { readonly code: 'period_missing' | 'period_not_last' | 'reason_missing'; readonly field: string }
  | { readonly code: 'too_many_late'; readonly field: string; readonly maximum: number }
  | { readonly code: 'rules_too_many'; readonly field: string; readonly maximum: number };
