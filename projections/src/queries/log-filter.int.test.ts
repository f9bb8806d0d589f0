import { afterEach, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import type { ChannelId, RequestId, SourceId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { LedgerWriter } from '../testing/ledger-writer.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { runnerWorld, type RunnerWorld } from '../testing/runner-world.ts';
import { TillWriter } from '../testing/till-writer.ts';
import type { LogFilter } from './log-filter.ts';
import { logPage, logStat } from './logs.ts';

jest.setTimeout(90_000);
const AT_MS = Date.UTC(2026, 5, 1, 10);
const ADA = 2 as UserId;

let world: RunnerWorld;
afterEach(() => world.close());

it('finds failed calls by a pattern of models, also where nobody was ever charged for the model', async () => {
  const store = new MemoryEventStore(() => AT_MS);
  const writer = new LedgerWriter(store);
  const till = new TillWriter(writer, 'till-a');
  await writer.append(
    accountStream(ADA),
    AT_MS,
    { type: 'AccountOpened', data: { userId: ADA } },
    { type: 'QuotaGranted', data: { amount: quota(1_000), grant: 'new_user', source: 'grant' as SourceId } },
  );
  await till.open(AT_MS);
  await till.lease(ADA, 1_000, AT_MS);
  const charged = { requestId: 'charged' as RequestId, modelBilled: 'gpt-4o', amount: quota(10) };
  await till.record(till.chargeOf(ADA, charged), AT_MS);
  for (const modelAsked of ['gpt-4o', 'gpt-9', 'claude'])
    await writer.append('till-till-a', AT_MS, {
      type: 'AttemptsFailed',
      data: {
        requestId: `failed-${modelAsked}` as RequestId,
        accountId: ADA,
        tokenId: 5 as TokenId,
        modelAsked,
        logged: true,
        status: 503,
        error: 'upstream_error',
        attempts: [{ channelId: 3 as ChannelId, latencyMs: 4, status: 500, outcome: 'failed' }],
      },
    });
  world = await runnerWorld(1, store);
  const runner = world.start(new PartitionedFeed(store, { partitions: 1, batchEvents: 100 }));
  await world.caughtUp(runner);
  await runner.stop();

  const found = async (modelBilled: string, type?: number) =>
    (await logPage(world.pool, { filter: { modelBilled, type }, limit: 10 })).rows.map(({ requestId }) => requestId);
  expect(await found('gpt%')).toEqual(['failed-gpt-9', 'failed-gpt-4o', 'charged']);
  expect(await found('gpt%', LOG_TYPE.failure)).toEqual(['failed-gpt-9', 'failed-gpt-4o']);
  expect(await found('gpt%', LOG_TYPE.consumption)).toEqual(['charged']);
  expect(await found('cl%')).toEqual(['failed-claude']);
  expect(await found('cl%', LOG_TYPE.consumption)).toEqual([]);
  expect(await logStat(world.pool, { modelBilled: 'cl%' }, AT_MS)).toMatchObject({ amount: 0, rpm: 0 });
});

it('finds calls by one of their tags, charged or failed, corrected ones too, and sums those alone', async () => {
  const store = new MemoryEventStore(() => AT_MS);
  const writer = new LedgerWriter(store);
  const till = new TillWriter(writer, 'till-a');
  const BOB = 3 as UserId;
  for (const accountId of [ADA, BOB])
    await writer.append(
      accountStream(accountId),
      AT_MS,
      { type: 'AccountOpened', data: { userId: accountId } },
      { type: 'QuotaGranted', data: { amount: quota(1_000), grant: 'new_user', source: `g-${accountId}` as SourceId } },
    );
  await till.open(AT_MS);
  const charge = async (
    accountId: UserId,
    requestId: string,
    amount: number,
    tags?: Readonly<Record<string, string>>,
  ) =>
    till.record(
      till.chargeOf(accountId, {
        requestId: requestId as RequestId,
        amount: quota(amount),
        ...(tags === undefined ? {} : { tags, endUser: 'hash' }),
      }),
      AT_MS,
    );
  await till.lease(ADA, 500, AT_MS);
  await charge(ADA, 'both', 10, { project: 'atlas', team: 'red' });
  await charge(ADA, 'other', 20, { project: 'atlas-2', team: 'red' });
  await charge(ADA, 'plain', 40);
  await till.lease(BOB, 500, AT_MS);
  await charge(BOB, 'bobs', 80, { project: 'atlas', ...Object.fromEntries([1, 2, 3].map((n) => [`n${n}`, 'x'])) });
  await writer.append('till-till-a', AT_MS, {
    type: 'AttemptsFailed',
    data: {
      requestId: 'failed' as RequestId,
      accountId: ADA,
      tokenId: 5 as TokenId,
      modelAsked: 'gpt-4o',
      logged: true,
      status: 503,
      error: 'upstream_error',
      endUser: 'hash',
      tags: { project: 'atlas' },
      attempts: [{ channelId: 3 as ChannelId, latencyMs: 4, status: 500, outcome: 'failed' }],
    },
  });
  world = await runnerWorld(1, store);
  const runner = world.start(new PartitionedFeed(store, { partitions: 1, batchEvents: 100 }));
  await world.caughtUp(runner);
  await runner.stop();

  const page = (filter: LogFilter) => logPage(world.pool, { filter, limit: 10 });
  const found = async (filter: LogFilter) => (await page(filter)).rows.map(({ requestId }) => requestId);
  expect(await found({ tag: 'project=atlas' })).toEqual(['failed', 'bobs', 'both']);
  expect(await found({ tag: 'project=atlas', accountId: ADA })).toEqual(['failed', 'both']);
  expect(await found({ tag: 'project=atlas', type: LOG_TYPE.failure })).toEqual(['failed']);
  expect(await found({ tag: 'team=red' })).toEqual(['other', 'both']);
  expect(await found({ tag: 'n3=x' })).toEqual(['bobs']);
  for (const tag of ['project=atla', 'project', 'atlas', 'roject=atlas', 'project=Atlas', 'project=atlas,team=red'])
    expect(await found({ tag })).toEqual([]);
  expect((await page({ tag: 'project=atlas' })).total).toBe(3);

  expect(await logStat(world.pool, { tag: 'project=atlas' }, AT_MS)).toMatchObject({ amount: 90, complete: false });
  expect(await logStat(world.pool, { tag: 'project=atlas', accountId: ADA }, AT_MS)).toMatchObject({
    amount: 10,
    rpm: 1,
  });
  expect(await logStat(world.pool, { tag: 'team=blue' }, AT_MS)).toMatchObject({ amount: 0, rpm: 0 });

  const [failed, , both] = (await page({ tag: 'project=atlas' })).rows;
  expect(both?.tags).toBe('project=atlas,team=red');
  expect(both?.entry.facts).toMatchObject({ endUser: 'hash' });
  expect(JSON.parse(failed?.failure ?? '')).toMatchObject({ endUser: 'hash' });
  const [plain] = (await page({ requestId: 'plain' })).rows;
  expect(plain?.tags).toBe('');
  expect(plain?.entry.facts).not.toHaveProperty('endUser');
});

it('finds calls by request, status and cost, charged or failed, with totals of those alone', async () => {
  const store = new MemoryEventStore(() => AT_MS);
  const writer = new LedgerWriter(store);
  const till = new TillWriter(writer, 'till-a');
  await writer.append(
    accountStream(ADA),
    AT_MS,
    { type: 'AccountOpened', data: { userId: ADA } },
    { type: 'QuotaGranted', data: { amount: quota(1_000), grant: 'new_user', source: 'grant' as SourceId } },
  );
  await till.open(AT_MS);
  await till.lease(ADA, 1_000, AT_MS);
  for (const [requestId, amount, tags] of [
    ['free', 0, { team: 'red' }],
    ['cheap', 10, {}],
    ['dear', 90, { team: 'red' }],
  ] as const)
    await till.record(
      till.chargeOf(ADA, { requestId: requestId as RequestId, amount: quota(amount), tags, endUser: 'hash' }),
      AT_MS,
    );
  for (const [requestId, status] of [
    ['refused', 503],
    ['left', undefined],
  ] as const)
    await writer.append('till-till-a', AT_MS, {
      type: 'AttemptsFailed',
      data: {
        requestId: requestId as RequestId,
        accountId: ADA,
        tokenId: 5 as TokenId,
        modelAsked: 'gpt-4o',
        logged: true,
        ...(status === undefined ? {} : { status }),
        endUser: 'hash',
        tags: { team: 'red' },
        attempts: [{ channelId: 3 as ChannelId, latencyMs: 4, status: 500, outcome: 'failed' }],
      },
    });
  world = await runnerWorld(1, store);
  const runner = world.start(new PartitionedFeed(store, { partitions: 1, batchEvents: 100 }));
  await world.caughtUp(runner);
  await runner.stop();

  const page = (filter: LogFilter) => logPage(world.pool, { filter, limit: 10 });
  const found = async (filter: LogFilter) => {
    const { rows, total } = await page(filter);
    expect(total).toBe(rows.length);
    return rows.map(({ requestId }) => requestId);
  };
  expect(await found({ requestId: 'refused' })).toEqual(['refused']);
  expect(await found({ requestId: 'dear' })).toEqual(['dear']);
  expect(await found({ requestId: '%' })).toEqual([]);
  expect(await found({ status: 503 })).toEqual(['refused']);
  expect(await found({ status: 499 })).toEqual(['left']);
  expect(await found({ status: 200 })).toEqual(['dear', 'cheap', 'free']);
  expect(await found({ status: 500 })).toEqual([]);
  expect(await found({ costMin: 10 })).toEqual(['dear', 'cheap']);
  expect(await found({ costMin: 1, costMax: 50 })).toEqual(['cheap']);
  // Rows that are of no call are not among them, however little they cost.
  expect(await found({ costMax: 0 })).toEqual(['left', 'refused', 'free']);
  expect(await found({ costMax: 0, status: 200, accountId: ADA })).toEqual(['free']);
  expect(await found({ tag: 'team=red', status: 503 })).toEqual(['refused']);
  expect(await found({ tag: 'team=red', costMin: 1 })).toEqual(['dear']);
  expect(await logStat(world.pool, { costMin: 50 }, AT_MS)).toMatchObject({
    amount: 90,
    charged: 100,
    complete: false,
  });
  expect(await logStat(world.pool, { status: 503 }, AT_MS)).toMatchObject({ amount: 0, complete: false });
});
