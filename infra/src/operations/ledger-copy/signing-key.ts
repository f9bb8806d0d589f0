import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { verifierIn } from '@ledgate/projections/seals/signed-note';

/** The key that a ledger is sealed with: whose ledger that is, the key's id, and its verifier key where the ledger says it (docs/ledger.md#seals). */
export type SigningKey = { readonly origin: string; readonly id: string; readonly vkey?: string };

/** The one that signs after an event of stream `seal`; others change nothing. */
export function signingKeyAfter(
  before: SigningKey | undefined,
  { event }: { readonly event: LedgerEvent },
): SigningKey | undefined {
  if (event.type === 'SigningKeyChanged') {
    const { vkey } = event.data;
    const verifier = verifierIn(vkey);
    return verifier === undefined ? before : { origin: verifier.name, id: verifier.id, vkey };
  }
  if (event.type !== 'LedgerSealed' || event.data.origin === null || event.data.keyId === before?.id) return before;
  return { origin: event.data.origin, id: event.data.keyId };
}
