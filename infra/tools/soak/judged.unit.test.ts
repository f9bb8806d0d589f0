import { describe, expect, it } from '@jest/globals';
import { ATTACKS } from './attacks.ts';
import { attackFaults, judged } from './judge.ts';

const plan = { seconds: 1_800, perSecond: 2, answerMsMax: 2_000 };
const SENT = 3_600;
/** Every attack carried out for half an hour, and answered as it should be. */
const attacks = Object.fromEntries(
  ATTACKS.map(({ name, connections, outcomes }) => [
    name,
    {
      connections: 10 * connections,
      outcomes: Object.fromEntries(
        Object.entries(outcomes).map(([outcome, { perMinute }]) => [outcome, 30 * perMinute]),
      ),
    },
  ]),
);
const good = { sent: SENT, sendingMs: 1_800_000, answered: SENT, failed: 0, failures: [], durationsMs: [10, 1_999] };
const held = {
  good,
  attacks,
  seen: { startMb: 300, warmUpMb: 700, afterMb: 990, lastMb: 400 },
  left: 0,
  books: { code: 0, output: '' },
  isLogged: true,
};

describe('the judge of a soak', () => {
  it('has nothing to say where all holds', () => {
    expect(judged(plan, held)).toEqual([]);
  });

  it.each([
    [
      'a refusal',
      { good: { ...good, answered: SENT - 1, failed: 1, failures: ['503'] } },
      /1 good requests failed: 503/,
    ],
    ['a missing answer', { good: { ...good, answered: SENT - 1 } }, /1 have no answer/],
    ['a slow answer', { good: { ...good, durationsMs: [2_001] } }, /1 good requests took longer than 2000 ms/],
    ['a rate that was not reached', { good: { ...good, sendingMs: 1_900_000 } }, /sent at 1\.9\/s, not at 2\/s/],
    [
      'requests that were not sent',
      { good: { ...good, sent: 3_599, answered: 3_599 } },
      /3599 good requests were sent, not 3600/,
    ],
    ['attackers that did nothing', { attacks: {} }, /attack hostile JSON: 0 connections, not 4/],
    ['growth', { seen: { ...held.seen, afterMb: 1_001 } }, /grew from 700 to 1001 MB/],
    ['too much memory', { seen: { ...held.seen, warmUpMb: 1_525, afterMb: 0 } }, /rose to 1525 MB, above 1524 MB/],
    ['calls for nobody', { left: 3 }, /3 calls whose callers are gone/],
    ['a log with gaps', { isLogged: false }, /the log does not show/],
    ['books that are not true', { books: { code: 1, output: 'differs' } }, /verify ended with 1: differs/],
  ])('names %s', (_what, found, named) => {
    expect(judged(plan, { ...held, ...found }).join()).toMatch(named);
  });

  it('does not take a short warm-up for what memory settles at', () => {
    expect(
      judged(
        { ...plan, seconds: 30 },
        { ...held, good: { ...good, sendingMs: 30_000 }, seen: { ...held.seen, afterMb: 1_500 } },
      ),
    ).toEqual([]);
  });
});

describe('the judge of an attack', () => {
  const attack = {
    name: 'a flood',
    connections: 4,
    outcomes: {
      '403': { perMinute: 10, afterSeconds: 0 },
      '408': { perMinute: 6, afterSeconds: 20 },
      left: { perMinute: 0 },
    },
  } as const;
  const faults = (outcomes: object, seconds = 60, connections = 20) =>
    attackFaults(attack, { connections, outcomes }, seconds);

  it('has nothing to say where it was carried out and answered as expected', () => {
    expect(faults({ '403': 10, '408': 4 })).toEqual([]);
    expect(faults({ '403': 12, '408': 9, left: 7 })).toEqual([]);
  });

  it('asks for no more than the time allows', () => {
    expect(faults({ '403': 3 }, 20)).toEqual([]);
  });

  it.each([
    ['too few connections', { '403': 10, '408': 4 }, 3, 'attack a flood: 3 connections, not 4'],
    ['an answer that did not come often enough', { '403': 9, '408': 4 }, 20, '9 connections ended with 403, not 10'],
    ['one that never came', { '403': 10 }, 20, '0 connections ended with 408, not 4'],
    ['one that must not be', { '403': 10, '408': 4, '200': 1 }, 20, '1 connections ended with 200'],
    [
      'a product that was not there',
      { '403': 10, '408': 4, unreachable: 2 },
      20,
      '2 connections ended with unreachable',
    ],
  ])('names %s', (_what, outcomes, connections, named) => {
    expect(faults(outcomes, 60, connections)).toEqual([expect.stringContaining(named)]);
  });
});
