import type { AccountEvent } from '../../account/events.ts';
import type { Recorded } from '../../events/codec.ts';
import type { LedgerEvent } from '../../events/ledger-event.ts';
import type { Position, Revision } from '../../ports/event-store.ts';
import type { EventId, RequestId, SourceId } from '../../shared/ids.ts';
import { NO_TOKEN } from '../../shared/ids.ts';
import { quota } from '../../shared/quota.ts';
import { exampleCharge } from '../../testing/example-charge.ts';

const EVENTS = 40;
/** Few, and small amounts: so that lots meet in their order, run empty, and are filled again. */
const REQUESTS = 6;
const ORDERS = 3;
const UNITS_MAX = 12;
const EXPIRIES_MS = [undefined, undefined, 1_000, 2_000, 3_000];

/** Mulberry32: the same numbers for the same seed, from 0 to below `below`. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed * 0x9e3779b1 + 1;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * The wallet's events of account 2 in an order that a ledger may have: every kind of credit with or without an end, charges of tills and of the account,
 * what is given back, taken back, expired, settled and re-rated, of requests, orders, lots and adjustments that there are, and into debt.
 */
export function randomHistory(seed: number): readonly Recorded[] {
  const number = numbersOf(seed);
  const history: Recorded[] = [];
  const adjusted: EventId[] = [];
  for (let revision = 0; revision < EVENTS; revision += 1) {
    const event = randomEvent(number, revision, adjusted);
    const id = `event-${revision}` as EventId;
    if (event.type === 'QuotaAdjusted') adjusted.push(id);
    history.push({
      id,
      event,
      // The till's revisions are its own.
      stream: event.type === 'ConsumptionRecorded' ? 'till-1' : 'account-2',
      revision: revision as Revision,
      position: (revision + 1) as Position,
      metadata: {},
      atMs: revision,
      occurredAtMs: revision,
      recordedAtMs: revision,
    });
  }
  return history;
}

function randomEvent(number: (below: number) => number, revision: number, adjusted: readonly EventId[]): LedgerEvent {
  const kind = number(14);
  const units = quota(1 + number(UNITS_MAX));
  const signed = quota(number(2) === 0 ? units : -units);
  const requestId = `request-${number(REQUESTS)}` as RequestId;
  const tradeNo = `T${number(ORDERS)}`;
  const expiresAtMs = EXPIRIES_MS[number(EXPIRIES_MS.length)];
  const ending = expiresAtMs === undefined ? {} : { expiresAtMs };
  const charge = exampleCharge({ requestId, amount: units });
  const change = { requestId, tokenId: NO_TOKEN, before: quota(100), after: quota(100 + signed), price: charge.price };
  const source = `source-${revision}` as SourceId;
  const grants = ['new_user', 'invitee', 'first_user', 'opening'] as const;
  const events: readonly (() => LedgerEvent)[] = [
    () => ({ type: 'QuotaGranted', data: { amount: units, grant: grants[number(4)] ?? 'opening', source, ...ending } }),
    () => ({ type: 'QuotaToppedUp', data: { amount: units, source, ...paid(tradeNo), ...ending } }),
    () => ({
      type: 'RedemptionCredited',
      data: {
        amount: units,
        source,
        codeId: 1 as never,
        use: 1,
        ...(number(2) === 0 ? {} : { sale: { moneyMinor: 5, currency: 'EUR' } }),
        ...ending,
      },
    }),
    () => ({ type: 'InviteEarningsTransferred', data: { amount: units } }),
    () => adjustment(signed, adjusted[number(2 * adjusted.length)]),
    () => ({
      type: 'QuotaReversed',
      data: { delta: signed, moneyMinor: 1, tradeNo, reversalId: `r${revision}`, kind: 'refund', source },
    }),
    () => ({
      type: 'CreditExpired',
      data: { lot: number(revision + 1), kind: 'promotional', amount: units, source, n: 0 },
    }),
    () => ({ type: 'ConsumptionRecorded', data: { ...charge, interrupted: false } }),
    () => ({ type: 'ConsumptionRecorded', data: { ...charge, interrupted: false } }),
    () => ({ type: 'LateConsumptionRecorded', data: { source, charge } }),
    () => ({ type: 'ConsumptionCorrected', data: { source, charge, delta: signed } }),
    () => ({
      type: 'ConsumptionRerated',
      data: { ...change, rerateId: 'x', delta: signed, suspended: false, source, n: revision },
    }),
    () => ({
      type: 'SuspenseSettled',
      data: { ...change, billId: null, usage: { source: 'provider', prompt: 1, completion: 1 }, source, n: revision },
    }),
    () => ({
      type: 'ConsumptionRefunded',
      data: { amount: units, source, tokenId: NO_TOKEN, ...(number(3) === 0 ? {} : { requestId }) },
    }),
  ];
  const made = events[kind];
  if (made === undefined) throw new Error(`no event of kind ${kind}`);
  return made();
}

const paid = (tradeNo: string) => ({ tradeNo, provider: 'epay', moneyMinor: 1, currency: 'CNY' });

const adjustment = (delta: ReturnType<typeof quota>, reverses: EventId | undefined): AccountEvent => ({
  type: 'QuotaAdjusted',
  data: {
    delta,
    actorId: 1 as never,
    reason: '',
    absolute: null,
    ...(reverses === undefined ? {} : { reverses }),
  },
});
