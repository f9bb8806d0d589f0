import { afterEach, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import { type ChannelId, type RequestId, type SourceId, tokenId, type UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { taskStream } from '@ledgate/domain/task/events';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { LedgerWriter } from '../testing/ledger-writer.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { runnerWorld, type RunnerWorld } from '../testing/runner-world.ts';
import { TillWriter } from '../testing/till-writer.ts';
import { taskPage } from './tasks.ts';

jest.setTimeout(90_000);
const AT_MS = Date.UTC(2026, 5, 1, 10);
const MINUTE_MS = 60_000;
const ADA = 2 as UserId;
const BOB = 3 as UserId;
const ANY = { userId: undefined, taskId: '', channelId: 0, fromMs: 0, toMs: 0 } as const;

let world: RunnerWorld;
afterEach(() => world.close());

it('lists tasks as their events tell them: drawing jobs apart, by owner, id, channel and time, also one by one', async () => {
  let nowMs = AT_MS;
  const store = new MemoryEventStore(() => nowMs);
  const writer = new LedgerWriter(store);
  const till = new TillWriter(writer, 'till-a');
  for (const accountId of [ADA, BOB])
    await writer.append(
      accountStream(accountId),
      AT_MS,
      { type: 'AccountOpened', data: { userId: accountId } },
      { type: 'QuotaGranted', data: { amount: quota(1_000), grant: 'new_user', source: `g-${accountId}` as SourceId } },
    );
  await till.open(AT_MS);
  for (const accountId of [ADA, BOB]) await till.lease(accountId, 500, AT_MS);
  let minutes = 0;
  const submit = async (taskId: string, accountId: UserId, platform: string, channel: number): Promise<void> => {
    const requestId = `r-${taskId}` as RequestId;
    const facts = { requestId, amount: quota(50), channelId: channel as ChannelId };
    await till.record(till.chargeOf(accountId, facts), AT_MS);
    minutes += 1;
    nowMs = AT_MS + minutes * MINUTE_MS;
    await writer.append(taskStream(taskId), nowMs, {
      type: 'TaskSubmitted',
      data: { taskId, accountId, tokenId: tokenId(5), requestId, platform, action: 'ACT', amount: quota(50) },
    });
  };
  await submit('draw', ADA, 'mj', 3);
  await submit('song', ADA, 'suno', 3);
  await submit('lyrics', BOB, 'suno', 4);
  nowMs = AT_MS + 9 * MINUTE_MS;
  await writer.append(taskStream('song'), nowMs, { type: 'TaskSucceeded', data: { taskId: 'song' } });
  await writer.append(
    taskStream('lyrics'),
    nowMs,
    {
      type: 'TaskFailed',
      data: {
        taskId: 'lyrics',
        accountId: BOB,
        tokenId: tokenId(5),
        refund: quota(0),
        reason: 'no words',
        suspended: false,
      },
    },
    { type: 'TaskRefunded', data: { taskId: 'lyrics', amount: quota(0) } },
  );
  world = await runnerWorld(1, store);
  // Two events a batch: what changes a task comes in another one than the task.
  const runner = world.start(new PartitionedFeed(store, { partitions: 1, batchEvents: 2 }));
  await world.caughtUp(runner);
  await runner.stop();

  const found = async (search: Partial<Parameters<typeof taskPage>[1]>, offset = 0, limit = 10) => {
    const { items, total } = await taskPage(world.pool, { isDrawing: false, ...ANY, ...search }, { offset, limit });
    return [items.map(({ taskId }) => taskId), total];
  };
  expect(await found({ isDrawing: true })).toEqual([['draw'], 1]);
  expect(await found({})).toEqual([['lyrics', 'song'], 2]);
  expect(await found({}, 1, 1)).toEqual([['song'], 2]);
  expect(await found({ userId: ADA })).toEqual([['song'], 1]);
  expect(await found({ taskId: 'lyrics' })).toEqual([['lyrics'], 1]);
  expect(await found({ channelId: 3 })).toEqual([['song'], 1]);
  expect(await found({ fromMs: AT_MS + 3 * MINUTE_MS })).toEqual([['lyrics'], 1]);
  expect(await found({ toMs: AT_MS + 2 * MINUTE_MS })).toEqual([['song'], 1]);
  const { items } = await taskPage(world.pool, { isDrawing: false, ...ANY }, { offset: 0, limit: 10 });
  expect(items).toMatchObject([
    { taskId: 'lyrics', status: 'refunded', reason: 'no words', finishedMs: AT_MS + 9 * MINUTE_MS, channelId: 4 },
    { taskId: 'song', status: 'succeeded', reason: '', finishedMs: AT_MS + 9 * MINUTE_MS, amount: 50, userId: ADA },
  ]);
});
