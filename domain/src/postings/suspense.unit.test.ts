import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LedgerEvent } from '../events/ledger-event.ts';
import { NO_TOKEN, type RequestId, type SourceId, userId } from '../shared/ids.ts';
import { quota } from '../shared/quota.ts';
import { exampleCharge } from '../testing/example-charge.ts';
import type { Charge, Usage } from '../till/charge.ts';
import { postings } from './postings.ts';

const ann = userId(2);
const source = 's' as SourceId;

/** What posts to suspense in the life of one request, and what of its charge stands there. */
type Life = { readonly events: readonly LedgerEvent[]; readonly standsAt: number; readonly inSuspense: boolean };

const settled = (before: number, after: number): LedgerEvent => ({
  type: 'SuspenseSettled',
  data: {
    requestId: 'request-1' as RequestId,
    tokenId: NO_TOKEN,
    billId: null,
    usage: { source: 'provider', prompt: 1, completion: 1 },
    price: exampleCharge().price,
    before: quota(before),
    after: quota(after),
    source,
    n: 0,
  },
});

const amount = fc.integer({ min: 0, max: 1_000 });
const usageSource = fc.constantFrom<Usage['source'][]>('provider', 'counted', 'estimated', 'interrupted');

/** Recorded, re-rated, corrected where a fence had charged it, settled, re-rated again, and failed as a task: as far as they can follow each other. */
const life = fc
  .record({
    charged: amount,
    by: usageSource,
    late: fc.boolean(),
    reratedBefore: fc.array(amount, { maxLength: 2 }),
    corrected: fc.option(fc.record({ to: amount, by: usageSource })),
    settledTo: fc.option(amount),
    reratedAfter: fc.array(amount, { maxLength: 2 }),
    failed: fc.boolean(),
  })
  .map(({ charged, by, late, reratedBefore, corrected, settledTo, reratedAfter, failed }): Life => {
    const charge: Charge = exampleCharge({ amount: quota(charged) });
    const of = (usedBy: Usage['source'], units: number): Charge => ({
      ...charge,
      amount: quota(units),
      usage: { ...charge.usage, source: usedBy },
    });
    const { requestId, price } = charge;
    let [standsAt, inSuspense] = [charged, by !== 'provider'];
    const events: LedgerEvent[] = [
      late
        ? { type: 'LateConsumptionRecorded', data: { source, charge: of(by, charged) } }
        : { type: 'ConsumptionRecorded', data: { ...of(by, charged), interrupted: by === 'interrupted' } },
    ];
    const rerate = (to: number): void => {
      const change = { before: quota(standsAt), after: quota(to), delta: quota(to - standsAt), suspended: inSuspense };
      const data = { rerateId: 'x', requestId, tokenId: NO_TOKEN, price, source, n: 0, ...change };
      events.push({ type: 'ConsumptionRerated', data });
      standsAt = to;
    };
    for (const to of reratedBefore) rerate(to);
    if (corrected !== null && by === 'interrupted') {
      const delta = quota(corrected.to - standsAt);
      const data = { source, delta, charge: of(corrected.by, corrected.to) };
      events.push({ type: 'ConsumptionCorrected', data });
      [standsAt, inSuspense] = [corrected.to, corrected.by !== 'provider'];
    }
    if (settledTo !== null && inSuspense) {
      events.push(settled(standsAt, settledTo));
      [standsAt, inSuspense] = [settledTo, false];
    }
    for (const to of reratedAfter) rerate(to);
    if (failed) {
      const data = { taskId: 't', accountId: ann, tokenId: NO_TOKEN, reason: '', requestId, suspended: inSuspense };
      events.push({ type: 'TaskFailed', data: { ...data, refund: quota(standsAt) } });
      standsAt = 0;
    }
    return { events, standsAt, inSuspense };
  });

const suspenseOf = (events: readonly LedgerEvent[]): number =>
  events
    .flatMap((event) => postings({ event, stream: 'account-2' }))
    .reduce((sum, { account, amount: units }) => sum + (account === 'suspense' ? units : 0), 0);

describe('suspense', () => {
  it('holds what charges in it stand at, and nothing once all of them are settled, for whatever', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(life, amount), { maxLength: 20 }), (lives) => {
        const all = lives.flatMap(([{ events }]) => events);
        const open = lives.filter(([{ inSuspense }]) => inSuspense);
        expect(suspenseOf(all)).toBe(open.reduce((sum, [{ standsAt }]) => sum + standsAt, 0));
        expect(suspenseOf([...all, ...open.map(([{ standsAt }, after]) => settled(standsAt, after))])).toBe(0);
      }),
    );
  });
});
