import type { Clock } from '@ledgate/domain/ports/clock';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { NO_FAULTS, withFaultPoints } from '@ledgate/domain/ports/faults';
import { type Log, silentLog } from '@ledgate/domain/ports/log';
import type { TillRegistry } from '@ledgate/domain/ports/till-registry';
import type { TillId, UserId } from '@ledgate/domain/shared/ids';
import type { InterruptedPolicy } from '@ledgate/domain/till/commands';
import type { ExistingTill } from '@ledgate/domain/till/state';
import { LRUCache } from 'lru-cache';
import { FAULT_STEPS, type Faults } from '../cashier/fault-points.ts';
import { reasonOf } from '../cashier/reason-of.ts';
import { processTimers, type Timers } from '../cashier/timers.ts';
import { DeathWatch, type WatchedTill } from './death-watch.ts';
import { settleLeases } from './lease-settling.ts';
import { SETTLER_LIMITS, type SettlerLimits } from './limits.ts';
import type { OpenWork } from './open-work.ts';
import { readTill } from './read-till.ts';
import { endTill } from './till-ending.ts';

type SettlerOptions = {
  readonly store: EventStore;
  readonly tills: TillRegistry;
  readonly openWork: OpenWork;
  readonly clock: Clock;
  /** Of this worker process. */
  readonly workerId: string;
  /** Relays in this process: it never fences itself. */
  readonly ownRelayIds: () => ReadonlySet<string>;
  /** Of a relay in this process: whether it still looks after this till. What it has given up is ended like a dead relay's. */
  readonly looksAfter?: (tillId: TillId) => boolean;
  readonly interruptedPolicy: () => InterruptedPolicy;
  readonly limits?: Partial<SettlerLimits>;
  readonly timers?: Timers;
  readonly faults?: Faults;
  readonly log?: Log;
};

/** The worker that ends what dead relays have left (docs/ledger.md#fences). Any number may run at the same time. */
export interface Settler {
  /**
   * Ends every till that is not this process's own, and settles its leases. Only for who knows that all earlier processes are dead: embedded, by
   * the lock on the data folder. Throws what the store or Postgres throw; may be repeated.
   */
  fenceAllAtStart(): Promise<void>;
  /** Watches from now on: fences the tills of relays that die, and settles leases of closed tills whenever they appear. */
  start(): void;
  /** One look, as `start` makes them. Never throws. */
  look(): Promise<void>;
  /** Ends when the look that is under way has ended. */
  stop(): Promise<void>;
}

export const createSettler = (options: SettlerOptions): Settler => new TillSettler(options);

class TillSettler implements Settler {
  readonly #options: SettlerOptions;
  readonly #store: EventStore;
  readonly #limits: SettlerLimits;
  readonly #timers: Timers;
  readonly #faults: Faults;
  readonly #log: Log;
  readonly #actor: string;
  readonly #watch: DeathWatch;
  /** Tills that are closed, and so never change. */
  readonly #closed: LRUCache<TillId, ExistingTill>;
  #looking: Promise<void> | undefined;
  #stop: (() => void) | undefined;

  constructor(options: SettlerOptions) {
    this.#options = options;
    this.#limits = { ...SETTLER_LIMITS, ...options.limits };
    this.#closed = new LRUCache({ max: this.#limits.tillsKeptMax });
    this.#timers = options.timers ?? processTimers;
    this.#faults = options.faults ?? NO_FAULTS;
    this.#log = options.log ?? silentLog;
    this.#store = withFaultPoints(options.store, this.#faults, FAULT_STEPS);
    this.#actor = `worker-${options.workerId}`;
    this.#watch = new DeathWatch(this.#limits);
  }

  async fenceAllAtStart(): Promise<void> {
    const { tills, openWork, ownRelayIds } = this.#options;
    const own = ownRelayIds();
    const unclosed = [...(await tills.list()), ...(await openWork.unclosedTills())].filter(
      ({ relayId }) => !own.has(relayId),
    );
    for (const tillId of new Set(unclosed.map((till) => till.tillId))) await this.#end(tillId, 'its process has ended');
    await this.#settleOpenLeases();
  }

  start(): void {
    this.#stop ??= this.#timers.every(this.#limits.watchEveryMs, () => void this.look());
  }

  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async stop(): Promise<void> {
    this.#stop?.();
    this.#stop = undefined;
    await this.#looking;
  }

  async #look(): Promise<void> {
    try {
      for (const tillId of await this.#toEnd()) await this.#tryToEnd(tillId);
      await this.#settleOpenLeases();
    } catch (error) {
      this.#watch.reset();
      this.#log.warn({ worker: this.#actor, reason: reasonOf(error) }, 'a look for dead relays and open leases failed');
    }
  }

  /** One till that cannot be ended does not keep the others waiting. */
  async #tryToEnd(tillId: TillId): Promise<void> {
    try {
      await this.#end(tillId, 'its heartbeat has stopped');
    } catch (error) {
      this.#log.error({ alarm: true, tillId, reason: reasonOf(error) }, 'a till could not be ended');
    }
  }

  /** Tills of dead relays, and tills that somebody has fenced and not closed, whosever they are. */
  async #toEnd(): Promise<ReadonlySet<TillId>> {
    const { tills, openWork, ownRelayIds, clock } = this.#options;
    const beganMs = clock.monotonicMs();
    const [rows, unclosed] = await Promise.all([tills.list(), openWork.unclosedTills(), this.#store.head()]);
    const own = ownRelayIds();
    const isSpared = ({ relayId, tillId }: { readonly relayId: string; readonly tillId: TillId }): boolean =>
      own.has(relayId) && (this.#options.looksAfter?.(tillId) ?? true);
    const withRow = new Set(rows.map(({ tillId }) => tillId));
    const watched: WatchedTill[] = rows.filter((row) => !isSpared(row)).map(({ tillId, beat }) => ({ tillId, beat }));
    for (const { tillId, relayId } of unclosed)
      if (!withRow.has(tillId) && !isSpared({ tillId, relayId })) watched.push({ tillId, beat: 'missing' });
    const dead = this.#watch.look(watched, { beganMs, readMs: clock.monotonicMs() });
    return new Set([...dead, ...unclosed.filter(({ status }) => status === 'fenced').map(({ tillId }) => tillId)]);
  }

  /** The row goes after TillClosed, so that a crash in between is found again. */
  async #end(tillId: TillId, reason: string): Promise<void> {
    const { clock, interruptedPolicy } = this.#options;
    const till = await endTill(
      { store: this.#store, limits: this.#limits, interruptedPolicy, actor: this.#actor, nowMs: () => clock.nowMs() },
      tillId,
      reason,
    );
    this.#faults.hit('before_TillRowRemoved');
    await this.#options.tills.closed(tillId);
    this.#faults.hit('after_TillRowRemoved');
    if (till === undefined) return;
    this.#log.info({ tillId, relayId: till.relayId, reason }, 'a till was ended');
    this.#closed.set(till.tillId, till);
    const accounts = new Set([...till.leases.values()].map((lease) => lease.accountId));
    await this.#severalAtOnce(accounts, (accountId) => this.#settle(accountId, till));
  }

  async #settleOpenLeases(): Promise<void> {
    const accountsByTill = new Map<TillId, Set<UserId>>();
    for (const { accountId, tillId } of await this.#options.openWork.openLeasesOfClosedTills()) {
      accountsByTill.set(tillId, (accountsByTill.get(tillId) ?? new Set()).add(accountId));
    }
    for (const [tillId, accounts] of accountsByTill) {
      const till = await this.#closedTill(tillId);
      if (till !== undefined) await this.#severalAtOnce(accounts, (accountId) => this.#settle(accountId, till));
    }
  }

  async #severalAtOnce<Item>(items: Iterable<Item>, run: (item: Item) => Promise<void>): Promise<void> {
    const rest = [...items];
    const worker = async (): Promise<void> => {
      for (let item = rest.pop(); item !== undefined; item = rest.pop()) await run(item);
    };
    await Promise.all(Array.from({ length: this.#limits.settlesAtOnceMax }, worker));
  }

  /** One account that cannot be settled does not keep the others waiting. */
  async #settle(accountId: UserId, till: ExistingTill): Promise<void> {
    const { clock } = this.#options;
    try {
      const settled = await settleLeases(
        { store: this.#store, actor: this.#actor, nowMs: () => clock.nowMs() },
        accountId,
        till,
      );
      if (settled > 0) this.#log.info({ accountId, leases: settled }, 'leases of ended tills were settled');
    } catch (error) {
      this.#log.error(
        { alarm: true, accountId, reason: reasonOf(error) },
        'leases of an ended till could not be settled',
      );
    }
  }

  /** undefined when it is not closed: what the read model said was of another generation. */
  async #closedTill(tillId: TillId): Promise<ExistingTill | undefined> {
    const kept = this.#closed.get(tillId);
    if (kept !== undefined) return kept;
    const { till } = await readTill(this.#store, tillId, this.#limits.tillPageEvents);
    if (till.status !== 'closed') return undefined;
    this.#closed.set(till.tillId, till);
    return till;
  }
}
