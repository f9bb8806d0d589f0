import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { CHANNEL_STATUS, TOKEN_STATUS } from '@ledgate/domain/catalogue/statuses';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { changePriceBook } from '@ledgate/domain/pricebook/pricebook-stream';
import type { UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { updateChannel } from '../channels/update.ts';
import { channelKeyRows, findChannel } from '../channels/find.ts';
import { rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { createNotifications, type Notifications } from '../notifications.ts';
import { putOption } from '../options/options.ts';
import { testMasterKey } from '../../testing/directory-keys.ts';
import { DirectoryKeys } from '../keys/directory-keys.ts';
import { KeyRing } from '../keys/key-ring.ts';
import { rotateMasterKey } from '../keys/rotate.ts';
import { changeEndUserKey } from '../end-users/end-user-key.ts';
import { DirectoryUnavailable } from '../relay-view.ts';
import {
  addChannel,
  addToken,
  addUser,
  type DirectoryFixture,
  eventually,
  openDirectory,
} from '../testing/directory-fixture.ts';
import { findToken } from '../tokens/find.ts';
import { deleteToken, updateToken } from '../tokens/update.ts';
import { noteChange, withDirectoryTransaction } from '../transaction.ts';
import { updateUser } from '../users/update.ts';
import { createRelayView, type RunningRelayView } from './create-relay-view.ts';

const asker = { actor: 'user-1', requestId: 'r1' };
const NEVER_MS = 3_600_000;

describe("the relay's view", () => {
  let directory: DirectoryFixture;
  let notifications: Notifications;
  let view: RunningRelayView;
  let pool: pg.Pool;
  const views: RunningRelayView[] = [];

  /** Without start() it sees changes only by `refresh` and by misses. */
  const open = async (
    times = { staleMs: 10_000, pollMs: NEVER_MS },
    directoryKeys = directory.keys,
  ): Promise<RunningRelayView> => {
    const opened = await createRelayView({
      pool,
      store: directory.store,
      directoryKeys,
      notifications,
      relayId: 'relay-1',
      onError: () => undefined,
      times,
    });
    views.push(opened);
    return opened;
  };
  const change = <Value>(work: Parameters<typeof withDirectoryTransaction<Value>>[2]) =>
    withDirectoryTransaction(directory.pool, null, work);

  beforeEach(async () => {
    directory = await openDirectory();
    pool = new pg.Pool({ connectionString: directory.url });
    pool.on('error', () => undefined);
    notifications = await createNotifications({ pool: directory.pool, onError: () => undefined });
    view = await open();
  });
  afterEach(async () => {
    for (const opened of views.splice(0)) await opened.stop();
    await notifications.close();
    if (!pool.ended) await pool.end();
    await directory.close();
  });

  it('hashes end users under the key of the installation, and under another one as soon as that is changed', async () => {
    const other = await open({ staleMs: 10_000, pollMs: NEVER_MS });
    const ann = view.endUserHash(2 as UserId, 'ann');
    expect(other.endUserHash(2 as UserId, 'ann')).toBe(ann);
    expect(view.endUserHash(3 as UserId, 'ann')).not.toBe(ann);
    view.start();
    await changeEndUserKey(directory.pool, directory.keys.ring, Date.now());
    await eventually(() => view.endUserHash(2 as UserId, 'ann') !== ann, 'the view has the new key');
    expect(other.endUserHash(2 as UserId, 'ann')).toBe(ann);
    await other.refresh();
    expect(other.endUserHash(2 as UserId, 'ann')).toBe(view.endUserHash(2 as UserId, 'ann'));
  });

  it('answers a token with its owner: read once, then kept', async () => {
    const user = await addUser(directory.pool, { username: 'ann', group: 'vip' });
    const token = await addToken(directory.pool, {
      userId: user.id,
      name: 'laptop',
      limit: quota(5),
      modelLimitsEnabled: true,
      modelLimits: 'gpt-4o, o1',
      allowIps: '10.0.0.1,\nnonsense\n::1',
      group: 'svip',
    });
    const first = view.token(token.key);
    expect(first).toBeInstanceOf(Promise);
    expect(view.token(token.key)).toBe(first);
    expect(await first).toEqual({
      tokenId: token.id,
      key: token.key,
      name: 'laptop',
      status: 1,
      expiredTime: -1,
      unlimited: false,
      limitVersion: 1,
      models: new Set(['gpt-4o', 'o1']),
      addresses: { has: expect.any(Function), size: 2 },
      group: 'svip',
      user: { userId: user.id, username: 'ann', role: 1, status: 1, group: 'vip', closed: false },
    });
    const { addresses } = (await first) ?? {};
    expect(['10.0.0.1', '::1', '10.0.0.2'].map((address) => addresses?.has(address))).toEqual([true, true, false]);
    expect(view.token(token.key)).toBe(await first);
  });

  it('lets nobody in by a list of addresses without a valid one, and everybody without a list', async () => {
    const user = await addUser(directory.pool, { username: 'ann' });
    const [none, all] = [
      await addToken(directory.pool, { userId: user.id, allowIps: 'office' }),
      await addToken(directory.pool, { userId: user.id, allowIps: ' ' }),
    ];
    expect((await view.token(none.key))?.addresses?.has('10.0.0.1')).toBe(false);
    expect(await view.token(all.key)).toMatchObject({ addresses: null });
  });

  it('forgets a token that changed and the tokens of a user that changed', async () => {
    const user = await addUser(directory.pool, { username: 'ann' });
    const [one, other] = [
      await addToken(directory.pool, { userId: user.id }),
      await addToken(directory.pool, { userId: user.id }),
    ];
    await view.refresh();
    await view.token(one.key);
    await view.token(other.key);
    await change((tx) => updateToken(tx, one, { status: TOKEN_STATUS.disabled }, asker));
    await view.refresh();
    expect(await view.token(one.key)).toMatchObject({ status: TOKEN_STATUS.disabled });
    expect(view.token(other.key)).not.toBeInstanceOf(Promise);
    await change((tx) => updateUser(tx, user.id, { status: 2 }));
    await change((tx) => deleteToken(tx, directory.keys, one, asker));
    await view.refresh();
    expect(await view.token(one.key)).toBeUndefined();
    expect(await view.token(other.key)).toMatchObject({ user: { status: 2 } });
  });

  it('does not keep what a change overtook while it was read', async () => {
    const user = await addUser(directory.pool, { username: 'ann' });
    const token = await addToken(directory.pool, { userId: user.id });
    await view.refresh();
    const query = pool.query.bind(pool);
    let overtaken = false;
    Object.assign(pool, {
      query: async (config: pg.QueryConfig) => {
        const answer = await query(config);
        if (!overtaken && config.text.includes('directory.tokens token')) {
          overtaken = true;
          await change((tx) => updateToken(tx, token, { name: 'renamed' }, asker));
          await view.refresh();
        }
        return answer;
      },
    });
    expect(await view.token(token.key)).toMatchObject({ name: 'renamed' });
    expect(view.token(token.key)).toMatchObject({ name: 'renamed' });
  });

  it('does not ask for an unknown key twice in a second, but at once after a change of tokens', async () => {
    const user = await addUser(directory.pool, { username: 'ann' });
    const key = 'x'.repeat(48);
    expect(view.token('short')).toBeUndefined();
    expect(view.token(key)).toBeInstanceOf(Promise);
    expect(await view.token(key)).toBeUndefined();
    expect(view.token(key)).toBeUndefined();
    const token = await addToken(directory.pool, { userId: user.id });
    await change(async (tx) => {
      await directory.keys.replace(tx.client, 'token', token.id, [key]);
      tx.changed('token', token.id);
    });
    await view.refresh();
    expect(await view.token(key)).toMatchObject({ tokenId: token.id });
  });

  it('answers nothing as soon as secrets are under a master key that it was not given', async () => {
    const user = await addUser(directory.pool, { username: 'ann' });
    const token = await addToken(directory.pool, { userId: user.id });
    expect(await view.token(token.key)).toMatchObject({ tokenId: token.id });
    const ring = new KeyRing(`${testMasterKey(2)},${testMasterKey()}`);
    await rotateMasterKey(directory.pool, { ring, nowMs: 0 });
    await expect(view.refresh()).rejects.toThrow(DirectoryUnavailable);
    await expect(view.token(token.key)).rejects.toThrow(DirectoryUnavailable);
    const restarted = await open({ staleMs: 10_000, pollMs: NEVER_MS }, new DirectoryKeys(ring));
    expect(await restarted.token(token.key)).toMatchObject({ tokenId: token.id });
  });

  it('lists enabled channels of group and model, highest priority first, and reads before it answers none', async () => {
    const low = await addChannel(directory.pool, { models: 'gpt-4o,o1', group: 'default,vip', priority: 1 });
    const high = await addChannel(directory.pool, {
      models: 'gpt-4o',
      priority: 5,
      modelMapping: '{"gpt-4o":"gpt-4o-mini"}',
      statusCodeMapping: '{"429":"500"}',
    });
    await addChannel(directory.pool, { models: 'gpt-4o', status: CHANNEL_STATUS.disabled });
    const missed = view.channelsFor('default', 'gpt-4o');
    expect(missed).toBeInstanceOf(Promise);
    expect((await missed).map(({ id }) => id)).toEqual([high.id, low.id]);
    expect(view.channelsFor('default', 'gpt-4o')).toBe(view.channelsFor('default', 'gpt-4o'));
    expect(view.channelsFor('vip', 'gpt-4o')).toMatchObject([{ id: low.id, key: 'upstream-key' }]);
    expect(await view.channelsFor('svip', 'gpt-4o')).toEqual([]);
    expect(view.modelsOf('default')).toEqual(['gpt-4o', 'o1']);
    const channel = await view.channel(high.id);
    expect(channel?.modelMapping.get('gpt-4o')).toBe('gpt-4o-mini');
    expect(channel?.statusCodeMapping.get(429)).toBe(500);

    await change((tx) => updateChannel(tx, directory.keys, high.id, { status: CHANNEL_STATUS.disabled }));
    await view.refresh();
    expect(view.channelsFor('default', 'gpt-4o')).toMatchObject([{ id: low.id }]);
    expect(view.channel(high.id)).toMatchObject({ status: CHANNEL_STATUS.disabled });
  });

  it('lists channels of a type that is no longer offered where no other has the model, and offers their models to nobody', async () => {
    const { code: type } = channelTypeNamed('aiProxy');
    const gone = await addChannel(directory.pool, { type, models: 'old,gpt-4o', priority: 9 });
    await addChannel(directory.pool, { type, models: 'older', status: CHANNEL_STATUS.disabled });
    const served = await addChannel(directory.pool, { models: 'gpt-4o' });
    expect(await view.channelsFor('default', 'old')).toMatchObject([{ id: gone.id }]);
    expect(await view.channelsFor('default', 'gpt-4o')).toMatchObject([{ id: served.id }]);
    expect(await view.channelsFor('default', 'older')).toEqual([]);
    expect(view.modelsOf('default')).toEqual(['gpt-4o']);
  });

  it('says since when a channel serves: as long as it looks, unless it was enabled or given a model meanwhile', async () => {
    const { id } = await addChannel(directory.pool, { models: 'gpt-4o' });
    const looking = await open();
    const since = async (): Promise<number> => (await looking.channel(id))?.servingSinceMs ?? NaN;
    const changeTo = async (fields: Parameters<typeof updateChannel>[3]): Promise<number> => {
      await change((tx) => updateChannel(tx, directory.keys, id, fields));
      await looking.refresh();
      return since();
    };
    expect(await since()).toBe(-Infinity);
    expect(await changeTo({ name: 'second' })).toBe(-Infinity);
    await changeTo({ status: CHANNEL_STATUS.disabled });
    const disabledAtMs = performance.now();
    const enabled = await changeTo({ status: CHANNEL_STATUS.enabled });
    expect(enabled).toBeGreaterThan(disabledAtMs);
    expect(await changeTo({ name: 'third' })).toBe(enabled);
    expect(await changeTo({ models: 'gpt-4o,o1' })).toBeGreaterThan(enabled);
  });

  it('looks up the models of the two families under their common names', async () => {
    const channel = await addChannel(directory.pool, { models: 'gpt-4-gizmo-*,gpt-4o-gizmo-*' });
    expect(await view.channelsFor('default', 'gpt-4-gizmo-g-123')).toMatchObject([{ id: channel.id }]);
    expect(view.channelsFor('default', 'gpt-4o-gizmo-g-9')).toMatchObject([{ id: channel.id }]);
  });

  it('takes in options and a price book, and what they make of groups', async () => {
    expect(view.options.RetryTimes).toBe(0);
    expect([...view.usableGroups('svip').keys()]).toEqual(['default', 'vip', 'svip']);
    await change((tx) => putOption(tx, directory.keys, 'RetryTimes', '3'));
    await change((tx) => putOption(tx, directory.keys, 'UserUsableGroups', '{"gold":"Gold","default":"All"}'));
    await changePriceBook(
      directory.store,
      { type: 'PublishPrices', options: { GroupRatio: '{"gold":2,"default":1}' }, actorId: 1 as UserId, nowMs: 1 },
      {
        commandId: 'c',
        correlationId: 'c',
        occurredAtMs: 1,
        actor: 'user-1',
      },
    );
    await noteChange(directory.pool, 'pricebook');
    await view.refresh();
    expect(view.options.RetryTimes).toBe(3);
    expect(view.prices().book.groupRatio).toEqual({ gold: '2', default: '1' });
    expect([...view.usableGroups('svip')]).toEqual([
      ['gold', 'Gold'],
      ['default', 'All'],
    ]);
  });

  it('hears of changes by itself once it is started, and again after its connection was cut', async () => {
    view.start();
    const channel = await addChannel(directory.pool, { name: 'first' });
    await eventually(() => view.version() > 1, 'the first change by notification');
    await rows(
      directory.pool,
      query.raw(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()",
      ),
    );
    await change((tx) => updateChannel(tx, directory.keys, channel.id, { name: 'second' }));
    await eventually(
      async () => (await view.channel(channel.id))?.name === 'second',
      'the second change after reconnecting',
    );
    const version = view.version();
    await eventually(async () => {
      await change(async (tx) => tx.changed('channel', channel.id));
      return view.version() > version;
    }, 'a third change');
  });

  it('hears of changes by polling when no notification comes', async () => {
    const polling = await open({ staleMs: 10_000, pollMs: 20 });
    await notifications.close();
    polling.start();
    await addChannel(directory.pool);
    await eventually(() => polling.version() > 1, 'the change by polling');
  });

  it('answers nothing when the directory has been away for too long, and again when it is back', async () => {
    const strict = await open({ staleMs: 50, pollMs: NEVER_MS });
    const user = await addUser(directory.pool, { username: 'ann' });
    const token = await addToken(directory.pool, { userId: user.id });
    await addChannel(directory.pool);
    await strict.token(token.key);
    await strict.refresh();
    const query = pool.query.bind(pool);
    Object.assign(pool, { query: () => Promise.reject(new Error('away')) });
    await eventually(() => strict.ageMs() > 50, 'what is kept is too old');
    await expect(strict.token(token.key)).rejects.toBeInstanceOf(DirectoryUnavailable);
    await expect(strict.channelsFor('default', 'gpt-4o')).rejects.toBeInstanceOf(DirectoryUnavailable);
    Object.assign(pool, { query });
    expect(await strict.token(token.key)).toMatchObject({ tokenId: token.id });
    expect(await strict.channelsFor('default', 'gpt-4o')).toHaveLength(1);
  });

  it('refuses to call a key unknown when it cannot ask', async () => {
    Object.assign(pool, { query: () => Promise.reject(new Error('away')) });
    await expect(view.token('y'.repeat(48))).rejects.toBeInstanceOf(DirectoryUnavailable);
  });

  it('has a view of a channel by each of several keys; spent ones are put aside alone, and the last disables the channel', async () => {
    const { id } = await addChannel(directory.pool, { keys: ['sk-one', 'sk-two'] });
    const single = await addChannel(directory.pool, { keys: ['sk-only'] });
    expect(await view.channel(single.id)).toMatchObject({ key: 'sk-only', byKey: [], hasOtherKeys: false });
    const channel = await view.channel(id);
    expect(channel?.byKey.map(({ key, hasOtherKeys }) => [key, hasOtherKeys])).toEqual([
      ['sk-one', true],
      ['sk-two', true],
    ]);
    const [one, two] = channel?.byKey ?? [];
    if (one === undefined || two === undefined) throw new Error('there are no views by key');
    view.noteSpent({ ...one, keyId: undefined }, 'seen before keys had numbers');
    view.noteSpent(one, 'HTTP 401');
    view.noteSpent(one, 'HTTP 401');
    await view.stop();
    const states = async () => (await channelKeyRows(directory.pool, [id])).get(id);
    expect(await states()).toMatchObject([
      { number: one.keyId, state: 2, reason: 'HTTP 401', stateTime: expect.any(Number) },
      { number: two.keyId, state: 1, reason: '' },
    ]);
    await view.refresh();
    expect(await view.channel(id)).toMatchObject({ key: 'sk-two', keyId: two.keyId, byKey: [], status: 1 });

    view.noteSpent(one, 'late, by another process');
    view.noteSpent({ ...two, keyId: 0 }, 'of a key that was replaced');
    await view.stop();
    expect(await findChannel(directory.pool, id)).toMatchObject({ status: CHANNEL_STATUS.enabled });
    view.noteSpent(two, 'HTTP 401');
    await view.stop();
    expect(await findChannel(directory.pool, id)).toMatchObject({ status: CHANNEL_STATUS.autoDisabled });
    expect((await states())?.map(({ state }) => state)).toEqual([2, 1]);

    await change((tx) => updateChannel(tx, directory.keys, id, { keys: ['sk-one'] }));
    expect(await states()).toMatchObject([{ number: one.keyId, state: 1, reason: '' }]);
    const audits = await rows<{ action: string }>(
      directory.pool,
      query.raw("select record ->> 'action' as action from directory.audit_outbox order by id"),
    );
    expect(audits.map(({ action }) => action)).toEqual(['channel.key_disable', 'channel.disable']);
  });

  it('marks an exhausted token and a failing channel in the background, with audits by the relay', async () => {
    const user = await addUser(directory.pool, { username: 'ann' });
    const token = await addToken(directory.pool, { userId: user.id, limit: quota(5) });
    const raised = await addToken(directory.pool, { userId: user.id, limit: quota(5) });
    const channel = await addChannel(directory.pool, { otherInfo: '{"note":1}' });
    await view.token(token.key);
    await view.token(raised.key);
    await change((tx) => updateToken(tx, raised, { limit: quota(50) }, asker));
    view.markToken(token.id, TOKEN_STATUS.exhausted);
    view.markToken(raised.id, TOKEN_STATUS.exhausted);
    view.markToken(token.id, TOKEN_STATUS.exhausted);
    const kept = await view.channel(channel.id);
    if (kept !== undefined) view.noteSpent(kept, 'HTTP 401');
    await view.stop();
    expect(await findToken(directory.pool, token.id)).toMatchObject({ status: TOKEN_STATUS.exhausted });
    expect(await findToken(directory.pool, raised.id)).toMatchObject({ status: TOKEN_STATUS.enabled });
    const disabled = await findChannel(directory.pool, channel.id);
    expect(disabled?.status).toBe(CHANNEL_STATUS.autoDisabled);
    expect(JSON.parse(disabled?.otherInfo ?? '')).toEqual({
      note: 1,
      status_reason: 'HTTP 401',
      status_time: expect.any(Number),
    });
    expect(
      await rows(
        directory.pool,
        query.raw(
          "select actor, record ->> 'target' as target, record ->> 'reason' as reason from directory.audit_outbox order by id",
        ),
      ),
    ).toEqual([
      { actor: 'relay', target: `token-${token.id}`, reason: 'exhausted' },
      { actor: 'relay', target: `channel-${channel.id}`, reason: 'HTTP 401' },
    ]);
  });

  it('notes when a token was last used', async () => {
    const user = await addUser(directory.pool, { username: 'ann' });
    const token = await addToken(directory.pool, { userId: user.id });
    await directory.pool.query('update directory.tokens set accessed_time = 1');
    await view.token(token.key);
    await view.stop();
    expect((await findToken(directory.pool, token.id))?.accessedTime).toBeGreaterThan(1);
  });
});
