import { accountStream } from '@ledgate/domain/account/events';
import { encode } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { Position, RecordedEvent, Revision } from '@ledgate/domain/ports/event-store';
import { leafOf } from '@ledgate/domain/seal/leaf';
import { inclusionRanges } from '@ledgate/domain/seal/proofs';
import { Frontier } from '@ledgate/domain/seal/tree';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import type { Random } from '@ledgate/domain/testing/simulation/random';
import type { Charge } from '@ledgate/domain/till/charge';
import { base64Of, digestOf, hashOfLeaf, sha256 } from '@ledgate/projections/seals/hashes';
import { type AnyLine, headOf, randomEvents, VKEY } from './random-ledger.ts';

type MadeReceipt = { readonly answer: AnyLine; readonly size: number };

/** A receipt as the API answers it to who sees all, of a charge that a settlement, a re-rate and a refund may have followed. */
export function randomReceipt(random: Random): MadeReceipt {
  const amount = random.whole(1, 900);
  const charge = exampleCharge({
    usage: { source: 'estimated', prompt: amount, completion: 0 },
    price: { ...exampleCharge().price, exact: String(amount) },
    amount,
    privateSalt: 'salt',
  } as Partial<Charge>);
  const events: RecordedEvent[] = [...randomEvents(random, random.whole(1, 20))];
  const add = (stream: string, event: unknown): number => {
    for (const encoded of encode([event as LedgerEvent], {
      commandId: `receipt/${events.length}`,
      correlationId: 'receipt',
      occurredAtMs: Date.UTC(2026, 10, 2),
      actor: 'user-1',
    }))
      events.push({
        ...encoded,
        stream,
        revision: events.length as Revision,
        position: (events.length + 1_000) as Position,
        recordedAt: '2026-11-02T00:00:00.000Z',
      });
    return events.length - 1;
  };
  const index = add('till-9', { type: 'ConsumptionRecorded', data: { ...charge, interrupted: false } });
  const later: number[] = [];
  const { requestId, tokenId, price } = charge;
  const change = { requestId, tokenId, n: 0 };
  const stream = accountStream(charge.accountId);
  let stands: number = amount;
  if (random.chance(0.6)) {
    const after = amount + 5;
    const usage = { source: 'provider', prompt: after, completion: 0 };
    const settled = { ...change, billId: null, usage, price: { ...price, exact: String(after) } };
    later.push(
      add(stream, { type: 'SuspenseSettled', data: { ...settled, before: stands, after, source: 'settle-1' } }),
    );
    stands = after;
  }
  if (random.chance(0.6)) {
    const [before, after] = [stands, stands * 2];
    const rerated = { ...change, rerateId: 'x', price: { ...price, groupRatio: '2', exact: String(after) } };
    const data = { ...rerated, delta: after - before, before, after, suspended: false, source: 'rerate-x' };
    later.push(add(stream, { type: 'ConsumptionRerated', data }));
    stands = after;
  }
  if (random.chance(0.4)) {
    later.push(
      add(stream, { type: 'ConsumptionRefunded', data: { amount: stands, source: 'task-1', tokenId, requestId } }),
    );
    stands = 0;
  }
  const size = events.length;
  const proven = (at: number) => ({
    leaf: leafAt(events, at).text,
    index: at,
    sealed: true,
    proof: proofOf(events, at),
  });
  const receipt = {
    request_id: requestId,
    usage: { prompt: charge.usage.prompt, completion: charge.usage.completion },
    exact: price.exact,
    total: amount,
  };
  const hidden = leafAt(events, index).private;
  const data = {
    receipt,
    ...proven(index),
    vkey: VKEY,
    stands_at: stands,
    later: later.map(proven),
    private: JSON.parse(hidden ?? '{}'),
  };
  return { answer: { success: true, message: '', data }, size };
}

function leafAt(events: readonly RecordedEvent[], at: number) {
  const event = events[at];
  if (event === undefined) throw new Error(`no event at ${at}`);
  return leafOf(event, digestOf);
}

function proofOf(events: readonly RecordedEvent[], index: number) {
  const size = events.length;
  const hashes = inclusionRanges(index, size).map(({ from, before }) => {
    const tree = new Frontier(sha256);
    for (let at = from; at < before; at += 1) tree.add(hashOfLeaf(leafAt(events, at).text));
    return base64Of(tree.root);
  });
  return { index, size, hashes, checkpoint: headOf(events, size) };
}
