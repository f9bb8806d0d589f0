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
