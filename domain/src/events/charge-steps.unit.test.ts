import { describe, expect, it } from '@jest/globals';
import { exampleCharge, exampleStart } from '../testing/example-charge.ts';
import type { Charge } from '../till/charge.ts';
import { chargeWithinStep, failedStep, recordedStep, startedStep } from './charge-steps.ts';
import type { EventData } from './schema-step.ts';

const charge = (changes: Partial<Charge> = {}): EventData => JSON.parse(JSON.stringify(exampleCharge(changes)));
const [attempt] = exampleCharge().attempts;
if (attempt === undefined) throw new Error('the example has no attempt');
const cut = { ...attempt, outcome: 'cut' as const };
const underWay = { ...cut, status: 0, latencyMs: 0 };
const used = { source: 'provider' as const, prompt: 100, completion: 9 };

describe('a charge as releases before wrote it', () => {
  it('has every part of its usage, 0 where there is none, and the finer ones where they were counted then', () => {
    const parts = { cachedRead: 1, cachedAudio: 2, cachedWrite: 4, cachedWrite1h: 8, audioInput: 16, imageInput: 32 };
    expect(recordedStep.lower(charge({ usage: { ...used, parts: { ...parts, reasoning: 3 } } }))?.['usage']).toEqual({
      ...used,
      cachedRead: 3,
      cachedWrite: 12,
      audioInput: 16,
      audioOutput: 0,
      image: 32,
      reasoning: 3,
    });
  });

  it('leaves out what nothing rests on, and the attempt that was under way', () => {
    const lowered = recordedStep.lower(
      charge({ privateSalt: 'salt', tags: { a: 'b' }, attempts: [attempt, underWay] }),
    );
    expect(lowered).not.toHaveProperty('privateSalt');
    expect(lowered).not.toHaveProperty('tags');
    expect(lowered?.['attempts']).toEqual([{ channelId: 3, status: 200, upstreamRequestId: 'up-1', latencyMs: 40 }]);
  });

  it('keeps the attempt whose caller has left, answered or not: it is all that says whom the money went to', () => {
    const told = { channelId: 3, upstreamRequestId: 'up-1' };
    const attempts = [cut, { ...cut, status: 0 }];
    const lowered = [
      { ...told, status: 200, latencyMs: 40 },
      { ...told, status: 0, latencyMs: 40 },
    ];
    expect(recordedStep.lower(charge({ attempts }))?.['attempts']).toEqual(lowered);
    expect(failedStep.lower({ requestId: 'r1', accountId: 1, attempts })).toMatchObject({ attempts: lowered });
  });

  it('is not written where its price has lines, which they could not compute', () => {
    const changes = { price: { ...exampleCharge().price, method: 'parts', lines: [], quotaPerUnit: '1' } as never };
    expect(recordedStep.lower(charge(changes))).toBeUndefined();
    expect(chargeWithinStep.lower({ charge: charge(changes) })).toBeUndefined();
  });

  it('is written without what was counted beside its tokens where its price has none: no request that has no such price is lost', () => {
    const searched = { usage: { ...used, measured: { searches: 1 } } };
    const plain = recordedStep.lower(charge({ usage: used }));
    expect(recordedStep.lower(charge(searched))).toEqual(plain);
    expect(chargeWithinStep.lower({ charge: charge(searched) })).toEqual({ charge: plain });
    const start = JSON.parse(JSON.stringify(exampleStart())) as EventData;
    const { prompt, reservation } = start['interrupted'] as { prompt: EventData; reservation: EventData };
    const usage = { ...(reservation['usage'] as EventData), measured: { searches: 1 } };
    expect(startedStep.lower({ ...start, interrupted: { prompt, reservation: { ...reservation, usage } } })).toEqual(
      startedStep.lower(start),
    );
  });

  it('is not begun where what a fence would charge has lines', () => {
    const start = JSON.parse(JSON.stringify(exampleStart({ attempts: [underWay] }))) as EventData;
    expect(startedStep.lower(start)).toMatchObject({ attempts: [] });
    const { prompt, reservation } = start['interrupted'] as { prompt: EventData; reservation: EventData };
    const byLines = { ...reservation, price: { method: 'parts', lines: [] } };
    expect(startedStep.lower({ ...start, interrupted: { prompt, reservation: byLines } })).toBeUndefined();
  });
});

describe('a charge of before', () => {
  const before = {
    attempts: [
      { channelId: 4, status: 500, upstreamRequestId: '', latencyMs: 5 },
      { channelId: 3, status: 200, upstreamRequestId: 'up-1', latencyMs: 40 },
    ],
    usage: { ...used, cachedRead: 0, cachedWrite: 7, audioInput: 0, audioOutput: 0, image: 0, reasoning: 2 },
  };

  it('was answered by its last attempt; those of what failed, or only began, have failed', () => {
    const outcomes = (data: EventData) => (data['attempts'] as EventData[]).map(({ outcome }) => outcome);
    expect(outcomes(recordedStep.lift(before))).toEqual(['failed', 'answered']);
    expect(outcomes(failedStep.lift(before))).toEqual(['failed', 'failed']);
    const policy = { usage: before.usage };
    expect(outcomes(startedStep.lift({ ...before, interrupted: { prompt: policy, reservation: policy } }))).toEqual([
      'failed',
      'failed',
    ]);
  });

  it('leaves out what it says nothing of', () => {
    expect(recordedStep.lift(before)).toMatchObject({ usage: { ...used, parts: { cachedWrite: 7, reasoning: 2 } } });
    const [first] = recordedStep.lift(before)['attempts'] as EventData[];
    expect(first).not.toHaveProperty('upstreamRequestId');
  });
});
