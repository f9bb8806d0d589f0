import type { Recorded } from '@ledgate/domain/events/codec';
import type { Call } from './load.ts';

/** What a call was charged in the ledger: by how many events from the beginning, and the amount of all its events together. */
export type Charged = { readonly records: number; readonly amount: number };

const NOTHING: Charged = { records: 0, amount: 0 };

/** What an event moves of a balance for use, in quota; 0 for any other event. */
export function amountOf(event: Recorded['event']): number {
  if (event.type === 'ConsumptionRecorded') return event.data.amount;
  if (event.type === 'LateConsumptionRecorded') return event.data.charge.amount;
  return event.type === 'ConsumptionCorrected' ? event.data.delta : 0;
}

/** For each call, in their order, what the ledger says of it. */
export function chargesOf(calls: readonly Pick<Call, 'requestId'>[], events: readonly Recorded[]): readonly Charged[] {
  const charged = new Map<string, Charged>();
  for (const { event } of events) {
    const request = requestOf(event);
    if (request === undefined) continue;
    const { records, amount } = charged.get(request) ?? NOTHING;
    charged.set(request, {
      records: records + (event.type === 'ConsumptionCorrected' ? 0 : 1),
      amount: amount + amountOf(event),
    });
  }
  return calls.map(({ requestId }) => charged.get(requestId) ?? NOTHING);
}

/** The request that an event charges; undefined for any other event. */
export function requestOf(event: Recorded['event']): string | undefined {
  if (event.type === 'ConsumptionRecorded') return event.data.requestId;
  return event.type === 'LateConsumptionRecorded' || event.type === 'ConsumptionCorrected'
    ? event.data.charge.requestId
    : undefined;
}
