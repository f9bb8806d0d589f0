import { newOrderSuffix } from '@ledgate/projections/directory/random-text';
import type { UserRow } from '@ledgate/projections/directory/rows';
import { countAsk, settlePaymentProblems } from '@ledgate/projections/directory/payments/payments';
import {
  openTopUpsOf,
  topUpPage,
  type TopUpSearch,
  type TopUpView,
  type UnplacedPayment,
  unplacedPayments,
} from '@ledgate/projections/queries/top-ups';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import type { TopUpState } from '@ledgate/domain/catalogue/top-ups';
import type { UserId } from '@ledgate/domain/shared/ids';
import { topUpStream } from '@ledgate/domain/topup/events';
import { type PricedTopUp, pricedTopUp } from '@ledgate/domain/topup/price';
import { changeTopUp } from '@ledgate/domain/topup/topup-stream';
import type { Page } from '../contract/fields.ts';
import type { Order, OrderFilters, topUpRoutes } from '../contract/topup.ts';
import { administration } from '../directory/administration.ts';
import { changeDirectory } from '../directory/change-directory.ts';
import { notingAddress } from '../directory/noting-address.ts';
import { done, DONE, type Refused, refusedByCode } from '../http/answer.ts';
import type { Handlers, SignedCall } from '../http/call.ts';
import { actorOf, contextOf } from '../http/context.ts';
import { offsetFromOne } from '../http/paging.ts';
import type { Problem } from '../http/problem.ts';
import { readToHead } from '../http/read-to-head.ts';
import {
  ORDER_ASK_MS,
  ORDER_ASKS_AT_ONCE,
  TOP_UP_STUCK_AFTER_S,
  TOP_UPS_OPEN_MAX,
  TOP_UPS_OPEN_MS,
  TRADE_NUMBERS_TRIED_MAX,
} from '../limits.ts';
import type { ApiPorts, CallbackOutcome } from '../ports.ts';
import { AskBrake } from './ask-brake.ts';
import { ASKED_AGES_S, toldNextAskS } from './ask-times.ts';
import { calledBack, EPAY_CURRENCY, epayForm, epayWay, moneyText } from './epay.ts';
import { epayAccountOf } from './epay-account.ts';
import { settlePayment } from './payment.ts';
import { paymentContext, redriveTopUp } from './redrive.ts';

const MS = 1_000;
const MINOR_PER_MONEY = 100;
const PROVIDER_ACTOR = 'payment-epay';
/** Where the provider calls back, and where it leads the payer. */
const NOTIFY_PATH = '/api/user/epay/notify';
const RETURN_PATH = '/log';

/** Online top-up (docs/behaviour.md#top-up). */
export const topUpHandlers = (ports: ApiPorts): Handlers<typeof topUpRoutes> => {
  /** Who makes an order now: of those of one person each is counted before the next. */
  const making = new Set<UserId>();
  const asking = new AskBrake(() => ports.clock.monotonicMs());
  return {
    amount: async ({ body, caller }) => {
      const priced = pricedFor(ports, caller, body.amount);
      return priced.ok ? done(moneyText(priced.moneyMinor)) : priced;
    },

    pay: async (call) => {
      const account = epayAccountOf(ports.view.options);
      if (account === undefined) return refusedByCode({ code: 'topup_off' });
      const { ServerAddress, CustomCallbackAddress } = ports.view.options;
      if (ServerAddress === '') return refusedByCode({ code: 'topup_address_missing' });
      const { body, caller, nowMs } = call;
      const priced = pricedFor(ports, caller, body.amount);
      if (!priced.ok) return priced;
      const way = epayWay(body.payment_method ?? '');
      if (making.has(caller.id)) return refusedByCode({ code: 'topup_running' });
      making.add(caller.id);
      let tradeNo: string;
      try {
        await call.session.caughtUp();
        if ((await openTopUpsOf(ports.db, caller.id, nowMs - TOP_UPS_OPEN_MS)) >= TOP_UPS_OPEN_MAX)
          return refusedByCode({ code: 'topups_too_many', maximum: TOP_UPS_OPEN_MAX });
        tradeNo = await requested(ports, call, priced, way);
      } finally {
        making.delete(caller.id);
      }
      const { url, data } = epayForm(account, {
        tradeNo,
        way,
        moneyMinor: priced.moneyMinor,
        amount: body.amount,
        notifyUrl: `${CustomCallbackAddress === '' ? ServerAddress : CustomCallbackAddress}${NOTIFY_PATH}`,
        returnUrl: `${ServerAddress}${RETURN_PATH}`,
      });
      return { ...done(data), beside: { url } };
    },

    notify: async ({ query, requestId, nowMs }) => {
      // Without an address nobody is led to the provider any more; who was led there before is credited.
      const { EpayId: pid, EpayKey: key } = ports.view.options;
      const payment = calledBack(query, pid === '' ? '' : key);
      const count = (outcome: CallbackOutcome): void => ports.calledBack?.(outcome);
      if (payment === undefined) {
        count('unsigned');
        return refusedByCode({ code: 'topup_off' });
      }
      if (payment === 'unpaid') {
        count('unpaid');
        return done('success');
      }
      const settled = await settlePayment(
        ports,
        payment,
        pid,
        paymentContext(payment.tradeNo, { requestId, nowMs, actor: PROVIDER_ACTOR }),
      );
      if (settled.ok) {
        count('credited');
        return done('success');
      }
      count(settled.problem.code === 'payment_misfits' ? 'misfit' : 'waiting');
      return refusedByCode(settled.problem);
    },

    query: async ({ body: { trade_no: tradeNo }, caller, requestId, address, nowMs, session }) => {
      const context = paymentContext(tradeNo, { requestId, nowMs, actor: actorOf(caller) });
      const waitMs = asking.waitMs(caller.id);
      if (waitMs > 0) return refusedByCode({ code: 'payment_asks_too_many', seconds: Math.ceil(waitMs / MS) });
      const store = caller.role >= ROLE.admin ? notingAddress(ports, { requestId, address }) : ports.store;
      const redriven = await redriveTopUp({ ...ports, store }, tradeNo, context, {
        isAllowed: (owner) => owner === caller.id || caller.role >= ROLE.admin,
        notNow: () => askedJustNow(ports, tradeNo, nowMs),
      });
      if (!redriven.ok) return refusedByCode(redriven.problem);
      for (const { stream, position } of redriven.written) session.wrote(stream, position);
      return done({ trade_no: tradeNo, status: redriven.status });
    },

    listSelf: async ({ query, caller, nowMs, session }) => {
      await readToHead(ports, session);
      const { items, total } = await topUpPage(
        ports.db,
        { userId: caller.id, username: '', status: statusOf(query.status), stuckFirst: false },
        stuckTimes(nowMs),
        offsetFromOne(query),
      );
      return done(pageOf(ports, items, total, query, nowMs));
    },

    /** What a provider has called back is of no session: orders are read as the ledger has them. */
    list: async ({ query, nowMs, session }) => {
      await readToHead(ports, session);
      const search = topUpSearch(query);
      const { items, total } = await topUpPage(
        ports.db,
        { ...search, stuckFirst: query.first === 'stuck' },
        stuckTimes(nowMs),
        offsetFromOne(query),
      );
      const unplaced = await unplacedPayments(
        ports.db,
        search.tradeNo,
        offsetFromOne({ p: query.unplaced_p, page_size: query.unplaced_page_size }),
      );
      return done({
        ...pageOf(ports, items, total, query, nowMs),
        unplaced: unplaced.items.map(unplacedAnswer),
        unplaced_total: unplaced.total,
      });
    },

    settle: async (call) => {
      const { trade_no: tradeNo } = call.params;
      const { reason } = call.body;
      const settled = await changeDirectory(ports, call, null, async (tx) => {
        const problems = await settlePaymentProblems(tx, { tradeNo, userId: call.caller.id, reason });
        if (problems.length > 0)
          tx.administered(
            administration(
              call,
              'topup.settle',
              `topup-${tradeNo}`,
              {
                before: { problems: problems.map((problem) => `${problem.reason} ${problem.money}`).join(', ') },
                after: { problems: '' },
              },
              reason,
            ),
          );
        return problems.length;
      });
      return settled > 0 ? DONE : refusedByCode({ code: 'no_problem_open' });
    },
  };
};

const ASKS_OF_ORDER = {
  askMs: ORDER_ASK_MS,
  asksMs: ORDER_ASK_MS * ORDER_ASKS_AT_ONCE,
  firstS: ASKED_AGES_S.youngest,
};

async function askedJustNow({ db }: ApiPorts, tradeNo: string, nowMs: number): Promise<Problem | undefined> {
  const waitMs = await countAsk(db, tradeNo, nowMs, ASKS_OF_ORDER);
  return waitMs === 0 ? undefined : { code: 'payment_asked_just_now', seconds: Math.ceil(waitMs / MS) };
}

function pricedFor({ view }: ApiPorts, { group }: Pick<UserRow, 'group'>, amount: number): PricedTopUp | Refused {
  const { DisplayInCurrencyEnabled, QuotaPerUnit, Price, TopupGroupRatio, MinTopUp } = view.options;
  const ratio = new Map(Object.entries(TopupGroupRatio)).get(group);
  const priced = pricedTopUp(amount, {
    inCurrency: DisplayInCurrencyEnabled,
    quotaPerUnit: String(QuotaPerUnit),
    price: String(Price),
    ratio: ratio === undefined ? undefined : String(ratio),
    minimumUnits: MinTopUp,
  });
  return priced.ok ? priced : refusedByCode(priced.refusal);
}

/** Makes the order; answers its number. Nobody makes another of that number in the same second but by a chance of one in 10^10. */
async function requested(
  { store }: ApiPorts,
  call: SignedCall,
  { amount, moneyMinor, terms }: PricedTopUp,
  way: string,
): Promise<string> {
  const { caller, nowMs, session } = call;
  for (let tried = 0; tried < TRADE_NUMBERS_TRIED_MAX; tried += 1) {
    const tradeNo = `USR${caller.id}NO${newOrderSuffix()}${Math.floor(nowMs / MS)}`;
    const order = { tradeNo, accountId: caller.id, amount, moneyMinor, currency: EPAY_CURRENCY, provider: way, terms };
    const change = await changeTopUp(
      store,
      tradeNo,
      { type: 'RequestTopUp', order },
      contextOf(call, caller, `topup-${tradeNo}`),
    );
    if (change.ok) {
      session.wrote(topUpStream(tradeNo), change.position);
      return tradeNo;
    }
    if (change.refusal.code !== 'topup_exists') throw new Error(`an order was refused: ${change.refusal.code}`);
  }
  throw new Error('no number is free for an order');
}

const STATES = { requested: 'pending', paid: 'success', failed: 'failed' } as const satisfies Record<
  TopUpView['status'],
  TopUpState
>;
const STATUSES = { pending: 'requested', success: 'paid', failed: 'failed' } as const satisfies Record<
  TopUpState,
  TopUpView['status']
>;
const statusOf = (state: TopUpState | undefined): TopUpView['status'] | undefined =>
  state === undefined ? undefined : STATUSES[state];

/** What a list or a file of everybody's orders is narrowed by. */
export const topUpSearch = ({ username, status, trade_no: tradeNo }: OrderFilters): TopUpSearch => ({
  username: username.trim(),
  status: statusOf(status),
  tradeNo: tradeNo.trim() || undefined,
});

export const stuckTimes = (nowMs: number) => ({
  oldestMs: nowMs - ASKED_AGES_S.oldest * MS,
  youngestMs: nowMs - TOP_UP_STUCK_AFTER_S * MS,
});

const pageOf = (
  ports: ApiPorts,
  items: readonly TopUpView[],
  total: number,
  { p, page_size: size }: { readonly p: number; readonly page_size: number },
  nowMs: number,
): Page<Order> & { items: Order[] } => ({
  items: items.map((topUp) => orderAnswer(topUp, ports.view.options.QuotaPerUnit, seconds(nowMs))),
  total,
  page: p,
  page_size: size,
});

export const seconds = (ms: number): number => Math.floor(ms / MS);

export const orderAnswer = (topUp: TopUpView, quotaPerUnit: number, nowS: number): Order => ({
  trade_no: topUp.tradeNo,
  user_id: topUp.userId,
  username: topUp.username,
  status: STATES[topUp.status],
  amount: topUp.terms?.units ?? Math.floor(topUp.amount / quotaPerUnit),
  quota: topUp.amount,
  money: topUp.moneyMinor / MINOR_PER_MONEY,
  currency: topUp.currency,
  provider: topUp.provider,
  provider_ref: topUp.providerRef,
  price: topUp.terms?.price ?? '',
  ratio: topUp.terms?.ratio ?? '',
  create_time: seconds(topUp.requestedMs),
  pay_time: seconds(topUp.paidMs),
  credited: topUp.isCredited,
  stuck: topUp.isStuck,
  problem:
    topUp.problem === undefined
      ? null
      : {
          reason: topUp.problem.reason,
          money: topUp.problem.money,
          provider_ref: topUp.problem.providerRef,
          time: topUp.problem.time,
        },
  asked_time: topUp.askedTime,
  next_ask_time: topUp.status === 'requested' ? toldNextAskS(seconds(topUp.requestedMs), nowS, topUp.nextAskTime) : 0,
});

const unplacedAnswer = ({ tradeNo, providerRef, firstTime, lastTime, ...payment }: UnplacedPayment) => ({
  trade_no: tradeNo,
  provider: payment.provider,
  provider_ref: providerRef,
  reason: payment.reason,
  money: payment.money,
  times: payment.times,
  first_time: firstTime,
  last_time: lastTime,
});
