import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import { channelStream } from '@ledgate/domain/channel/events';
import { encode } from '@ledgate/domain/events/codec';
import { gatedStore, LedgerGate } from '@ledgate/domain/events/ledger-gate';
import type { ChannelId } from '@ledgate/domain/shared/ids';
import { eventIdOf } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { changeDirectory } from './change-directory.ts';
import { changesSince, currentVersion, sweepChanges } from './changes.ts';
import { execute, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { createDirectoryWorker } from './directory-worker.ts';
import { CHANGES_KEPT_VERSIONS } from './limits.ts';
import { getOptions, putOption } from './options/options.ts';
import {
  accountEventsOf,
  addUser,
  type DirectoryFixture,
  eventually,
  failingOnce,
  openDirectory,
} from './testing/directory-fixture.ts';
import { createToken } from './tokens/create.ts';
import { withDirectoryTransaction } from './transaction.ts';

describe('a change of the directory by a call', () => {
  let directory: DirectoryFixture;
  const acknowledged: number[] = [];
  const recalled: number[] = [];
  const recall = async (userId: number): Promise<boolean> => recalled.push(userId) > 0;
  beforeEach(async () => {
    directory = await openDirectory();
    acknowledged.length = 0;
    recalled.length = 0;
  });
  afterEach(() => directory.close());

  const ports = (store = directory.store as Parameters<typeof failingOnce>[0]) => ({
    db: directory.pool,
    store,
    acknowledged: async (version: number) => void acknowledged.push(version),
    recalls: { recall },
  });
  const newToken = async (store?: Parameters<typeof failingOnce>[0]) => {
    const user = await addUser(directory.pool, { username: 'ann' });
    await worker().drainAll();
    const changed = await changeDirectory(ports(store), null, (tx) =>
      createToken(
        tx,
        directory.keys,
        { userId: user.id, name: 't', limit: quota(9) },
        { actor: 'user-1', requestId: 'r1' },
      ),
    );
    return { user, changed };
  };
  const worker = (periodMs = 10) =>
    createDirectoryWorker({
      patientPool: directory.pool,
      directoryKeys: directory.keys,
      store: directory.store,
      pool: directory.pool,
      recall,
      periodMs,
      onError: (error) => {
        throw error;
      },
      onParked: () => {
        throw new Error('parked');
      },
    });

  it('ends when the ledger and the relays have it', async () => {
    const { user, changed } = await newToken();
    expect(changed).toMatchObject({
      inLedger: true,
      parked: [],
      written: [{ stream: `account-${user.id}`, position: await directory.store.head() }],
    });
    expect(acknowledged).toEqual([await currentVersion(directory.pool)]);
    expect((await accountEventsOf(directory.store, user.id)).map(({ type }) => type)).toEqual([
      'AccountOpened',
      'TokenLimitSet',
    ]);
  });

  it('stands, and the worker brings the ledger after it, where its process has yet to learn that ledger_schema was raised', async () => {
    const events = encode(
      [
        {
          type: 'ChannelTested',
          data: {
            attempts: [{ channelId: 4 as ChannelId, latencyMs: 1, status: 0, outcome: 'failed' }],
            privateSalt: 's',
          },
        },
      ],
      { commandId: 'c1', correlationId: 'r1', occurredAtMs: 1_700_000_000_000, actor: 'user-1' },
    );
    const gated = gatedStore(directory.store, new LedgerGate(1));
    const changed = await changeDirectory(ports(gated), null, (tx) =>
      tx.toLedger({ kind: 'events', stream: channelStream(4), creates: false, events }),
    );
    expect(changed).toMatchObject({ inLedger: false, written: [], parked: [] });
    expect(await directory.store.readStreamBackwards(channelStream(4), 1)).toEqual([]);
    await worker().drainAll();
    expect(await directory.store.readStreamBackwards(channelStream(4), 2)).toMatchObject([{ type: 'ChannelTested' }]);
  });

  it('recalls leases when the ledger has the debit and the relays know of the change, before it ends', async () => {
    const order: string[] = [];
    const user = await addUser(directory.pool, { username: 'ann' });
    await worker().drainAll();
    const append: typeof directory.store.append = async (...batch) => {
      const outcome = await MemoryEventStore.prototype.append.apply(directory.store, batch);
      order.push('appended');
      return outcome;
    };
    Object.assign(directory.store, { append });
    const told = new Promise<void>((resolve) => {
      setImmediate(() => {
        order.push('acknowledged');
        resolve();
      });
    });
    const slow = { ...ports(), acknowledged: () => told, recalls: { recall: async () => order.push('recalled') > 0 } };
    await changeDirectory(slow, null, (tx) =>
      createToken(
        tx,
        directory.keys,
        { userId: user.id, name: 't', limit: quota(9) },
        { actor: 'user-1', requestId: 'r1' },
      ),
    );
    expect([order.slice(0, 2).toSorted(), order.slice(2)]).toEqual([['acknowledged', 'appended'], ['recalled']]);
  });

  it('stands when the ledger is away, and the worker brings it there once it is old enough', async () => {
    const { user, changed } = await newToken(failingOnce(directory.store, 'before'));
    expect(changed).toMatchObject({ inLedger: false, written: [] });
    expect(recalled).toEqual([]);
    const background = worker();
    // Behind it in the outbox stands one that is old enough: when that is in the ledger, the worker has been at both.
    const marker = await addUser(directory.pool, { username: 'old' });
    const age = (stream: string) =>
      execute(
        directory.pool,
        query('directory.outbox')
          .where({ stream })
          .update({ created_at: query.raw("created_at - interval '6 seconds'") }),
      );
    expect(await age(`account-${marker.id}`)).toBe(1);
    background.start();
    await eventually(
      async () => (await accountEventsOf(directory.store, marker.id)).length === 1,
      'the account that was opened after it',
    );
    expect(await accountEventsOf(directory.store, user.id)).toHaveLength(1);
    expect(await age(`account-${user.id}`)).toBe(1);
    await eventually(
      async () => (await accountEventsOf(directory.store, user.id)).length === 2,
      'the limit in the ledger',
    );
    await background.stop();
    expect(recalled).toEqual([user.id]);
    expect(await rows(directory.pool, query('directory.outbox').select('id'))).toEqual([]);
  });

  it('stands, and is owed, when the account is one that a later release has written to', async () => {
    const user = await addUser(directory.pool, { username: 'ann' });
    await worker().drainAll();
    const stream = accountStream(user.id);
    const [last] = await directory.store.readStreamBackwards(stream, 1);
    if (last === undefined) throw new Error('no account');
    await directory.store.append(stream, last.revision, [{ ...last, id: eventIdOf('later', 0), type: 'CreditPaused' }]);
    const changed = await changeDirectory(ports(), null, (tx) =>
      createToken(
        tx,
        directory.keys,
        { userId: user.id, name: 't', limit: quota(9) },
        { actor: 'user-1', requestId: 'r1' },
      ),
    );
    expect(changed).toMatchObject({ inLedger: false, written: [], parked: [], value: { name: 't' } });
    expect(acknowledged).toEqual([await currentVersion(directory.pool)]);
    expect(await rows(directory.pool, query('directory.tokens').select('name').where({ user_id: user.id }))).toEqual([
      { name: 't' },
    ]);
    expect(await rows(directory.pool, query('directory.outbox').select('stream'))).toEqual([{ stream }]);
  });

  it('saves options over their defaults, once', async () => {
    const put = (value: string) =>
      withDirectoryTransaction(directory.pool, null, (tx) => putOption(tx, directory.keys, 'RetryTimes', value));
    expect((await put('2')).value).toEqual({ before: {}, after: { RetryTimes: '2' } });
    expect(await put('2')).toMatchObject({ value: undefined, version: undefined });
    expect((await put('3')).value).toEqual({ before: { RetryTimes: '2' }, after: { RetryTimes: '3' } });
    const options = await getOptions(directory.pool, directory.keys);
    expect([options.get('RetryTimes'), options.get('Notice')]).toEqual(['3', '']);
  });

  it('keeps so many versions of changes; who is further behind is told to read everything', async () => {
    const start = await currentVersion(directory.pool);
    await withDirectoryTransaction(directory.pool, null, async (tx) => tx.changed('channel', 1));
    await execute(
      directory.pool,
      query('directory.directory_head').update({ version: query.raw('version + ?', [CHANGES_KEPT_VERSIONS]) }),
    );
    expect(await sweepChanges(directory.pool)).toBe(1);
    expect(await changesSince(directory.pool, start)).toMatchObject({ complete: false, changes: [] });
    expect(await changesSince(directory.pool, start + 1)).toMatchObject({ complete: true });
  });
});
