import type { Clock } from '@ledgate/domain/ports/clock';
import { type DueTopUp, dueTopUps, noteAsk, paymentFigures } from '@ledgate/projections/directory/payments/payments';
import { TOP_UPS_ASKED_AT_ONCE, TOP_UPS_ASKED_MAX, TOP_UPS_PERIOD_MS } from '../limits.ts';
import { createRounds, type Rounds } from '../rounds.ts';
import { askedTimes, nextAskS } from './ask-times.ts';
import { epayAccountOf } from './epay-account.ts';
import { paymentContext, redriveTopUp, type RedrivePorts } from './redrive.ts';

type TopUpsPorts = RedrivePorts & { readonly clock: Clock; readonly periodMs?: number };

const MS = 1_000;
const ACTOR = 'worker-topups';
/** Refusals after which the provider has said what there is to say. */
const ANSWERED: ReadonlySet<string> = new Set(['payment_misfits', 'payment_unknown_there']);

/**
 * Asks the payment provider of orders that nobody was told is paid (docs/behaviour.md#top-up). Any number of processes may run one: an order is paid once,
 * whoever is first.
 */
export function createTopUpsWorker({ clock, periodMs = TOP_UPS_PERIOD_MS, ...ports }: TopUpsPorts): Rounds {
  const nowS = (): number => Math.floor(clock.nowMs() / MS);

  async function look(isStopped: () => boolean): Promise<void> {
    if (epayAccountOf(ports.view.options) === undefined) return;
    const due = [...(await dueTopUps(ports.db, askedTimes(nowS()), TOP_UPS_ASKED_MAX))];
    const askEach = async (): Promise<void> => {
      for (let next = due.shift(); next !== undefined && !isStopped(); next = due.shift()) await ask(next);
    };
    // The round is over when each has come to its end, also where one has failed.
    const lanes = await Promise.allSettled(Array.from({ length: TOP_UPS_ASKED_AT_ONCE }, askEach));
    for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason;
  }

  async function ask({ tradeNo, requestedMs }: DueTopUp): Promise<void> {
    const wasAsked = await askedOf(tradeNo);
    const again = nextAskS(Math.floor(requestedMs / MS), nowS(), wasAsked);
    await noteAsk(ports.db, { tradeNo, nextS: again, askedS: wasAsked ? nowS() : 0 });
  }

  /** Whether the provider has answered. Whatever goes wrong with one order holds up none of the others. */
  async function askedOf(tradeNo: string): Promise<boolean> {
    const context = paymentContext(tradeNo, { requestId: `ask-${tradeNo}`, nowMs: clock.nowMs(), actor: ACTOR });
    try {
      const redriven = await redriveTopUp(ports, tradeNo, context);
      if (redriven.ok && redriven.status === 'success') ports.log.info({ tradeNo }, 'an order was found to be paid');
      if (redriven.ok) return true;
      const wasAsked = ANSWERED.has(redriven.problem.code);
      if (!wasAsked) ports.log.warn({ tradeNo, problem: redriven.problem }, 'an order could not be brought on');
      return wasAsked;
    } catch (error) {
      ports.log.warn({ err: error, tradeNo }, 'an order could not be brought on');
      return false;
    }
  }

  return createRounds({
    look,
    periodMs,
    onError: (error) => ports.log.warn({ err: error }, 'orders could not be looked at'),
  });
}

/** What somebody should look at: payments that fit no order, and for how many seconds an order waits to be asked of. */
export const topUpFigures = async (
  { db, view }: Pick<TopUpsPorts, 'db' | 'view'>,
  nowS: number,
): Promise<{ readonly problems: number; readonly overdueS: number }> => {
  const figures = await paymentFigures(db, askedTimes(nowS));
  return epayAccountOf(view.options) === undefined ? { ...figures, overdueS: 0 } : figures;
};
