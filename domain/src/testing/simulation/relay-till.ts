import { decode, encode } from '../../events/codec.ts';
import { type EventStore, type EventToAppend, NO_STREAM, type Revision } from '../../ports/event-store.ts';
import type { RequestId, TillId } from '../../shared/ids.ts';
import { decide } from '../../till/decide.ts';
import { type TillEvent, tillStream } from '../../till/events.ts';
import { fold } from '../../till/evolve.ts';
import type { ExistingTill } from '../../till/state.ts';
import { readWhole } from './process-store.ts';
import type { Process } from './scheduler.ts';
import type { World } from './world.ts';

type Entry = { readonly event: EventToAppend; readonly end: (written: boolean) => void };

/** A till as its relay writes it: what comes while an append is under way shares the next one; a conflict can only be a fence. */
export class RelayTill {
  readonly tillId: TillId;
  status: 'open' | 'rotated' | 'fenced' | 'closed' = 'open';
  /** Requests that have a reservation under it, or ask for one. */
  running = 0;
  readonly #world: World;
  readonly #process: Process;
  readonly #store: EventStore;
  #revision = -1;
  #queue: Entry[] = [];
  #writing = false;
  #closing = false;

  constructor(world: World, process: Process, store: EventStore) {
    this.#world = world;
    this.#process = process;
    this.#store = store;
    this.tillId = world.nextId('till') as TillId;
  }

  get isFenced(): boolean {
    return this.status === 'fenced';
  }

  get idle(): boolean {
    return this.running === 0 && !this.#writing && this.#queue.length === 0;
  }

  /** The heartbeat row is there before the stream begins. */
  async open(): Promise<void> {
    await this.#world.scheduler.step(this.#process, () => this.#world.tills.set(this.tillId, this.#process));
    const opened: TillEvent = {
      type: 'TillOpened',
      data: { tillId: this.tillId, relayId: this.#process.name, openedAtMs: 0 },
    };
    const outcome = await this.#store.append(
      tillStream(this.tillId),
      NO_STREAM,
      encode([opened], this.#world.context(this.#process.name, `till-${this.tillId}`)),
    );
    if (outcome.outcome === 'conflict') this.status = 'fenced';
    else this.#revision = outcome.revision;
  }

  /** Answers true when the event stands in the till, false when a fence came first. */
  write(event: TillEvent, requestId: RequestId | undefined): Promise<boolean> {
    if (this.status === 'fenced') return Promise.resolve(false);
    const part =
      event.type === 'ConsumptionStarted'
        ? this.#world.nextId('started')
        : requestId === undefined
          ? 'closed'
          : 'ended';
    const [encoded] = encode(
      [event],
      this.#world.context(this.#process.name, `till-${this.tillId}/${part}/${requestId ?? ''}`),
    );
    if (encoded === undefined) throw new Error('one event makes one encoded event');
    return new Promise((end) => {
      this.#queue.push({ event: encoded, end });
      if (!this.#writing) void this.#writeAll();
    });
  }

  /** By its own relay, when nothing runs under it and its leases are settled. */
  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    try {
      const decision = decide({ type: 'CloseTill' }, await this.read());
      if (!decision.ok) return this.#world.truth.fail(`till ${this.tillId} cannot be closed: ${decision.refusal.code}`);
      for (const event of decision.events) if (!(await this.write(event, undefined))) return;
      this.status = 'closed';
    } finally {
      this.#closing = false;
    }
    await this.#world.scheduler.step(this.#process, () => this.#world.tills.delete(this.tillId));
  }

  /** A fence is looked for where something was refused that only a worker can have ended. */
  async lookForFence(): Promise<void> {
    if ((await this.read()).status !== 'open' && this.status !== 'closed') this.status = 'fenced';
  }

  async read(): Promise<ExistingTill> {
    const till = fold(
      (await readWhole(this.#store, tillStream(this.tillId))).map((recorded) => decode<TillEvent>(recorded).event),
    );
    if (till.status === 'missing') throw new Error(`till ${this.tillId} is not there`);
    return till;
  }

  async #writeAll(): Promise<void> {
    this.#writing = true;
    while (this.#queue.length > 0) {
      await this.#world.scheduler.turns(this.#process, this.#world.random.whole(0, 2));
      const batch = this.#queue.splice(0, 20);
      const outcome = await this.#store.append(
        tillStream(this.tillId),
        this.#revision as Revision,
        batch.map(({ event }) => event),
      );
      if (outcome.outcome === 'appended') this.#revision = outcome.revision;
      else this.status = 'fenced';
      for (const { end } of outcome.outcome === 'appended' ? batch : [...batch, ...this.#queue.splice(0)])
        end(outcome.outcome === 'appended');
    }
    this.#writing = false;
  }
}
