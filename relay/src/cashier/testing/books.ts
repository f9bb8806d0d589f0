import { available } from '@ledgate/domain/account/balance';
import type { AccountEvent } from '@ledgate/domain/account/events';
import { fold as foldAccount } from '@ledgate/domain/account/evolve';
import { decode, type Recorded } from '@ledgate/domain/events/codec';
import { type EventStore, type Position, START } from '@ledgate/domain/ports/event-store';
import type { LeaseId, TillId, UserId } from '@ledgate/domain/shared/ids';
import type { OpenWork } from '../../settler/open-work.ts';

export type Books = {
  readonly credits: number;
  /** Charges of tills, late records and corrections. */
  readonly consumed: number;
  readonly balance: number;
  /** As the decider sees it. */
  readonly available: number;
  readonly openLeases: number;
  /** By request id, what all its records together charge. */
  readonly charges: ReadonlyMap<string, number>;
  /** Requests with more than one record that charges from the beginning, or with a record that no fence explains. */
  readonly chargedTwice: readonly string[];
  /** Leases whose settlement differs from their till's records. */
  readonly wrongSettlements: readonly string[];
  /** ConsumptionStarted without exactly one end in the same till. */
  readonly openStarts: readonly string[];
};

export async function allEvents(store: EventStore): Promise<readonly Recorded[]> {
  const events: Recorded[] = [];
  for (let after: Position = START; ;) {
    const page = await store.readAll(after, 1_000);
    const last = page.at(-1);
    if (last === undefined) return events;
    events.push(...page.map((recorded) => decode(recorded)));
    after = last.position;
  }
}

/** The books of one account, reckoned from all events without the cashier's code. */
export async function booksOf(store: EventStore, accountId: UserId): Promise<Books> {
  const events = await allEvents(store);
  const own = events.filter(({ stream }) => stream === `account-${accountId}`);
  const account = foldAccount(
    own.map(({ event, revision, atMs }) => ({ event: event as AccountEvent, placed: { revision, atMs } })),
  );
  if (account.status === 'missing') throw new Error(`no account ${accountId}`);

  const charges = new Map<string, number>();
  const first = new Map<string, number>();
  const byLease = new Map<string, number>();
  const starts = new Map<string, number>();
  const wrongSettlements: string[] = [];
  const charge = (requestId: string, amount: number): void =>
    void charges.set(requestId, (charges.get(requestId) ?? 0) + amount);
  for (const { event, stream } of events) {
    if (event.type === 'ConsumptionStarted') starts.set(`${stream}/${event.data.requestId}`, 0);
    if (event.type === 'ConsumptionRecorded' || event.type === 'AttemptsFailed') {
      const key = `${stream}/${event.data.requestId}`;
      const ends = starts.get(key);
      if (ends !== undefined) starts.set(key, ends + 1);
    }
    if ('accountId' in event.data && event.data.accountId !== accountId) continue;
    if (event.type === 'ConsumptionRecorded') {
      const { requestId, leaseId, amount } = event.data;
      charge(requestId, amount);
      first.set(requestId, (first.get(requestId) ?? 0) + 1);
      byLease.set(leaseId, (byLease.get(leaseId) ?? 0) + amount);
    }
    if (stream !== `account-${accountId}`) continue;
    if (event.type === 'LateConsumptionRecorded') {
      charge(event.data.charge.requestId, event.data.charge.amount);
      first.set(event.data.charge.requestId, (first.get(event.data.charge.requestId) ?? 0) + 1);
    }
    if (event.type === 'ConsumptionCorrected') charge(event.data.charge.requestId, event.data.delta);
    if (event.type === 'LeaseSettled' && event.data.consumed !== (byLease.get(event.data.leaseId) ?? 0))
      wrongSettlements.push(event.data.leaseId);
  }
  const consumed = [...charges.values()].reduce((sum, amount) => sum + amount, 0);
  return {
    credits: account.credits,
    consumed,
    balance: account.credits - consumed,
    available: available(account),
    openLeases: account.leases.size,
    charges,
    chargedTwice: [...first].filter(([, records]) => records > 1).map(([requestId]) => requestId),
    wrongSettlements,
    openStarts: [...starts].filter(([, ends]) => ends !== 1).map(([key]) => key),
  };
}

/** The settler's work as the read models would list it; each look reads what is new. */
export function openWorkOf(store: EventStore): OpenWork {
  const leases = new Map<LeaseId, { leaseId: LeaseId; accountId: UserId; tillId: TillId }>();
  const tills = new Map<TillId, { tillId: TillId; relayId: string; status: 'open' | 'fenced' | 'closed' }>();
  let after: Position = START;
  const see = ({ event, stream }: Recorded): void => {
    if (event.type === 'LeaseGranted') {
      const { leaseId, tillId } = event.data;
      leases.set(leaseId, { leaseId, tillId, accountId: Number(stream.slice('account-'.length)) as UserId });
    }
    if (event.type === 'LeaseSettled') leases.delete(event.data.leaseId);
    if (event.type === 'TillOpened')
      tills.set(event.data.tillId, { tillId: event.data.tillId, relayId: event.data.relayId, status: 'open' });
    const till = tills.get(stream.slice('till-'.length) as TillId);
    if (till !== undefined && event.type === 'TillFenced') tills.set(till.tillId, { ...till, status: 'fenced' });
    if (till !== undefined && event.type === 'TillClosed') tills.set(till.tillId, { ...till, status: 'closed' });
  };
  const look = async (): Promise<void> => {
    const page = await store.readAll(after, Number.MAX_SAFE_INTEGER);
    for (const recorded of page) {
      if (recorded.position <= after) continue;
      after = recorded.position;
      see(decode(recorded));
    }
  };
  return {
    openLeasesOfClosedTills: async () => {
      await look();
      return [...leases.values()].filter(({ tillId }) => tills.get(tillId)?.status === 'closed');
    },
    unclosedTills: async () => {
      await look();
      return [...tills.values()].flatMap(({ status, ...till }) => (status === 'closed' ? [] : [{ ...till, status }]));
    },
  };
}
