import { accountStream } from '@ledgate/domain/account/events';
import { decode } from '@ledgate/domain/events/codec';
import { WrittenByLaterRelease } from '@ledgate/domain/events/written-by-later-release';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { Position, Revision } from '@ledgate/domain/ports/event-store';
import { amountOf } from '@ledgate/domain/pricing/amount-of';
import { decimal, decimalText } from '@ledgate/domain/pricing/decimal';
import { isSameHash, rootFromInclusion } from '@ledgate/domain/seal/proofs';
import type { EventId } from '@ledgate/domain/shared/ids';
import type { Explanation } from '@ledgate/domain/tariff/explanation';
import { taskSource } from '@ledgate/domain/task/decide';
import type { Charge, Usage } from '@ledgate/domain/till/charge';
import { base64Of, digestOf, hashIn, hashOfLeaf, sha256 } from '@ledgate/projections/seals/hashes';
import type { Checkpoint } from '@ledgate/projections/seals/note-texts';
import { verifierIn } from '@ledgate/projections/seals/signed-note';
import { z } from 'zod';
import { canonicalOf, jsonIn } from '../json.ts';
import type { Fault, Faults } from '../faults.ts';
import type { Published } from '../events-audit.ts';
import { type GivenKey, openedHead } from '../keys.ts';
import { printable } from '../printable.ts';
import { privateIn, withPrivate } from '../private-part.ts';
import { Unreadable } from '../unreadable.ts';

const count = z.number().int().min(0);

const proofSchema = z.object({ index: count, size: count, hashes: z.array(z.string()), checkpoint: z.string() });
const provenSchema = z.object({ leaf: z.string(), index: count, sealed: z.boolean(), proof: proofSchema.nullable() });
const receiptSchema = provenSchema.extend({
  receipt: z.object({
    request_id: z.string(),
    usage: z.object({ prompt: z.number(), completion: z.number() }),
    exact: z.string(),
    total: z.number(),
  }),
  vkey: z.string().nullable(),
  stands_at: z.number(),
  later: z.array(provenSchema),
  later_left_off: count.optional(),
  private: z.unknown().optional(),
});
const leafSchema = z.object({
  data: z.record(z.string(), z.unknown()),
  id: z.string(),
  metadata: z.record(z.string(), z.string()),
  recordedAt: z.string(),
  revision: count,
  stream: z.string(),
  type: z.string(),
});

type Receipt = z.infer<typeof receiptSchema>;
type Proven = z.infer<typeof provenSchema>;
type Found = {
  readonly origin: string | null;
  readonly events: number;
  readonly seals: number;
  readonly checkedSize: number;
  readonly warnings: readonly string[];
};
type Options = { readonly keys: readonly GivenKey[]; readonly heads: readonly Published[]; readonly faults: Faults };

/** The answer of /api/receipt, with its wrapper or without; undefined for what is none. */
export function receiptIn(answer: unknown): Receipt | undefined {
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;
  return receiptSchema.safeParse(data).data;
}

/** The sentences by which a receipt holds (docs/exports.md#audit), each by itself. */
export function auditReceipt(receipt: Receipt, options: Options): Found {
  const heads = [receipt, ...receipt.later].map((proven) => provenHead(proven, receipt.vkey, options));
  const events = [receipt, ...receipt.later].map((proven) => eventIn(proven, options.faults));
  try {
    checkCharge(receipt, events, options.faults);
  } catch (error) {
    // A leaf that is none of ours may lack any member.
    const seen = error instanceof Error ? error.message : String(error);
    options.faults.add({ kind: 'edited', place: { index: receipt.index }, expected: 'events of a charge', seen });
  }
  checkPrivate(receipt, options.faults);
  const others = checkHeads(receipt, heads, options);
  const signed = heads.flatMap((head) => (head === undefined || options.keys.length === 0 ? [] : [head]));
  return {
    origin: heads[0]?.origin ?? null,
    events: events.length,
    seals: signed.length,
    checkedSize: signed.reduce((most, { size }) => Math.max(most, size), 0),
    warnings: [
      ...(options.keys.length === 0 && heads.includes(undefined)
        ? ['Some of its events are not sealed: nothing proves them.']
        : []),
      ...(others === 0 ? [] : [`${others} checkpoints are of other sizes than its proofs and were not compared.`]),
    ],
  };
}

/** The head whose tree the leaf is shown to be in; undefined where it is not, which is told. */
function provenHead(
  { leaf, index, sealed, proof }: Proven,
  vkey: string | null,
  options: Options,
): Checkpoint | undefined {
  const tell = (fault: Omit<Fault, 'place'>): undefined => void options.faults.add({ place: { index }, ...fault });
  if (proof === null) {
    if (sealed || options.keys.length > 0) tell({ kind: 'signature', expected: 'a proof', seen: 'none' });
    return undefined;
  }
  if (!sealed) tell({ kind: 'signature', expected: 'no proof of what is not sealed', seen: 'one' });
  const own = verifierIn(vkey ?? '');
  if (own === undefined) return tell({ kind: 'signature', expected: 'a verifier key', seen: vkey ?? 'none' });
  const keys = options.keys.length === 0 ? [own] : options.keys;
  const known = openedHead(proof.checkpoint, keys, own.name);
  if ('seen' in known) return tell({ kind: 'signature', ...known });
  const { head, by } = known;
  if (by !== undefined && by.id !== own.id) tell({ kind: 'signature', expected: `vkey of ${by.id}`, seen: own.id });
  if (proof.size !== head.size) tell({ kind: 'edited', expected: `a proof for size ${head.size}`, seen: proof.size });
  if (proof.index !== index) tell({ kind: 'edited', expected: `a proof of index ${index}`, seen: proof.index });
  const path = proof.hashes.flatMap((hash) => hashIn(hash) ?? []);
  const root =
    path.length === proof.hashes.length
      ? rootFromInclusion(hashOfLeaf(leaf), { index, size: head.size }, path, sha256)
      : undefined;
  if (root !== undefined && isSameHash(root, head.root)) return head;
  return tell({ kind: 'edited', expected: base64Of(head.root), seen: root === undefined ? 'no root' : base64Of(root) });
}

/** That no two heads of one size have different roots. Answers how many of those that were given are of sizes that it has no proof for. */
function checkHeads(
  { index, later }: Receipt,
  heads: readonly (Checkpoint | undefined)[],
  { heads: published, faults }: Options,
): number {
  const proofs = heads.flatMap((head, at) =>
    head === undefined ? [] : [{ head, place: { index: later[at - 1]?.index ?? index } }],
  );
  const known = new Map<number, Checkpoint>();
  let others = 0;
  for (const head of published) {
    const [proof] = proofs.filter((one) => one.head.size === head.size);
    const origin = proofs[0]?.head.origin ?? head.origin;
    if (head.origin !== origin)
      faults.add({ kind: 'signature', place: { index }, expected: origin, seen: head.origin });
    else if (proof === undefined) others += 1;
    else known.set(head.size, head);
  }
  for (const { head, place } of proofs) {
    const { root } = known.get(head.size) ?? head;
    if (!isSameHash(root, head.root))
      faults.add({ kind: 'refilled', place, expected: base64Of(root), seen: base64Of(head.root) });
    known.set(head.size, known.get(head.size) ?? head);
  }
  return others;
}

/** `schema`: the number by which its type was written. */
type EventRead = { readonly event: LedgerEvent; readonly stream: string; readonly schema: string };

/** The event as it is read today; undefined where the leaf is none, which is told. */
function eventIn({ leaf, index }: Proven, faults: Faults): EventRead | undefined {
  const said = jsonIn(leaf);
  const parsed = leafSchema.safeParse(said);
  const tell = (expected: string, seen: string): undefined =>
    void faults.add({ kind: 'edited', place: { index }, expected, seen });
  if (!parsed.success) return tell('the leaf of an event', 'another text');
  if (canonicalOf(said) !== leaf) return tell('a canonical leaf', 'another text');
  const { data, id, ...others } = parsed.data;
  try {
    const { event, stream } = decode({
      ...others,
      id: id as EventId,
      // What stands apart is no part of what is reckoned, but older shapes are lifted by it.
      data: JSON.stringify(withPrivate(data)),
      position: 1 as Position,
      revision: others.revision as Revision,
    });
    return { event, stream, schema: others.metadata['schema'] ?? '1' };
  } catch (error) {
    // What was tampered with is not a later release's.
    if (error instanceof WrittenByLaterRelease && faults.count === 0) throw new Unreadable(printable(error.message));
    return tell('an event of this ledger', error instanceof Error ? error.message : String(error));
  }
}

type Stood = { readonly amount: number; readonly usage: Usage; readonly price: Explanation };

function checkCharge(receipt: Receipt, events: readonly (EventRead | undefined)[], faults: Faults): void {
  const [first, ...later] = events;
  const tell = (index: number, expected: string | number, seen: string | number) =>
    faults.add({ kind: 'edited', place: { index }, expected, seen });
  if (first === undefined) return;
  const { event } = first;
  if (
    event.type !== 'ConsumptionRecorded' &&
    event.type !== 'LateConsumptionRecorded' &&
    event.type !== 'ConsumptionCorrected'
  ) {
    tell(receipt.index, 'a charge', event.type);
    return;
  }
  const charge = event.type === 'ConsumptionRecorded' ? event.data : event.data.charge;
  const { receipt: shown } = receipt;
  const pairs = [
    ['request_id', charge.requestId, shown.request_id],
    ['usage.prompt', charge.usage.prompt, shown.usage.prompt],
    ['usage.completion', charge.usage.completion, shown.usage.completion],
    ['exact', charge.price.exact, shown.exact],
    ['total', charge.amount, shown.total],
    ['what usage and price come to', amountText(charge.price, charge.usage), charge.amount],
  ] as const;
  for (const [name, expected, seen] of pairs)
    if (expected !== seen) tell(receipt.index, `${name} ${expected}`, `${name} ${seen}`);
  let stood: Stood = { amount: charge.amount, usage: charge.usage, price: charge.price };
  let last = receipt.index;
  for (const [at, found] of later.entries()) {
    const index = receipt.later[at]?.index ?? 0;
    if (index <= last) tell(index, `an index above ${last}`, index);
    last = index;
    if (found === undefined) return;
    if (found.stream !== accountStream(charge.accountId)) tell(index, accountStream(charge.accountId), found.stream);
    const change = changeOf(found.event, { ...charge, isOld: first.schema === OLD }, stood);
    if (typeof change === 'string') {
      tell(index, change, found.event.type);
      return;
    }
    if (change.before !== stood.amount) tell(index, `before ${stood.amount}`, `before ${change.before}`);
    if (change.reckoned !== change.after) tell(index, `after ${change.reckoned}`, `after ${change.after}`);
    stood = { ...stood, ...change.stands, amount: change.after };
  }
  const { later_left_off: leftOff = 0 } = receipt;
  if (leftOff > 0)
    faults.add({
      kind: 'truncated',
      place: { index: last },
      expected: 'all later changes',
      seen: `${leftOff} left off`,
    });
  if (stood.amount !== receipt.stands_at) tell(last, `stands_at ${stood.amount}`, `stands_at ${receipt.stands_at}`);
}

type Change = {
  readonly before: number;
  readonly after: number;
  readonly reckoned: number | string;
  readonly stands: Partial<Stood>;
};

/** Charges of this schema say nothing of their task, and refunds of that time nothing of their request. */
const OLD = '1';

type OfCharge = Pick<Charge, 'requestId' | 'task'> & { readonly isOld: boolean };

/** A text says what it is not. A refund gives back what it says of what stands. */
function changeOf(event: LedgerEvent, { requestId, task, isOld }: OfCharge, stood: Stood): Change | string {
  const ofThis = `a change of request ${requestId}`;
  switch (event.type) {
    case 'SuspenseSettled': {
      const { before, after, usage, price } = event.data;
      if (event.data.requestId !== requestId) return ofThis;
      return { before, after, reckoned: amountText(price, usage), stands: { usage, price } };
    }
    case 'ConsumptionRerated': {
      const { before, after, delta, price } = event.data;
      if (event.data.requestId !== requestId) return ofThis;
      const reckoned = before + delta === after ? amountText(price, stood.usage) : before + delta;
      return { before, after, reckoned, stands: { price } };
    }
    case 'ConsumptionRefunded': {
      const after = stood.amount - event.data.amount;
      const isOfTask = isOld || (task !== undefined && event.data.source === taskSource(task.taskId));
      if (event.data.requestId === undefined ? !isOfTask : event.data.requestId !== requestId) return ofThis;
      return { before: stood.amount, after, reckoned: after, stands: {} };
    }
    default:
      return ofThis;
  }
}

function amountText(price: Explanation, usage: Usage): number | string {
  if (price.exact === '0') return 0;
  try {
    const { amount, exact } = amountOf(price, usage);
    return exact === decimalText(decimal(price.exact)) ? amount : `exact ${exact}, where the price has ${price.exact}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** For who sees it. */
function checkPrivate({ leaf, index, private: hidden }: Receipt, faults: Faults): void {
  if (hidden === undefined) return;
  const said = leafSchema.safeParse(jsonIn(leaf));
  const expected = said.success ? privateIn(said.data.data) : null;
  const seen = hidden === null ? null : digestOf(canonicalOf(hidden) ?? '');
  if (expected !== seen)
    faults.add({ kind: 'edited', place: { index }, expected: `private ${expected}`, seen: `private ${seen}` });
}
