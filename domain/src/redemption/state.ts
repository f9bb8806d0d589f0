import type { CodeId, UserId } from '../shared/ids.ts';
import type { Quota } from '../shared/quota.ts';
import type { RedemptionEventOf } from './events.ts';

/** The fold of one code's stream. `amount` is what a use is worth, or what was redeemed last, withdrawn or expired. */
export type Redemption =
  | { readonly status: 'missing' }
  | {
      readonly status: 'unused' | 'disabled';
      readonly codeId: CodeId;
      readonly amount: Quota;
      readonly terms: CodeTerms;
      /** Who has used it so far, fewer than `usesMax`. */
      readonly usedBy: readonly UserId[];
    }
  /** It stays worth nothing. */
  | { readonly status: 'withdrawn' | 'expired'; readonly codeId: CodeId; readonly amount: Quota }
  | { readonly status: 'used'; readonly codeId: CodeId; readonly amount: Quota; readonly accountId: UserId };

/** As it was issued, for good. */
type CodeTerms = Pick<RedemptionEventOf<'CodeIssued'>['data'], 'sale' | 'expiresAtMs' | 'creditDays' | 'usesMax'>;

export const initialRedemption: Redemption = { status: 'missing' };
