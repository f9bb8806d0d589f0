import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TillId, UserId } from '@ledgate/domain/shared/ids';
import { createNotifications, type Notifications } from '../notifications.ts';
import { createLeaseRecalls } from '../recalls/lease-recalls.ts';
import { createRelayView, type RunningRelayView } from '../relay-view/create-relay-view.ts';
import { type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import { noteChange } from '../transaction.ts';
import { createAcknowledgements } from './acknowledgements.ts';
import { createTillRegistry } from './till-registry.ts';

const till = (name: string) => name as TillId;
const account = 7 as UserId;
const ENDLESS_MS = 3_600_000;

describe('relays among each other', () => {
  let directory: DirectoryFixture;
  let one: Notifications;
  let other: Notifications;
  const views: RunningRelayView[] = [];

  beforeEach(async () => {
    directory = await openDirectory();
    [one, other] = (await Promise.all(
      [0, 1].map(() => createNotifications({ pool: directory.pool, onError: () => undefined })),
    )) as [Notifications, Notifications];
  });
  afterEach(async () => {
    for (const view of views.splice(0)) await view.stop();
    await Promise.all([one.close(), other.close()]);
    await directory.close();
  });

  const registry = () => createTillRegistry({ pool: directory.pool });
  const relay = async (relayId: string, notifications: Notifications) => {
    const view = await createRelayView({
      pool: directory.pool,
      store: directory.store,
      directoryKeys: directory.keys,
      notifications,
      relayId,
      onError: () => undefined,
    });
    views.push(view);
    view.start();
    return view;
  };
  /** By default they wait as good as for ever: a recall that ends has ended for another reason than its time-out. */
  const recalls = (relayId: string, notifications: Notifications, timeoutMs = ENDLESS_MS) =>
    createLeaseRecalls({ pool: directory.pool, notifications, relayId, onError: () => undefined, timeoutMs });

  /** What is sent before it listens nobody repeats. */
  const listening = (notifications: Notifications) => notifications.notify('nobody-listens-here', '');

  describe('acknowledgements', () => {
    it('are given at once where no other relay lives', async () => {
      const view = await relay('r1', one);
      await registry().open(till('a'), 'r1');
      const version = await noteChange(directory.pool, 'channel', 1);
      expect(
        await createAcknowledgements({ pool: directory.pool, notifications: one, local: view.local }).acknowledged(
          version,
          1_000,
        ),
      ).toBe(true);
      expect(view.version()).toBeGreaterThanOrEqual(version);
    });

    it('wait for a relay of another process', async () => {
      const view = await relay('r2', other);
      await registry().open(till('a'), 'r2');
      const version = await noteChange(directory.pool, 'channel', 1);
      expect(
        await createAcknowledgements({ pool: directory.pool, notifications: one }).acknowledged(version, 5_000),
      ).toBe(true);
      expect(view.version()).toBeGreaterThanOrEqual(version);
    });

    it('end with false when a relay is silent, and do not wait for one whose row is gone', async () => {
      const tills = registry();
      await tills.open(till('a'), 'silent');
      const version = await noteChange(directory.pool, 'channel', 1);
      const acknowledgements = createAcknowledgements({ pool: directory.pool, notifications: one });
      expect(await acknowledgements.acknowledged(version, 60)).toBe(false);
      const waiting = acknowledgements.acknowledged(version, 5_000);
      await tills.closed(till('a'));
      expect(await waiting).toBe(true);
    });
  });

  describe('recalls', () => {
    it('do not wait for a relay without rows', async () => {
      recalls('no till', other).onRecall(() => new Promise(() => undefined));
      await recalls('r1', one).recall(account);
    });

    it('end when the rows of the relay that was asked vanish', async () => {
      const tills = registry();
      await tills.open(till('b'), 'gone');
      const asked = new Promise<void>((resolve) => {
        recalls('gone', other).onRecall(() => {
          resolve();
          return new Promise(() => undefined);
        });
      });
      await listening(other);
      const recalled = recalls('r1', one).recall(account);
      await asked;
      await tills.closed(till('b'));
      await recalled;
    });

    it('end after their time-out when a live relay does not answer', async () => {
      await registry().open(till('b'), 'silent');
      await recalls('r1', one, 60).recall(account);
      expect(await registry().list()).toHaveLength(1);
    });
  });
});
