import type { CodeId, TokenId } from '@ledgate/domain/shared/ids';

/** What a claim's credit needs beside account, amount and source. */
export type ClaimFacts =
  | { readonly kind: 'redemption'; readonly codeId: CodeId }
  | {
      readonly kind: 'topup';
      readonly tradeNo: string;
      readonly provider: string;
      readonly moneyMinor: number;
      readonly currency: string;
    }
  | { readonly kind: 'task'; readonly taskId: string; readonly tokenId: TokenId };

/** The sources that the credits carry (redemption, topup and task events). */
export const redemptionSource = (codeId: number): string => `redemption-${codeId}`;
export const topUpSource = (tradeNo: string): string => `topup-${tradeNo}`;
export const taskSource = (taskId: string): string => `task-${taskId}`;
