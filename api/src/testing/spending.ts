import type { EventStore } from '@ledgate/domain/ports/event-store';
import { accountStream } from '@ledgate/domain/account/events';
import { changeAccount } from '@ledgate/domain/account/account-stream';
import { encode } from '@ledgate/domain/events/codec';
import type { ChannelId, LeaseId, RequestId, TillId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import type { Charge } from '@ledgate/domain/till/charge';
import { tillStream } from '@ledgate/domain/till/events';
import { NO_STREAM, type Revision } from '@ledgate/domain/ports/event-store';

/** What a relay would do: leases and charges of one till, for tests. */
export interface Spending {
  charge(userId: number | undefined, amount: number, facts?: Partial<Charge>): Promise<RequestId>;
  /** The account's lease reports what was used and ends. */
  settle(userId: number | undefined): Promise<void>;
}

const LEASE = 1_000;

export async function spendingOf(store: EventStore): Promise<Spending> {
  const tillId = 'till-of-test' as TillId;
  const leases = new Map<UserId, { leaseId: LeaseId; consumed: number; byToken: Record<string, number> }>();
  let revision = -1;
  let requests = 0;

  const context = (commandId: string) => ({
    commandId,
    correlationId: commandId,
    occurredAtMs: Date.now(),
    actor: 'relay-test',
  });
  const toTill = async (...events: Parameters<typeof encode>[0]): Promise<void> => {
    const outcome = await store.append(
      tillStream(tillId),
      revision === -1 ? NO_STREAM : (revision as Revision),
      encode(events, context(`till-${revision}`)),
    );
    if (outcome.outcome !== 'appended') throw new Error('the till has another writer');
    revision = outcome.revision;
  };
  await toTill({ type: 'TillOpened', data: { tillId, relayId: 'relay-test', openedAtMs: Date.now() } });

  const leaseOf = async (userId: UserId) => {
    const known = leases.get(userId);
    if (known !== undefined) return known;
    const lease = {
      leaseId: `lease-of-${accountStream(userId)}` as LeaseId,
      consumed: 0,
      byToken: {} as Record<string, number>,
    };
    const granted = await changeAccount(
      store,
      userId,
      {
        type: 'GrantLease',
        leaseId: lease.leaseId,
        tillId,
        need: quota(1),
        want: quota(LEASE),
        tokenId: null,
        tokenVersion: 0,
      },
      context(`grant-${userId}`),
    );
    if (!granted.ok) throw new Error(granted.refusal.code);
    leases.set(userId, lease);
    return lease;
  };

  return {
    charge: async (user, amount, facts = {}) => {
      const userId = user as UserId;
      const lease = await leaseOf(userId);
      requests += 1;
      const requestId = `charged-${requests}` as RequestId;
      const charge = exampleCharge({
        accountId: userId,
        leaseId: lease.leaseId,
        amount: quota(amount),
        requestId,
        tokenId: 0 as TokenId,
        channelId: 1 as ChannelId,
        arrivedAtMs: Date.now(),
        ...facts,
      });
      await toTill({ type: 'ConsumptionRecorded', data: { ...charge, interrupted: false } });
      lease.consumed += amount;
      lease.byToken[String(charge.tokenId)] = (lease.byToken[String(charge.tokenId)] ?? 0) + amount;
      return requestId;
    },
    settle: async (user) => {
      const userId = user as UserId;
      const { leaseId, consumed, byToken } = await leaseOf(userId);
      const report = {
        leaseId,
        consumed: quota(consumed),
        byToken: Object.fromEntries(Object.entries(byToken).map(([id, used]) => [id, quota(used)])),
      };
      const settled = await changeAccount(store, userId, { type: 'SettleLease', report }, context(`settle-${userId}`));
      if (!settled.ok) throw new Error(settled.refusal.code);
      leases.delete(userId);
    },
  };
}
