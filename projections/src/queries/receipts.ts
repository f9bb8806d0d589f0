import { decode, type Recorded } from '@ledgate/domain/events/codec';
import type { EventStore, Position, RecordedEvent, Revision } from '@ledgate/domain/ports/event-store';
import { type Leaf, leafOf } from '@ledgate/domain/seal/leaf';
import type { UserId } from '@ledgate/domain/shared/ids';
import { type Quota, subtract } from '@ledgate/domain/shared/quota';
import { RECEIPT_LATER_MAX } from '../limits.ts';
import { digestOf } from '../seals/hashes.ts';
import { keyOfSeal, newestSeal, type SealRow, signingKeys } from '../seals/seals.ts';
import { inclusionProof } from '../seals/tree-proofs.ts';
import { type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { type ChargeExplanation, explainCharge } from './charges.ts';
import { indexAt, knownHead } from './head.ts';
import { CHANGES_SINCE } from './sql.ts';

/** That a leaf is in the tree of the newest seal: hashes from its sibling upwards. */
type LeafProof = { readonly seal: SealRow; readonly hashes: readonly Uint8Array[] };
/** proof: null while no seal covers it, or its tree is not kept as far as that. */
export type ProvedLeaf = { readonly leaf: Leaf; readonly index: number; readonly proof: LeafProof | null };

/** A charge with what became of it, each by its event and the proof that the ledger has it (docs/behaviour.md#receipts). */
export type ChargeReceipt = {
  /** Of the charge as the last correction has it. */
  readonly explained: ChargeExplanation;
  /** The event that says it. */
  readonly proved: ProvedLeaf;
  /** Re-rates, settlements and refunds after it, oldest first: RECEIPT_LATER_MAX at most. */
  readonly later: readonly ProvedLeaf[];
  /** How many more of them there are. */
  readonly laterLeftOff: number;
  /** After those in `later`. */
  readonly standsAt: Quota;
  /** Of the newest seal's key; without a seal of the present one, undefined before there is one. */
  readonly vkey: string | undefined;
};

type Ledger = Pick<EventStore, 'readStream'>;

/**
 * undefined where nothing was charged under the request's id, or, with `accountId`, to somebody else; 'behind' where the read models do not hold all that
 * stands before one of its events. Throws StoreUnavailable.
 */
export async function receiptOf(
  db: Queryable,
  store: Ledger,
  request: { readonly requestId: string; readonly accountId?: UserId },
): Promise<ChargeReceipt | 'behind' | undefined> {
  const explained = await explainCharge(db, store, { ...request, asEnded: true });
  if (explained === undefined) return undefined;
  const { changes, leftOff } = await changesOf(db, store, explained);
  const told = [explained.stored, ...changes];
  // An index counts what stands before it, whatever partition it is of.
  const { position: known } = await knownHead(db);
  if (told.some(({ position }) => position > known)) return 'behind';
  const [seal, keys] = [await newestSeal(db), await signingKeys(db)];
  const [proved, ...later] = await inTurn(told, (stored) => provedLeaf(db, stored, seal));
  if (proved === undefined) throw new Error(`the charge of ${request.requestId} has no leaf`);
  return {
    explained,
    proved,
    later,
    laterLeftOff: leftOff,
    standsAt: changes.map((stored) => decode(stored)).reduce(afterChange, explained.charge.amount),
    vkey: (seal === undefined ? keys[0] : keyOfSeal(keys, seal))?.vkey,
  };
}

async function changesOf(
  db: Queryable,
  store: Ledger,
  { accountId, charge, stored }: ChargeExplanation,
): Promise<{ readonly changes: readonly RecordedEvent[]; readonly leftOff: number }> {
  const told = await rows<{ position: number; stream: string; revision: number; found: number }>(
    db,
    query.raw(CHANGES_SINCE, {
      accountId,
      requestId: charge.requestId,
      taskId: charge.task?.taskId ?? null,
      after: stored.position,
      limit: RECEIPT_LATER_MAX,
    }),
  );
  const changes = await inTurn(told, async ({ stream, revision }) => {
    const [event] = await store.readStream(stream, revision as Revision, 1);
    if (event === undefined) throw new Error(`ledger entry ${stream}@${revision} is not in the ledger`);
    return event;
  });
  return { changes, leftOff: (told[0]?.found ?? 0) - told.length };
}

async function provedLeaf(db: Queryable, stored: RecordedEvent, seal: SealRow | undefined): Promise<ProvedLeaf> {
  const leaf = leafOf(stored, digestOf);
  const index = await indexAt(db, stored.position as Position);
  const hashes = seal !== undefined && index < seal.size ? await inclusionProof(db, index, seal.size) : undefined;
  return { leaf, index, proof: seal === undefined || hashes === undefined ? null : { seal, hashes } };
}

/** What a charge stands at after an event that changes it or gives it back. */
function afterChange(standsAt: Quota, { event }: Recorded): Quota {
  switch (event.type) {
    case 'ConsumptionRerated':
    case 'SuspenseSettled':
      return event.data.after;
    case 'ConsumptionRefunded':
      return subtract(standsAt, event.data.amount);
    default:
      throw new Error(`a ${event.type} changes no charge`);
  }
}

/** One after the other: a receipt takes one connection. */
async function inTurn<Item, Made>(items: readonly Item[], make: (item: Item) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (const item of items) made.push(await make(item));
  return made;
}
