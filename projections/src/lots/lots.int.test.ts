import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import { decode, type Recorded } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { evolve } from '@ledgate/domain/lots/evolve';
import { emptyWallet, type Wallet } from '@ledgate/domain/lots/state';
import { randomHistory } from '@ledgate/domain/lots/testing/random-history';
import { START } from '@ledgate/domain/ports/event-store';
import { type RequestId, type UserId, userId } from '@ledgate/domain/shared/ids';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { accountOf } from '../balances/balance-change.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { LedgerWriter } from '../testing/ledger-writer.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { runnerWorld, type RunnerWorld } from '../testing/runner-world.ts';

jest.setTimeout(120_000);
/** Each with a random history of its own. */
const ACCOUNTS = Array.from({ length: Number(process.env['LOTS_HISTORIES'] ?? 36) }, (_, index) => userId(2 + index));
const EVENTS_MAX = 100_000;

let world: RunnerWorld | undefined;
afterEach(() => world?.close());

/** Random histories of all accounts in turns, in which each request is charged once and then changed, as deciders write them. */
async function histories(store: MemoryEventStore, accounts = ACCOUNTS): Promise<void> {
  const writer = new LedgerWriter(store);
  const all = accounts.map((account, index) => ({ account, events: randomHistory(index) }));
  const length = Math.max(...all.map(({ events }) => events.length));
  const adjustments = new Map<UserId, string[]>(accounts.map((account) => [account, []]));
  for (let at = 0; at < length; at += 1)
    for (const { account, events } of all) {
      const recorded = events[at];
      if (recorded === undefined) continue;
      const event = ofAccount(recorded.event, account, at, adjustments.get(account) ?? []);
      const till = event.type === 'ConsumptionRecorded';
      await writer.append(till ? `till-${account}` : accountStream(account), at * 1_000, event);
      const last = (await store.readStreamBackwards(accountStream(account), 1))[0];
      if (event.type === 'QuotaAdjusted' && last !== undefined) adjustments.get(account)?.push(last.id);
    }
}

function ofAccount(event: LedgerEvent, account: UserId, at: number, adjusted: readonly string[]): LedgerEvent {
  const requestOf = (number: number): RequestId => `request-${account}-${number}` as RequestId;
  const own = (charge: { readonly requestId: RequestId }, number: number) => ({
    ...charge,
    accountId: account,
    requestId: requestOf(number),
  });
  // Those of the histories are few: which of the charges before it is changed follows from them.
  const before = (requestId: RequestId): number => Math.max(0, at - 1 - (Number(requestId.at(-1)) % 6));
  switch (event.type) {
    case 'ConsumptionRecorded':
      return { ...event, data: own(event.data, at) } as LedgerEvent;
    case 'LateConsumptionRecorded':
      return { ...event, data: { ...event.data, charge: own(event.data.charge, at) } } as LedgerEvent;
    case 'ConsumptionCorrected': {
      const { charge } = event.data;
      return { ...event, data: { ...event.data, charge: own(charge, before(charge.requestId)) } } as LedgerEvent;
    }
    case 'ConsumptionRerated':
    case 'SuspenseSettled':
    case 'ConsumptionRefunded': {
      const { requestId } = event.data;
      if (requestId === undefined) return event;
      return { ...event, data: { ...event.data, requestId: requestOf(before(requestId)) } } as LedgerEvent;
    }
    case 'QuotaAdjusted': {
      const { reverses: _, ...data } = event.data;
      const reversed = adjusted[at % (2 * adjusted.length + 1)];
      return { ...event, data: reversed === undefined ? data : { ...data, reverses: reversed } } as LedgerEvent;
    }
    default:
      return event;
  }
}

/** Paid and promotional money of every movement, by the whole fold before and after it. */
async function expectedOf(store: MemoryEventStore) {
  const wallets = new Map<number, Wallet>();
  const of = ({ lots }: Wallet, kind: string): number =>
    lots.reduce((sum, lot) => sum + (lot.kind === kind ? lot.rest : 0), 0);
  return (await store.readAll(START, EVENTS_MAX)).map((stored) => {
    const recorded: Recorded = decode(stored);
    const account = accountOf(recorded) ?? 0;
    const before = wallets.get(account) ?? emptyWallet;
    const after = evolve(before, recorded);
    wallets.set(account, after);
    const moved = (kind: string): number => of(after, kind) - of(before, kind);
    return { position: Number(stored.position), paid: moved('paid'), promotional: moved('promotional') };
  });
}

const seenIn = async ({ pool }: RunnerWorld) =>
  (
    await pool.query<Record<'position' | 'paid' | 'promotional', string>>(
      `select position, paid, promotional from ${READ_MODELS}.ledger_entries order by position`,
    )
  ).rows.map((row) => ({
    position: Number(row.position),
    paid: Number(row.paid),
    promotional: Number(row.promotional),
  }));

const aboutLots = (finding: string): boolean =>
  /lots? of account|, (paid|promotional|draws):/u.test(finding) && !finding.includes('balance_after');

describe('kinds of money', () => {
  it.each([
    { partitions: 1, batchEvents: 1 },
    { partitions: 1, batchEvents: 7 },
    { partitions: 3, batchEvents: 500 },
  ])('of every movement are those of the whole fold, by %j', async ({ partitions, batchEvents }) => {
    const store = new MemoryEventStore();
    await histories(store);
    world = await runnerWorld(partitions, store);
    await world.caughtUp(world.start(new PartitionedFeed(store, { partitions, batchEvents })));
    expect(await seenIn(world)).toEqual(await expectedOf(store));
    expect((await world.findings()).filter(aboutLots)).toEqual([]);
  });

  it.each([
    [
      'ledger_entries',
      "set paid = paid + 1 where position = (select min(position) from @.ledger_entries where type = 'QuotaToppedUp')",
      /, paid: expected/,
    ],
    [
      'ledger_entries',
      "set draws = '999:1' where position = (select min(position) from @.ledger_entries where draws is not null)",
      /, draws: expected/,
    ],
    ['lots', "set kind = 'paid' where kind = 'promotional'", /lot of account.*, kind: expected/],
    ['open_lots', 'set rest = rest + 1', /rest of the lot of account.*, rest: expected/],
    ['request_draws', "set draws = '1:1'", /lots of account.*, draws: expected/],
  ])('are compared: what is wrong in %s is found', async (table, change, found) => {
    const store = new MemoryEventStore();
    await histories(store, ACCOUNTS.slice(0, 3));
    world = await runnerWorld(1, store);
    await world.caughtUp(world.start(new PartitionedFeed(store, { partitions: 1 })));
    await world.pool.query(`update rm_v1.${table} ${change.replaceAll('@', 'rm_v1')}`);
    expect((await world.findings()).some((finding) => found.test(finding))).toBe(true);
  });
});
