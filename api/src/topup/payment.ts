import { changeAccount } from '@ledgate/domain/account/account-stream';
import { creditCommandId } from '@ledgate/domain/account/credit-command-id';
import { accountStream } from '@ledgate/domain/account/events';
import type { PaymentProblemReason } from '@ledgate/domain/catalogue/top-ups';
import type { EventContext } from '@ledgate/domain/events/codec';
import { NotWrittenYet } from '@ledgate/domain/events/ledger-gate';
import { WrittenByLaterRelease } from '@ledgate/domain/events/written-by-later-release';
import { creditOf, topUpSource } from '@ledgate/domain/topup/decide';
import { topUpStream } from '@ledgate/domain/topup/events';
import type { TopUp } from '@ledgate/domain/topup/state';
import { changeTopUp, paidMsOf } from '@ledgate/domain/topup/topup-stream';
import type { Position } from '@ledgate/domain/ports/event-store';
import { notePaymentProblem } from '@ledgate/projections/directory/payments/payments';
import { isCredited } from '@ledgate/projections/queries/claims';
import type { Problem } from '../http/problem.ts';
import type { ApiPorts } from '../ports.ts';
import { EPAY_CURRENCY, type EpayPayment, moneyMinorOf, moneyText } from './epay.ts';

export type PaymentPorts = Pick<ApiPorts, 'db' | 'store' | 'log'>;

/** Where something that was written stands; undefined where it stood there. */
export type Written = { readonly stream: string; readonly position: Position | undefined };
type Refused = { readonly ok: false; readonly problem: Problem };
type Settled = { readonly ok: true; readonly written: readonly Written[] } | Refused;

/**
 * Claims a payment on its order and credits the account (docs/ledger.md#top-ups): ends when both are durable. What fits no order, or not this one, is kept and
 * refused. Said again of a paid order it credits what was not credited yet, and does nothing else. Throws StoreUnavailable.
 */
export async function settlePayment(
  ports: PaymentPorts,
  payment: EpayPayment,
  pid: string,
  context: EventContext,
): Promise<Settled> {
  const { tradeNo, providerRef } = payment;
  if (payment.isTooLong === true) return misfit(ports, payment, 'text_too_long', context);
  if (payment.pid !== pid) return misfit(ports, payment, 'other_merchant', context);
  const moneyMinor = moneyMinorOf(payment.money);
  if (moneyMinor === undefined) return misfit(ports, payment, 'other_money', context);

  const claim = await claimed(ports, payment, moneyMinor, {
    ...context,
    // Two payments of one order are two batches: of those that come at once one is refused.
    commandId: `${context.commandId}-${providerRef}`,
  });
  if (!claim.ok) {
    const reason = reasonOf(claim.refusal);
    if (reason === undefined) return { ok: false, problem: claim.refusal };
    return misfit(ports, payment, reason, context);
  }
  const credit = await creditPaid(ports, claim.state, context, claim.events.length > 0);
  if (!credit.ok) return credit;
  return {
    ok: true,
    written: [{ stream: topUpStream(tradeNo), position: claim.position }, ...credit.written],
  };
}

/** While an upgrade from a release runs that knows no numbers of payments, the claim stands without: who paid is not kept waiting. */
async function claimed(
  { store }: PaymentPorts,
  { tradeNo, providerRef, way }: EpayPayment,
  moneyMinor: number,
  context: EventContext,
): ReturnType<typeof changeTopUp> {
  const command = {
    type: 'PayTopUp',
    moneyMinor,
    currency: EPAY_CURRENCY,
    ...(way === '' ? {} : { provider: way }),
  } as const;
  if (providerRef === '') return changeTopUp(store, tradeNo, command, context);
  try {
    return await changeTopUp(store, tradeNo, { ...command, providerRef }, context);
  } catch (error) {
    if (!(error instanceof NotWrittenYet)) throw error;
    return changeTopUp(store, tradeNo, command, context);
  }
}

/** The saga's second step; nothing where the account knows of it already. */
export async function creditPaid(
  ports: PaymentPorts,
  topUp: TopUp,
  context: EventContext,
  isNew: boolean,
): Promise<Settled> {
  if (topUp.status !== 'paid') throw new Error('an order that is not paid is not credited');
  const { tradeNo, accountId } = topUp.paid;
  if (!isNew && (await isCredited(ports.db, topUpSource(tradeNo)))) return { ok: true, written: [] };
  const claimedMs = isNew ? context.occurredAtMs : await paidMsOf(ports.store, tradeNo);
  const command = creditOf(topUp.paid, claimedMs);
  const credit = await changeAccount(ports.store, accountId, command, {
    ...context,
    commandId: creditCommandId(command.topUp.source),
  }).catch((error: unknown) => {
    if (error instanceof WrittenByLaterRelease) return undefined;
    throw error;
  });
  if (credit === undefined) {
    ports.log.warn({ tradeNo, accountId }, 'the credit of an order waits for a later release');
    return { ok: false, problem: { code: 'payment_owed' } };
  }
  if (!credit.ok) return { ok: false, problem: credit.refusal };
  return { ok: true, written: [{ stream: accountStream(accountId), position: credit.position }] };
}

function reasonOf(refusal: Problem): PaymentProblemReason | undefined {
  switch (refusal.code) {
    case 'topup_missing':
      return 'unknown_order';
    case 'topup_failed':
      return 'order_failed';
    case 'topup_paid_twice':
      return 'paid_twice';
    case 'topup_mismatch':
      return refusal.field === 'money' ? 'other_money' : 'other_way';
    default:
      return undefined;
  }
}

const MS = 1_000;
/** What is kept of each text: all of them are the key of a row. */
const NUMBER_CHARACTERS_MAX = 64;
const TEXT_CHARACTERS_MAX = 128;
const CUT = '…';
/** A number that is missing has a name: it stands in the address of what settles it. */
const NO_NUMBER = '-';
const keptText = (text: string, maximum = TEXT_CHARACTERS_MAX): string => {
  const characters = [...text];
  return characters.length <= maximum ? text : `${characters.slice(0, maximum - 1).join('')}${CUT}`;
};
const keptMoney = (money: string): string => {
  const minor = moneyMinorOf(money);
  return minor === undefined ? keptText(money) : moneyText(minor);
};

async function misfit(
  { db, log }: PaymentPorts,
  { tradeNo, providerRef, money, way }: EpayPayment,
  reason: PaymentProblemReason,
  { occurredAtMs }: EventContext,
): Promise<Refused> {
  const problem = {
    tradeNo: keptText(tradeNo === '' ? NO_NUMBER : tradeNo, NUMBER_CHARACTERS_MAX),
    providerRef: keptText(providerRef),
    reason,
    money: keptMoney(money),
    provider: keptText(way),
  };
  const times = await notePaymentProblem(db, problem, Math.floor(occurredAtMs / MS));
  if (times === 1) log.error({ ...problem, alarm: true }, 'a payment fits no order');
  return { ok: false, problem: { code: 'payment_misfits' } };
}
