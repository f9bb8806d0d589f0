import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Direction } from '@ledgate/domain/catalogue/list-orders';
import { CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import { addChannel, type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import type { Paging } from '../../shared/paging.ts';
import { withDirectoryTransaction } from '../transaction.ts';
import { lastTestIn } from './last-test.ts';
import { enableAgain } from './spent.ts';
import { channelNamesOf, findChannel, findChannelWithKeys, listChannels } from './find.ts';
import {
  deleteChannels,
  deleteDisabledChannels,
  editTag,
  noteTest,
  setChannelStatus,
  setStatusByTag,
  tagChannels,
  updateChannel,
} from './update.ts';

const ALL: Paging = { offset: 0, limit: 10 };
const anything = { keyword: '', group: '', model: '', tag: '', status: 0, type: 0 };
const by = (expression: string, paging: Paging = ALL, byTag = false) => ({
  order: { expression, direction: 'desc' as Direction },
  byTag,
  paging: paging as Paging | undefined,
});

describe('channels', () => {
  let directory: DirectoryFixture;
  beforeEach(async () => {
    directory = await openDirectory();
  });
  afterEach(() => directory.close());
  const change = <Value>(work: Parameters<typeof withDirectoryTransaction<Value>>[2]) =>
    withDirectoryTransaction(directory.pool, null, work);
  const list = (search: typeof anything, view: ReturnType<typeof by>) =>
    listChannels(directory.pool, directory.keys, search, view);
  const idsOf = async (search: Partial<typeof anything>, view: ReturnType<typeof by>) =>
    (await list({ ...anything, ...search }, view)).items.map(({ id }) => id);

  it('show their key to nobody who lists, searches or opens them', async () => {
    const channel = await addChannel(directory.pool, { keys: ['secret'] });
    const shown = [await findChannel(directory.pool, channel.id), ...(await list(anything, by('id'))).items];
    expect(shown).toHaveLength(2);
    for (const one of shown) expect(one).not.toHaveProperty('key');
    expect((await findChannelWithKeys(directory.pool, directory.keys, channel.id))?.keys).toEqual(['secret']);
  });

  it('are ordered by priority or by id, and paged', async () => {
    const [a, b, c] = [
      await addChannel(directory.pool, { priority: 1 }),
      await addChannel(directory.pool, { priority: 9 }),
      await addChannel(directory.pool, { priority: 1 }),
    ];
    expect(await idsOf({}, by('priority'))).toEqual([b.id, c.id, a.id]);
    expect(await idsOf({}, by('id', { offset: 1, limit: 1 }))).toEqual([b.id]);
    expect(await idsOf({}, { ...by('priority'), order: { expression: 'priority', direction: 'asc' } })).toEqual([
      c.id,
      a.id,
      b.id,
    ]);
    expect((await list(anything, by('id', { offset: 1, limit: 1 }))).total).toBe(3);
    expect(await idsOf({}, { ...by('id'), paging: undefined })).toEqual([c.id, b.id, a.id]);
  });

  it('are searched by id, name or whole key, by group and by model', async () => {
    const a = await addChannel(directory.pool, {
      name: 'Main',
      keys: ['k-main'],
      models: 'gpt-4o,o1',
      group: 'default, vip',
    });
    const b = await addChannel(directory.pool, {
      name: 'spare',
      keys: ['k-spare'],
      models: 'o1',
      group: 'vips',
      tag: 'east',
    });
    const c = await addChannel(directory.pool, { name: 'third', keys: ['k-third'], models: 'x', tag: 'east' });
    const found = (search: Partial<typeof anything>, byTag = false) => idsOf(search, by('id', ALL, byTag));
    expect(await found({ keyword: String(a.id) })).toContain(a.id);
    expect(await found({ keyword: 'MAI' })).toEqual([a.id]);
    expect(await found({ keyword: 'k-spare' })).toEqual([b.id]);
    expect(await found({ keyword: 'k-spar' })).toEqual([]);
    expect(await found({ group: 'vip' })).toEqual([a.id]);
    expect(await found({ model: 'o1' })).toEqual([b.id, a.id]);
    expect(await found({ model: 'o1' }, true)).toEqual([c.id, b.id]);
    expect(await found({ tag: 'east' })).toEqual([c.id, b.id]);
    expect(await found({ tag: 'east', status: 2 })).toEqual([]);
    expect(await found({ type: a.type, status: a.status })).toEqual([c.id, b.id, a.id]);
    expect(await found({ type: a.type + 1 })).toEqual([]);
  });

  it('are paged by tag', async () => {
    const [a, b] = [
      await addChannel(directory.pool, { tag: 'east' }),
      await addChannel(directory.pool, { tag: 'west' }),
    ];
    const c = await addChannel(directory.pool, { tag: 'east' });
    await addChannel(directory.pool);
    expect(await idsOf({}, by('id', { offset: 0, limit: 1 }, true))).toEqual([c.id, a.id]);
    expect(await idsOf({}, by('id', { offset: 1, limit: 1 }, true))).toEqual([b.id]);
    expect((await list(anything, by('id', ALL, true))).total).toBe(2);
  });

  it('change only in the fields that are given, also to an empty text', async () => {
    const channel = await addChannel(directory.pool, { name: 'a', models: 'gpt-4o', other: 'x' });
    const { value } = await change((tx) => updateChannel(tx, directory.keys, channel.id, { other: '', weight: 3 }));
    expect(value).toEqual({
      before: channel,
      after: { ...channel, other: '', weight: 3 },
      areKeysChanged: false,
    });
  });

  it('keep why a process disabled them', async () => {
    const channel = await addChannel(directory.pool, { otherInfo: 'no JSON' });
    await change((tx) => setChannelStatus(tx, channel.id, CHANNEL_STATUS.autoDisabled, 'HTTP 401'));
    expect(JSON.parse((await findChannel(directory.pool, channel.id))?.otherInfo ?? '')).toMatchObject({
      status_reason: 'HTTP 401',
    });
  });

  it('are changed by tag, and lose it', async () => {
    const [a, b, c] = [
      await addChannel(directory.pool),
      await addChannel(directory.pool),
      await addChannel(directory.pool),
    ];
    expect(idsIn(await change((tx) => tagChannels(tx, [a.id, b.id, 999], 'east')))).toEqual([a.id, b.id]);
    expect(idsIn(await change((tx) => setStatusByTag(tx, 'east', CHANNEL_STATUS.disabled)))).toEqual([a.id, b.id]);
    expect(idsIn(await change((tx) => editTag(tx, 'east', { newTag: 'west', priority: 4 })))).toEqual([a.id, b.id]);
    expect(await findChannel(directory.pool, a.id)).toMatchObject({
      tag: 'west',
      priority: 4,
      status: CHANNEL_STATUS.disabled,
    });
    expect(await findChannel(directory.pool, c.id)).toMatchObject({
      tag: '',
      priority: 0,
      status: CHANNEL_STATUS.enabled,
    });
    await change((tx) => editTag(tx, 'west', { newTag: '' }));
    expect(idsIn(await change((tx) => setStatusByTag(tx, '', CHANNEL_STATUS.disabled)))).toEqual([]);
    expect(await findChannel(directory.pool, b.id)).toMatchObject({ tag: '' });
  });

  it('are deleted with their key; the name stays for logs', async () => {
    const [a, b, c] = [
      await addChannel(directory.pool, { name: 'a' }),
      await addChannel(directory.pool, { status: 2 }),
      await addChannel(directory.pool, { status: 3 }),
    ];
    expect(idsIn(await change((tx) => deleteChannels(tx, directory.keys, [a.id, 999])))).toEqual([a.id]);
    expect(idsIn(await change((tx) => deleteDisabledChannels(tx, directory.keys)))).toEqual([b.id, c.id]);
    expect(await list(anything, by('id'))).toEqual({ items: [], total: 0 });
    expect(await channelNamesOf(directory.pool, [a.id])).toEqual(new Map([[a.id, 'a']]));
    const { rows } = await directory.pool.query('select 1 from directory.channel_keys');
    expect(rows).toEqual([]);
  });

  it('note tests without a new version', async () => {
    const channel = await addChannel(directory.pool);
    expect((await findChannel(directory.pool, channel.id))?.testPassed).toBeNull();
    await noteTest(directory.pool, channel.id, {
      responseTimeMs: 123.4,
      testedSeconds: 1_700_000_000,
      passed: false,
      model: 'm',
      error: `two\u0000\nlines ${'x'.repeat(600)}`,
      code: '',
    });
    const noted = await findChannel(directory.pool, channel.id);
    expect(noted).toMatchObject({ responseTimeMs: 123, testTime: 1_700_000_000, testPassed: false });
    const { model, error } = lastTestIn(noted?.lastTest ?? '') ?? {};
    expect([model, error]).toEqual(['m', `two lines ${'x'.repeat(490)}`]);
  });

  it('that were disabled by themselves are enabled again, once, and none that a person has disabled', async () => {
    const [byItself, byHand] = [
      await addChannel(directory.pool, { status: 3 }),
      await addChannel(directory.pool, { status: 2 }),
    ];
    const finding = { actorId: null, process: 'api', requestId: 'r', reason: 'the test passed' };
    expect((await change((tx) => enableAgain(tx, byItself.id, finding))).value).toBe(true);
    expect((await change((tx) => enableAgain(tx, byItself.id, finding))).value).toBe(false);
    expect((await change((tx) => enableAgain(tx, byHand.id, finding))).value).toBe(false);
    expect((await findChannel(directory.pool, byItself.id))?.status).toBe(1);
    expect((await findChannel(directory.pool, byHand.id))?.status).toBe(2);
    const recorded = await directory.pool.query<{ record: string }>('select record::text from directory.audit_outbox');
    expect(recorded.rows.map(({ record }) => JSON.parse(record))).toMatchObject([
      {
        actorId: null,
        action: 'channel.enable',
        target: `channel-${byItself.id}`,
        before: { status: 3 },
        after: { status: 1 },
      },
    ]);
  });
});

const idsIn = ({ value }: { readonly value: readonly { readonly id: number }[] }): readonly number[] =>
  value.map(({ id }) => id);
