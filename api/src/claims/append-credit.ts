import { type AccountChange, changeAccount } from '@ledgate/domain/account/account-stream';
import type { AccountCommand } from '@ledgate/domain/account/commands';
import { creditCommandId } from '@ledgate/domain/account/credit-command-id';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { creditOf as creditOfCode } from '@ledgate/domain/redemption/decide';
import { refundOf } from '@ledgate/domain/task/decide';
import { creditOf as creditOfPayment } from '@ledgate/domain/topup/decide';
import type { PendingCredit } from '@ledgate/projections/queries/claims';

/** What the account is told of a claim; undefined: nothing is to be credited. */
export function commandOf({ claimed, claimedMs }: PendingCredit): AccountCommand | undefined {
  switch (claimed.kind) {
    case 'redemption':
      return creditOfCode(claimed.redeemed, claimedMs);
    case 'topup':
      return creditOfPayment(claimed.paid, claimedMs);
    case 'task':
      return refundOf(claimed.failed, claimedMs);
  }
}

/** The second append of a claim; nothing when the account knows the source already. Throws StoreUnavailable. */
export async function appendCredit(
  store: EventStore,
  claim: PendingCredit,
  nowMs: number,
): Promise<AccountChange | undefined> {
  const command = commandOf(claim);
  if (command === undefined) return undefined;
  return changeAccount(store, claim.accountId, command, {
    commandId: creditCommandId(claim.source),
    correlationId: claim.source,
    causationId: claim.source,
    occurredAtMs: nowMs,
    actor: 'worker-claims',
  });
}
