import { leaseRecallsContract } from '@ledgate/domain/testing/lease-recalls-contract';
import { tillRegistryContract } from '@ledgate/domain/testing/till-registry-contract';
import { FakeRecalls, FakeRegistry } from './fake-relays.ts';

/** Timers that keep no process alive. */
const timers = {
  sleep: (ms: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, ms).unref();
    }),
};

tillRegistryContract('memory', async () => ({ registry: new FakeRegistry(), close: async () => {} }));

leaseRecallsContract('memory', async (timeoutMs) => {
  const recalls = new FakeRecalls(timers, timeoutMs);
  return { one: recalls, other: recalls, close: async () => {} };
});
