import type { CodeId, TokenId } from '@ledgate/domain/shared/ids';

/** What a claim's row keeps, beside account and amount, of the event that made it: all that the credit is made from. */
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
