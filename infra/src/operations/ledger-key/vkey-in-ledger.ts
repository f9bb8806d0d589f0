import { type AuditEvent, SEAL_STREAM } from '@ledgate/domain/audit/events';
import { decode } from '@ledgate/domain/events/codec';
import type { EventStore, Revision } from '@ledgate/domain/ports/event-store';
import { verifierIn } from '@ledgate/projections/seals/signed-note';
import { SEALS_OF_PAGE } from '../../limits.ts';

/** The verifier key of a key that the ledger names, looked for from the end of its seals; undefined where it stands nowhere. Throws StoreUnavailable. */
export async function vkeyInLedger(store: EventStore, keyId: string | undefined): Promise<string | undefined> {
  let before: Revision | undefined;
  for (;;) {
    const page = await store.readStreamBackwards(SEAL_STREAM, SEALS_OF_PAGE, before);
    for (const recorded of page) {
      const { event } = decode<AuditEvent>(recorded);
      if (event.type === 'SigningKeyChanged' && verifierIn(event.data.vkey)?.id === keyId) return event.data.vkey;
    }
    const oldest = page.at(-1);
    if (oldest === undefined || oldest.revision === 0) return undefined;
    before = (oldest.revision - 1) as Revision;
  }
}
