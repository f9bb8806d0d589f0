import type { Recorded } from '@ledgate/domain/events/codec';
import { NO_TOKEN } from '@ledgate/domain/shared/ids';
import { addTo, noChange } from '../balances/balance-change.ts';
import { consumptionOf } from './charge-of.ts';

/** By how much an event moves the figures of its account, and of its token what that has used; quota units, signed. */
export type Moved = {
  readonly balance: number;
  /** Charges less refunds. */
  readonly used: number;
  readonly earnings: number;
  /** undefined where it is no charge by a token: what is given back counts for none (docs/billing.md#refunds). */
  readonly token: { readonly id: number; readonly used: number } | undefined;
};

export function movedBy(recorded: Recorded): Moved {
  const change = noChange();
  addTo(change, recorded);
  const { credits, tillCharges, late, earnings, refunds } = change;
  const charged = tillCharges + late;
  const consumption = consumptionOf(recorded);
  return {
    balance: credits - charged,
    used: charged - refunds,
    earnings,
    token:
      consumption === undefined || consumption.tokenId === NO_TOKEN
        ? undefined
        : { id: consumption.tokenId, used: consumption.amount },
  };
}
