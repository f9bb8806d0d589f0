import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CallLimits } from './call-limits.ts';
import {
  decideCalls,
  type LimitedCall,
  type LimitExchange,
  type LimitState,
  RUNNING_HELD_MS,
  type Verdict,
} from './window.ts';

const START_MS = 1_700_000_000_000;

/** What all processes share, as the directory keeps it. */
class Shared {
  states: ReadonlyMap<string, LimitState> = new Map();
  nowMs = START_MS;

  ask(exchange: Partial<LimitExchange>, processId = 'one'): readonly Verdict[] {
    const { states, verdicts } = decideCalls(
      this.states,
      { told: [], calls: [], ...exchange },
      { processId, nowMs: this.nowMs },
    );
    this.states = new Map([...this.states, ...states]);
    return verdicts;
  }

  call(limits: CallLimits, { tokens = 0, processId = 'one', subject = 'user:1' } = {}): Verdict {
    const [verdict] = this.ask({ calls: [callOf(limits, tokens, subject)] }, processId);
    if (verdict === undefined) throw new Error('no verdict');
    return verdict;
  }
}

const callOf = (limits: CallLimits, tokens = 0, subject = 'user:1'): LimitedCall => ({
  parts: [{ subject, limits }],
  tokens,
});

describe('limits of calls', () => {
  it('let as many requests begin in a minute as they say, whoever serves them, and say when the next may', () => {
    const shared = new Shared();
    for (const processId of ['one', 'two', 'one']) expect(shared.call({ rpm: 3 }, { processId }).granted).toBe(true);
    expect(shared.call({ rpm: 3 }, { processId: 'two' })).toEqual({
      granted: false,
      subject: 'user:1',
      kind: 'rpm',
      limit: 3,
      retryAfterMs: 61_000,
      standings: [{ kind: 'rpm', limit: 3, left: 0, resetMs: 61_000 }],
    });
    shared.nowMs += 60_999;
    expect(shared.call({ rpm: 3 }).granted).toBe(false);
    shared.nowMs += 1;
    expect(shared.call({ rpm: 3 })).toMatchObject({ granted: true, standings: [{ left: 2 }] });
  });

  it('reserve tokens, take back what was not used, and count what was used beyond', () => {
    const shared = new Shared();
    const first = shared.call({ tpm: 1_000 }, { tokens: 800 });
    if (!first.granted) throw new Error('refused');
    expect(shared.call({ tpm: 1_000 }, { tokens: 300 })).toMatchObject({ granted: false, kind: 'tpm' });
    shared.ask({ told: [{ subject: 'user:1', running: 0, corrections: [[first.second, 0, -500]] }] });
    expect(shared.call({ tpm: 1_000 }, { tokens: 700 })).toMatchObject({ granted: true, standings: [{ left: 0 }] });
    shared.nowMs += 61_000;
    shared.ask({ told: [{ subject: 'user:1', running: 0, corrections: [[first.second, 0, 250]] }] });
    expect(shared.call({ tpm: 1_000 }, { tokens: 1 })).toMatchObject({ standings: [{ left: 749 }] });
    expect(shared.call({ tpm: 1_000 }, { tokens: 1_001 })).toMatchObject({ granted: false, retryAfterMs: undefined });
  });

  it('count a call that reached no upstream as none', () => {
    const shared = new Shared();
    const first = shared.call({ rpm: 1, tpm: 10 }, { tokens: 10 });
    if (!first.granted) throw new Error('refused');
    shared.ask({ told: [{ subject: 'user:1', running: 0, corrections: [[first.second, -1, -10]] }] });
    expect(shared.call({ rpm: 1, tpm: 10 }, { tokens: 10 }).granted).toBe(true);
  });

  it('let so many calls run at a time, of all processes together', () => {
    const shared = new Shared();
    expect(shared.call({ parallel: 2 }).granted).toBe(true);
    expect(shared.call({ parallel: 2 }, { processId: 'two' }).granted).toBe(true);
    expect(shared.call({ parallel: 2 })).toMatchObject({ granted: false, kind: 'parallel', retryAfterMs: 1_000 });
    shared.ask({ told: [{ subject: 'user:1', running: 0, corrections: [] }] }, 'two');
    expect(shared.call({ parallel: 2 }).granted).toBe(true);
  });

  it('forget the calls of a process that has ended without a word', () => {
    const shared = new Shared();
    shared.call({ parallel: 1 }, { processId: 'dead' });
    shared.nowMs += RUNNING_HELD_MS - 1;
    expect(shared.call({ parallel: 1 }).granted).toBe(false);
    shared.nowMs += 1;
    expect(shared.call({ parallel: 1 }).granted).toBe(true);
  });

  it('hold a call to each of its limits, and count it in none when one refuses', () => {
    const shared = new Shared();
    const parts = [
      { subject: 'user:1', limits: { rpm: 5, parallel: 5 } },
      { subject: 'token:1', limits: { rpm: 1 } },
    ];
    const [first, second] = shared.ask({
      calls: [
        { parts, tokens: 0 },
        { parts, tokens: 0 },
      ],
    });
    expect(first).toMatchObject({ granted: true });
    expect(second).toMatchObject({ granted: false, subject: 'token:1', kind: 'rpm' });
    expect(shared.call({ rpm: 5, parallel: 5 })).toMatchObject({
      standings: [
        { kind: 'rpm', left: 3 },
        { kind: 'parallel', left: 3 },
      ],
    });
  });

  it('never let a minute have more, wherever it begins, nor a clock that goes back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.tuple(fc.integer({ min: -500, max: 15_000 }), fc.constantFrom('one', 'two', 'three')), {
          maxLength: 200,
        }),
        (rpm, calls) => {
          const shared = new Shared();
          const begun: number[] = [];
          let now = START_MS;
          for (const [laterMs, processId] of calls) {
            now = Math.max(now, now + laterMs);
            shared.nowMs = now + Math.min(0, laterMs);
            if (shared.call({ rpm }, { processId }).granted) begun.push(now);
          }
          for (const at of begun)
            expect(begun.filter((each) => each >= at && each < at + 60_000).length).toBeLessThanOrEqual(rpm);
        },
      ),
    );
  });

  it.each([
    ['evenly to three processes', (index: number) => `relay ${index % 3}`],
    ['all to one', () => 'relay 0'],
  ])('of 600 a minute serve 570 to 600 in each of five minutes where 2,000 are offered, %s', (_how, relayOf) => {
    const shared = new Shared();
    const served = [0, 0, 0, 0, 0];
    for (let index = 0; index < 10_000; index += 1) {
      shared.nowMs = START_MS + 417 + index * 30;
      const minute = Math.floor((index * 30) / 60_000);
      if (shared.call({ rpm: 600 }, { processId: relayOf(index) }).granted) served[minute] = (served[minute] ?? 0) + 1;
    }
    for (const each of served) {
      expect(each).toBeGreaterThanOrEqual(570);
      expect(each).toBeLessThanOrEqual(600);
    }
  });
});
