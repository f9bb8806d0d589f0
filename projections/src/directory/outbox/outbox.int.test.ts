import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { changeAccount } from '@ledgate/domain/account/account-stream';
import { channelStream } from '@ledgate/domain/channel/events';
import { encode } from '@ledgate/domain/events/codec';
import { NotWrittenYet } from '@ledgate/domain/events/ledger-gate';
import { type EventStore, NO_STREAM } from '@ledgate/domain/ports/event-store';
import type { ChannelId, CodeId, SourceId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { createCode } from '../codes/codes.ts';
import { oneRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import {
  accountEventsOf,
  addToken,
  addUser,
  type DirectoryFixture,
  eventsOf,
  failingOnce,
  openDirectory,
} from '../testing/directory-fixture.ts';
import { updateToken } from '../tokens/update.ts';
import { beginLedgerSchema } from '../ledger-schema/ledger-schema.ts';
import { withDirectoryTransaction } from '../transaction.ts';
import { createUser } from '../users/create.ts';
import { drainOutbox, drainOwn } from './drain.ts';
import { drainRow, type DrainPorts } from './drain-row.ts';
import { outboxRow } from './rows.ts';

const asker = { actor: 'user-1', requestId: 'r1' };
const context = { commandId: 'c1', correlationId: 'r1', occurredAtMs: 1_700_000_000_000, actor: 'user-1' };

describe('the outbox', () => {
  let directory: DirectoryFixture;
  let parked: { stream: string; reason: string }[];
  let recalled: number[];
  beforeEach(async () => {
    directory = await openDirectory();
    parked = [];
    recalled = [];
  });
  afterEach(() => directory.close());

  const through = (store: EventStore = directory.store): DrainPorts => ({
    store,
    db: directory.pool,
    recall: async (userId) => recalled.push(userId) > 0,
  });
  const drainAll = (store?: EventStore) =>
    drainOutbox({
      ...through(store),
      ageMs: 0,
      onParked: (row) => void parked.push(row),
      onError: (error) => {
        throw error;
      },
    });
  const openRowsCount = async () =>
    (
      await oneRow<{ count: number }>(
        directory.pool,
        query('directory.outbox').whereNull('parked_reason').count({ count: '*' }),
      )
    ).count;
  const newUser = (username = 'ann') =>
    withDirectoryTransaction(directory.pool, null, (tx) =>
      createUser(
        tx,
        { username, passwordHash: 'x' },
        {
          grants: [{ amount: quota(500), grant: 'new_user', source: 'new_user' as SourceId }],
          requestId: 'r1',
        },
      ),
    );

  it('opens the account of a new user at once and tells the position', async () => {
    const { value: user, owed } = await newUser();
    const { written } = await drainOwn(through(), owed);
    expect(written).toEqual([{ stream: `account-${user.id}`, position: await directory.store.head() }]);
    expect((await accountEventsOf(directory.store, user.id)).map(({ type }) => type)).toEqual([
      'AccountOpened',
      'QuotaGranted',
    ]);
    expect(await openRowsCount()).toBe(0);
  });

  it('opens it after a crash between the commit and the append', async () => {
    const { value: user, owed } = await newUser();
    await expect(drainOwn(through(failingOnce(directory.store, 'before')), owed)).rejects.toThrow('cut off');
    await drainAll();
    expect((await accountEventsOf(directory.store, user.id)).map(({ type }) => type)).toEqual([
      'AccountOpened',
      'QuotaGranted',
    ]);
    expect(await openRowsCount()).toBe(0);
  });

  it('opens it once after a crash between the append and the removal of the row, though the account has moved on', async () => {
    const { value: user, owed } = await newUser();
    await expect(drainOwn(through(failingOnce(directory.store, 'after')), owed)).rejects.toThrow('cut off');
    await changeAccount(
      directory.store,
      user.id,
      { type: 'AdjustQuota', delta: quota(7), actorId: 1 as UserId, reason: 'gift' },
      context,
    );
    await drainAll();
    expect((await accountEventsOf(directory.store, user.id)).map(({ type }) => type)).toEqual([
      'AccountOpened',
      'QuotaGranted',
      'QuotaAdjusted',
    ]);
    expect(await openRowsCount()).toBe(0);
    expect(parked).toEqual([]);
  });

  it('parks an opening whose stream somebody else has begun, with an alarm, and goes on', async () => {
    const { value: user } = await newUser();
    await directory.store.append(
      `account-${user.id}`,
      NO_STREAM,
      encode([{ type: 'AccountOpened', data: { userId: user.id } }], context),
    );
    const { value: other } = await newUser('bob');
    await drainAll();
    expect(parked).toMatchObject([{ stream: `account-${user.id}` }]);
    expect(await accountEventsOf(directory.store, other.id)).toHaveLength(2);
    await drainAll();
    expect(parked).toHaveLength(1);
  });

  it('keeps the newest limit of a token when an older one comes last', async () => {
    const user = await addUser(directory.pool, { username: 'ann' });
    const token = await addToken(directory.pool, { userId: user.id, limit: quota(100) });
    const { owed } = await withDirectoryTransaction(directory.pool, null, (tx) =>
      updateToken(tx, token, { limit: quota(50) }, asker),
    );
    expect(owed).toHaveLength(1);
    await drainAll();
    expect(
      (await accountEventsOf(directory.store, user.id))
        .filter(({ type }) => type === 'TokenLimitSet')
        .map(({ data }) => data),
    ).toEqual([
      { tokenId: token.id, limit: 100, version: 1 },
      { tokenId: token.id, limit: 50, version: 2 },
    ]);

    const again = await addToken(directory.pool, { userId: user.id, limit: quota(10) });
    const later = await withDirectoryTransaction(directory.pool, null, (tx) =>
      updateToken(tx, again, { limit: quota(20) }, asker),
    );
    await drainOwn(through(), later.owed);
    await drainAll();
    expect(
      (await accountEventsOf(directory.store, user.id))
        .filter(({ data }) => 'tokenId' in data && data.tokenId === again.id)
        .map(({ data }) => data),
    ).toEqual([{ tokenId: again.id, limit: 20, version: 2 }]);
    expect(await openRowsCount()).toBe(0);
  });

  it.each(['before', 'after'] as const)('sets a limit once when the append is cut off %s it', async (moment) => {
    const user = await addUser(directory.pool, { username: 'ann' });
    await drainAll();
    await addToken(directory.pool, { userId: user.id, limit: quota(100) });
    await expect(drainAll(failingOnce(directory.store, moment))).rejects.toThrow('cut off');
    await drainAll();
    expect((await accountEventsOf(directory.store, user.id)).map(({ type }) => type)).toEqual([
      'AccountOpened',
      'TokenLimitSet',
    ]);
    expect(await openRowsCount()).toBe(0);
  });

  it('lets a limit wait for its account', async () => {
    const user = await addUser(directory.pool, { username: 'ann' });
    const { owed } = await withDirectoryTransaction(directory.pool, null, async (tx) => {
      await tx.toLedger({
        kind: 'account',
        userId: user.id,
        command: { type: 'SetTokenLimit', tokenId: 5 as never, limit: quota(1), version: 1 },
        context,
      });
    });
    expect(await drainOwn(through(), owed)).toEqual({ written: [], parked: [] });
    expect(await openRowsCount()).toBe(2);
    await drainAll();
    expect((await accountEventsOf(directory.store, user.id)).map(({ type }) => type)).toEqual([
      'AccountOpened',
      'TokenLimitSet',
    ]);
  });

  it('issues a code with its texts, once', async () => {
    const user = await addUser(directory.pool, { username: 'ann' });
    const { value: code } = await withDirectoryTransaction(directory.pool, null, (tx) =>
      createCode(tx, directory.keys, { name: 'spring', amount: quota(1_000), actorId: user.id, requestId: 'r1' }),
    );
    await expect(drainAll(failingOnce(directory.store, 'after'))).rejects.toThrow('cut off');
    await drainAll();
    expect(await eventsOf(directory.store, `redemption-${code.id}`)).toMatchObject([
      { event: { type: 'CodeIssued', data: { amount: 1_000 } } },
    ]);
  });

  it('keeps what it owes as every process reads it, while an upgrade runs', async () => {
    const user = await addUser(directory.pool, { username: 'ann' });
    const rowOfNewCode = async () => {
      const { owed } = await withDirectoryTransaction(directory.pool, null, (tx) =>
        createCode(tx, directory.keys, { name: 'spring', amount: quota(1_000), actorId: user.id, requestId: 'r1' }),
      );
      const entry = (await outboxRow(directory.pool, owed[0]?.id ?? 0))?.entry;
      const [event] = entry?.kind === 'events' ? entry.events : [];
      return [event?.metadata['schema'], event?.data.includes('usesMax')];
    };
    await beginLedgerSchema(directory.pool, 1);
    expect(await rowOfNewCode()).toEqual(['1', false]);
    await directory.pool.query('update directory.ledger_schema set number = 2');
    expect(await rowOfNewCode()).toEqual(['2', true]);
  });

  it('takes no event of a type that is not written yet, though it is of the first number', async () => {
    const tested = () =>
      withDirectoryTransaction(directory.pool, null, (tx) =>
        tx.toLedger({
          kind: 'events',
          stream: channelStream(4),
          creates: false,
          events: encode(
            [
              {
                type: 'ChannelTested',
                data: {
                  attempts: [{ channelId: 4 as ChannelId, latencyMs: 1, status: 0, outcome: 'failed' }],
                  privateSalt: 's',
                },
              },
            ],
            context,
          ),
        }),
      );
    await beginLedgerSchema(directory.pool, 3);
    await expect(tested()).rejects.toBeInstanceOf(NotWrittenYet);
    await directory.pool.query('update directory.ledger_schema set number = 4');
    await tested();
    expect(await openRowsCount()).toBe(1);
    await drainAll();
    expect(await eventsOf(directory.store, channelStream(4))).toMatchObject([{ event: { type: 'ChannelTested' } }]);
  });

  describe('with events for the end of a stream', () => {
    const stream = 'redemption-9';
    const edited = (amount: number, commandId: string) =>
      encode(
        [
          {
            type: 'CodeEdited',
            data: { codeId: 9 as CodeId, amount: quota(amount), previousAmount: quota(1), actorId: 1 as UserId },
          },
        ],
        { ...context, commandId },
      );
    const enqueued = async () => {
      const { owed } = await withDirectoryTransaction(directory.pool, null, (tx) =>
        tx.toLedger({ kind: 'events', stream, creates: false, events: edited(2, 'edit') }),
      );
      const row = await outboxRow(directory.pool, owed[0]?.id ?? 0);
      if (row === undefined) throw new Error('no row');
      return row;
    };
    const elsewhere = async (commandId: string) => {
      const [last] = await directory.store.readStreamBackwards(stream, 1);
      await directory.store.append(stream, last?.revision ?? NO_STREAM, edited(99, commandId));
    };
    const amounts = async () =>
      (await eventsOf(directory.store, stream)).map(({ event }) => (event.data as { amount: number }).amount);

    it('writes them once when the answer was lost and the stream has moved on', async () => {
      await elsewhere('first');
      const row = await enqueued();
      await expect(drainRow(through(failingOnce(directory.store, 'after')), row)).rejects.toThrow('cut off');
      await elsewhere('second');
      await drainAll();
      expect(await amounts()).toEqual([99, 2, 99]);
    });

    it('writes them behind what came between when the append never arrived', async () => {
      const row = await enqueued();
      await expect(drainRow(through(failingOnce(directory.store, 'before')), row)).rejects.toThrow('cut off');
      await elsewhere('first');
      await drainAll();
      expect(await amounts()).toEqual([99, 2]);
    });

    it('writes them once when a drainer holds the row as it was before another one wrote it', async () => {
      const asItWas = await enqueued();
      await elsewhere('first');
      await expect(drainRow(through(failingOnce(directory.store, 'after')), asItWas)).rejects.toThrow('cut off');
      await elsewhere('second');
      await drainRow(through(), asItWas);
      expect(await amounts()).toEqual([99, 2, 99]);
      expect(await openRowsCount()).toBe(0);
    });

    it('writes them once however many drain the same row', async () => {
      const row = await enqueued();
      await Promise.all(
        Array.from({ length: 8 }, async (_, index) => {
          await elsewhere(`other-${index}`).catch(() => undefined);
          await drainRow(through(), row);
        }),
      );
      await drainAll();
      expect((await amounts()).filter((amount) => amount === 2)).toHaveLength(1);
      expect(await openRowsCount()).toBe(0);
    });
  });
});
