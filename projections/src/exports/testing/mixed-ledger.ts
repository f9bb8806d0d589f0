import { accountStream } from '@ledgate/domain/account/events';
import { BOOKS_STREAM } from '@ledgate/domain/books/events';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { PRICE_BOOK_STREAM } from '@ledgate/domain/pricebook/events';
import type { RequestId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { LedgerWriter } from '../../testing/ledger-writer.ts';
import { TillWriter } from '../../testing/till-writer.ts';

export const USER = 7 as UserId;
const DAY_S = 86_400;
export const START_S = Date.UTC(2026, 2, 1) / 1_000;
export const PERIOD_END_S = START_S + 8 * DAY_S;

/**
 * A ledger of one account with each kind of charge and of credit: money of each kind, a session in realtime, a free call, a charge by its parts, and a period
 * that is closed before what changes its charges. 1 USD is 1,000 quota units.
 */
export async function mixedLedger(apart = 1): Promise<EventStore> {
  let nowMs = START_S * 1_000;
  const at = (days: number): number => (nowMs = (START_S + days * DAY_S) * 1_000);
  const store = new MemoryEventStore(() => nowMs, apart);
  const writer = new LedgerWriter(store);
  const append = (event: unknown) => writer.append(accountStream(USER), nowMs, event as LedgerEvent);
  await writer.append(PRICE_BOOK_STREAM, nowMs, {
    type: 'PriceBookPublished',
    data: {
      version: 1,
      modelRatio: { 'gpt-4o-mini': '1' },
      modelPrice: {},
      completionRatio: { 'gpt-4o-mini': '4' },
      groupRatio: { default: '0.5' },
      quotaPerUnit: '1000',
      actorId: null,
      changed: ['ModelRatio'],
    },
  });
  await append({ type: 'AccountOpened', data: { userId: USER } });
  await append({ type: 'QuotaGranted', data: { amount: 30, grant: 'new_user', source: 'grant-7' } });
  await append({ type: 'QuotaGranted', data: { amount: 40, grant: 'opening', source: 'opening-7' } });
  at(1);
  const paid = { tradeNo: 'T1', provider: 'stripe', moneyMinor: 250, currency: 'USD' };
  await append({ type: 'QuotaToppedUp', data: { ...paid, amount: 2_000, source: 'topup-T1' } });
  const yuan = { tradeNo: 'T2', provider: 'epay', moneyMinor: 730, currency: 'CNY' };
  await append({ type: 'QuotaToppedUp', data: { ...yuan, amount: 1_000, source: 'topup-T2' } });
  await append({ type: 'RedemptionCredited', data: { amount: 50, source: 'redemption-3', codeId: 3, use: 1 } });
  const sale = { moneyMinor: 100, currency: 'USD' };
  await append({ type: 'RedemptionCredited', data: { amount: 500, source: 'redemption-4', codeId: 4, use: 1, sale } });
  await append({ type: 'InviteEarningsTransferred', data: { amount: 90, source: 'earnings-1', commission: 60 } });
  const till = new TillWriter(writer, 'till-1');
  await till.open(at(2));
  await till.lease(USER, 1_000_000, nowMs);
  const charge = (requestId: string, amount: number, more = {}) =>
    till.chargeOf(USER, {
      requestId: requestId as RequestId,
      tokenId: 11 as TokenId,
      amount: quota(amount),
      usage: {
        source: 'provider',
        prompt: 60,
        completion: 10,
        parts: { cachedRead: 5, cachedAudio: 2, cachedWrite1h: 3, imageInput: 4, imageOutput: 1, reasoning: 6 },
      },
      ...more,
    });
  await till.record(charge('plain', 50), nowMs);
  await till.record(charge('free', 0), nowMs);
  await till.record(charge('session-1', 20, { sessionId: 'session' }), nowMs);
  await till.record(charge('session-2', 25, { sessionId: 'session', tags: { team: 'red' } }), nowMs);
  const interrupted = { usage: { source: 'interrupted', prompt: 10, completion: 0 } };
  await till.record(charge('cut', 10, interrupted), nowMs, true);
  const range = { start: START_S, end: PERIOD_END_S, zone: 'UTC', actorId: 1 };
  at(9);
  await writer.append(BOOKS_STREAM, nowMs, { type: 'PeriodEnded', data: { periodId: 1, ...range } } as LedgerEvent);
  await writer.append(BOOKS_STREAM, nowMs, { type: 'PeriodClosed', data: { periodId: null, ...range } } as LedgerEvent);
  at(10);
  await append({ type: 'ConsumptionCorrected', data: { source: 'cut', charge: charge('cut', 40), delta: 30 } });
  await append({ type: 'LateConsumptionRecorded', data: { source: 'late', charge: charge('late', 15) } });
  const { usage, price } = charge('plain', 45);
  const changed = { requestId: 'plain', tokenId: 11, usage, price, n: 0 };
  await append({
    type: 'SuspenseSettled',
    data: { ...changed, billId: null, before: 50, after: 45, source: 'settle-1' },
  });
  const { usage: _usage, ...rerated } = changed;
  await append({
    type: 'ConsumptionRerated',
    data: { ...rerated, rerateId: 'x', delta: -5, before: 45, after: 40, suspended: false, source: 'rerate-x' },
  });
  await append({
    type: 'ConsumptionRefunded',
    data: { amount: 8, source: 'task-1', tokenId: 11, requestId: 'session-2' },
  });
  await append({
    type: 'QuotaAdjusted',
    data: { delta: -5, actorId: 1, reason: 'a "quoted", long\nreason – é', absolute: null, reference: 'INV-1' },
  });
  const reversed = { tradeNo: 'T1', reversalId: 'v', kind: 'refund', moneyMinor: 250 };
  await append({ type: 'QuotaReversed', data: { ...reversed, delta: -2_000, source: 'reversal-T1-v' } });
  await append({ type: 'CreditExpired', data: { lot: 6, kind: 'promotional', amount: 10, source: 'expiry-6', n: 0 } });
  return store;
}
