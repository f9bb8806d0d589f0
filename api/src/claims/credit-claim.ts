import { type AccountChange, changeAccount } from '@ledgate/domain/account/account-stream';
import type { AccountCommand } from '@ledgate/domain/account/commands';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import type { PendingClaim } from '@ledgate/projections/queries/claims';

/** What the account is told of a claim; source and amount are the claim's (design section 4, sagas). */
export function commandOf(claim: PendingClaim): AccountCommand {
  const { amount, source } = claim;
  switch (claim.kind) {
    case 'redemption':
      return { type: 'CreditRedemption', amount, source, codeId: claim.codeId };
    case 'topup':
      return {
        type: 'TopUp',
        topUp: {
          amount,
          source,
          tradeNo: claim.tradeNo,
          provider: claim.provider,
          moneyMinor: claim.moneyMinor,
          currency: claim.currency,
        },
      };
    case 'task':
      return { type: 'RefundConsumption', amount, source, tokenId: claim.tokenId };
  }
}

/** The second append of a claim; nothing when the account knows the source already. Throws StoreUnavailable. */
export const creditClaim = (store: EventStore, claim: PendingClaim, nowMs: number): Promise<AccountChange> =>
  changeAccount(store, claim.accountId, commandOf(claim), {
    commandId: `credit-${claim.source}`,
    correlationId: claim.source,
    causationId: claim.source,
    occurredAtMs: nowMs,
    actor: 'worker-claims',
  });
