import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { channelId, type RequestId, tokenId, type UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { taskStream } from '@ledgate/domain/task/events';
import { LedgerWriter } from '@ledgate/projections/testing/ledger-writer';
import type { Drawing, Task } from '../contract/task.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';
import { spendingOf } from '../testing/spending.ts';

const AT_S = 1_780_000_000;
const MINUTE_S = 60;
const FAR = 4;

let world: ConsoleWorld;
let [ada, bob, admin]: ConsoleClient[] = [];
const client = (whose: 'ada' | 'bob' | 'admin'): ConsoleClient => {
  const found = { ada, bob, admin }[whose];
  if (found === undefined) throw new Error(`${whose} has not come yet`);
  return found;
};

/** What is submitted, a minute apart: its id, whose it is, where, and through which channel. */
const SUBMITTED = [
  ['draw-ada', 'ada', 'mj', 3],
  ['song-ada', 'ada', 'suno', 3],
  ['draw-bob', 'bob', 'mj', FAR],
  ['song-bob', 'bob', 'suno', FAR],
  ['clip-ada', 'ada', 'kling', 3],
] as const;

beforeAll(async () => {
  world = await openConsoleWorld();
  [ada, bob, admin] = [await world.person('ada'), await world.person('bob'), await world.person('boss')];
  await world.root.done('POST', '/api/user/manage', { id: admin.userId, action: 'promote' });
  for (const whose of ['ada', 'bob'] as const)
    for (const key of await world.codes(1_000)) await client(whose).done('POST', '/api/user/topup', { key });
  const spending = await spendingOf(world.store);
  const writer = new LedgerWriter(world.store);
  for (const [at, [taskId, whose, platform, channel]] of SUBMITTED.entries()) {
    const accountId = client(whose).userId as UserId;
    const requestId = `call-${taskId}` as RequestId;
    await spending.charge(accountId, 50, { requestId, channelId: channelId(channel) });
    await writer.append(taskStream(taskId), (AT_S + at * MINUTE_S) * 1_000, {
      type: 'TaskSubmitted',
      data: { taskId, accountId, tokenId: tokenId(5), requestId, platform, action: 'MAKE', amount: quota(50) },
    });
  }
  const endedMs = (AT_S + 30 * MINUTE_S) * 1_000;
  for (const taskId of ['draw-ada', 'song-ada'])
    await writer.append(taskStream(taskId), endedMs, { type: 'TaskSucceeded', data: { taskId } });
  await writer.append(
    taskStream('song-bob'),
    endedMs,
    {
      type: 'TaskFailed',
      data: {
        taskId: 'song-bob',
        accountId: client('bob').userId as UserId,
        tokenId: tokenId(5),
        refund: quota(0),
        reason: 'no words',
        suspended: false,
      },
    },
    { type: 'TaskRefunded', data: { taskId: 'song-bob', amount: quota(0) } },
  );
  await world.runner.waitFor(await world.store.head(), 10_000);
});
afterAll(() => world.close());

async function listed(by: ConsoleClient, path: string): Promise<readonly [readonly string[], number]> {
  const { json, headers } = await by.call('GET', path);
  expect(json).toMatchObject({ success: true });
  const rows = json.data as readonly { mj_id?: string; task_id?: string }[];
  return [rows.map(({ mj_id: drawing, task_id: task }) => drawing ?? task ?? ''), Number(headers.get('x-total-count'))];
}

describe('lists of tasks', () => {
  it.each([
    ['ada', '/api/mj/self', ['draw-ada']],
    ['bob', '/api/mj/self', ['draw-bob']],
    ['ada', '/api/task/self', ['clip-ada', 'song-ada']],
    ['bob', '/api/task/self/', ['song-bob']],
    ['admin', '/api/task/self', []],
    ['admin', '/api/mj/', ['draw-bob', 'draw-ada']],
    ['admin', '/api/task/', ['clip-ada', 'song-bob', 'song-ada']],
  ] as const)('show %s at %s: %j', async (whose, path, ids) => {
    expect(await listed(client(whose), path)).toEqual([ids, ids.length]);
  });

  it('of everybody are for administrators', async () => {
    for (const path of ['/api/mj/', '/api/task/']) await client('ada').refused('GET', path);
  });

  it.each([
    ['task/?task_id=song-bob', ['song-bob']],
    ['task/?task_id=draw-ada', []],
    ['task/?task_id=song', []],
    ['mj/?mj_id=%20draw-ada%20', ['draw-ada']],
    [`task/?channel_id=${FAR}`, ['song-bob']],
    [`mj/?channel_id=${FAR}`, ['draw-bob']],
    ['task/?channel_id=9', []],
    // Both ends of a range are in it: seconds of tasks, milliseconds of drawing jobs.
    [`task/?start_timestamp=${AT_S + 3 * MINUTE_S}`, ['clip-ada', 'song-bob']],
    [`task/?end_timestamp=${AT_S + 3 * MINUTE_S}`, ['song-bob', 'song-ada']],
    [`task/?start_timestamp=${AT_S + 3 * MINUTE_S}&end_timestamp=${AT_S + 3 * MINUTE_S}`, ['song-bob']],
    [`mj/?start_timestamp=${(AT_S + 2 * MINUTE_S) * 1_000}`, ['draw-bob']],
    [`mj/?end_timestamp=${(AT_S + 2 * MINUTE_S) * 1_000 - 1}`, ['draw-ada']],
    ['task/?start_timestamp=NaN&end_timestamp=NaN', ['clip-ada', 'song-bob', 'song-ada']],
  ])('are narrowed by what is asked: %s', async (asked, ids) => {
    expect(await listed(client('admin'), `/api/${asked}`)).toEqual([ids, ids.length]);
  });

  it('of the own narrow nothing by a channel, which only administrators see', async () => {
    expect((await listed(client('ada'), `/api/task/self?channel_id=${FAR}`))[0]).toEqual(['clip-ada', 'song-ada']);
  });

  it('come page by page from 0, with how many there are in all', async () => {
    const pages = [];
    for (let p = 0; p < 3; p += 1) pages.push(await listed(client('admin'), `/api/task/?p=${p}&page_size=2`));
    expect(pages).toEqual([
      [['clip-ada', 'song-bob'], 3],
      [['song-ada'], 3],
      [[], 3],
    ]);
  });

  it('tell of each what its events said', async () => {
    const tasks = await client('admin').done<Task[]>('GET', '/api/task/');
    expect(tasks).toMatchObject([
      { task_id: 'clip-ada', status: 'SUBMITTED', progress: '0%', finish_time: 0, platform: 'kling' },
      { task_id: 'song-bob', status: 'FAILURE', progress: '100%', fail_reason: 'no words', channel_id: FAR },
      {
        task_id: 'song-ada',
        status: 'SUCCESS',
        action: 'MAKE',
        quota: 50,
        user_id: client('ada').userId,
        channel_id: 3,
        submit_time: AT_S + MINUTE_S,
        finish_time: AT_S + 30 * MINUTE_S,
      },
    ]);
    const [own] = await client('ada').done<Drawing[]>('GET', '/api/mj/self');
    expect(own).toMatchObject({
      mj_id: 'draw-ada',
      code: 1,
      status: 'SUCCESS',
      progress: '100%',
      submit_time: AT_S * 1_000,
      finish_time: (AT_S + 30 * MINUTE_S) * 1_000,
      channel_id: 0,
      quota: 50,
    });
  });
});
