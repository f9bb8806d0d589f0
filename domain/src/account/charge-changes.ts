import type { RequestId } from '../shared/ids.ts';
import { type Quota, ZERO } from '../shared/quota.ts';
import type { Charge } from '../till/charge.ts';
import type { AccountEvent } from './events.ts';
import type { ExistingAccount } from './state.ts';

/** What a charge has become after it was recorded: what it stands at, and whether that is still in suspense (docs/ledger.md#suspense). */
export type ChargeChange = { readonly standsAt: Quota; readonly suspended: boolean };

/** Of re-rates and settlements. */
const CHANGING_SOURCE = /^(?:rerate|settle)-/u;

/** Whether the account's stream may hold what has changed a charge since it was recorded: re-rates, settlements, the refund of its task. */
export const mayBeChanged = ({ numbers }: Pick<ExistingAccount, 'numbers'>, { task }: Pick<Charge, 'task'>): boolean =>
  task !== undefined || [...numbers.keys()].some((source) => CHANGING_SOURCE.test(source));

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
