import type { EventContext } from '@ledgate/domain/events/codec';
import type { UserId } from '@ledgate/domain/shared/ids';
import { loadTopUp } from '@ledgate/domain/topup/topup-stream';
import { askService, OutsideFailure, shortText } from '../http/ask-service.ts';
import type { Problem } from '../http/problem.ts';
import type { ApiPorts } from '../ports.ts';
import { EPAY_NAME, type EpayAccount, epayOrderUrl, orderTold } from './epay.ts';
import { epayAccountOf } from './epay-account.ts';
import { creditPaid, type PaymentPorts, settlePayment, type Written } from './payment.ts';

export type RedrivePorts = PaymentPorts & Pick<ApiPorts, 'askUpstream' | 'view'>;

type Redriven =
  | { readonly ok: true; readonly status: 'pending' | 'success'; readonly written: readonly Written[] }
  | { readonly ok: false; readonly problem: Problem };

type Asker = {
  readonly isAllowed?: (owner: UserId) => boolean;
  readonly notNow?: () => Promise<Problem | undefined>;
};

/** Events of one order that somebody is said to have paid: the same ids for one payment, whoever says it. */
export const paymentContext = (
  tradeNo: string,
  { requestId, nowMs, actor }: { readonly requestId: string; readonly nowMs: number; readonly actor: string },
): EventContext => ({ commandId: `pay-${tradeNo}`, correlationId: requestId, occurredAtMs: nowMs, actor });

/**
 * The one command that brings an order on, whoever gives it (its payer, an administrator, the worker): credits what is paid and was not credited, else asks
 * the provider, and credits what is paid there. `isAllowed` says of whose order it may be: of others there is none. `notNow` says why the provider is not
 * asked now. Throws StoreUnavailable.
 */
export async function redriveTopUp(
  ports: RedrivePorts,
  tradeNo: string,
  context: EventContext,
  { isAllowed, notNow }: Asker = {},
): Promise<Redriven> {
  const { state } = await loadTopUp(ports.store, tradeNo);
  if (state.status === 'missing' || isAllowed?.(state.order.accountId) === false)
    return { ok: false, problem: { code: 'topup_missing' } };
  if (state.status === 'failed') return { ok: false, problem: { code: 'topup_failed' } };
  if (state.status === 'paid') return succeeded(await creditPaid(ports, state, context, false));

  const account = epayAccountOf(ports.view.options);
  if (account === undefined) return { ok: false, problem: { code: 'topup_off' } };
  const waits = await notNow?.();
  if (waits !== undefined) return { ok: false, problem: waits };
  try {
    const payment = await paymentAt(ports, account, tradeNo);
    if (payment === 'unpaid') return { ok: true, status: 'pending', written: [] };
    return succeeded(await settlePayment(ports, payment, account.pid, context));
  } catch (error) {
    if (error instanceof OutsideFailure) return { ok: false, problem: error.problem };
    throw error;
  }
}

async function paymentAt({ askUpstream }: RedrivePorts, account: EpayAccount, tradeNo: string) {
  const said = await askService(askUpstream, EPAY_NAME, { url: epayOrderUrl(account, tradeNo), headers: {} });
  const told = orderTold(said, { pid: account.pid, tradeNo });
  // So it says of an order that nobody has brought there: the form was never posted.
  if (typeof told === 'object' && 'refused' in told)
    throw new OutsideFailure({ code: 'payment_unknown_there', detail: shortText(told.refused) });
  // Of another order it says nothing of this one.
  if (told !== 'unpaid' && told.tradeNo !== tradeNo)
    throw new OutsideFailure({ code: 'outside_unreachable', provider: EPAY_NAME, fault: 'unreadable' });
  return told;
}

const succeeded = (settled: Awaited<ReturnType<typeof settlePayment>>): Redriven =>
  settled.ok ? { ok: true, status: 'success', written: settled.written } : settled;
