import { describe, expect, it } from '@jest/globals';
import type { StatementEntry } from './account-api.ts';
import { statementDays } from './statement-days.ts';

const entry = (
  position: number,
  time: string,
  kind: StatementEntry['kind'],
  amount: number,
  balance: number,
): StatementEntry => ({
  position,
  at: new Date(time).getTime() / 1000,
  day: time.slice(0, 10),
  kind,
  type: 'x',
  amount,
  balance,
  text: '',
  facts: {},
  request_id: '',
});

describe('statementDays', () => {
  const entries = [
    entry(1, '2026-03-01T08:00:00', 'credit', 100, 100),
    entry(2, '2026-03-01T09:00:00', 'charge', -10, 90),
    entry(3, '2026-03-01T10:00:00', 'charge', -5, 85),
    entry(4, '2026-03-01T11:00:00', 'refund', 5, 90),
    entry(5, '2026-03-01T23:59:59', 'charge', -1, 89),
    entry(6, '2026-03-02T00:00:00', 'charge', -9, 80),
  ];
  const days = statementDays(entries);

  it('puts charges that follow one another into one line with the balance after them', () => {
    expect(
      days[0]?.lines.map((line) => [
        line.kind,
        line.kind === 'charges' ? line.amount : line.entry.amount,
        line.balance,
      ]),
    ).toEqual([
      ['entry', 100, 100],
      ['charges', -15, 85],
      ['entry', 5, 90],
      ['charges', -1, 89],
    ]);
  });
  it('never joins charges across midnight', () =>
    expect(days.map(({ day, closing }) => [day, closing])).toEqual([
      ['2026-03-01', 89],
      ['2026-03-02', 80],
    ]));
  it('goes by the day in which an entry counts, whatever its own clock said', () => {
    const early = { ...entry(7, '2026-03-01T23:59:00', 'charge', -1, 79), day: '2026-03-02' };
    const first = { ...entry(0, '2026-03-01T07:00:00', 'charge', 0, 0), day: '' };
    expect(statementDays([first, ...entries, early]).map(({ day, closing }) => [day, closing])).toEqual([
      ['', 0],
      ['2026-03-01', 89],
      ['2026-03-02', 79],
    ]);
  });
  it('has what is marked as a line of its own', () =>
    expect(statementDays(entries, new Set([3]))[0]?.lines.map(({ kind, balance }) => [kind, balance])).toEqual([
      ['entry', 100],
      ['charges', 90],
      ['entry', 85],
      ['entry', 90],
      ['charges', 89],
    ]));
  it('loses no entry', () =>
    expect(
      days
        .flatMap(({ lines }) => lines)
        .reduce((sum, line) => sum + (line.kind === 'charges' ? line.charges.length : 1), 0),
    ).toBe(entries.length));
  it('is empty without entries', () => expect(statementDays([])).toEqual([]));
});
