import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type TillId, userId } from '@ledgate/domain/shared/ids';
import { createNotifications, type Notifications } from '../notifications.ts';
import { type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import { createTillRegistry } from '../tills/till-registry.ts';
import { createLeaseRecalls } from './lease-recalls.ts';
import { RECALL, RECALLED } from './messages.ts';

/** As good as for ever. */
const ENDLESS_MS = 3_600_000;

let directory: DirectoryFixture;
let heard: Notifications[];
beforeEach(async () => {
  directory = await openDirectory();
  heard = [];
});
afterEach(async () => {
  for (const notifications of heard) await notifications.close();
  await directory.close();
});

it('goes on, and tells of it, when somebody sends what is no question and no answer', async () => {
  const { pool } = directory;
  const errors: unknown[] = [];
  const relay = async (relayId: string) => {
    await createTillRegistry({ pool }).open(`till of ${relayId}` as TillId, relayId);
    const notifications = await createNotifications({ pool, onError: () => undefined });
    heard.push(notifications);
    return {
      notifications,
      recalls: createLeaseRecalls({
        pool,
        notifications,
        relayId,
        onError: (error) => void errors.push(error),
        timeoutMs: ENDLESS_MS,
      }),
    };
  };
  const [one, other] = [await relay('one'), await relay('other')];
  one.recalls.onRecall(() => Promise.resolve());
  other.recalls.onRecall(async () => {
    await other.notifications.notify(RECALLED, 'not even JSON');
  });
  await other.notifications.notify(RECALL, '{"recallId":"r"}');
  expect(await one.recalls.recall(userId(7))).toBe(true);
  expect(errors.map(String)).toEqual(
    expect.arrayContaining([expect.stringContaining(RECALL), expect.stringContaining(RECALLED)]),
  );
});
