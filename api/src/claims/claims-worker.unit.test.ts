import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { changeAccount, loadAccount } from '@ledgate/domain/account/account-stream';
import { accountStream } from '@ledgate/domain/account/events';
import type { Revision } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { eventIdOf, userId, type UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { CLAIMS_PARKED_MAX, CLAIMS_WAITING_ALARM_MS } from '../limits.ts';
import { createClaimsWorker } from './claims-worker.ts';

const NOW_MS = 1_760_000_000_000;
const AGE_MS = 5_000;
const PERIOD_MS = 1_000;
const HOUR_MS = 3_600_000;
const ann = userId(7);
const bob = userId(8);

/** A row of the read models: code `codeId`, redeemed by `account` so long ago by its writer's clock. */
const claim = (codeId: number, account: UserId, ageMs: number) => ({
  source: `redemption-${codeId}`,
  user_id: account,
  amount: 100,
  claimed_position: codeId,
  claimed_ms: NOW_MS - ageMs,
  facts: JSON.stringify({ kind: 'redemption', codeId, use: 1 }),
});

type Row = ReturnType<typeof claim>;

/** What is asked of `pendingCredits`: those after a position, so many at most. */
const page = (rows: readonly Row[], { values: [after = 0, limit = 0] = [] }: { values?: readonly number[] }): Row[] =>
  rows.filter(({ claimed_position }) => claimed_position > after).slice(0, limit);

/** `pending`: the read models' rows, which a test may change. */
function worldOf(...pending: Row[]) {
  const store = new MemoryEventStore();
  const alarms: object[] = [];
  let monotonicMs = 0;
  const worker = createClaimsWorker({
    db: { query: (asked: { values?: readonly number[] }) => Promise.resolve({ rows: page(pending, asked) }) } as never,
    store,
    readModels: { waitFor: () => Promise.resolve(true) } as never,
    clock: { nowMs: () => NOW_MS, monotonicMs: () => monotonicMs },
    log: { ...silentLog, error: (facts: object) => void alarms.push(facts) },
    times: { periodMs: PERIOD_MS, ageMs: AGE_MS, startWaitMs: 1_000 },
  });
  return {
    store,
    worker,
    pending,
    alarms,
    look: () => jest.advanceTimersByTimeAsync(PERIOD_MS),
    wait: (ms: number): void => void (monotonicMs += ms),
    open: (account: UserId) =>
      changeAccount(
        store,
        account,
        { type: 'OpenAccount', userId: account, grants: [] },
        { commandId: `open-${account}`, correlationId: 'x', occurredAtMs: NOW_MS, actor: 'user-1' },
      ),
    credits: async (account: UserId) => {
      const folded = await loadAccount(store, account);
      return folded.status === 'missing' ? folded.status : folded.credits;
    },
  };
}

describe('a process that looks for claims nobody has credited', () => {
  afterEach(() => void jest.useRealTimers());

  it('credits one whose account is opened only after it was tried, and parks nothing', async () => {
    jest.useFakeTimers();
    const { worker, alarms, look, open, credits } = worldOf(claim(1, ann, HOUR_MS));
    worker.start();
    await look();
    expect([await credits(ann), worker.parked().size]).toEqual(['missing', 0]);
    await open(ann);
    await look();
    expect([await credits(ann), worker.parked().size, alarms]).toEqual([quota(100), 0, []]);
    await worker.stop();
  });

  it('tells once of one whose account is not opened for long', async () => {
    jest.useFakeTimers();
    const { worker, alarms, look, wait } = worldOf(claim(1, ann, HOUR_MS));
    worker.start();
    await look();
    wait(CLAIMS_WAITING_ALARM_MS - 1);
    await look();
    expect(alarms).toEqual([]);
    wait(1);
    await look();
    await look();
    expect(alarms).toEqual([
      { alarm: true, source: 'redemption-1', accountId: ann, amount: 100, refusal: 'account_missing' },
    ]);
    await worker.stop();
  });

  it('goes past one whose account a later release has written to', async () => {
    jest.useFakeTimers();
    const { store, worker, look, open, credits } = worldOf(claim(1, ann, HOUR_MS), claim(2, bob, HOUR_MS));
    await open(ann);
    await open(bob);
    const [opening] = await store.readStream(accountStream(ann), 0 as Revision, 1);
    if (opening === undefined) throw new Error('no account');
    await store.append(accountStream(ann), opening.revision, [
      { ...opening, id: eventIdOf('x', 0), type: 'CreditPaused' },
    ]);
    worker.start();
    await look();
    expect([await credits(bob), worker.parked().size]).toEqual([quota(100), 0]);
    await worker.stop();
  });

  it.each([
    ['young', AGE_MS - 1, 0],
    ['of the same moment by a clock that is a little ahead', -1, 0],
    ['of the future', -HOUR_MS, 100],
  ])('goes past one that is %s to those behind it', async (_what, ageMs, credited) => {
    jest.useFakeTimers();
    const { worker, look, open, credits } = worldOf(claim(1, ann, ageMs), claim(2, bob, HOUR_MS));
    await open(ann);
    await open(bob);
    worker.start();
    await look();
    expect([await credits(ann), await credits(bob)]).toEqual([quota(credited), quota(100)]);
    await worker.stop();
  });

  it('forgets those that others have credited, so that it tells of later ones', async () => {
    jest.useFakeTimers();
    const others = Array.from({ length: CLAIMS_PARKED_MAX }, (_, index) => claim(1 + index, ann, HOUR_MS));
    const { worker, pending, alarms, look, wait } = worldOf(...others);
    worker.start();
    await look();
    pending.splice(0, pending.length, claim(CLAIMS_PARKED_MAX + 1, bob, HOUR_MS));
    await look();
    await look();
    wait(CLAIMS_WAITING_ALARM_MS);
    await look();
    expect(alarms).toMatchObject([{ source: `redemption-${CLAIMS_PARKED_MAX + 1}`, refusal: 'account_missing' }]);
    await worker.stop();
  });

  it('parks one that an account refuses for as long as it is pending', async () => {
    jest.useFakeTimers();
    const { worker, pending, alarms, look, open } = worldOf({ ...claim(1, ann, HOUR_MS), amount: 2 ** 52 });
    await open(ann);
    worker.start();
    await look();
    await look();
    expect([worker.parked().size, alarms.length]).toEqual([1, 1]);
    pending.splice(0);
    await look();
    expect(worker.parked().size).toBe(0);
    await worker.stop();
  });
});
