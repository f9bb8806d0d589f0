import { changeAccount, loadAccount } from '../../account/account-stream.ts';
import { decode, encode } from '../../events/codec.ts';
import type { EventStore, Revision } from '../../ports/event-store.ts';
import type { TillId } from '../../shared/ids.ts';
import { ZERO } from '../../shared/quota.ts';
import type { InterruptedPolicy } from '../../till/commands.ts';
import { decide } from '../../till/decide.ts';
import { type TillEvent, tillStream } from '../../till/events.ts';
import { fold } from '../../till/evolve.ts';
import type { Till } from '../../till/state.ts';
import { readWhole, storeOf } from './process-store.ts';
import { Process } from './scheduler.ts';
import type { World } from './world.ts';

/** A worker: fences what it takes for dead, charges what was cut off, closes, and settles every open lease whose till is closed (docs/ledger.md#fences). */
export class Worker {
  readonly process: Process;
  readonly #world: World;
  readonly #store: EventStore;
  readonly #policy: InterruptedPolicy;
  /** Of planted faults: tills whose leases are taken for settled, and tills that are taken for closed. */
  readonly #looked = new Set<TillId>();
  readonly #presumedClosed = new Set<TillId>();

  constructor(world: World, policy: InterruptedPolicy) {
    this.#world = world;
    this.process = new Process(world.nextId('worker'));
    this.#store = storeOf(world, this.process);
    this.#policy = policy;
  }

  /** Takes the till's relay for dead, rightly or not. Throws StoreUnavailable; then anybody goes on. */
  async end(tillId: TillId): Promise<void> {
    if (this.#world.fault === 'no_fence') return void this.#presumedClosed.add(tillId);
    for (;;) {
      const till = await this.#read(tillId);
      if (till.status === 'missing' && this.#world.tills.get(tillId)?.alive === true) return;
      if (till.status === 'missing' || till.status === 'closed') break;
      const events = this.#nextSteps(till);
      const context = this.#world.context(this.process.name, `fence-${tillId}/${till.revision}/${this.process.name}`);
      await this.#store.append(tillStream(tillId), till.revision as Revision, encode(events, context));
    }
    await this.#world.scheduler.step(this.process, () => this.#world.tills.delete(tillId));
  }

  /** Fences; then ends a few that were cut off, as the limits of an append allow; then closes: each an append of its own. */
  #nextSteps(till: Exclude<Till, { status: 'missing' }>): readonly TillEvent[] {
    if (till.status === 'open')
      return this.#decided({ type: 'FenceTill', by: this.process.name, reason: 'silent' }, till);
    const cutOff = [...till.started.keys()].slice(0, this.#world.random.whole(1, 3));
    if (cutOff.length === 0) return this.#decided({ type: 'CloseTill' }, till);
    return cutOff.flatMap((requestId) =>
      this.#decided(
        { type: 'EndInterrupted', requestId, policy: this.#policy, nowMs: this.#world.scheduler.steps },
        till,
      ),
    );
  }

  #decided(command: Parameters<typeof decide>[0], till: Till): readonly TillEvent[] {
    const decision = decide(command, till);
    if (!decision.ok) throw new Error(`a worker's ${command.type} was refused: ${decision.refusal.code}`);
    return decision.events;
  }

  /** The work list is every open lease whose till is closed, whenever it appears: a grant may land after the fence. */
  async settle(): Promise<void> {
    for (const accountId of this.#world.truth.wallets.keys()) {
      const account = await loadAccount(this.#store, accountId);
      if (account.status === 'missing') continue;
      for (const { leaseId, tillId } of account.leases.values()) {
        if (this.#world.fault === 'grant_after_fence_not_settled' && this.#looked.has(tillId)) continue;
        const till = await this.#read(tillId);
        if (till.status === 'missing') continue;
        if (till.status !== 'closed' && !this.#presumedClosed.has(tillId)) continue;
        const { consumed, byToken } = till.leases.get(leaseId) ?? { consumed: ZERO, byToken: {} };
        await changeAccount(
          this.#store,
          accountId,
          { type: 'SettleLease', report: { leaseId, consumed, byToken } },
          this.#world.context(this.process.name),
        );
      }
    }
    if (this.#world.fault === 'grant_after_fence_not_settled')
      for (const tillId of this.#world.truth.closed) this.#looked.add(tillId);
  }

  async #read(tillId: TillId): Promise<Till> {
    return fold(
      (await readWhole(this.#store, tillStream(tillId))).map((recorded) => decode<TillEvent>(recorded).event),
    );
  }
}
