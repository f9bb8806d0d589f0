import { generateKeyPairSync } from 'node:crypto';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { Position, RecordedEvent, Revision } from '@ledgate/domain/ports/event-store';
import { leafOf } from '@ledgate/domain/seal/leaf';
import { inclusionRanges, type LeafRange } from '@ledgate/domain/seal/proofs';
import { Frontier } from '@ledgate/domain/seal/tree';
import type { EventId } from '@ledgate/domain/shared/ids';
import { base64Of, digestOf, hashOfLeaf, sha256 } from '@ledgate/projections/seals/hashes';
import { checkpointText } from '@ledgate/projections/seals/note-texts';
import { signedNote, signerOf, vkeyOf } from '@ledgate/projections/seals/signed-note';

/** A key of a ledger that is nowhere else. */
export const newSigner = (name = 'ledgate/2f1c2b0e-7a52-4f0e-9d0b-3a8f4f6d1c11') =>
  signerOf(name, generateKeyPairSync('ed25519').privateKey);

type Signer = ReturnType<typeof newSigner>;

/** An event as it is stored, data as JSON text. */
export type Told = { readonly type: string; readonly data: string };
export const told = ({ type, data }: LedgerEvent): Told => ({ type, data: JSON.stringify(data) });

export type SealedEvent = {
  leaf: string;
  index: number;
  sealed: boolean;
  proof: { index: number; size: number; hashes: string[]; checkpoint: string } | null;
};
/** As `GET /api/receipt/{requestId}` answers it, with as much of the landed receipt as is checked. */
export type ReceiptAnswer = SealedEvent & {
  receipt: { request_id: string; usage: { prompt: number; completion: number }; exact: string; total: number };
  vkey: string;
  stands_at: number;
  later: SealedEvent[];
  later_left_off?: number;
  private?: unknown;
};
type Charge = {
  readonly requestId: string;
  readonly accountId: number;
  readonly amount: number;
  readonly usage: { readonly prompt: number; readonly completion: number };
  readonly price: { readonly exact: string };
};

type Place = { readonly stream: string; readonly schema: string };

const stored = ({ type, data }: Told, position: number, { stream, schema }: Place): RecordedEvent => ({
  id: `event-${position}` as EventId,
  type,
  data,
  metadata: { schema, actor: 'relay-1' },
  stream,
  revision: position as Revision,
  position: position as Position,
  recordedAt: '2026-11-28T09:00:00.001Z',
});

/** What an operator could seal who wants to deceive. */
export type Deceit = {
  readonly changed?: (leaf: string) => string;
  readonly origin?: string;
  /** Of the leaf of the charge. */
  readonly schema?: string;
  /** Where what followed stands. */
  readonly stream?: string;
};

/**
 * The receipt of a charge and what followed, in a tree of `size` leaves from `index` on. The charge is the first event; what it stands at is what the others
 * make of it.
 */
export function sealedReceipt(
  signer: Signer,
  events: readonly Told[],
  { index, size, standsAt, deceit = {} }: { index: number; size: number; standsAt: number; deceit?: Deceit },
): ReceiptAnswer {
  const charge = JSON.parse(events[0]?.data ?? '{}') as Charge & { readonly charge?: Charge };
  const { requestId, accountId, usage, price, amount } = charge.charge ?? charge;
  const { changed = (leaf) => leaf, origin = signer.name, schema = '2', stream = `account-${accountId}` } = deceit;
  const leaves = events.map((event, at) =>
    leafOf(stored(event, index + at, { schema, stream: at === 0 ? 'till-1' : stream }), digestOf),
  );
  const texts = Array.from({ length: size }, (_, at) => `leaf ${at}`);
  leaves.forEach(({ text }, at) => (texts[index + at] = at === 0 ? changed(text) : text));
  const hashes = texts.map(hashOfLeaf);
  const rootOf = ({ from, before }: LeafRange): Uint8Array => {
    const tree = new Frontier(sha256);
    for (const hash of hashes.slice(from, before)) tree.add(hash);
    return tree.root;
  };
  const checkpoint = signedNote(checkpointText({ origin, size, root: rootOf({ from: 0, before: size }) }), signer);
  const sealed = (at: number): SealedEvent => ({
    leaf: texts[at] ?? '',
    index: at,
    sealed: true,
    proof: {
      index: at,
      size,
      hashes: inclusionRanges(at, size).map((range) => base64Of(rootOf(range))),
      checkpoint,
    },
  });
  const hidden = leaves[0]?.private ?? null;
  return {
    receipt: {
      request_id: requestId,
      usage: { prompt: usage.prompt, completion: usage.completion },
      exact: price.exact,
      total: amount,
    },
    ...sealed(index),
    vkey: vkeyOf(signer),
    stands_at: standsAt,
    later: events.slice(1).map((_, at) => sealed(index + 1 + at)),
    ...(hidden === null ? {} : { private: JSON.parse(hidden) as unknown }),
  };
}
