import { randomUUID } from 'node:crypto';
import { type EventToAppend, NO_STREAM, WITHOUT_POSITION } from '@ledgate/domain/ports/event-store';
import type { TillRegistry } from '@ledgate/domain/ports/till-registry';
import type { TillId } from '@ledgate/domain/shared/ids';
import { tillStream } from '@ledgate/domain/till/events';
import type { Heartbeat } from './heartbeat.ts';
import type { CashierContext } from './cashier-context.ts';
import { Till } from './till.ts';
import { tillEvent } from './till-events.ts';

/**
 * The opening of one till, which may be tried until it succeeds: first its heartbeat row, then TillOpened, then a heartbeat that still finds
 * the row, because a worker removes rows of tills without a stream. Only then is a lease granted for it.
 */
export class TillOpening {
  readonly #tillId = randomUUID() as TillId;
  readonly #relayId: string;
  readonly #registry: TillRegistry;
  readonly #heartbeat: Heartbeat;
  readonly #context: CashierContext;
  readonly #event: EventToAppend;

  constructor(relayId: string, registry: TillRegistry, heartbeat: Heartbeat, context: CashierContext) {
    this.#relayId = relayId;
    this.#registry = registry;
    this.#heartbeat = heartbeat;
    this.#context = context;
    const openedAtMs = context.clock.nowMs();
    const data = { tillId: this.#tillId, relayId, openedAtMs };
    this.#event = tillEvent(
      { tillId: this.#tillId, actor: context.actor },
      { type: 'TillOpened', data },
      undefined,
      openedAtMs,
    );
  }

  get tillId(): TillId {
    return this.#tillId;
  }

  /** Throws what the registry throws; the identical steps may then be tried again. The till may have been fenced meanwhile. */
  async attempt(): Promise<Till> {
    await this.#writeRow();
    const outcome = await this.#context.store.append(
      tillStream(this.#tillId),
      NO_STREAM,
      [this.#event],
      WITHOUT_POSITION,
    );
    if (outcome.outcome === 'conflict') throw new Error(`till ${this.#tillId} has a stream of another writer`);
    const till = new Till(this.#tillId, outcome.revision, this.#context);
    await this.#proveLife(till);
    if (till.alive || till.isFenced) return till;
    // The beat was under way before the row was written, or a worker has removed the row.
    await this.#writeRow();
    await this.#proveLife(till);
    return till;
  }

  async #proveLife(till: Till): Promise<void> {
    await this.#heartbeat.beat();
    await this.#heartbeat.vouch(till);
  }

  async #writeRow(): Promise<void> {
    this.#context.faults.hit('before_TillRow');
    await this.#registry.open(this.#tillId, this.#relayId);
    this.#context.faults.hit('after_TillRow');
  }
}
