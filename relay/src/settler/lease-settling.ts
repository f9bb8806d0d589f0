import { changeAccount, loadAccount } from '@ledgate/domain/account/account-stream';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import { ZERO } from '@ledgate/domain/shared/quota';
import type { ExistingTill } from '@ledgate/domain/till/state';

type LeaseSettlingOptions = { readonly store: EventStore; readonly actor: string; readonly nowMs: () => number };

/**
 * Settles every lease of the account that was granted for `till`, which is closed, with what the till's records say; a lease that no record
 * names consumed nothing. Answers how many were settled. A lease that somebody else settles meanwhile is left alone.
 */
export async function settleLeases(
  { store, actor, nowMs }: LeaseSettlingOptions,
  accountId: UserId,
  till: ExistingTill,
): Promise<number> {
  let account = await loadAccount(store, accountId);
  if (account.status === 'missing') return 0;
  let settled = 0;
  for (const { leaseId, tillId } of account.leases.values()) {
    if (tillId !== till.tillId) continue;
    const { consumed, byToken } = till.leases.get(leaseId) ?? { consumed: ZERO, byToken: {} };
    const context = {
      commandId: `settle-${leaseId}`,
      correlationId: leaseId,
      causationId: tillId,
      occurredAtMs: nowMs(),
      actor,
    };
    const change = await changeAccount(
      store,
      accountId,
      { type: 'SettleLease', report: { leaseId, consumed, byToken } },
      context,
      account,
    );
    account = change.account;
    if (change.ok && change.events.length > 0) settled += 1;
  }
  return settled;
}
