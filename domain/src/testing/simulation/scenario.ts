// Longer than most: one list of all that can happen, and of all that must happen at the end.

import { creditOf } from '../../redemption/decide.ts';
import {
  type CodeId,
  codeId,
  type RequestId,
  type SourceId,
  type TillId,
  userId,
  type UserId,
} from '../../shared/ids.ts';
import { quota } from '../../shared/quota.ts';
import { INTERRUPTED_POLICIES } from '../../till/commands.ts';
import { checkAtRest } from './invariants.ts';
import { Api } from './api.ts';
import type { PlantedFault } from './planted-fault.ts';
import { unavailable } from './process-store.ts';
import { Random } from './random.ts';
import { Relay } from './relay.ts';
import type { RequestTruth } from './request-truth.ts';
import { Worker } from './worker.ts';
import { CALM, newRow, type TokenRow, type Weather, World } from './world.ts';

/** A schedule that has not come to rest after so many steps is a failure. */
const STEPS_MAX = 60_000;
const THIRTY_ONE_DAYS_MS = 31 * 24 * 3_600_000;

const WEATHERS: readonly Weather[] = [
  CALM,
  { lostAnswer: 0.05, storeAway: 0, crash: 0 },
  { lostAnswer: 0.03, storeAway: 0.03, crash: 0 },
  { lostAnswer: 0.03, storeAway: 0.01, crash: 0.003 },
  { lostAnswer: 0.1, storeAway: 0.05, crash: 0.01 },
];

/** What may happen between two requests, each as often as its weight says. */
const INCIDENTS = {
  request: 60,
  burst: 6,
  tidy: 10,
  rotate: 4,
  fence: 3,
  crash: 2,
  work: 8,
  drain: 8,
  redeem: 4,
  credit: 3,
  debit: 5,
  owe: 3,
  limit: 6,
  unlimit: 2,
  delete: 3,
  checkpoint: 4,
  storeOutage: 2,
  postgresOutage: 2,
  recovery: 5,
  close: 0.3,
  refund: 2,
  repeat: 3,
} as const;
type Incident = keyof typeof INCIDENTS;

/** One schedule: an installation of a few relays, customers and administrators in bad weather, and then the calm in which everything must come to rest. */
export class Scenario {
  readonly #random: Random;
  readonly #world: World;
  readonly #relays: Relay[] = [];
  readonly #workers: Worker[] = [];
  readonly #accounts: readonly UserId[];
  readonly #codes: CodeId[] = [];
  readonly #overruns: boolean;
  readonly #prices: readonly number[];
  #api: Api;

  constructor(seed: number, fault: PlantedFault | undefined) {
    this.#random = new Random(seed);
    this.#world = new World(this.#random, fault);
    this.#accounts = this.#random.chance(0.6) ? [userId(2)] : [userId(2), userId(3)];
    this.#overruns = this.#random.chance(0.4);
    this.#prices = this.#random.chance(0.3) ? [10] : [1, 3, 10, 17];
    this.#api = this.#newApi();
    this.#world.truth.onClaim = (claim) => {
      this.#world.outbox.push(newRow(claim.accountId, creditOf(claim, this.#world.nowMs())));
    };
  }

  /** Answers what was wrong: nothing, when the protocol held. */
  async play(): Promise<readonly string[]> {
    const { truth } = this.#world;
    try {
      await this.#begin();
      this.#world.setWeather(this.#random.pick(WEATHERS));
      const incidents = this.#random.whole(15, 60);
      for (let happened = 0; happened < incidents && truth.failures.length === 0; happened += 1) {
        this.#happen(this.#random.weighted<Incident>(INCIDENTS));
        await this.#pass(this.#random.whole(0, 40));
      }
      if (truth.failures.length === 0) await this.#comeToRest();
      if (truth.failures.length === 0) await checkAtRest(this.#world);
    } catch (error) {
      truth.fail(error instanceof Error ? error.message : String(error));
    }
    return truth.failures;
  }

  async #begin(): Promise<void> {
    const api = this.#api;
    for (const accountId of this.#accounts) this.#spawn(() => api.open(accountId, this.#random.whole(0, 200)));
    for (let code = 1; code <= 4; code += 1) {
      this.#codes.push(codeId(code));
      this.#spawn(() => api.issue(codeId(code), this.#random.whole(1, 60)));
    }
    for (const accountId of this.#accounts) {
      this.#world.addToken(accountId);
      this.#world.addToken(accountId);
    }
    await this.#pass(Number.POSITIVE_INFINITY);
    for (const id of this.#world.tokens.keys())
      if (this.#random.chance(0.3)) this.#spawn(() => api.limit(id, this.#random.whole(0, 80)));
    for (let relay = this.#random.whole(1, 3); relay > 0; relay -= 1) this.#relays.push(new Relay(this.#world));
    this.#workers.push(this.#newWorker());
    if (this.#random.chance(0.5)) this.#workers.push(this.#newWorker());
  }

  #happen(incident: Incident): void {
    const relay = this.#relay();
    const accountId = this.#random.pick(this.#accounts);
    const { tokenId: token } = this.#token();
    const api = this.#liveApi();
    switch (incident) {
      case 'request':
        return this.#request(relay);
      case 'burst':
        for (let request = this.#random.whole(3, 12); request > 0; request -= 1)
          this.#request(this.#random.chance(0.7) ? relay : this.#relay());
        return;
      case 'tidy':
        return this.#spawn(() => relay.tidy());
      case 'rotate':
        return this.#spawn(() => relay.rotate());
      case 'fence':
        return this.#fence();
      case 'crash':
        return this.#world.scheduler.crash(relay.process);
      case 'work':
        return this.#work();
      case 'drain':
        return this.#drain(false);
      case 'repeat':
        return this.#drain(true);
      case 'redeem':
        return this.#spawn(() => api.redeem(this.#random.pick(this.#codes), accountId));
      case 'credit':
        return this.#spawn(() => api.credit(accountId, this.#random.whole(1, 100)));
      case 'debit':
        return this.#spawn(() => api.debit(accountId, this.#random.whole(1, 120)));
      case 'owe':
        return this.#spawn(async () => void (await api.owe(accountId, this.#random.whole(1, 120))));
      case 'limit':
        return this.#spawn(() => api.limit(token, this.#random.whole(0, 80)));
      case 'unlimit':
        return this.#spawn(() => api.limit(token, null));
      case 'delete':
        return this.#spawn(() => api.delete(token));
      case 'checkpoint':
        return this.#spawn(() => api.checkpoint(accountId, this.#random.chance(0.5) ? 0 : THIRTY_ONE_DAYS_MS));
      case 'storeOutage':
        return void (relay.process.storeAway = true);
      case 'postgresOutage':
        return void (relay.process.postgresAway = true);
      case 'recovery':
        return this.#recover();
      case 'close':
        return this.#spawn(() => api.close(accountId));
      case 'refund': {
        const source = this.#world.nextId('task') as SourceId;
        const command = {
          type: 'RefundConsumption',
          amount: quota(this.#random.whole(1, 20)),
          tokenId: token,
          source,
          sourceBornMs: this.#world.nowMs(),
        } as const;
        this.#world.outbox.push(newRow(this.#world.tokens.get(token)?.accountId ?? accountId, command));
        return this.#drain(false);
      }
    }
  }

  /** Now and then a deleted one: of a relay that has not heard of it, or a command that comes late. */
  #token(): TokenRow {
    const all = [...this.#world.tokens.values()];
    return this.#random.pick(this.#random.chance(0.05) ? all : all.filter(({ deleted }) => !deleted));
  }

  #request(relay: Relay): void {
    const { tokenId: token, accountId } = this.#token();
    const reserved = this.#random.pick(this.#prices);
    const actual =
      this.#overruns && this.#random.chance(0.2)
        ? reserved + this.#random.whole(1, 20)
        : this.#random.whole(0, reserved);
    const request: RequestTruth = {
      requestId: this.#world.nextId('request') as RequestId,
      accountId,
      tokenId: token,
      arrivedAtMs: this.#world.nowMs(),
      actual,
      reserved,
      status: 'asking',
      relay: undefined,
      leaseId: undefined,
      shared: false,
      started: false,
      charged: 0,
      ends: 0,
      lates: 0,
      corrections: 0,
    };
    this.#world.truth.requests.set(request.requestId, request);
    const renewed = Math.max(actual, reserved) + this.#random.whole(0, 20);
    this.#spawn(() =>
      relay.request(request, {
        starts: this.#random.chance(0.5),
        fails: this.#random.chance(0.15),
        renewal: this.#random.chance(0.15)
          ? { reserved: renewed, actual: this.#random.whole(0, renewed), afterTurns: this.#random.pick([0, 2, 8, 80]) }
          : undefined,
        worksForTurns: this.#random.whole(0, 12),
      }),
    );
  }

  /** Of a dead relay, or of a live one that a worker takes for dead. */
  #fence(): void {
    const tills = [...this.#world.tills.keys()];
    if (tills.length === 0) return;
    const worker = this.#worker();
    const till = this.#random.pick(tills);
    this.#spawn(() => worker.end(till));
  }

  #work(): void {
    const worker = this.#worker();
    const { tills, truth } = this.#world;
    const dead = this.#openTills().filter((tillId) => tills.get(tillId)?.alive !== true || truth.fenced.has(tillId));
    this.#spawn(async () => {
      for (const tillId of dead) await worker.end(tillId);
      await worker.settle();
    });
  }

  /** By whoever comes by: another process than the one that began. */
  #drain(again: boolean): void {
    const rows = this.#world.outbox.filter((row) => again || !row.done);
    const api = this.#random.chance(0.5) ? this.#liveApi() : this.#newApi();
    this.#spawn(async () => {
      for (const row of rows) if (this.#random.chance(0.7)) await api.drain(row);
    });
  }

  #recover(): void {
    for (const { process } of this.#relays) {
      process.storeAway = false;
      process.postgresAway = false;
    }
  }

  /** No more faults: requests end, relays shut down or die, workers and outbox do what is left to do. */
  async #comeToRest(): Promise<void> {
    this.#world.setWeather(CALM);
    this.#recover();
    for (let round = 0; round < 12; round += 1) {
      if (round === 1)
        for (const relay of this.#relays) if (this.#random.chance(0.3)) this.#world.scheduler.crash(relay.process);
      await this.#pass(round === 0 ? 300 : 2_000);
      for (const relay of this.#relays)
        if (relay.process.alive) this.#spawn(() => relay.rotate().then(() => relay.tidy()));
      this.#work();
      for (const row of this.#world.outbox) if (!row.done) this.#spawn(() => this.#liveApi().drain(row));
    }
    await this.#pass(Number.POSITIVE_INFINITY);
    if (this.#world.fault === 'no_fence') return;
    for (const tillId of this.#openTills()) this.#world.truth.fail(`till ${tillId} was left open`);
  }

  /** With a heartbeat row, or with a stream that has no row: its opening came when its relay was dead. */
  #openTills(): readonly TillId[] {
    const { opened, closed } = this.#world.truth;
    return [...new Set([...this.#world.tills.keys(), ...opened.keys()])].filter((tillId) => !closed.has(tillId));
  }

  async #pass(steps: number): Promise<void> {
    for (let taken = 0; taken < steps; taken += 1) {
      if (this.#world.scheduler.steps > STEPS_MAX) throw new Error('the schedule does not come to rest');
      if (this.#world.truth.failures.length > 0 || !(await this.#world.scheduler.next())) return;
    }
  }

  #spawn(work: () => Promise<void>): void {
    this.#world.spawn(work, unavailable);
  }

  #relay(): Relay {
    const live = this.#relays.filter(({ process }) => process.alive);
    if (live.length > 0 && !this.#random.chance(0.02)) return this.#random.pick(live);
    const relay = new Relay(this.#world);
    this.#relays.push(relay);
    return relay;
  }

  #worker(): Worker {
    const live = this.#workers.filter(({ process }) => process.alive);
    if (live.length > 0) return this.#random.pick(live);
    const worker = this.#newWorker();
    this.#workers.push(worker);
    return worker;
  }

  #newWorker(): Worker {
    return new Worker(this.#world, this.#random.pick(INTERRUPTED_POLICIES));
  }

  #newApi(): Api {
    return new Api(this.#world);
  }

  #liveApi(): Api {
    if (!this.#api.process.alive) this.#api = this.#newApi();
    return this.#api;
  }
}
