import type { CodeId, SourceId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { Random } from '@ledgate/domain/testing/simulation/random';
import type { RequestTruth } from '@ledgate/domain/testing/simulation/request-truth';
import type { Settler } from '../../settler/create-settler.ts';
import type { Reservation } from '../cashier.ts';
import type { FaultPoint } from '../fault-points.ts';
import { MeteredRequest } from '../metered-request.ts';
import { Judge, requestIdOf } from './judge.ts';
import { CashierWorld, type TestRelay } from './cashier-world.ts';
import { END_TIMEOUT_MS, OFTEN, type PlantedFault, QUICK_WATCH, type Step, type StressMode } from './stress-modes.ts';
import type { TroubledStore } from './troubled-store.ts';

export const USERS = [7, 8] as readonly number[] as readonly UserId[];
/** Each user's tokens: with a limit from the beginning, with one that comes and goes, without. */
export const TOKENS: ReadonlyMap<UserId, readonly TokenId[]> = new Map(
  USERS.map((accountId) => [
    accountId,
    [10 * accountId, 10 * accountId + 1, 10 * accountId + 2] as readonly number[] as TokenId[],
  ]),
);
export const TOKEN_LIMIT = 20_000;
const STEPS = 120;
const RELAYS_MAX = 3;
/** Of one account, until everybody has answered. */
const RECALLS_MAX = 20;

/** Where a worker dies that ends a till: others come by later, and the till's row may still stand. */
const WORKER_POINTS: readonly FaultPoint[] = [
  'after_TillFenced',
  'after_TillClosed',
  'before_TillRowRemoved',
  'after_TillRowRemoved',
  'before_LeaseSettled',
  'after_LeaseSettled',
];

/** `whole`: it costs all that it reserves, at once. `long`: it runs for seconds, and is renewed on its way. */
type Course = 'any' | 'whole' | 'long';
type Call = Pick<RequestTruth, 'accountId' | 'tokenId' | 'reserved'> & { readonly course: Course };

/** One schedule of real cashiers and workers, by its seed alone: what happens when, and what the network does to it. */
export class Stress {
  readonly judge = new Judge(new MemoryEventStore());
  readonly world = new CashierWorld(this.judge.store);
  readonly #random: Random;
  readonly #mode: StressMode;
  readonly #fault: PlantedFault | undefined;
  #relays: TestRelay[] = [];
  readonly #backs = new Map<TestRelay, () => void>();
  #watch: (Settler & { readonly store: TroubledStore }) | undefined;
  #calls = 0;
  /** Nobody asks any more. */
  #isCalm = false;
  #credits = 0;

  constructor(seed: number, mode: StressMode, fault?: PlantedFault) {
    this.#random = new Random(seed);
    this.#mode = mode;
    this.#fault = fault;
    this.judge.truth.fencesOnlyTheDead = mode.often.fenceEarly === 0;
  }

  /** Answers what was wrong, nothing if all was well. */
  async play(): Promise<readonly string[]> {
    await this.#open();
    for (let step = 0; step < STEPS; step += 1) {
      await this.#step();
      await this.world.time.advance(this.#random.whole(0, this.#mode.stepMsMax));
    }
    await this.#calmDown();
    await this.#end();
    if (this.judge.truth.failures.length === 0) await this.judge.checkAtRest();
    return this.judge.truth.failures;
  }

  async #open(): Promise<void> {
    for (const accountId of USERS) {
      await this.world.account(this.#mode.credits, accountId);
      for (const tokenId of TOKENS.get(accountId) ?? [])
        this.judge.tokens.set(tokenId, {
          tokenId,
          accountId,
          limited: false,
          limitVersion: 0,
          limit: null,
          deleted: false,
        });
      await this.#setLimit(accountId, this.#token(accountId, 0), TOKEN_LIMIT);
    }
    for (let relays = this.#mode.watched ? RELAYS_MAX : 1; relays > 0; relays -= 1) await this.#startRelay();
    this.#watchBeats();
  }

  async #step(): Promise<void> {
    this.#watchBeats();
    const relay = this.#relays[this.#random.whole(0, this.#relays.length - 1)];
    if (relay === undefined) return this.#startRelay();
    switch (this.#random.weighted<Step>({ ...OFTEN, ...this.#mode.often })) {
      case 'relay':
        return this.#relays.length < RELAYS_MAX ? this.#startRelay() : undefined;
      case 'kill':
        return this.#kill(relay);
      case 'close':
        return this.#close(relay, 3_000);
      case 'fenceDead':
        return this.#fenceDead();
      case 'recall':
        return void this.world.recalls.recall(this.#user());
      case 'outage':
        return this.#outage(relay);
      case 'debit':
        return this.#debit(this.#user());
      case 'fenceEarly':
        return this.#fenceEarly(relay);
      case 'credit':
        return this.#credit();
      case 'limit':
        return this.#changeLimit(this.#user());
      case 'cutOff':
        return this.#cutOff(relay);
      case 'sellOut':
        return this.#sellOut(relay);
      case 'workerDies':
        return this.#watchBeats(this.#random.pick(WORKER_POINTS));
      case 'calls':
        if (this.#backs.has(relay)) return;
        for (let calls = this.#random.whole(1, 6); calls > 0; calls -= 1) this.#call(relay);
    }
  }

  async #startRelay(): Promise<void> {
    const relay = await this.world.relay(this.#mode.cashier);
    relay.store.trouble = () =>
      this.#random.weighted<'none' | 'refused' | 'answer_lost'>({ none: 18, refused: 1, answer_lost: 1 });
    relay.store.beforeRead = (stream) =>
      this.#mode.watched && stream.startsWith('till-')
        ? this.world.time.sleep(this.#random.whole(0, 300))
        : Promise.resolve();
    this.judge.opened(relay.relayId);
    this.#relays.push(relay);
  }

  /** All that no request has reserved of a balance is spent at once, or at least what no lease holds: whatever is spent beyond that shows. */
  #sellOut(relay: TestRelay, accountId = this.#user()): void {
    const { truth } = this.judge;
    const { rest } = truth.wallet(accountId);
    for (const held of [this.judge.reservedOf(accountId), truth.heldUnder(accountId, () => true)])
      if (rest > held) this.#call(relay, this.#wholeCall(accountId, rest - held));
  }

  #wholeCall(accountId: UserId, reserved: number): Call {
    return { accountId, tokenId: this.#token(accountId, 2), reserved, course: 'whole' };
  }

  #anyCall(): Call {
    const accountId = this.#user();
    return {
      accountId,
      tokenId: this.#token(accountId, this.#random.whole(0, 2)),
      reserved: this.#random.whole(1, this.#random.chance(0.125) ? 20_000 : 900),
      course: 'any',
    };
  }

  #call(relay: TestRelay, { course, ...call }: Call = this.#anyCall()): void {
    if (this.#isCalm) return;
    this.#calls += 1;
    const request = this.judge.arrived(relay.relayId, {
      requestId: requestIdOf(this.#calls),
      ...call,
    });
    this.#serve(relay, request, course).catch((error: unknown) => {
      const isUnavailable = error instanceof Error && error.name === 'StoreUnavailable';
      if (!isUnavailable)
        this.judge.truth.fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
      else if (request.status === 'asking') request.status = 'refused';
    });
  }

  async #serve(relay: TestRelay, request: RequestTruth, course: Course): Promise<void> {
    const { requestId, accountId, tokenId } = request;
    const { limited, limitVersion } = this.judge.tokens.get(tokenId) ?? { limited: false, limitVersion: 0 };
    const asked = { requestId, accountId, tokenId, amount: request.reserved, limited, limitVersion };
    const answer = await this.world.reserve(relay, asked);
    if (!answer.ok) {
      request.status = 'refused';
      return;
    }
    const { reservation } = answer;
    this.judge.reserved(request, reservation);
    this.world.begin(reservation, { requestId, accountId, tokenId });
    if (course !== 'whole') await this.#work(relay, course === 'long' ? 1_000 : 0);
    if (course === 'long' || (course === 'any' && this.#random.chance(0.25))) {
      await this.#renew(reservation, request);
      this.world.begin(reservation, { requestId, accountId, tokenId });
      await this.#work(relay, 0);
    }
    const fails = course !== 'whole' && this.#random.chance(0.1);
    if (course === 'whole') request.actual = request.reserved;
    else request.actual = this.#random.whole(0, Math.ceil(request.reserved * (this.#mode.excess ? 4 / 3 : 1)));
    if (fails) return this.#fail(relay, reservation, request);
    await reservation.record(this.world.charge(requestId, request.actual, { tokenId, accountId }));
    this.judge.truth.over(request, 'delivered');
  }

  /** Who waits for the end of a failed request is told after a while, or when the process ends, also where it is not durable yet. */
  async #fail(relay: TestRelay, reservation: Reservation, request: RequestTruth): Promise<void> {
    const sinceMs = this.world.time.nowMs();
    await reservation.fail({ attempts: this.world.charge(request.requestId, 0).attempts });
    const isToldAnyway = !this.#relays.includes(relay) || this.world.time.nowMs() - sinceMs >= END_TIMEOUT_MS;
    if (!isToldAnyway || (request.ends > 0 && request.charged === 0)) this.judge.truth.over(request, 'free');
  }

  /** A process that has ended does not go on. */
  async #work(relay: TestRelay, leastMs: number): Promise<void> {
    await this.world.time.sleep(
      leastMs + this.#random.whole(0, leastMs > 0 || this.#random.chance(1 / 6) ? 6_000 : 200),
    );
    if (relay.store.dead) await new Promise(() => undefined);
  }

  /** What is refused leaves the request as it was; so does a ledger that cannot be reached. */
  async #renew(reservation: Reservation, request: RequestTruth): Promise<void> {
    const amount = quota(this.#random.whole(1, 3_000));
    const { reserved: before } = request;
    if (this.#fault === 'renewed_without_life' && reservation instanceof MeteredRequest) {
      if (reservation.lease.holding?.renew(request.requestId, amount) === true) this.judge.renewed(request, amount);
      return;
    }
    const renewed = await reservation.renew(amount).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'StoreUnavailable') return { ok: false } as const;
      throw error;
    });
    if (!renewed.ok) return;
    this.judge.renewed(request, amount);
    if (this.#fault !== 'renewal_counted_twice' || !(reservation instanceof MeteredRequest)) return;
    reservation.lease.holding?.reserve(requestIdOf(-this.#calls - before / 100_000), quota(before));
  }

  #kill(relay: TestRelay): void {
    this.#forget(relay);
    relay.kill();
    this.judge.ended(relay.relayId);
  }

  #close(relay: TestRelay, timeoutMs: number): void {
    this.#forget(relay);
    void relay.cashier.close(timeoutMs).then(() => {
      relay.kill();
      this.judge.ended(relay.relayId);
    });
  }

  #forget(relay: TestRelay): void {
    this.#relays = this.#relays.filter((other) => other !== relay);
  }

  /** By a worker that knows who is alive. Relays that close are still at work: only early fences let it take them for dead. */
  async #fenceDead(): Promise<void> {
    const own = this.#relays.map(({ relayId }) => relayId);
    if (this.judge.truth.fencesOnlyTheDead) await this.world.time.advance(4_000);
    const settler = this.world.settler({}, 'prompt', own);
    await this.world.time.during(settler.fenceAllAtStart());
    await this.world.time.during(settler.look());
  }

  async #fenceEarly(relay: TestRelay): Promise<void> {
    const others = this.#relays.filter((other) => other !== relay).map(({ relayId }) => relayId);
    await this.world.time.during(this.world.settler({}, 'prompt', others).fenceAllAtStart());
  }

  /** A worker that looks at heartbeats, another once it has died. */
  #watchBeats(diesAt?: FaultPoint): void {
    if (!this.#mode.watched || (this.#watch?.store.dead === false && diesAt === undefined)) return;
    if (diesAt !== undefined && this.#watch !== undefined) this.#watch.store.dead = true;
    const crashAt = diesAt === undefined ? undefined : { point: diesAt, time: 1 };
    this.#watch = this.world.settler(QUICK_WATCH, 'prompt', [], crashAt);
    this.#watch.start();
  }

  async #outage(relay: TestRelay): Promise<void> {
    relay.store.away = true;
    await this.world.time.advance(this.#random.whole(0, 10 * this.#mode.stepMsMax));
    relay.store.away = false;
  }

  #cutOff(relay: TestRelay): void {
    if (this.#backs.has(relay) || this.#backs.size >= this.#relays.length - 1) return;
    this.#backs.set(relay, () => undefined);
    void this.#absence(relay);
  }

  /** It has quota when it is cut off; the others sell the rest before it is back; and then it is asked at once. */
  async #absence(relay: TestRelay): Promise<void> {
    const { time } = this.world;
    for (const accountId of USERS) await this.#credit(accountId);
    const course = this.#random.chance(0.5) ? 'long' : 'whole';
    for (let calls = 4; calls > 0; calls -= 1)
      this.#call(relay, { ...this.#anyCall(), reserved: this.#random.whole(1, 900), course });
    await time.sleep(this.#random.whole(200, 500));
    this.#backs.set(relay, relay.cutOff());
    for (let times = this.#random.whole(1, 20); times > 0; times -= 1) {
      await time.sleep(this.#random.whole(0, 400));
      this.#sellOutBeside(relay);
    }
    this.#bringBack(relay);
    for (let calls = 20; calls > 0 && this.#relays.includes(relay); calls -= 1) {
      await time.sleep(this.#random.whole(0, 50));
      this.#call(relay, this.#wholeCall(this.#user(), this.#random.whole(1, 900)));
      this.#sellOutBeside(relay);
    }
  }

  #sellOutBeside(relay: TestRelay): void {
    const others = this.#relays.filter((other) => other !== relay && !this.#backs.has(other));
    if (others.length > 0) for (const accountId of USERS) this.#sellOut(this.#random.pick(others), accountId);
  }

  #bringBack(relay: TestRelay): void {
    this.#backs.get(relay)?.();
    this.#backs.delete(relay);
  }

  async #debit(accountId: UserId): Promise<void> {
    const delta = quota(-this.#random.whole(1, 5_000));
    await this.world.change({ type: 'AdjustQuota', delta, actorId: 1 as UserId, reason: 'stress' }, accountId);
    void this.judge.recalled(accountId, undefined, () => this.world.recalls.recall(accountId));
  }

  async #credit(accountId = this.#user()): Promise<void> {
    this.#credits += 1;
    const source = `redemption-${this.#credits}` as SourceId;
    const amount = quota(this.#random.whole(1, this.#mode.creditMax));
    await this.world.change({ type: 'CreditRedemption', amount, codeId: this.#credits as CodeId, source }, accountId);
  }

  /** The directory knows it first. */
  async #changeLimit(accountId: UserId): Promise<void> {
    const tokenId = this.#token(accountId, this.#random.whole(0, 1));
    const used = this.judge.truth.token(tokenId).used;
    await this.#setLimit(accountId, tokenId, this.#random.chance(1 / 3) ? null : used + this.#random.whole(0, 10_000));
  }

  async #setLimit(accountId: UserId, tokenId: TokenId, most: number | null): Promise<void> {
    const token = this.judge.tokens.get(tokenId);
    if (token === undefined) throw new Error(`no token ${tokenId}`);
    const limit = most === null ? null : quota(most);
    token.limitVersion += 1;
    token.limited = limit !== null;
    token.limit = limit;
    const version = token.limitVersion;
    if (limit === null) this.judge.truth.token(tokenId).limitedTo(Number.POSITIVE_INFINITY);
    if (this.#random.chance(1 / 3)) await this.world.time.advance(this.#random.whole(0, this.#mode.stepMsMax));
    await this.world.change({ type: 'SetTokenLimit', tokenId, limit, version }, accountId);
    if (limit !== null) void this.judge.recalled(accountId, tokenId, () => this.world.recalls.recall(accountId));
  }

  /** No more trouble and no more calls; those that run hold what they need, and nothing else is held. */
  async #calmDown(): Promise<void> {
    this.#isCalm = true;
    for (const relay of this.#backs.keys()) this.#bringBack(relay);
    for (const { store } of this.#relays) store.trouble = () => 'none';
    await this.world.time.advance(2_500);
    for (const accountId of USERS) await this.#recallFromAll(accountId);
    this.judge.expectLeasesTight();
  }

  /** A relay that is just coming back may not answer the first time. */
  async #recallFromAll(accountId: UserId): Promise<void> {
    for (let times = 1; times <= RECALLS_MAX; times += 1) {
      if (await this.world.time.during(this.world.recalls.recall(accountId))) return;
      await this.world.time.advance(500);
    }
    this.judge.truth.fail(`account ${accountId} was not recalled by everybody in ${RECALLS_MAX} times`);
  }

  async #end(): Promise<void> {
    for (const relay of this.#relays)
      if (this.#random.chance(0.5)) this.#kill(relay);
      else this.#close(relay, 10_000);
    await this.world.time.advance(15_000);
    if (this.#watch !== undefined) this.#watch.store.dead = true;
    const settler = this.world.settler();
    await this.world.time.during(settler.fenceAllAtStart());
    await this.world.time.during(settler.look());
  }

  #token(accountId: UserId, index: number): TokenId {
    return TOKENS.get(accountId)?.[index] ?? (0 as TokenId);
  }

  #user(): UserId {
    return this.#random.pick(USERS);
  }
}
