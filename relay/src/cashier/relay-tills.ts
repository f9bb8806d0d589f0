import type { TillRegistry } from '@ledgate/domain/ports/till-registry';
import type { TillId } from '@ledgate/domain/shared/ids';
import type { Heartbeat } from './heartbeat.ts';
import { reasonOf } from './reason-of.ts';
import type { CashierContext } from './cashier-context.ts';
import { TillOpening } from './till-opening.ts';
import type { Till } from './till.ts';

/** The tills of this process: the one that new requests go to, and those that are still at work (docs/ledger.md#tills). */
export class RelayTills {
  readonly #context: CashierContext;
  readonly #relayId: string;
  readonly #registry: TillRegistry;
  readonly #heartbeat: Heartbeat;
  readonly #tills = new Set<Till>();
  readonly #removals = new Set<Promise<void>>();
  #current: Till | undefined;
  #opening: TillOpening | undefined;
  #openingNow: Promise<void> | undefined;
  #settling = 0;
  #closing = false;

  constructor(relayId: string, registry: TillRegistry, heartbeat: Heartbeat, context: CashierContext) {
    this.#relayId = relayId;
    this.#registry = registry;
    this.#heartbeat = heartbeat;
    this.#context = context;
  }

  /** For new requests; undefined for the moment between a fence and the next till. */
  get current(): Till | undefined {
    return this.#current;
  }

  /** All that have not ended. */
  get all(): ReadonlySet<Till> {
    return this.#tills;
  }

  /** Those that this process looks after, one that is being opened among them. What a fence or a fault has taken from it is a worker's. */
  ids(): readonly TillId[] {
    const ids = [...this.#tills].filter(({ isFenced }) => !isFenced).map(({ tillId }) => tillId);
    return this.#opening === undefined ? ids : [...ids, this.#opening.tillId];
  }

  /** No till is open, being opened, or about to lose its row. */
  get ended(): boolean {
    return this.#tills.size + this.#removals.size === 0 && this.#openingNow === undefined;
  }

  /** Opens a till for new requests; the till that was current until then is retired. One opening at a time, the same one until it succeeds. */
  open(): Promise<void> {
    this.#openingNow ??= this.#attemptOpening().finally(() => {
      this.#openingNow = undefined;
    });
    return this.#openingNow;
  }

  /** No more tills: those that are there end when their requests and leases have. */
  retireAll(): void {
    this.#closing = true;
    for (const till of this.#tills) till.retire();
  }

  /** Sends a heartbeat, and looks after tills whose row is gone: a worker removes that of a till it has closed, and of one without a stream. */
  async beat(): Promise<void> {
    const before = [...this.#tills].filter(({ isFenced }) => !isFenced);
    const rows = await this.#heartbeat.beat();
    if (rows === undefined) return;
    const known = new Set(rows);
    for (const till of before) await (known.has(till.tillId) ? this.#heartbeat.vouch(till) : this.#onRowMissing(till));
  }

  /** Called every now and then. */
  sweep(nowMs: number): void {
    for (const till of this.#tills) {
      this.#settleIdle(till, till.status === 'retiring' ? nowMs : nowMs - this.#context.limits.leaseIdleMs);
      till.sweep(nowMs);
    }
    if (this.#current === undefined || this.#current.isDue(nowMs)) this.#openNext();
  }

  /** New requests need another till. */
  lost(tillId: TillId): void {
    if (this.#current?.tillId !== tillId) return;
    this.#current = undefined;
    this.#openNext();
  }

  /** Nothing runs under the till any more. The row of a till that was fenced is the worker's to remove. */
  remove(tillId: TillId): void {
    const till = [...this.#tills].find((other) => other.tillId === tillId);
    if (till !== undefined) this.#tills.delete(till);
    if (this.#current?.tillId === tillId) this.#current = undefined;
    if (till?.status !== 'closed') return;
    const removal = this.#removeRow(tillId).finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }

  #openNext(): void {
    if (this.#closing) return;
    void this.open().catch((error: unknown) => this.#complain('a till could not be opened', error));
  }

  async #attemptOpening(): Promise<void> {
    this.#opening ??= new TillOpening(this.#relayId, this.#registry, this.#heartbeat, this.#context);
    const till = await this.#opening.attempt();
    if (!till.isFenced && !till.alive && this.#current?.alive === true)
      throw new Error('no heartbeat has named the new till yet');
    this.#opening = undefined;
    if (till.isFenced) throw new Error('the till was fenced while it was opened');
    this.#tills.add(till);
    this.#current?.retire();
    this.#current = till;
  }

  async #onRowMissing(till: Till): Promise<void> {
    const fenced = await till.suspectFence();
    if (fenced !== false || !(till.status === 'open' || till.status === 'retiring')) return;
    try {
      await this.#registry.open(till.tillId, this.#relayId);
      await this.#heartbeat.beat();
      await this.#heartbeat.vouch(till);
    } catch (error) {
      this.#complain('a heartbeat row could not be restored', error);
    }
  }

  #settleIdle(till: Till, idleSinceMs: number): void {
    for (const lease of till.leases) {
      if (this.#settling >= this.#context.limits.settlesAtOnceMax) return;
      if (!lease.idle || lease.idleSince() > idleSinceMs) continue;
      this.#settling += 1;
      void lease.settle().finally(() => {
        this.#settling -= 1;
      });
    }
  }

  async #removeRow(tillId: TillId): Promise<void> {
    const { faults } = this.#context;
    try {
      faults.hit('before_TillRowRemoved');
      await this.#registry.closed(tillId);
      faults.hit('after_TillRowRemoved');
    } catch (error) {
      this.#complain('the row of a closed till stays until a worker removes it', error);
    }
  }

  #complain(message: string, error: unknown): void {
    this.#context.log.warn({ relayId: this.#relayId, reason: reasonOf(error) }, message);
  }
}
