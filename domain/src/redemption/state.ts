import type { CodeId, UserId } from '../shared/ids.ts';
import type { Quota } from '../shared/quota.ts';

/** The fold of one code's stream. `amount` is what it is worth, or was when it was redeemed or withdrawn. */
export type Redemption =
  | { readonly status: 'missing' }
  | { readonly status: 'unused' | 'disabled' | 'withdrawn'; readonly codeId: CodeId; readonly amount: Quota }
  | { readonly status: 'used'; readonly codeId: CodeId; readonly amount: Quota; readonly accountId: UserId };

export const initialRedemption: Redemption = { status: 'missing' };
