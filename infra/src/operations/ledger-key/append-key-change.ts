import type { AppendOutcome, EventStore } from '@ledgate/domain/ports/event-store';
import { keyChangeText } from '@ledgate/projections/seals/note-texts';
import { appendToSeals, type SealState } from '@ledgate/projections/seals/seal-stream';
import { type Signer, signedNote, vkeyOf } from '@ledgate/projections/seals/signed-note';
import { systemClock } from '../../process/main/clock.ts';

type KeyChange = {
  /** What the stream's end says: the change is written at that exact revision. */
  readonly state: SealState;
  readonly next: Signer;
  /** The old key where it is at hand, else the new one. */
  readonly signedBy: Signer;
  /** The verifier key of the old one, where the ledger knows it. */
  readonly previous: string | undefined;
  readonly reason: string;
};

/**
 * Writes that another key signs from the last seal on (docs/ledger.md#seals). The same key at the same place is one event, however often it is asked for.
 * Throws StoreUnavailable, NotWrittenYet.
 */
export function appendKeyChange(
  store: EventStore,
  { state, next, signedBy, previous, reason }: KeyChange,
): Promise<AppendOutcome> {
  const fromSize = state.seal?.size ?? 0;
  const vkey = vkeyOf(next);
  const note = signedNote(keyChangeText(next.name, fromSize, vkey), signedBy);
  const commandId = `signing-key-${next.id}-${state.revision}`;
  return appendToSeals(
    store,
    state,
    { type: 'SigningKeyChanged', data: { vkey, ...(previous === undefined ? {} : { previous }), fromSize, note } },
    { commandId, correlationId: commandId, occurredAtMs: systemClock.nowMs(), actor: 'ledgate', reason },
  );
}
