import type { RequestId } from '../shared/ids.ts';
import { type Quota, ZERO } from '../shared/quota.ts';
import type { AccountEvent } from './events.ts';
import type { ExistingAccount } from './state.ts';

/** What a charge has become after it was recorded: what it stands at, and whether that is still in suspense (docs/ledger.md#suspense). */
export type ChargeChange = { readonly standsAt: Quota; readonly suspended: boolean };

/** Of re-rates, settlements and tasks' refunds: what changes a charge, beside its correction, has one of these sources. */
const CHANGING_SOURCE = /^(?:rerate|settle|task)-/u;

/** Whether anything that the account remembers may have changed a charge: then the stream says which. */
export const knowsChanges = ({ sources }: Pick<ExistingAccount, 'sources'>): boolean =>
  [...sources.keys()].some((source) => CHANGING_SOURCE.test(source));

/** The change that an event makes to the charge of a request; undefined where it makes none. */
export function changeOf(event: AccountEvent, requestId: RequestId): ChargeChange | undefined {
  switch (event.type) {
    case 'ConsumptionRerated':
      return event.data.requestId === requestId
        ? { standsAt: event.data.after, suspended: event.data.suspended }
        : undefined;
    case 'SuspenseSettled':
      return event.data.requestId === requestId ? { standsAt: event.data.after, suspended: false } : undefined;
    case 'ConsumptionRefunded':
      return event.data.requestId === requestId ? { standsAt: ZERO, suspended: false } : undefined;
    default:
      return undefined;
  }
}
