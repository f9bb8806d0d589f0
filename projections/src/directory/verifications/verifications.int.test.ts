import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Position } from '@ledgate/domain/ports/event-store';
import { createNotifications, type Notifications } from '../notifications.ts';
import { type DirectoryFixture, eventually, openDirectory } from '../testing/directory-fixture.ts';
import type { Finding } from '../../verify/finding.ts';
import { lastVerification, saveVerification, watchVerification } from './verifications.ts';

const AT_MS = 1_800_000_000_000;

const found = (position: number, findings: readonly Finding[] = []) => ({
  atMs: AT_MS,
  position: position as Position,
  findings,
});

const wrongBalance = (userId: number): Finding => ({
  kind: 'balance',
  subject: `of account ${userId}, credits`,
  expected: '5',
  seen: '6',
  place: { userId },
  field: 'credits',
  amount: '1',
  inLedger: false,
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
    expect(await lastVerification(directory.pool)).toEqual({ ...found(7), ok: true, differences: [] });
    await saveVerification(directory.pool, found(9, [wrongBalance(1)]));
    expect(await lastVerification(directory.pool)).toEqual({
      atMs: AT_MS,
      position: 9,
      ok: false,
      differences: ['balance of account 1, credits: expected 5, seen 6'],
      findings: [
        {
          scope: 'balance',
          subject: 'of account 1, credits',
          field: 'credits',
          expected: '5',
          seen: '6',
          amount: '1',
          inLedger: false,
          userId: 1,
        },
      ],
    });
  });

  it('is told by its texts alone where a process of the release before wrote over it', async () => {
    await saveVerification(directory.pool, found(9, [wrongBalance(1)]));
    await directory.pool.query(
      `update directory.verifications set at_ms = $1, differences = '["balance of account 2: expected 1, seen 2"]'`,
      [AT_MS + 1],
    );
    expect(await lastVerification(directory.pool)).toMatchObject({
      differences: ['balance of account 2: expected 1, seen 2'],
      findings: [],
    });
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
        Array.from({ length: 150 }, (_, index) => wrongBalance(index)),
      ),
    );
    const kept = await lastVerification(directory.pool);
    expect([kept?.differences.length, kept?.findings.length, kept?.ok]).toEqual([100, 100, false]);
  });
});
