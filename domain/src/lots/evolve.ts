import type { OwnMaps } from '../account/own-maps.ts';
import type { LotKind } from '../account/events.ts';
import type { Recorded } from '../events/codec.ts';
import type { RequestId } from '../shared/ids.ts';
import { negate, subtract, type Quota } from '../shared/quota.ts';
import type { Lot, Wallet } from './state.ts';
import { credited, givenBack, type Step, taken, takenFor, unmoved } from './wallet.ts';

type Placed = Pick<Recorded, 'event' | 'id' | 'revision'>;

/**
 * Folds the next event of an account, in the order of positions, its charges in tills among them, into what its wallet is made of
 * (docs/ledger.md#lots). Pure, and without a clock.
 */
export const evolve = (wallet: Wallet, placed: Placed, own?: OwnMaps): Wallet => stepOf(wallet, placed, own).wallet;

/** The same, with what it does to which lot. */
export function stepOf(wallet: Wallet, { event, id, revision: name }: Placed, own?: OwnMaps): Step {
  const lot = (kind: LotKind, { expiresAtMs = null, of = null }: Ending = {}): Omit<Lot, 'rest'> => ({
    name,
    kind,
    expiresAtMs,
    of,
  });
  const charged = (requestId: RequestId | undefined, amount: Quota): Step => {
    if (amount < 0) return givenBack(wallet, requestId, negate(amount), name, own);
    return requestId === undefined ? taken(wallet, amount) : takenFor(wallet, requestId, amount, own);
  };
  switch (event.type) {
    case 'QuotaGranted': {
      const { amount, grant, expiresAtMs } = event.data;
      const isSet = grant === 'first_user' || grant === 'opening';
      return credited(wallet, amount, lot(isSet ? 'adjustment' : 'promotional', { expiresAtMs }));
    }
    case 'QuotaToppedUp': {
      const { amount, tradeNo, expiresAtMs } = event.data;
      return credited(wallet, amount, lot('paid', { expiresAtMs, of: tradeNo }));
    }
    case 'RedemptionCredited': {
      const { amount, sale, expiresAtMs } = event.data;
      return credited(wallet, amount, lot(sale === undefined ? 'promotional' : 'paid', { expiresAtMs }));
    }
    case 'InviteEarningsTransferred':
      return credited(wallet, event.data.amount, lot('promotional'));
    case 'QuotaAdjusted': {
      const { delta, reverses = null } = event.data;
      if (delta >= 0) return credited(wallet, delta, lot('adjustment', { of: id }));
      return taken(wallet, negate(delta), ({ of }) => of !== null && of === reverses);
    }
    case 'QuotaReversed': {
      const { delta, tradeNo } = event.data;
      if (delta >= 0) return credited(wallet, delta, lot('paid', { of: tradeNo }));
      return taken(wallet, negate(delta), ({ of }) => of === tradeNo);
    }
    case 'CreditExpired':
      return taken(wallet, event.data.amount, ({ name: lotName }) => lotName === event.data.lot);
    case 'ConsumptionRecorded':
      return charged(event.data.requestId, event.data.amount);
    case 'LateConsumptionRecorded':
      return charged(event.data.charge.requestId, event.data.charge.amount);
    case 'ConsumptionCorrected':
      return charged(event.data.charge.requestId, event.data.delta);
    case 'ConsumptionRerated':
      return charged(event.data.requestId, event.data.delta);
    case 'SuspenseSettled':
      return charged(event.data.requestId, subtract(event.data.after, event.data.before));
    case 'ConsumptionRefunded':
      return charged(event.data.requestId, negate(event.data.amount));
    default:
      return unmoved(wallet);
  }
}

const MOVE_WALLETS: ReadonlySet<string> = new Set([
  'QuotaGranted',
  'QuotaToppedUp',
  'RedemptionCredited',
  'InviteEarningsTransferred',
  'QuotaAdjusted',
  'QuotaReversed',
  'CreditExpired',
  'ConsumptionRecorded',
  'LateConsumptionRecorded',
  'ConsumptionCorrected',
  'ConsumptionRerated',
  'SuspenseSettled',
  'ConsumptionRefunded',
]);

/** Whether events of a type are any that `evolve` makes something of. */
export const movesWallet = (type: string): boolean => MOVE_WALLETS.has(type);

type Ending = { readonly expiresAtMs?: number | null | undefined; readonly of?: string | null };
