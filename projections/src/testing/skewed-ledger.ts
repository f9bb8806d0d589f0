import { accountStream } from '@ledgate/domain/account/events';
import { BOOKS_STREAM } from '@ledgate/domain/books/events';
import type { Charge } from '@ledgate/domain/till/charge';
import type { Recorded } from '@ledgate/domain/events/codec';
import { postings } from '@ledgate/domain/postings/postings';
import {
  type ChannelId,
  type RequestId,
  type SourceId,
  tokenId,
  type UserId,
  userId,
} from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import fc from 'fast-check';
import { LedgerWriter } from './ledger-writer.ts';
import { cleanLogs } from './sample-ledger.ts';
import { TillWriter } from './till-writer.ts';

// Random histories whose writers' and stores' clocks are wrong, and what the rule for ranges makes of them, word for word; for tests.

/** A border of days in Nepal, hours after the first one in UTC. */
export const BORDER_S = Date.UTC(2026, 2, 1, 18, 15) / 1_000;
export const USERS = [2, 3, 4] as UserId[];
const MODELS = ['gpt-4o', 'a "model"\\', 'nul \0 and half \ud800'];

export type Write = {
  readonly user: number;
  readonly model: number;
  readonly amount: number;
  /** Seconds that pass before it by a true clock, and by which the writer's and the store's differ from that. */
  readonly passS: number;
  readonly writerS: number;
  readonly storeS: number;
  readonly what: 'charge' | 'late' | 'correction' | 'refund' | 'grant' | 'limit' | 'earning' | 'clean' | 'period';
  readonly logged: boolean;
  /** Up to when a cleaning takes rows away, or a period lasts: quarters of an hour from the border on. */
  readonly cleanQuarters: number;
};

/** Clocks are right, or an hour off either way, or a little; the store's may jump. */
const skew = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.constantFrom(-3_600, 3_600) },
  { weight: 2, arbitrary: fc.double({ min: -4, max: 4, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(-40 * 86_400, 40 * 86_400) },
);
export const write: fc.Arbitrary<Write> = fc.record({
  user: fc.nat(USERS.length - 1),
  model: fc.nat(MODELS.length - 1),
  amount: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_000 })),
  passS: fc.oneof(fc.double({ min: 0, max: 2, noNaN: true }), fc.integer({ min: 60, max: 1_800 })),
  writerS: skew,
  storeS: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: skew }),
  what: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('charge', 'charge', 'charge', 'late', 'correction', 'refund', 'grant') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('clean' as const, 'period' as const, 'limit' as const, 'earning' as const),
    },
  ),
  logged: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  cleanQuarters: fc.integer({ min: -10, max: 6 }),
});

/** `apart`: how far positions are from each other. */
export async function ledgerOf(writes: readonly Write[], apart = 1): Promise<MemoryEventStore> {
  let recordedMs = (BORDER_S - 7_200) * 1_000;
  let trueMs = recordedMs;
  const store = new MemoryEventStore(() => recordedMs, apart);
  const writer = new LedgerWriter(store);
  const till = new TillWriter(writer, 'till-skewed');
  /** The last of each account. */
  const charges = new Map<UserId, Charge>();
  await till.open(trueMs);
  for (const accountId of USERS) {
    await writer.append(accountStream(accountId), trueMs, { type: 'AccountOpened', data: { userId: accountId } });
    await till.lease(accountId, 1_000_000, trueMs);
  }
  for (const [index, written] of writes.entries()) {
    const { user, model, amount, passS, writerS, storeS, what, logged, cleanQuarters } = written;
    trueMs += Math.round(passS * 1_000);
    recordedMs = trueMs + Math.round(storeS * 1_000);
    const atMs = trueMs + Math.round(writerS * 1_000);
    const accountId = USERS[user] ?? (2 as UserId);
    const source = `s${index}` as SourceId;
    const charge = till.chargeOf(accountId, {
      requestId: `r${index}` as RequestId,
      modelBilled: MODELS[model] ?? '',
      amount: quota(amount),
      logged,
      tokenId: tokenId(5 + (amount % 2) + user * 10),
      channelId: (3 + (amount % 3)) as ChannelId,
      group: amount % 5 === 0 ? 'default' : 'vip, "first"',
    });
    const append = (event: Parameters<LedgerWriter['append']>[2]) =>
      writer.append(accountStream(accountId), atMs, event);
    if (what === 'charge') await till.record(charge, atMs);
    if (what === 'late') await append({ type: 'LateConsumptionRecorded', data: { source, charge } });
    if (what === 'correction')
      await append({ type: 'ConsumptionCorrected', data: { source, charge, delta: quota(-5) } });
    if (what === 'charge' || what === 'late') charges.set(accountId, charge);
    const refunded = charges.get(accountId);
    if (what === 'refund')
      await append({
        type: 'ConsumptionRefunded',
        data: {
          amount: quota(amount),
          source,
          tokenId: refunded?.tokenId ?? charge.tokenId,
          ...(refunded === undefined ? {} : { requestId: refunded.requestId }),
        },
      });
    if (what === 'grant')
      await append({ type: 'QuotaGranted', data: { amount: quota(amount), grant: 'new_user', source } });
    if (what === 'limit') {
      const limit = amount % 3 === 0 ? null : quota(amount);
      await append({ type: 'TokenLimitSet', data: { tokenId: charge.tokenId, limit, version: index + 1 } });
    }
    if (what === 'earning')
      await append({ type: 'InviteRewardAccrued', data: { amount: quota(amount), inviteeId: userId(9), source } });
    if (what === 'period') {
      const range = { start: BORDER_S - 86_400, end: BORDER_S + cleanQuarters * 900, zone: 'UTC', actorId: userId(1) };
      await writer.append(BOOKS_STREAM, atMs, { type: 'PeriodEnded', data: { periodId: index, ...range } });
      await writer.append(BOOKS_STREAM, atMs, { type: 'PeriodClosed', data: { periodId: null, ...range } });
    }
    if (what === 'clean') await cleanLogs(writer, (BORDER_S + cleanQuarters * 900) * 1_000);
  }
  return store;
}

/** The rule, word for word. */
export function beginning(events: readonly Recorded[], atS: number): number {
  const time = ({ occurredAtMs, recordedAtMs }: Recorded): number => Math.min(occurredAtMs, recordedAtMs);
  const first = events.find((event) =>
    event.event.type === 'PeriodEnded'
      ? event.event.data.end >= atS
      : postings(event).length > 0 && time(event) >= atS * 1_000,
  );
  return atS === 0 ? 0 : (first?.position ?? Number.MAX_SAFE_INTEGER);
}

export const within = (events: readonly Recorded[], fromS: number, toS: number | undefined): readonly Recorded[] => {
  const before = toS === undefined ? Number.MAX_SAFE_INTEGER : beginning(events, toS);
  return events.filter(({ position }) => position >= beginning(events, fromS) && position < before);
};
