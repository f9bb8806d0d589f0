import { describe, expect, it } from '@jest/globals';
import { quota } from '@ledgate/domain/shared/quota';
import { FAULT_POINTS, type FaultPoint, type FaultStep } from './fault-points.ts';
import { type CrashAt, PROMPT_CHARGE, CashierWorld, type TestRelay, USER } from './testing/cashier-world.ts';

const CREDITS = 1_000_000;

type Outcome = { readonly result: string; readonly amount: number };
type Outcomes = Map<string, Outcome>;

/** A call that is noted when it has been answered; of a killed process nothing is noted. */
function call(
  world: CashierWorld,
  relay: TestRelay,
  outcomes: Outcomes,
  requestId: string,
  amount: number,
  actual: number,
  workMs: number,
): void {
  void world
    .call(relay, { requestId, amount, actual, workMs })
    .then((result) => outcomes.set(requestId, { result, amount: actual }));
}

/** A request whose attempts have all failed. */
function fail(world: CashierWorld, relay: TestRelay, requestId: string): void {
  void world
    .reserve(relay, { amount: 50, requestId })
    .then(async (reserved) => {
      if (reserved.ok) await reserved.reservation.fail({ attempts: world.charge(requestId, 0).attempts });
    })
    .catch(() => undefined);
}

/** All that a relay does: short and long requests, failures, a charge above its lease, recalls, rotation, idle leases, and a clean end. */
async function wholeLife(world: CashierWorld, relay: TestRelay, outcomes: Outcomes): Promise<void> {
  for (let index = 0; index < 20; index += 1)
    call(world, relay, outcomes, `short-${index}`, 200, 100 + index, 40 * index);
  for (let index = 0; index < 5; index += 1)
    call(world, relay, outcomes, `long-${index}`, 300, 250 + index, 1_500 + 900 * index);
  call(world, relay, outcomes, 'over', 1_000, 90_000, 700);
  fail(world, relay, 'fails');
  await world.time.advance(1_800);
  void world.recalls.recall(USER);
  call(world, relay, outcomes, 'after-recall', 40_000, 39_000, 300);
  await world.time.advance(7_000);
  for (let index = 0; index < 30; index += 1)
    call(world, relay, outcomes, `again-${index}`, 200, 100 + index, 40 * index);
  fail(world, relay, 'fails-again');
  call(world, relay, outcomes, 'over-again', 1_000, 95_000, 700);
  await world.time.advance(1_800);
  void world.recalls.recall(USER);
  call(world, relay, outcomes, 'after-another-recall', 45_000, 44_000, 300);
  await world.time.advance(7_200);
  void relay.cashier.close(5_000);
  await world.time.advance(6_000);
}

/** A premature fence while requests run: what ends afterwards is recorded late or corrected. */
async function fencedTooEarly(world: CashierWorld, relay: TestRelay, outcomes: Outcomes): Promise<void> {
  for (let index = 0; index < 3; index += 1)
    call(world, relay, outcomes, `fenced-${index}`, 300, 250 + index, 2_000 + 500 * index);
  await world.time.advance(1_500);
  call(world, relay, outcomes, 'late', 300, 222, 1_000);
  call(world, relay, outcomes, 'late-again', 300, 223, 1_000);
  await world.time.advance(100);
  void world.settler().fenceAllAtStart();
  await world.time.advance(8_000);
}

/** What must be true whatever was killed when. */
async function expectTrueBooks(world: CashierWorld, outcomes: Outcomes): Promise<void> {
  const settler = world.settler();
  await world.time.during(settler.fenceAllAtStart());
  await world.time.during(settler.look());
  const books = await world.books();
  expect(books).toMatchObject({ openLeases: 0, chargedTwice: [], wrongSettlements: [], openStarts: [] });
  expect(books.available).toBe(books.balance);
  expect(world.registry.rows.size).toBe(0);
  for (const [requestId, { result, amount }] of outcomes)
    if (result === 'served') expect([requestId, books.charges.get(requestId)]).toEqual([requestId, amount]);
  for (const [requestId, amount] of books.charges) {
    const known = outcomes.get(requestId);
    if (known === undefined) continue;
    expect([0, PROMPT_CHARGE, known.amount]).toContain(amount);
  }
  const next = await world.relay();
  expect(await world.time.during(world.call(next, { amount: quota(books.balance) }))).toBe('served');
  expect((await world.books()).balance).toBe(0);
}

const LIMITS = { tillAgeMaxMs: 6_000 };

type Run = {
  readonly hit: ReadonlySet<FaultPoint>;
  /** In how many scenarios the relay was killed at the point. */ readonly deaths: number;
};

async function run(crashAt: CrashAt | undefined): Promise<Run> {
  const hit = new Set<FaultPoint>();
  let deaths = 0;
  for (const scenario of [wholeLife, fencedTooEarly]) {
    const world = new CashierWorld();
    await world.account(CREDITS);
    const relay = await world.relay(LIMITS, crashAt);
    const outcomes: Outcomes = new Map();
    await scenario(world, relay, outcomes);
    for (const point of world.hit) hit.add(point);
    if (relay.store.dead) deaths += 1;
    relay.kill();
    await expectTrueBooks(world, outcomes);
  }
  return { hit, deaths };
}

/** What one of the scenarios does at least five times; the rest it does twice. */
const OFTEN: ReadonlySet<FaultStep> = new Set(['Heartbeat', 'ConsumptionRecorded']);

const timesAt = (point: FaultPoint): readonly number[] => {
  const step = point.slice(point.indexOf('_') + 1) as FaultStep;
  return OFTEN.has(step) ? [1, 2, 5] : [1, 2];
};

describe('a relay that is killed', () => {
  const byWorkerAlone: readonly FaultPoint[] = ['before_TillFenced', 'after_TillFenced'];

  it('comes by every fault point when nothing kills it', async () => {
    const { hit, deaths } = await run(undefined);
    expect(deaths).toBe(0);
    expect([...FAULT_POINTS].filter((point) => !hit.has(point) && !byWorkerAlone.includes(point))).toEqual([]);
  });

  for (const point of FAULT_POINTS.filter((each) => !byWorkerAlone.includes(each))) {
    for (const time of timesAt(point)) {
      it(`at ${point}, the ${time}. time, leaves true books`, async () => {
        const { deaths } = await run({ point, time });
        expect(deaths).toBeGreaterThan(0);
      });
    }
  }
});

describe('a worker that is killed', () => {
  const ofWorker = ['TillFenced', 'ConsumptionRecorded', 'TillClosed', 'TillRowRemoved', 'LeaseSettled'] as const;

  for (const point of ofWorker.flatMap((step): FaultPoint[] => [`before_${step}`, `after_${step}`])) {
    it(`at ${point} leaves work that the next one ends`, async () => {
      const world = new CashierWorld();
      await world.account(CREDITS);
      const relay = await world.relay();
      const outcomes: Outcomes = new Map();
      for (let index = 0; index < 5; index += 1) call(world, relay, outcomes, `long-${index}`, 300, 250, 5_000);
      call(world, relay, outcomes, 'short', 300, 250, 100);
      await world.time.advance(1_500);
      relay.kill();
      const settler = world.settler({}, 'prompt', [], { point, time: 1 });
      void settler.fenceAllAtStart();
      await world.time.advance(100);
      expect(settler.store.dead).toBe(true);
      await expectTrueBooks(world, outcomes);
    });
  }
});
