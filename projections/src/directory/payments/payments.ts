import type { PaymentProblemReason } from '@ledgate/domain/catalogue/top-ups';
import { execute, maybeRow, oneRow, type Queryable, rows } from '../../shared/database.ts';
import { TOP_UP_ASKS_KEPT_S, TOP_UP_ASKS_SWEPT_ROWS } from '../limits.ts';
import type { DirectoryTransaction } from '../transaction.ts';
import {
  ASKS_UNTIL,
  COUNT_ASK,
  DUE_TOP_UPS,
  FIGURES,
  NOTE_ASK,
  NOTE_PROBLEM,
  SETTLE_PROBLEMS,
  SWEEP_ASKS,
} from './sql.ts';

// What providers told that fits no order, and when they are asked again of one that is not paid (docs/behaviour.md#top-up).

/** As the provider told it; `money` and numbers are texts of his. */
export type PaymentProblem = {
  readonly tradeNo: string;
  readonly providerRef: string;
  readonly reason: PaymentProblemReason;
  readonly money: string;
  readonly provider: string;
};

/** Answers how often it came by now: 1 the first time. */
export async function notePaymentProblem(db: Queryable, problem: PaymentProblem, nowS: number): Promise<number> {
  const { tradeNo, providerRef, reason, money, provider } = problem;
  const values = [tradeNo, providerRef, reason, money, provider, nowS];
  return (await oneRow<{ times: number }>(db, { text: NOTE_PROBLEM, values })).times;
}

/** Somebody has seen to what did not fit; answers the problems that were open. */
export const settlePaymentProblems = (
  { client, nowMs }: DirectoryTransaction,
  { tradeNo, userId, reason }: { readonly tradeNo: string; readonly userId: number; readonly reason: string },
): Promise<readonly Pick<PaymentProblem, 'reason' | 'money' | 'providerRef'>[]> =>
  rows(client, { text: SETTLE_PROBLEMS, values: [tradeNo, userId, reason, Math.floor(nowMs / 1_000)] });

/** An order that is not paid, and is to be asked of now. */
export type DueTopUp = { readonly tradeNo: string; readonly requestedMs: number };

/** `youngestS` and `oldestS`: when orders were made of which the provider is asked at all, Unix seconds. */
export type AskedTimes = { readonly nowS: number; readonly youngestS: number; readonly oldestS: number };

export const dueTopUps = (
  db: Queryable,
  { nowS, youngestS, oldestS }: AskedTimes,
  limit: number,
): Promise<readonly DueTopUp[]> => rows(db, { text: DUE_TOP_UPS, values: [nowS, youngestS, oldestS, limit] });

/** `askedS`: 0 where the provider could not be asked. */
export async function noteAsk(
  db: Queryable,
  { tradeNo, nextS, askedS }: { readonly tradeNo: string; readonly nextS: number; readonly askedS: number },
): Promise<void> {
  await execute(db, { text: NOTE_ASK, values: [tradeNo, nextS, askedS] });
}

/** How often people may have a provider asked about one order: each question counts so long, and all together so long; `firstS` as its worker has it. */
type AsksOfOrder = { readonly askMs: number; readonly asksMs: number; readonly firstS: number };

/** Counts a question that is put now, on whichever process; answers in how many milliseconds it may be put, 0: now. */
export async function countAsk(
  db: Queryable,
  tradeNo: string,
  nowMs: number,
  { askMs, asksMs, firstS }: AsksOfOrder,
): Promise<number> {
  if ((await rows(db, { text: COUNT_ASK, values: [tradeNo, nowMs, askMs, asksMs, firstS] })).length > 0) return 0;
  const untilMs = (await maybeRow<{ untilMs: number }>(db, { text: ASKS_UNTIL, values: [tradeNo] }))?.untilMs ?? nowMs;
  return Math.max(1, untilMs + askMs - asksMs - nowMs);
}

/** Answers how many rows it took away: of orders of which nobody is asked any more. */
export const sweepAsks = (db: Queryable, nowS: number): Promise<number> =>
  execute(db, { text: SWEEP_ASKS, values: [nowS - TOP_UP_ASKS_KEPT_S, TOP_UP_ASKS_SWEPT_ROWS] });

/** Payments that nobody has settled, and for how many seconds the longest due order waits to be asked of. */
export const paymentFigures = (
  db: Queryable,
  { nowS, youngestS, oldestS }: AskedTimes,
): Promise<{ readonly problems: number; readonly overdueS: number }> =>
  oneRow(db, { text: FIGURES, values: [nowS, youngestS, oldestS] });
