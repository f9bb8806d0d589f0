import type { CodeId, RequestId, TokenId } from '@ledgate/domain/shared/ids';

/** What a claim's row keeps, beside account and amount, of the event that made it: all that the credit is made from. */
export type ClaimFacts =
  | {
      readonly kind: 'redemption';
      readonly codeId: CodeId;
      readonly use: number;
      readonly sale?: { readonly moneyMinor: number; readonly currency: string } | undefined;
      readonly expiresAtMs?: number | undefined;
    }
  | {
      readonly kind: 'topup';
      readonly tradeNo: string;
      readonly provider: string;
      readonly moneyMinor: number;
      readonly currency: string;
      readonly expiresAtMs?: number | undefined;
    }
  | { readonly kind: 'reversal'; readonly tradeNo: string; readonly reversalId: string }
  | {
      readonly kind: 'task';
      readonly taskId: string;
      readonly tokenId: TokenId;
      readonly requestId?: RequestId | undefined;
    };
