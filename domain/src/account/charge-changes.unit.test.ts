import { describe, expect, it } from '@jest/globals';
import { encode } from '../events/codec.ts';
import { NO_STREAM } from '../ports/event-store.ts';
import { postings, totals } from '../postings/postings.ts';
import { NO_TOKEN, type RequestId, type SourceId } from '../shared/ids.ts';
import { exampleCharge } from '../testing/example-charge.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import type { Charge } from '../till/charge.ts';
import { changeAccount } from './account-stream.ts';
import { CHECKPOINT_EVERY_EVENTS } from './checkpoint.ts';
import { type AccountEvent, accountStream } from './events.ts';
import { ann, opened, q, source } from './testing/example-account.ts';

// A fence has charged 40 for a request, which are in suspense. Its relay comes back and says that it was 55.
const requestId = 'request-1' as RequestId;
const fenced: Charge = exampleCharge({ requestId, amount: q(40) });
const interrupted: Charge = { ...fenced, usage: { ...fenced.usage, source: 'interrupted' } };
const really: Charge = { ...fenced, amount: q(55) };
const context = (commandId: string) => ({ commandId, correlationId: 'c', occurredAtMs: 2_000_000, actor: 'relay-1' });

const change = { requestId, tokenId: NO_TOKEN, price: fenced.price, n: 0 };
const rerated = (before: number, after: number, suspended: boolean, of = requestId): AccountEvent => ({
  type: 'ConsumptionRerated',
  data: {
    ...change,
    requestId: of,
    rerateId: `to-${after}`,
    before: q(before),
    after: q(after),
    delta: q(after - before),
    suspended,
    source: source(`rerate-to-${after}`),
  },
});
const settled: AccountEvent = {
  type: 'SuspenseSettled',
  data: { ...change, billId: 'b', usage: fenced.usage, before: q(40), after: q(48), source: source('settle-b') },
};
const refunded: AccountEvent = {
  type: 'ConsumptionRefunded',
  data: { amount: q(40), source: source('task-t'), tokenId: NO_TOKEN, requestId },
};

/** What the account's stream says of it after `before`, with so many adjustments in between. */
async function corrected(
  before: readonly AccountEvent[],
  { later = 0, charge = really }: { readonly later?: number; readonly charge?: Charge } = {},
): Promise<readonly AccountEvent[]> {
  const store = new MemoryEventStore();
  await store.append(accountStream(ann), NO_STREAM, encode([opened, ...before], context('before')));
  for (let n = 0; n < later; n += 1)
    await changeAccount(
      store,
      ann,
      { type: 'AdjustQuota', delta: q(1), actorId: ann, reason: '' },
      context(`later-${n}`),
    );
  const done = await changeAccount(
    store,
    ann,
    { type: 'CorrectConsumption', charge, delta: q(15), source: requestId as string as SourceId },
    context('correct'),
  );
  if (!done.ok) throw new Error(done.refusal.code);
  return done.events;
}

const deltas = (events: readonly AccountEvent[]): readonly number[] =>
  events.flatMap(({ type, data }) => (type === 'ConsumptionCorrected' ? [data.delta] : []));

describe('a correction', () => {
  it('is to what the fence has charged, where nothing has changed that', async () => {
    expect(deltas(await corrected([]))).toEqual([15]);
    expect(deltas(await corrected([rerated(40, 50, true, 'another' as RequestId)]))).toEqual([15]);
  });

  it('is to what the charge was re-rated to last, and leaves nothing in suspense', async () => {
    const changes = [rerated(40, 50, true), rerated(50, 52, true)];
    const correction = await corrected(changes);
    expect(deltas(correction)).toEqual([3]);
    const posted = [...changes, ...correction].flatMap((event) => postings({ event, stream: 'account-2' }));
    const charged = postings({
      event: { type: 'ConsumptionRecorded', data: { ...interrupted, interrupted: true } },
      stream: 'till-a',
    });
    expect(Object.fromEntries(totals([...charged, ...posted]))).toEqual({
      'user:2:wallet': -55,
      suspense: 0,
      revenue: 55,
    });
  });

  it('is to that also where a checkpoint stands between', async () => {
    expect(deltas(await corrected([rerated(40, 50, true)], { later: 2 * CHECKPOINT_EVERY_EVENTS }))).toEqual([5]);
  });

  it('is none of a charge that was settled or given back', async () => {
    expect(await corrected([settled])).toEqual([]);
    expect(await corrected([settled, rerated(48, 50, false)])).toEqual([]);
    const task = { taskId: 't', platform: 'suno', action: 'music' };
    expect(await corrected([refunded], { charge: { ...really, task } })).toEqual([]);
  });
});
