import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Position } from '@ledgate/domain/ports/event-store';
import { createNotifications, type Notifications } from '../notifications.ts';
import { type DirectoryFixture, eventually, openDirectory } from '../testing/directory-fixture.ts';
import { lastVerification, saveVerification, type StoredVerification, watchVerification } from './verifications.ts';

const found = (position: number, differences: readonly string[] = []): StoredVerification => ({
  atMs: 1_800_000_000_000,
  ok: differences.length === 0,
  position: position as Position,
  differences,
});

describe('the last verification', () => {
  let directory: DirectoryFixture;
  let notifications: Notifications;
  beforeEach(async () => {
    directory = await openDirectory();
    notifications = await createNotifications({ pool: directory.pool, onError: () => undefined });
  });
  afterEach(async () => {
    await notifications.close();
    await directory.close();
  });

  it('is none before the first, and then what was saved last', async () => {
    expect(await lastVerification(directory.pool)).toBeUndefined();
    await saveVerification(directory.pool, found(7));
    await saveVerification(directory.pool, found(9, ['account-1: 5 expected, 6 found']));
    expect(await lastVerification(directory.pool)).toEqual(found(9, ['account-1: 5 expected, 6 found']));
  });

  it('is known to a process that did not make it: what stood, and what comes', async () => {
    await saveVerification(directory.pool, found(7));
    const watch = watchVerification({ pool: directory.pool, notifications, onError: () => undefined });
    await eventually(() => watch.last()?.position === 7, 'what stood is read');
    await saveVerification(directory.pool, found(8));
    await eventually(() => watch.last()?.position === 8, 'what came is read');
    watch.stop();
  });

  it('keeps a hundred differences', async () => {
    await saveVerification(
      directory.pool,
      found(
        7,
        Array.from({ length: 150 }, (_, index) => `difference ${index}`),
      ),
    );
    expect((await lastVerification(directory.pool))?.differences).toHaveLength(100);
  });
});
