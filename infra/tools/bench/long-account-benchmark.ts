import { changeAccount } from '@ledgate/domain/account/account-stream';
import type { AccountCommand } from '@ledgate/domain/account/commands';
import { type AccountEvent, accountStream } from '@ledgate/domain/account/events';
import { encode, type EventContext } from '@ledgate/domain/events/codec';
import { type EventStore, NO_STREAM, type Revision } from '@ledgate/domain/ports/event-store';
import { codeId, type LeaseId, type RequestId, type SourceId, type TillId, userId } from '@ledgate/domain/shared/ids';
import { quota, ZERO } from '@ledgate/domain/shared/quota';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import { PostgresEventStore } from '../../src/adapters/event-store/postgres/postgres-event-store.ts';
import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import { atMost, type Figure, figure, ms, shown } from './figure.ts';
import { median, quantile } from './statistics.ts';

const DAY_MS = 24 * 3_600_000;
const HISTORY_DAYS = 365;
const APPENDED_AT_ONCE = 400;
const COMMANDS_EACH = 20;
const GOAL_MS = 50;
const user = userId(7);

export const longAccount: Benchmark = {
  title: 'Commands to an account with a long history',
  run: benchLongAccount,
  how:
    'An account with a year of leases. Each command is decided by a process that has folded nothing of the account yet: load, decide and append, ' +
    'on Postgres. Medians of 20.',
};

/** A redemption, an adjustment and a late record, as a process makes them that sees the account for the first time. */
async function benchLongAccount(resources: BenchResources): Promise<readonly Figure[]> {
  const store = await PostgresEventStore.open({ url: await resources.database() });
  try {
    const events = await writeHistory(store, resources.effort.rebuildEvents);
    const figures: Figure[] = [];
    for (const [name, command] of COMMANDS) figures.push(await timed(store, name, command));
    return [...figures, figure('- events of the account before', shown(events))];
  } finally {
    await store.close();
  }
}

const COMMANDS: readonly (readonly [string, (n: number, nowMs: number) => AccountCommand])[] = [
  [
    'A redemption',
    (n, sourceBornMs) => ({
      type: 'CreditRedemption',
      amount: quota(1),
      codeId: codeId(n + 1),
      source: `redemption-${n}` as SourceId,
      sourceBornMs,
    }),
  ],
  [
    'An adjustment',
    (n, sourceBornMs) => ({
      type: 'AdjustQuota',
      delta: quota(1),
      actorId: userId(1),
      reason: 'a benchmark',
      source: `adjust-${n}` as SourceId,
      sourceBornMs,
    }),
  ],
  [
    'A late record',
    (n, arrivedAtMs) => {
      const requestId = `request-${n}` as RequestId & SourceId;
      return { type: 'RecordLateConsumption', source: requestId, charge: exampleCharge({ requestId, arrivedAtMs }) };
    },
  ],
];

async function timed(
  store: EventStore,
  name: string,
  command: (n: number, nowMs: number) => AccountCommand,
): Promise<Figure> {
  const tookMs: number[] = [];
  for (let n = 0; n < COMMANDS_EACH; n += 1) {
    const nowMs = Date.now();
    const startedMs = performance.now();
    const change = await changeAccount(store, user, command(n, nowMs), contextAt(nowMs, `${name}-${n}`));
    tookMs.push(performance.now() - startedMs);
    if (!change.ok || change.events.length === 0) throw new Error(`${name} was not made`);
  }
  return figure(`${name}, median and most`, `${ms(median(tookMs))}, ${ms(quantile(tookMs, 1))}`, {
    goal: atMost(median(tookMs), GOAL_MS, `${GOAL_MS} ms`),
  });
}

const contextAt = (occurredAtMs: number, commandId: string): EventContext => ({
  commandId,
  correlationId: commandId,
  occurredAtMs,
  accountId: user,
  actor: 'worker-bench',
});

/** Leases granted and settled for a year, with the checkpoints that an account gets; answers how many events it has then. */
async function writeHistory(store: EventStore, events: number): Promise<number> {
  const startMs = Date.now() - HISTORY_DAYS * DAY_MS;
  const grants = [{ amount: quota(1_000_000_000), grant: 'new_user', source: 'grant-new-user' as SourceId }] as const;
  await changeAccount(store, user, { type: 'OpenAccount', userId: user, grants }, contextAt(startMs, 'open'));
  for (let written = 0; written < events; written += APPENDED_AT_ONCE) {
    const atMs = startMs + Math.floor((written / events) * HISTORY_DAYS * DAY_MS);
    const [last] = await store.readStreamBackwards(accountStream(user), 1);
    const leases = Array.from({ length: APPENDED_AT_ONCE / 2 }, (_, index) => leaseOf(written + index)).flat();
    const batch = encode(leases, contextAt(atMs, `leases-${written}`));
    await store.append(accountStream(user), last?.revision ?? NO_STREAM, batch);
    const checkpoint: AccountCommand = { type: 'CheckpointAccount', nowMs: atMs };
    await changeAccount(store, user, checkpoint, contextAt(atMs, `checkpoint-${written}`));
  }
  const [last] = await store.readStreamBackwards(accountStream(user), 1);
  return (last?.revision ?? (0 as Revision)) + 1;
}

function leaseOf(n: number): readonly AccountEvent[] {
  const leaseId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}` as LeaseId;
  const tillId = '00000000-0000-4000-8000-0000000000aa' as TillId;
  return [
    { type: 'LeaseGranted', data: { leaseId, tillId, tokenId: null, amount: quota(4_800) } },
    { type: 'LeaseSettled', data: { leaseId, consumed: ZERO, byToken: {} } },
  ];
}
