import { expect, it } from '@jest/globals';
import { PAYMENT_ASKS_MAX, PAYMENT_ASKS_MS } from '../limits.ts';
import { AskBrake } from './ask-brake.ts';

it('a person may ask so often in a minute, whatever others do, and again when it is over', () => {
  let nowMs = 1_000;
  const brake = new AskBrake(() => nowMs);
  const asks = (userId: number): number =>
    Array.from({ length: PAYMENT_ASKS_MAX + 5 }, () => brake.waitMs(userId)).filter((ms) => ms === 0).length;
  expect([asks(7), asks(8), asks(7)]).toEqual([PAYMENT_ASKS_MAX, PAYMENT_ASKS_MAX, 0]);
  nowMs += PAYMENT_ASKS_MS - 1;
  expect(brake.waitMs(7)).toBe(1);
  nowMs += 1;
  expect(asks(7)).toBe(PAYMENT_ASKS_MAX);
});
