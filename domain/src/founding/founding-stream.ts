import { changeStream, type Decider, loadStream } from '../events/stream-change.ts';
import type { EventStore } from '../ports/event-store.ts';
import { accept, nothing } from '../shared/result.ts';
import { type FoundingEvent, LEDGER_STREAM } from './events.ts';

type FoundLedger = { readonly type: 'FoundLedger'; readonly installationId: string };
/** The installation's id; undefined before there is one. */
type Founding = string | undefined;

/** Whoever comes second founds nothing. */
const decider: Decider<FoundLedger, Founding, FoundingEvent> = {
  decide: ({ installationId }, founding) =>
    founding === undefined ? accept({ type: 'LedgerFounded', data: { installationId } }) : nothing,
  evolve(founding, { data }) {
    if (founding !== undefined) throw new Error(`LedgerFounded of a ledger that is founded as ${founding}`);
    return data.installationId;
  },
  initial: undefined,
};

/** Whose ledger this is; undefined where no release has founded it yet. Throws StoreUnavailable. */
export const founded = async (store: EventStore): Promise<string | undefined> =>
  (await loadStream(store, LEDGER_STREAM, decider)).state;

/**
 * Founds the ledger where nobody has: answers the id that it bears from then on, which is another than `installationId` where somebody was earlier.
 * `installationId` is a UUID of this call alone: a store that knows commands again by their ids would take two processes' for one. Throws
 * StoreUnavailable; a later call with another id then finds what this one has written.
 */
export async function foundLedger(store: EventStore, installationId: string, nowMs: number): Promise<string> {
  const change = await changeStream(
    store,
    LEDGER_STREAM,
    decider,
    { type: 'FoundLedger', installationId },
    {
      commandId: `found-ledger-${installationId}`,
      correlationId: 'first-start',
      occurredAtMs: nowMs,
      actor: 'ledgate',
      reason: 'first start that founds ledgers',
    },
  );
  if (change.state === undefined) throw new Error('the ledger is not founded although it was to be');
  return change.state;
}
