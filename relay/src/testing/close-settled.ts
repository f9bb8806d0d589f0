import { expect } from '@jest/globals';
import type { RelayFixture } from './relay-fixture.ts';

/** Closes the relay when all its requests have ended; none may have left a reservation open or called the cashier in a wrong order. */
export async function closeSettled(relay: RelayFixture): Promise<void> {
  await relay.settled().finally(() => relay.close());
  expect(relay.cashier.open).toBe(0);
  expect(relay.cashier.faults).toEqual([]);
}
