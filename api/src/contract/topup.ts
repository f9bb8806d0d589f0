import { PAGE_SIZE_MAX, REASON_CHARACTERS_MAX } from '@ledgate/domain/catalogue/limits';
import { PAYMENT_PROBLEMS, TOP_UP_STATES } from '@ledgate/domain/catalogue/top-ups';
import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { leftOut, page, pageFromOne, quotaAnswer, sizeInQuery, textInQuery, textUpTo, timeS } from './fields.ts';
import { nothing, refusal, route } from './route.ts';

const TRADE_NO_CHARACTERS_MAX = 64;
const tradeNo = textUpTo(TRADE_NO_CHARACTERS_MAX).min(1);
/** No address is longer: what a provider has signed is looked at, however long. */
const CALLBACK_CHARACTERS_MAX = 16_384;
const METHOD_CHARACTERS_MAX = 64;
const CODE_CHARACTERS_MAX = 512;

/** Older consoles send a code here that nothing asks for. */
const topUpCode = textUpTo(CODE_CHARACTERS_MAX).nullish();

/** In US dollars where DisplayInCurrencyEnabled is on, else in quota units; whole. */
const amount = z.number();

const problem = z.object({
  reason: z.enum(PAYMENT_PROBLEMS),
  /** As the provider wrote it. */
  money: z.string(),
  provider_ref: z.string(),
  time: timeS,
});

/** A payment order (docs/behaviour.md#top-up). `money` in the provider's currency, `amount` in whole US dollars, rounded down. */
const orderSchema = z.object({
  trade_no: z.string(),
  user_id: z.number().int(),
  /** '' where nobody is known by the number. */
  username: z.string(),
  status: z.enum(TOP_UP_STATES),
  amount: z.number().int(),
  /** What is credited for it. */
  quota: quotaAnswer,
  money: z.number(),
  currency: z.string(),
  /** `alipay` or `wxpay`. */
  provider: z.string(),
  /** The payment's number there; ''. */
  provider_ref: z.string(),
  /** Decimal texts, fixed with the order: money = credit in dollars x price x ratio. '' where it does not say. */
  price: z.string(),
  ratio: z.string(),
  create_time: timeS,
  pay_time: timeS,
  /** The account has it. */
  credited: z.boolean(),
  /** Somebody has to look: not paid for long though the provider is still asked, paid and not credited, or with a problem. */
  stuck: z.boolean(),
  problem: problem.nullable(),
  /** When the provider was asked last, and when it is asked next by itself; 0: not. */
  asked_time: timeS,
  next_ask_time: timeS,
});
export type Order = z.output<typeof orderSchema>;

/** A signed payment that belongs to no order. A text that was too long to keep is cut, and ends with `…`. */
const unplacedSchema = z.object({
  trade_no: z.string(),
  provider: z.string(),
  provider_ref: z.string(),
  reason: z.enum(PAYMENT_PROBLEMS),
  money: z.string(),
  times: z.number().int(),
  first_time: timeS,
  last_time: timeS,
});

const status = { status: leftOut(z.enum(TOP_UP_STATES)) };
const listQuery = { p: pageFromOne, page_size: sizeInQuery(10, PAGE_SIZE_MAX), ...status };
export const orderFilters = {
  ...status,
  username: textInQuery,
  /** The number of an order, whole. */
  trade_no: textInQuery,
};

export type OrderFilters = z.infer<z.ZodObject<typeof orderFilters>>;

export const topUpRoutes = {
  amount: route({
    method: 'POST',
    path: '/api/user/amount',
    ...ACCESS.topUp.amount,
    answers: 'payment',
    summary: 'What is to be paid for a credit, with two decimals; makes no order',
    body: z.object({ amount, top_up_code: topUpCode }),
    data: z.string(),
    refusal,
  }),
  pay: route({
    method: 'POST',
    path: '/api/user/pay',
    ...ACCESS.topUp.pay,
    answers: 'payment',
    summary: 'Makes an order; answers the form that the browser posts to the payment provider at `url`',
    body: z.object({
      amount,
      top_up_code: topUpCode,
      payment_method: textUpTo(METHOD_CHARACTERS_MAX).nullish(),
    }),
    data: z.record(z.string(), z.string()),
    beside: z.object({ url: z.string().optional() }),
    refusal,
  }),
  notify: route({
    method: 'GET',
    path: '/api/user/epay/notify',
    ...ACCESS.topUp.notify,
    answers: 'text',
    summary: 'For the payment provider: a signed payment is credited; `success` once that is durable',
    query: z.record(textUpTo(CALLBACK_CHARACTERS_MAX), textUpTo(CALLBACK_CHARACTERS_MAX)),
    data: z.literal('success'),
  }),
  query: route({
    method: 'POST',
    path: '/api/user/pay/query',
    ...ACCESS.topUp.query,
    summary:
      'Asks the payment provider of an order, and credits what is paid there; of the own orders, or by administrators',
    body: z.object({ trade_no: tradeNo }),
    data: z.object({ trade_no: z.string(), status: z.enum(['pending', 'success']) }),
    refusal,
  }),
  listSelf: route({
    method: 'GET',
    path: '/api/user/topups/self',
    ...ACCESS.topUp.listSelf,
    summary: 'The own orders, newest first',
    query: z.object(listQuery),
    data: page(orderSchema),
  }),
  list: route({
    method: 'GET',
    path: '/api/user/topups',
    ...ACCESS.topUp.list,
    summary: 'All orders, newest first, or those first that somebody has to look at; and payments that belong to none',
    query: z.object({
      ...listQuery,
      ...orderFilters,
      first: leftOut(z.enum(['stuck'])),
      /** The page of payments that belong to no order. */
      unplaced_p: pageFromOne,
      unplaced_page_size: sizeInQuery(10, PAGE_SIZE_MAX),
    }),
    data: page(orderSchema).extend({ unplaced: z.array(unplacedSchema), unplaced_total: z.number().int() }),
  }),
  settle: route({
    method: 'POST',
    path: '/api/user/topups/{trade_no}/settled',
    ...ACCESS.topUp.settle,
    summary: 'Says that somebody has seen to the problems of an order, or of a payment that belongs to none, and how',
    params: z.object({ trade_no: tradeNo }),
    body: z.object({ reason: textUpTo(REASON_CHARACTERS_MAX).trim().min(1) }),
    data: nothing,
    refusal,
  }),
} as const;
