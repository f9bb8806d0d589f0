import { describe, expect, it } from '@jest/globals';
import type { LeaseId, RequestId, TillId, TokenId } from '../shared/ids.ts';
import { quota } from '../shared/quota.ts';
import { exampleCharge, exampleStart } from '../testing/example-charge.ts';
import { specification } from '../testing/given-when-then.ts';
import type { InterruptedPolicy, TillCommand } from './commands.ts';
import { decide } from './decide.ts';
import type { TillEvent } from './events.ts';
import { fold } from './evolve.ts';
import type { Till } from './state.ts';

const given = specification<TillCommand, Till, TillEvent>({ decide, fold: (events) => fold(events) });

const tillId = 'till-a' as TillId;
const request = (id: string) => id as RequestId;
const opened: TillEvent = { type: 'TillOpened', data: { tillId, relayId: 'relay-1', openedAtMs: 5 } };
const started = (id = 'request-1'): TillEvent => ({
  type: 'ConsumptionStarted',
  data: exampleStart({ requestId: request(id) }),
});
const recorded = (id = 'request-1', amount = 100, changes = {}): TillEvent => ({
  type: 'ConsumptionRecorded',
  data: { ...exampleCharge({ requestId: request(id), amount: quota(amount), ...changes }), interrupted: false },
});
const failed = (id = 'request-1'): TillEvent => ({
  type: 'AttemptsFailed',
  data: { requestId: request(id), accountId: 2 as never, attempts: [] },
});
const fenced: TillEvent = { type: 'TillFenced', data: { by: 'worker-1', reason: 'silent for 10 s' } };
const closed = (charges: number, amount: number): TillEvent => ({
  type: 'TillClosed',
  data: { charges, amount: quota(amount) },
});
const end = (policy: InterruptedPolicy, id = 'request-1'): TillCommand => ({
  type: 'EndInterrupted',
  requestId: request(id),
  policy,
  nowMs: 1_004_000,
});
const interrupted = (prompt: number, amount: number): TillEvent => ({
  type: 'ConsumptionRecorded',
  data: {
    ...exampleCharge({
      amount: quota(amount),
      firstTokenMs: null,
      durationMs: 4_000,
      usage: { ...exampleCharge().usage, source: 'interrupted', prompt },
      price: { ...exampleCharge().price, exact: String(amount) },
    }),
    interrupted: true,
  },
});

describe('a till', () => {
  it('is opened once', () => {
    given().when({ type: 'OpenTill', tillId, relayId: 'relay-1', nowMs: 5 }).then(opened);
    given(opened)
      .when({ type: 'OpenTill', tillId, relayId: 'relay-1', nowMs: 6 })
      .thenRefused({ code: 'till_not_open' });
    given().when({ type: 'CloseTill' }).thenRefused({ code: 'till_not_open' });
  });

  it('is closed with its sums, once, when nothing runs under it', () => {
    given(opened, recorded('a', 100), failed('b'), recorded('c', 0), recorded('d', 25))
      .when({ type: 'CloseTill' })
      .then(closed(2, 125));
    given(opened, started()).when({ type: 'CloseTill' }).thenRefused({ code: 'request_known' });
    given(opened, started(), recorded()).when({ type: 'CloseTill' }).then(closed(1, 100));
    given(opened, started(), failed()).when({ type: 'CloseTill' }).then(closed(0, 0));
    given(opened, closed(0, 0)).when({ type: 'CloseTill' }).then();
  });

  it('is fenced while it is open', () => {
    given(opened).when({ type: 'FenceTill', by: 'worker-1', reason: 'silent for 10 s' }).then(fenced);
    given(opened, fenced).when({ type: 'FenceTill', by: 'worker-2', reason: 'too' }).then();
    given(opened, closed(0, 0)).when({ type: 'FenceTill', by: 'worker-2', reason: 'too' }).then();
    given(opened, fenced, closed(0, 0)).when({ type: 'CloseTill' }).then();
  });

  it("charges by the last of a request's beginnings, and ends it once", () => {
    const renewed: TillEvent = {
      type: 'ConsumptionStarted',
      data: exampleStart({ requestId: request('request-1') }, { reserved: quota(350) }),
    };
    given(opened, started(), renewed, fenced).when(end('reservation')).then(interrupted(350, 350));
    given(opened, started(), renewed, recorded()).when({ type: 'CloseTill' }).then(closed(1, 100));
  });

  it.each([
    ['prompt', 10, 10],
    ['reservation', 200, 200],
    ['nothing', 0, 0],
  ] as const)('charges what a fence cut off by the policy %s', (policy, prompt, amount) => {
    given(opened, started(), fenced).when(end(policy)).then(interrupted(prompt, amount));
  });

  it('charges what was cut off once, and only after the fence', () => {
    given(opened, started(), fenced, interrupted(10, 10)).when(end('prompt')).then();
    given(opened, started(), recorded(), fenced).when(end('prompt')).then();
    given(opened, started()).when(end('prompt')).thenRefused({ code: 'till_not_open' });
    given(opened, fenced).when(end('prompt')).thenRefused({ code: 'request_unknown' });
    given(opened, fenced, closed(0, 0)).when(end('prompt')).thenRefused({ code: 'till_not_open' });
  });
});

describe('the fold of a till', () => {
  const [one, two] = ['lease-1' as LeaseId, 'lease-2' as LeaseId];

  it('sums what each lease consumed, by token', () => {
    const till = fold([
      opened,
      recorded('a', 100),
      recorded('b', 7, { tokenId: 6 as TokenId }),
      recorded('c', 5, { leaseId: two }),
      recorded('d', 1),
    ]);
    expect(till.status !== 'missing' && Object.fromEntries(till.leases)).toEqual({
      [one]: { accountId: 2, consumed: 108, byToken: { 5: 101, 6: 7 } },
      [two]: { accountId: 2, consumed: 5, byToken: { 5: 5 } },
    });
  });

  it('knows what runs and how each request ended', () => {
    const till = fold([opened, started('a'), started('b'), recorded('a', 3), started('c'), failed('c'), fenced]);
    expect(till).toMatchObject({ status: 'fenced', revision: 6 });
    expect(till.status !== 'missing' && [...till.started.keys()]).toEqual(['b']);
    expect(till.status !== 'missing' && [...till.ended]).toEqual([
      ['a', { amount: 3, interrupted: false }],
      ['c', { amount: 0, interrupted: false }],
    ]);
  });

  it('goes on from where it stood, and leaves that as it was', () => {
    const before = fold([opened, started('a'), recorded('b', 3)]);
    const after = fold([recorded('a', 4)], before);
    expect(after).toEqual(fold([opened, started('a'), recorded('b', 3), recorded('a', 4)]));
    expect(before).toEqual(fold([opened, started('a'), recorded('b', 3)]));
  });

  it('refuses a stream that no till wrote', () => {
    expect(() => fold([recorded()])).toThrow(/begins with ConsumptionRecorded/);
  });
});
