import type { CodeId, UserId } from '../shared/ids.ts';
import type { Quota } from '../shared/quota.ts';

/** The fold of one code's stream. `amount` is what it is worth, or was when it was redeemed, withdrawn or expired. */
export type Redemption =
  | { readonly status: 'missing' }
  | { readonly status: 'unused' | 'disabled'; readonly codeId: CodeId; readonly amount: Quota }
  /** It stays worth nothing. */
  | { readonly status: 'withdrawn' | 'expired'; readonly codeId: CodeId; readonly amount: Quota }
  | { readonly status: 'used'; readonly codeId: CodeId; readonly amount: Quota; readonly accountId: UserId };

export const initialRedemption: Redemption = { status: 'missing' };
