import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import { oneRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { type DirectoryFixture, eventsOf, failingOnce, openDirectory } from '../testing/directory-fixture.ts';
import { withDirectoryTransaction } from '../transaction.ts';
import { drainAudit } from './drain-audit.ts';

const NOVEMBER = Date.UTC(2026, 10, 30, 23, 59, 59);
const DECEMBER = Date.UTC(2026, 11, 1);

describe('audits', () => {
  let directory: DirectoryFixture;
  beforeEach(async () => {
    directory = await openDirectory();
  });
  afterEach(() => directory.close());

  const act = (target: `channel-${number}`, nowMs = NOVEMBER) =>
    withDirectoryTransaction(
      directory.pool,
      {
        actorId: 3 as UserId,
        action: 'channel.edit',
        target,
        before: { name: 'a' },
        after: { name: 'b' },
        reason: 'typo',
        requestId: 'r1',
      },
      async () => undefined,
      nowMs,
    );
  const targets = async (month: string) =>
    (await eventsOf(directory.store, `audit-${month}`)).map(({ event }) => (event.data as { target: string }).target);
  const left = async () =>
    (await oneRow<{ count: number }>(directory.pool, query('directory.audit_outbox').count({ count: '*' }))).count;

  it('go to the stream of their month in their order, with who and why', async () => {
    await act('channel-1');
    await act('channel-2');
    await act('channel-3', DECEMBER);
    expect(await drainAudit(directory.store, directory.pool)).toBe(3);
    expect(await targets('202611')).toEqual(['channel-1', 'channel-2']);
    expect(await targets('202612')).toEqual(['channel-3']);
    const [first] = await eventsOf(directory.store, 'audit-202611');
    expect(first).toMatchObject({
      event: {
        type: 'AdministrationRecorded',
        data: { actorId: 3, action: 'channel.edit', before: { name: 'a' }, after: { name: 'b' } },
      },
      metadata: { actor: 'user-3', reason: 'typo', $correlationId: 'r1', occurredAt: new Date(NOVEMBER).toISOString() },
    });
    expect(await left()).toBe(0);
  });

  it.each(['before', 'after'] as const)(
    'are written once when the append is cut off %s it, also with new ones since',
    async (moment) => {
      await act('channel-1');
      await expect(drainAudit(failingOnce(directory.store, moment), directory.pool)).rejects.toThrow('cut off');
      await act('channel-2');
      await drainAudit(directory.store, directory.pool);
      expect(await targets('202611')).toEqual(['channel-1', 'channel-2']);
      expect(await left()).toBe(0);
    },
  );

  it('have one drainer at a time', async () => {
    await act('channel-1');
    let arrived = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow = Object.assign(Object.create(directory.store) as EventStore, {
      append: async (...batch: Parameters<EventStore['append']>) => {
        arrived();
        await gate;
        return directory.store.append(...batch);
      },
      readStreamBackwards: directory.store.readStreamBackwards.bind(directory.store),
    });
    const first = drainAudit(slow, directory.pool);
    await waiting;
    expect(await drainAudit(directory.store, directory.pool)).toBe(0);
    go();
    expect(await first).toBe(1);
    expect(await targets('202611')).toEqual(['channel-1']);
  });
});
