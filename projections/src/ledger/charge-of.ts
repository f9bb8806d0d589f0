import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { Quota } from '@ledgate/domain/shared/quota';
import type { Charge } from '@ledgate/domain/till/charge';

/** What moves a balance for use (docs/ledger.md#postings): a charge, or what a charge should have been less what it was. */
export type Consumption = {
  readonly kind: 'recorded' | 'late' | 'corrected';
  readonly charge: Charge;
  /** Signed: above zero is taken from the balance. */
  readonly amount: Quota;
  readonly interrupted: boolean;
};

/** undefined for an event that is no consumption. */
export function consumptionOf(event: LedgerEvent): Consumption | undefined {
  switch (event.type) {
    case 'ConsumptionRecorded':
      return { kind: 'recorded', charge: event.data, amount: event.data.amount, interrupted: event.data.interrupted };
    case 'LateConsumptionRecorded':
      return { kind: 'late', charge: event.data.charge, amount: event.data.charge.amount, interrupted: false };
    case 'ConsumptionCorrected':
      return { kind: 'corrected', charge: event.data.charge, amount: event.data.delta, interrupted: false };
    default:
      return undefined;
  }
}

type Counted = { readonly requests: number; readonly promptTokens: number; readonly completionTokens: number };

/**
 * Requests and tokens that a consumption stands for: a correction changes the amount of a request that is counted already, so it has neither,
 * in display rows, buckets and counts alike.
 */
export const countedAs = (
  type: string,
  { prompt, completion }: { readonly prompt: number; readonly completion: number },
): Counted =>
  type === 'ConsumptionCorrected'
    ? { requests: 0, promptTokens: 0, completionTokens: 0 }
    : { requests: 1, promptTokens: prompt, completionTokens: completion };

export const countedOf = ({ kind, charge: { usage } }: Consumption): Counted =>
  countedAs(kind === 'corrected' ? 'ConsumptionCorrected' : '', usage);
