import { unknownEvent } from '../events/written-by-later-release.ts';
import { accountOfStream, type LotKind } from '../account/events.ts';
import type { Recorded } from '../events/codec.ts';
import type { UserId } from '../shared/ids.ts';
import { negate, quota, subtract, type Quota } from '../shared/quota.ts';
import { isTaskSource } from '../task/decide.ts';
import type { Usage } from '../till/charge.ts';
import { reversedBy } from '../topup/decide.ts';
import * as chart from './chart.ts';

/** One line of double entry: `amount` quota units are added to an account of the chart. */
export type Posting = { readonly account: string; readonly amount: Quota };

/**
 * What a ledger event posts: nothing, or lines whose sum is zero, so that the trial balance is zero after every event (docs/ledger.md#postings). Only
 * these move a balance. Leases, token limits, checkpoints and whatever only announces post nothing. The order of the lines is the type's, whatever the sign
 * of its amount, and stays: from where it is taken to where it goes, of what leaves suspense wallet, suspense, revenue.
 */
export function postings(recorded: Pick<Recorded, 'event' | 'stream'>): readonly Posting[] {
  const { event } = recorded;
  switch (event.type) {
    case 'QuotaGranted':
      return moved(
        event.data.grant === 'first_user' || event.data.grant === 'opening' ? chart.ADJUSTMENT : chart.PROMOTION,
        walletOf(recorded),
        event.data.amount,
      );
    case 'QuotaToppedUp':
      return moved(chart.TOP_UPS_CLAIMED, walletOf(recorded), event.data.amount);
    case 'RedemptionCredited':
      return moved(chart.CODES_CLAIMED, walletOf(recorded), event.data.amount);
    case 'QuotaReversed':
      return moved(walletOf(recorded), chart.TOP_UPS_CLAIMED, negate(event.data.delta));
    case 'CreditExpired':
      return moved(walletOf(recorded), EXPIRED_TO[event.data.kind], event.data.amount);
    case 'InviteRewardAccrued':
    case 'CommissionAccrued':
      return moved(chart.PROMOTION, chart.earnings(ownerOf(recorded)), event.data.amount);
    case 'CommissionReversed':
      return moved(chart.earnings(ownerOf(recorded)), chart.PROMOTION, event.data.amount);
    case 'InviteEarningsTransferred':
      return moved(chart.earnings(ownerOf(recorded)), walletOf(recorded), event.data.amount);
    case 'QuotaAdjusted':
      return moved(chart.ADJUSTMENT, walletOf(recorded), event.data.delta);
    case 'ConsumptionRefunded':
      return moved(
        isTaskSource(event.data.source) ? chart.REFUNDS_CLAIMED : chart.REVENUE,
        walletOf(recorded),
        event.data.amount,
      );
    case 'ConsumptionCorrected': {
      const { delta, charge } = event.data;
      return replaced(walletOf(recorded), subtract(charge.amount, delta), charge.amount, earnedBy(charge.usage));
    }
    case 'LateConsumptionRecorded':
      return moved(walletOf(recorded), earnedBy(event.data.charge.usage), event.data.charge.amount);
    case 'ConsumptionRecorded':
      return moved(chart.wallet(event.data.accountId), earnedBy(event.data.usage), event.data.amount);
    case 'SuspenseSettled':
      return replaced(walletOf(recorded), event.data.before, event.data.after, chart.REVENUE);
    case 'ConsumptionRerated':
      return moved(walletOf(recorded), chargesOf(event.data), event.data.delta);
    case 'CodeIssued': {
      const { amount, usesMax, sale } = event.data;
      return moved(codesPaidBy(sale !== undefined), chart.CODES_OUTSTANDING, quota(amount * usesMax));
    }
    case 'CodeEdited':
      return moved(chart.PROMOTION, chart.CODES_OUTSTANDING, quota(event.data.amount - event.data.previousAmount));
    case 'CodeWithdrawn':
      return moved(chart.CODES_OUTSTANDING, codesPaidBy(event.data.sold), event.data.amount);
    case 'CodeExpired':
      return moved(chart.CODES_OUTSTANDING, event.data.sold ? chart.BREAKAGE : chart.PROMOTION, event.data.amount);
    case 'CodeRedeemed':
      return moved(chart.CODES_OUTSTANDING, chart.CODES_CLAIMED, event.data.amount);
    case 'TopUpPaid':
      return moved(chart.cash(event.data.provider), chart.TOP_UPS_CLAIMED, event.data.amount);
    case 'TopUpReversed':
      return moved(chart.TOP_UPS_CLAIMED, chart.cash(event.data.provider), negate(reversedBy(event.data)));
    case 'TaskFailed':
      return moved(chargesOf(event.data), chart.REFUNDS_CLAIMED, event.data.refund);
    case 'AccountOpened':
    case 'TokenLimitSet':
    case 'BudgetSet':
    case 'LeaseGranted':
    case 'LeaseResized':
    case 'LeaseSettled':
    case 'AccountClosed':
    case 'AccountCheckpointed':
    case 'TillOpened':
    case 'ConsumptionStarted':
    case 'AttemptsFailed':
    case 'TillFenced':
    case 'TillClosed':
    case 'CodeDisabled':
    case 'CodeEnabled':
    case 'TopUpRequested':
    case 'TopUpFailed':
    case 'TaskSubmitted':
    case 'TaskSucceeded':
    case 'TaskRefunded':
    case 'PriceBookPublished':
    case 'CataloguePublished':
    case 'ChannelTested':
    case 'LogsCleaned':
    case 'PeriodEnded':
    case 'PeriodClosed':
    case 'PeriodReopened':
    case 'AdministrationRecorded':
    case 'LedgerSealed':
    case 'SigningKeyChanged':
    case 'LedgerFounded':
      return [];
    default:
      return unknownEvent(event);
  }
}

const moved = (from: string, to: string, amount: Quota): readonly Posting[] =>
  amount === 0
    ? []
    : [
        { account: from, amount: negate(amount) },
        { account: to, amount },
      ];

/** Where a charge goes: only what the provider itself has stated is earned at once (docs/ledger.md#suspense). */
const earnedBy = ({ source }: Pick<Usage, 'source'>): string =>
  source === 'provider' ? chart.REVENUE : chart.SUSPENSE;

const chargesOf = ({ suspended }: { readonly suspended: boolean }): string =>
  suspended ? chart.SUSPENSE : chart.REVENUE;

/** Where what was credited and never used goes. */
const EXPIRED_TO: Readonly<Record<LotKind, string>> = {
  promotional: chart.PROMOTION,
  adjustment: chart.ADJUSTMENT,
  paid: chart.BREAKAGE,
};

/** The account that codes come out of, and go back to where they are withdrawn. */
const codesPaidBy = (sold: boolean): string => (sold ? chart.cash('codes') : chart.PROMOTION);

/** A charge that stood in suspense with `before` stands with `after` in `to`. Lines in the order wallet, suspense, revenue; one an account. */
function replaced(wallet: string, before: Quota, after: Quota, to: string): readonly Posting[] {
  const inSuspense = to === chart.SUSPENSE ? subtract(after, before) : negate(before);
  return [
    { account: wallet, amount: subtract(before, after) },
    { account: chart.SUSPENSE, amount: inSuspense },
    ...(to === chart.SUSPENSE ? [] : [{ account: to, amount: after }]),
  ].filter(({ amount }) => amount !== 0);
}

const walletOf = (recorded: Pick<Recorded, 'stream'>): string => chart.wallet(ownerOf(recorded));

function ownerOf({ stream }: Pick<Recorded, 'stream'>): UserId {
  const owner = accountOfStream(stream);
  if (owner === undefined) throw new Error(`an account's event in the stream ${stream}`);
  return owner;
}

/** Sums of lines by account; accounts that come to zero are left in. */
export function totals(lines: Iterable<Posting>): ReadonlyMap<string, Quota> {
  const sums = new Map<string, Quota>();
  for (const { account, amount } of lines) sums.set(account, quota((sums.get(account) ?? 0) + amount));
  return sums;
}
