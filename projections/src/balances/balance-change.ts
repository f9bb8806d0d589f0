import type { Recorded } from '@ledgate/domain/events/codec';
import { accountOfStream } from '@ledgate/domain/account/events';
import { consumptionOf, countedOf } from '../ledger/charge-of.ts';

/** What events add to an account's row. Amounts are quota units. */
export type BalanceChange = {
  credits: number;
  tillCharges: number;
  late: number;
  earnings: number;
  affHistory: number;
  affCount: number;
  requests: number;
  refunds: number;
  openedMs: number;
  closedMs: number;
};

export const noChange = (): BalanceChange => ({
  credits: 0,
  tillCharges: 0,
  late: 0,
  earnings: 0,
  affHistory: 0,
  affCount: 0,
  requests: 0,
  refunds: 0,
  openedMs: 0,
  closedMs: 0,
});

/** The account that an event concerns: its stream's, or a charge's. */
export const accountOf = ({ event, stream }: Recorded): number | undefined =>
  event.type === 'ConsumptionRecorded' ? event.data.accountId : accountOfStream(stream);

/** Adds one event of the account to `change`. */
export function addTo(change: BalanceChange, recorded: Recorded): void {
  const { event, atMs } = recorded;
  const consumption = consumptionOf(recorded);
  if (consumption !== undefined) {
    if (consumption.kind === 'recorded') change.tillCharges += consumption.amount;
    else change.late += consumption.amount;
    change.requests += countedOf(consumption).requests;
    return;
  }
  switch (event.type) {
    case 'AccountOpened':
      change.openedMs = atMs;
      return;
    case 'QuotaGranted':
    case 'QuotaToppedUp':
    case 'RedemptionCredited':
      change.credits += event.data.amount;
      return;
    case 'ConsumptionRefunded':
      change.credits += event.data.amount;
      change.refunds += event.data.amount;
      return;
    case 'QuotaAdjusted':
    case 'QuotaReversed':
      change.credits += event.data.delta;
      return;
    case 'CreditExpired':
      change.credits -= event.data.amount;
      return;
    case 'CommissionAccrued':
      change.earnings += event.data.amount;
      change.affHistory += event.data.amount;
      return;
    case 'CommissionReversed':
      change.earnings -= event.data.amount;
      change.affHistory -= event.data.amount;
      return;
    case 'InviteRewardAccrued':
      change.earnings += event.data.amount;
      change.affHistory += event.data.amount;
      change.affCount += 1;
      return;
    case 'InviteEarningsTransferred':
      change.earnings -= event.data.amount;
      change.credits += event.data.amount;
      return;
    case 'AccountClosed':
      change.closedMs = atMs;
      return;
  }
}
