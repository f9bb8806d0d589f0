import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import { BOOKS_STREAM } from '@ledgate/domain/books/events';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { RequestId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { taskStream } from '@ledgate/domain/task/events';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { topUpStream } from '@ledgate/domain/topup/events';
import { statementOf } from '../../queries/statements.ts';
import { LedgerWriter } from '../../testing/ledger-writer.ts';
import { PartitionedFeed } from '../../testing/partitioned-feed.ts';
import { type RunnerWorld, runnerWorld } from '../../testing/runner-world.ts';
import { TillWriter } from '../../testing/till-writer.ts';
import type { ExportSource } from '../layout.ts';
import { exportedRows, orderOf } from '../testing/exported.ts';
import { journal } from './journal.ts';

jest.setTimeout(120_000);
const USER = 3 as UserId;
const DAY_S = 86_400;
const START_S = Date.UTC(2026, 2, 1) / 1_000;
const END = new Date((START_S + 3 * DAY_S) * 1_000).toISOString();

let world: RunnerWorld;
let source: ExportSource;
let position: Position;
let nowMs = START_S * 1_000;

/** A charge, a top-up with commission and a task in a period that is closed, a charge behind it, and what changes all of them afterwards. */
beforeAll(async () => {
  const store = new MemoryEventStore(() => nowMs, 7);
  const writer = new LedgerWriter(store);
  const at = (days: number): void => void (nowMs = (START_S + days * DAY_S) * 1_000);
  const write = (stream: string, type: string, data: object, atMs = nowMs) =>
    writer.append(stream, atMs, { type, data } as unknown as LedgerEvent);
  const append = (type: string, data: object, atMs = nowMs) => write(accountStream(USER), type, data, atMs);
  const till = new TillWriter(writer, 'till-a');
  await till.open(nowMs);
  await append('AccountOpened', { userId: USER });
  await till.lease(USER, 1_000_000, nowMs);
  const order = { tradeNo: 'T1', provider: 'epay', moneyMinor: 100, currency: 'USD', amount: 500 };
  await write(topUpStream('T1'), 'TopUpPaid', { ...order, accountId: USER });
  await append('QuotaToppedUp', { ...order, source: 'topup-T1' });
  const commission = { amount: 50, orderSource: 'topup-T1' };
  await append('CommissionAccrued', { ...commission, source: 'commission-T1', inviteeId: 4, percent: '10' });
  const charge = (requestId: string) =>
    till.chargeOf(USER, { requestId: requestId as RequestId, amount: quota(100), modelBilled: requestId });
  await till.record(charge('in'), nowMs);
  await till.record(charge('task'), nowMs);
  const task = { taskId: 'song', accountId: USER, tokenId: 1 };
  await write(taskStream('song'), 'TaskSubmitted', {
    ...task,
    requestId: 'task',
    platform: 'p',
    action: 'a',
    amount: 100,
  });
  const range = { start: START_S, end: START_S + 3 * DAY_S, zone: 'UTC', actorId: 1 };
  at(4);
  await write(BOOKS_STREAM, 'PeriodEnded', { periodId: 1, ...range });
  await write(BOOKS_STREAM, 'PeriodClosed', { periodId: null, ...range });
  at(5);
  await till.record(charge('behind'), nowMs);
  await append('QuotaGranted', { amount: 1, grant: 'new_user', source: 'g1' }, (START_S + DAY_S) * 1_000);
  await append('QuotaGranted', { amount: 2, grant: 'new_user', source: 'g2' });
  await append('ConsumptionCorrected', { source: 'behind', charge: charge('behind'), delta: -2 });
  await append('ConsumptionCorrected', { source: 'in', charge: charge('in'), delta: -3 });
  const changed = { requestId: 'in', tokenId: 1, usage: {}, price: {}, n: 0 };
  await append('SuspenseSettled', { ...changed, billId: null, before: 97, after: 93, source: 'settle-in' });
  await append('ConsumptionRerated', {
    ...changed,
    rerateId: 'x',
    delta: -5,
    before: 93,
    after: 88,
    suspended: false,
    source: 'rerate-x',
  });
  await append('ConsumptionRefunded', { amount: 7, source: 'f', tokenId: 1, requestId: 'in' });
  // By an earlier release, which did not name the request.
  await write(taskStream('song'), 'TaskFailed', { ...task, refund: 100, reason: 'r', suspended: false });
  await append('ConsumptionRefunded', { amount: 100, source: 'task-song', tokenId: 1 });
  const reversed = { tradeNo: 'T1', reversalId: 'v', kind: 'refund', moneyMinor: 100, currency: 'USD' };
  await write(topUpStream('T1'), 'TopUpReversed', { ...reversed, accountId: USER, provider: 'epay', amount: 500 });
  await append('QuotaReversed', { ...reversed, delta: -500, source: 'reversal-T1-v' });
  await append('CommissionReversed', { ...commission, amount: -50, source: 'commission-T1-v' });
  await append('QuotaAdjusted', { delta: 9, actorId: 1, reason: 'why not', absolute: null });
  world = await runnerWorld(3, store);
  await world.caughtUp(world.start(new PartitionedFeed(store, { partitions: 3 })));
  source = { db: world.pool, store };
  position = await store.head();
});
afterAll(() => world.close());

const rowsOf = (changes: object = {}) => exportedRows(source, orderOf({ layout: 'journal', position, ...changes }));

describe('layout journal', () => {
  it('says of what came after a period was closed which one it was late for, by its own time or that of what it changes', async () => {
    const rows = await rowsOf();
    const told = rows.filter(({ line }) => line === 1).map(({ type, source, late_for: late }) => [type, source, late]);
    const first = told.findIndex(([, name]) => name === 'g1') - 1;
    expect(told.slice(0, first).every(([, , late]) => late === null)).toBe(true);
    expect(told.slice(first)).toEqual([
      ['ConsumptionRecorded', null, null],
      ['QuotaGranted', 'g1', END],
      ['QuotaGranted', 'g2', null],
      ['ConsumptionCorrected', 'behind', null],
      ['ConsumptionCorrected', 'in', END],
      ['SuspenseSettled', 'settle-in', END],
      ['ConsumptionRerated', 'rerate-x', END],
      ['ConsumptionRefunded', 'f', END],
      ['TaskFailed', null, END],
      ['ConsumptionRefunded', 'task-song', END],
      ['TopUpReversed', null, END],
      ['QuotaReversed', 'reversal-T1-v', END],
      ['CommissionReversed', 'commission-T1-v', END],
      ['QuotaAdjusted', null, null],
    ]);
  });

  it('names as late of a wallet what its statement does', async () => {
    const rows = await rowsOf({ userId: USER });
    const late = rows.filter(({ account, late_for: of }) => account === `user:${USER}:wallet` && of !== null);
    const statement = await statementOf(world.pool, {
      scope: { kind: 'user', id: USER },
      fromS: 0,
      toS: undefined,
      zone: 'UTC',
      nowMs,
      limit: 1,
    });
    expect(late.map(({ position: at, units }) => [at, units])).toEqual(
      statement.late.map(({ position: at, amount }) => [at, amount]),
    );
  });

  it('takes what changes a charge, or gives it back, by the request’s model, with all its lines', async () => {
    const typesOf = async (filter: object) =>
      (await rowsOf(filter)).map(({ type, line, request_id: request }) => `${type} ${line} ${request}`);
    expect(await typesOf({ model: 'task' })).toEqual([
      'ConsumptionRecorded 1 task',
      'ConsumptionRecorded 2 task',
      'TaskFailed 1 task',
      'TaskFailed 2 task',
      'ConsumptionRefunded 1 task',
      'ConsumptionRefunded 2 task',
    ]);
    expect(new Set(await typesOf({ model: 'in' }))).toEqual(
      new Set([
        'ConsumptionRecorded 1 in',
        'ConsumptionRecorded 2 in',
        'ConsumptionCorrected 1 in',
        'ConsumptionCorrected 2 in',
        'ConsumptionCorrected 3 in',
        'SuspenseSettled 1 in',
        'SuspenseSettled 2 in',
        'SuspenseSettled 3 in',
        'ConsumptionRerated 1 in',
        'ConsumptionRerated 2 in',
        'ConsumptionRefunded 1 in',
        'ConsumptionRefunded 2 in',
      ]),
    );
    expect(await typesOf({ group: 'nobody is in it' })).toEqual([]);
  });

  it('has times in the zone, who wrote it and why', async () => {
    const row = (await rowsOf({ zone: 'Asia/Kathmandu' })).at(-1);
    expect(row).toMatchObject({
      line: 2,
      stream: accountStream(USER),
      time: '2026-03-06T00:00:00.000Z',
      time_local: '2026-03-06T05:45:00.000+05:45',
      account: `user:${USER}:wallet`,
      units: 9,
      amount: '0.000018',
      currency: 'USD',
      quota_per_unit: '500000',
      user_id: USER,
      username: '',
      actor: 'user-1',
      reason: 'why not',
      causation_id: null,
    });
    expect((await rowsOf({ names: false })).every((each) => !('username' in each))).toBe(true);
  });

  it('sees nothing behind its position, and says how many rows there are', async () => {
    const [first, ...more] = await rowsOf();
    expect(await journal.total(source, orderOf({ layout: 'journal', position }))).toBe(more.length + 1);
    const upTo = orderOf({ layout: 'journal', position: first?.['position'] as Position });
    expect(new Set((await exportedRows(source, upTo)).map(({ position: at }) => at))).toEqual(new Set([upTo.position]));
  });
});
