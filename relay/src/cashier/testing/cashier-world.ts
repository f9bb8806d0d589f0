import { changeAccount } from '@ledgate/domain/account/account-stream';
import type { AccountCommand } from '@ledgate/domain/account/commands';
import { silentLog } from '@ledgate/domain/ports/log';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { type LeaseRecalls, RECALL_TIMEOUT_MS } from '@ledgate/domain/ports/lease-recalls';
import type { TillRegistry } from '@ledgate/domain/ports/till-registry';
import type { RequestId, SourceId, TillId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { NO_TOKEN } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { exampleCharge, exampleStart } from '@ledgate/domain/testing/example-charge';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import type { InterruptedPolicy } from '@ledgate/domain/till/commands';
import { createSettler, type Settler } from '../../settler/create-settler.ts';
import type { SettlerLimits } from '../../settler/limits.ts';
import type { OpenWork } from '../../settler/open-work.ts';
import type { Reservation, Reserved, RunningCashier } from '../cashier.ts';
import { createCashier } from '../create-cashier.ts';
import type { FaultPoint, Faults } from '../fault-points.ts';
import type { CashierLimits } from '../limits.ts';
import { type Books, booksOf, openWorkOf } from './books.ts';
import { FakeRecalls, FakeRegistry } from './fake-relays.ts';
import { FakeTime } from './fake-time.ts';
import { TroubledStore } from './troubled-store.ts';

export const USER = 7 as UserId;
/** What the policy `prompt` charges an interrupted request, at most. */
export const PROMPT_CHARGE = 10;

/** A relay of a test: its cashier, and the store as its process sees it. */
export type TestRelay = {
  readonly cashier: RunningCashier;
  readonly store: TroubledStore;
  readonly relayId: string;
  kill(): void;
  /** Nothing reaches it and nothing it asks is answered, until what this answers is called; then the store answers what it was asked. */
  cutOff(): () => void;
};

/** What a process reaches besides the store. */
type Reach = { postgres: boolean };

/** Where a process is killed: when it hits the point for the n-th time. */
export type CrashAt = { readonly point: FaultPoint; readonly time: number };

/** `limited` and `limitVersion` as the directory says them; with a version alone the token is limited. */
export type Asked = {
  readonly amount: number;
  readonly tokenId?: number;
  readonly limited?: boolean;
  readonly limitVersion?: number;
  readonly accountId?: UserId;
  readonly requestId?: string;
};

/** One ledger with accounts, relays, workers and a time that the test moves. */
export class CashierWorld {
  readonly store: EventStore;
  readonly openWork: OpenWork;
  readonly time = new FakeTime();
  readonly registry = new FakeRegistry();
  readonly recalls = new FakeRecalls(this.time);
  /** What relays have warned of. */
  readonly warnings: string[] = [];
  /** What relays have raised an alarm for, with its facts. */
  readonly alarms: { readonly message: string; readonly facts: object }[] = [];
  /** Fault points that some process has come by. */
  readonly hit = new Set<FaultPoint>();
  #relays = 0;
  #requests = 0;
  #commands = 0;

  /** `store`: the ledger that all share. */
  constructor(store: EventStore = new MemoryEventStore()) {
    this.store = store;
    this.openWork = openWorkOf(store);
  }

  async account(credits: number, accountId: UserId = USER): Promise<void> {
    const grants = [{ amount: quota(credits), grant: 'new_user' as const, source: `grant-${accountId}` as SourceId }];
    await this.change({ type: 'OpenAccount', userId: accountId, grants }, accountId);
  }

  /** A command of the console. */
  async change(command: AccountCommand, accountId: UserId = USER): Promise<void> {
    this.#commands += 1;
    const context = {
      commandId: `console-${this.#commands}`,
      correlationId: 'console',
      occurredAtMs: this.time.nowMs(),
      actor: 'user-1',
    };
    const change = await changeAccount(this.store, accountId, command, context);
    if (!change.ok) throw new Error(change.refusal.code);
  }

  async relay(limits: Partial<CashierLimits> = {}, crashAt?: CrashAt): Promise<TestRelay> {
    this.#relays += 1;
    const relayId = `r${this.#relays}`;
    const store = new TroubledStore(this.store);
    const reach: Reach = { postgres: true };
    const options = {
      store,
      tills: this.#registryOf(store, reach),
      recalls: this.#recallsOf(store, reach),
      clock: this.time,
      timers: this.time,
      relayId,
      directoryVersion: () => 1,
      limits: { groupPauseMs: 0, ...limits },
      faults: this.#faults(store, crashAt),
      log: {
        ...silentLog,
        warn: (_facts: object, message: string) => {
          this.warnings.push(message);
        },
        error: (facts: object, message: string) => {
          this.alarms.push({ message, facts });
        },
      },
    };
    const created = createCashier(options);
    const cashier = await this.time.during(
      crashAt === undefined ? created : Promise.race([created, this.#death(store, created)]),
    );
    return {
      cashier,
      store,
      relayId,
      kill: () => {
        store.dead = true;
      },
      cutOff: () => {
        const open = store.beSilent();
        reach.postgres = false;
        return () => {
          reach.postgres = true;
          open();
        };
      },
    };
  }

  settler(
    limits: Partial<SettlerLimits> = {},
    policy: InterruptedPolicy = 'prompt',
    own: readonly string[] = [],
    crashAt?: CrashAt,
    looksAfter?: (tillId: TillId) => boolean,
  ): Settler & { readonly store: TroubledStore } {
    const store = new TroubledStore(this.store);
    const settler = createSettler({
      store,
      tills: this.#registryOf(store),
      openWork: this.openWork,
      clock: this.time,
      timers: this.time,
      workerId: 'w1',
      ownRelayIds: () => new Set(own),
      ...(looksAfter === undefined ? {} : { looksAfter }),
      interruptedPolicy: () => policy,
      limits,
      faults: this.#faults(store, crashAt),
    });
    return {
      store,
      fenceAllAtStart: () => settler.fenceAllAtStart(),
      start: () => settler.start(),
      look: () => settler.look(),
      stop: () => settler.stop(),
    };
  }

  reserve(
    { cashier }: TestRelay,
    {
      amount,
      tokenId = NO_TOKEN,
      limitVersion,
      limited = limitVersion !== undefined,
      accountId = USER,
      requestId,
    }: Asked,
  ): Promise<Reserved> {
    this.#requests += 1;
    return cashier.reserve({
      requestId: (requestId ?? `request-${this.#requests}`) as RequestId,
      accountId,
      tokenId: tokenId as TokenId,
      limited,
      limitVersion: limitVersion ?? 0,
      amount: quota(amount),
    });
  }

  async reserved(relay: TestRelay, asked: Asked): Promise<Reservation> {
    const reserved = await this.time.during(this.reserve(relay, asked));
    if (!reserved.ok) throw new Error(`refused: ${reserved.refusal.code}`);
    return reserved.reservation;
  }

  /** The upstream works for the request; a fence would charge 10 units, or the reservation where that is less. */
  begin(
    reservation: Reservation,
    {
      requestId,
      accountId = USER,
      tokenId = NO_TOKEN,
    }: { readonly requestId: string; readonly accountId?: UserId; readonly tokenId?: number },
  ): void {
    const facts = { requestId: requestId as RequestId, accountId, tokenId: tokenId as TokenId };
    reservation.begin(() => {
      const prompt = quota(Math.min(PROMPT_CHARGE, reservation.amount));
      const {
        leaseId: _leaseId,
        reserved: _reserved,
        ...started
      } = exampleStart(facts, { prompt, reserved: reservation.amount });
      return started;
    });
  }

  charge(
    requestId: string,
    amount: number,
    { tokenId = NO_TOKEN as number, accountId = USER } = {},
  ): Parameters<Reservation['record']>[0] {
    const { leaseId: _leaseId, ...charge } = exampleCharge({
      requestId: requestId as RequestId,
      accountId,
      tokenId: tokenId as TokenId,
      amount: quota(amount),
    });
    return charge;
  }

  /** A whole request: reserves, works for `workMs`, and is charged `actual`. Answers what became of it. */
  async call(
    relay: TestRelay,
    asked: Asked & { readonly actual?: number; readonly workMs?: number },
  ): Promise<'served' | 'refused' | 'unavailable'> {
    this.#requests += 1;
    const requestId = asked.requestId ?? `request-${this.#requests}`;
    const accountId = asked.accountId ?? USER;
    try {
      const reserved = await this.reserve(relay, { ...asked, requestId });
      if (!reserved.ok) return 'refused';
      this.begin(reserved.reservation, {
        requestId,
        accountId,
        ...(asked.tokenId === undefined ? {} : { tokenId: asked.tokenId }),
      });
      if (asked.workMs !== undefined) await this.time.sleep(asked.workMs);
      await reserved.reservation.record(
        this.charge(requestId, asked.actual ?? asked.amount, {
          accountId,
          ...(asked.tokenId === undefined ? {} : { tokenId: asked.tokenId }),
        }),
      );
      return 'served';
    } catch (error) {
      if (error instanceof Error && error.name === 'StoreUnavailable') return 'unavailable';
      throw error;
    }
  }

  books(accountId: UserId = USER): Promise<Books> {
    return booksOf(this.store, accountId);
  }

  #faults(store: TroubledStore, crashAt: CrashAt | undefined): Faults {
    let hits = 0;
    return {
      hit: (point) => {
        if (store.dead) return;
        this.hit.add(point);
        if (point !== crashAt?.point) return;
        hits += 1;
        if (hits === crashAt.time) store.dead = true;
      },
    };
  }

  /** Postgres as a process sees it until it is killed. */
  #registryOf(store: TroubledStore, reach: Reach = { postgres: true }): TillRegistry {
    const whileAlive = async <Value>(call: () => Promise<Value>): Promise<Value> => {
      if (store.dead) return new Promise(() => undefined);
      if (!reach.postgres) throw new Error('Postgres cannot be reached');
      return call();
    };
    return {
      open: (tillId, relayId) => whileAlive(() => this.registry.open(tillId, relayId)),
      beat: (relayId, version, tillIds) => whileAlive(() => this.registry.beat(relayId, version, tillIds)),
      closed: (tillId) => whileAlive(() => this.registry.closed(tillId)),
      list: () => whileAlive(() => this.registry.list()),
    };
  }

  #recallsOf(store: TroubledStore, reach: Reach): LeaseRecalls {
    const { recalls, time } = this;
    const never = (): Promise<never> => new Promise(() => undefined);
    const unheard = (): Promise<boolean> => time.sleep(RECALL_TIMEOUT_MS).then(() => false);
    return {
      recall: (accountId: UserId) => {
        if (store.dead) return never();
        return reach.postgres ? recalls.recall(accountId) : unheard();
      },
      onRecall: (handle: (accountId: UserId) => Promise<void>) =>
        recalls.onRecall((accountId) => {
          if (store.dead) return Promise.resolve();
          return reach.postgres ? handle(accountId) : never();
        }),
    };
  }

  /** A process that dies while it starts has a cashier that never answers. */
  async #death(store: TroubledStore, created: Promise<RunningCashier>): Promise<RunningCashier> {
    let alive = true;
    void created.then(() => {
      alive = false;
    });
    while (!store.dead && alive) await this.time.sleep(10);
    if (!store.dead) return created;
    const never = (): Promise<never> => new Promise(() => undefined);
    return {
      reserve: never,
      recall: never,
      endOf: never,
      close: never,
      looksAfter: () => false,
      status: () => {
        throw new Error('a dead process was asked how it stands');
      },
    };
  }
}
