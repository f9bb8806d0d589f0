import { describe, expect, it } from '@jest/globals';
import { type Position, START } from '@ledgate/domain/ports/event-store';
import { LedgerTail } from './ledger-tail.ts';

const position = (value: number): Position => value as Position;

describe('the tail of the ledger', () => {
  it("lets readers at the end go on behind the server's own events, and nobody else", () => {
    const tail = new LedgerTail();
    expect(tail.resume(START)).toBe(START);
    tail.saw(position(50), position(90));
    expect(
      [START, position(49), position(50), position(70), position(90), position(95)].map((after) => tail.resume(after)),
    ).toEqual([0, 49, 90, 90, 90, 95]);
  });

  it('never goes back', () => {
    const tail = new LedgerTail();
    tail.saw(position(50), position(90));
    tail.saw(position(20), position(40));
    expect(tail.resume(position(20))).toBe(20);
    tail.saw(position(95), position(120));
    expect([tail.resume(position(50)), tail.resume(position(95))]).toEqual([50, 120]);
  });
});
