import { leaseRecallsContract } from '@ledgate/domain/testing/lease-recalls-contract';
import type { TillId } from '@ledgate/domain/shared/ids';
import { createNotifications } from '../notifications.ts';
import { openDirectory } from '../testing/directory-fixture.ts';
import { createTillRegistry } from '../tills/till-registry.ts';
import { createLeaseRecalls } from './lease-recalls.ts';

leaseRecallsContract('Postgres', async (timeoutMs) => {
  const directory = await openDirectory();
  const { pool } = directory;
  const ends: (() => Promise<void>)[] = [];
  const process = async (relayId: string) => {
    await createTillRegistry({ pool }).open(`till of ${relayId}` as TillId, relayId);
    const notifications = await createNotifications({ pool, onError: () => undefined });
    ends.push(() => notifications.close());
    const recalls = createLeaseRecalls({ pool, notifications, relayId, onError: () => undefined, timeoutMs });
    // Ends when what was listened to is heard: the other relay's questions too.
    await notifications.notify('ledgate_contract', relayId);
    return recalls;
  };
  return {
    one: await process('one'),
    other: await process('other'),
    close: async () => {
      for (const end of ends) await end();
      await directory.close();
    },
  };
});
