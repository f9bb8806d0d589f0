import type { Revision } from '@ledgate/domain/ports/event-store';
import type { TillId } from '@ledgate/domain/shared/ids';
import { quota, ZERO, type Quota } from '@ledgate/domain/shared/quota';
import { type TillEvent, tillStream } from '@ledgate/domain/till/events';
import { FencedTill } from './fenced-till.ts';
import { tellLeasingFailure } from './leasing-failure.ts';
import { reasonOf } from './reason-of.ts';
import type { Recorded } from './cashier.ts';
import type { LeasePart, Outcome, RequestPart, TillPart, TillStatus } from './parts.ts';
import { RequestEnd } from './request-end.ts';
import type { CashierContext } from './cashier-context.ts';
import { tillEvent } from './till-events.ts';
import { TillWriter } from './till-writer.ts';

/** One till of this process: its requests from reservation to end, and their events. */
export class Till implements TillPart {
  readonly tillId: TillId;
  readonly leases = new Set<LeasePart>();
  readonly #context: CashierContext;
  readonly #writer: TillWriter;
  readonly #openedAtMs: number;
  #status: TillStatus = 'open';
  #running = 0;
  /** Requests that an upstream works for and that have left no ConsumptionStarted; the oldest first. */
  readonly #begun = new Set<RequestPart>();
  /** Ends that somebody waits for; the oldest first. */
  readonly #awaited = new Set<RequestEnd>();
  #charges = 0;
  #amount: Quota = ZERO;
  #fenced: FencedTill | undefined;
  #suspicion: Promise<boolean | undefined> | undefined;

  /** `revision` is that of TillOpened. */
  constructor(tillId: TillId, revision: Revision, context: CashierContext) {
    this.tillId = tillId;
    this.#context = context;
    this.#openedAtMs = context.clock.monotonicMs();
    this.#writer = new TillWriter({
      store: context.store,
      stream: tillStream(tillId),
      revision,
      timers: context.timers,
      limits: context.limits,
      onFenced: () => this.#fence(),
      onBroken: (error) => this.#giveUp(error),
    });
  }

  get status(): TillStatus {
    return this.#status;
  }

  get isFenced(): boolean {
    return this.#status === 'fenced';
  }

  /** Requests may reserve under it. */
  get alive(): boolean {
    return !this.isFenced && this.#context.alive(this.tillId);
  }

  /** Requests that hold a reservation. */
  get running(): number {
    return this.#running;
  }

  nowMs(): number {
    return this.#context.clock.monotonicMs();
  }

  /** Old or full. */
  isDue(nowMs: number): boolean {
    return (
      nowMs - this.#openedAtMs >= this.#context.limits.tillAgeMaxMs ||
      this.#writer.revision >= this.#context.limits.tillEventsMax
    );
  }

  /** A request has reserved. */
  entered(): void {
    this.#running += 1;
  }

  /** An upstream works for the request from now on. A further attempt does not begin it anew; one with another reservation replaces its trace. */
  begun(request: RequestPart): void {
    if (request.startedIsOld) this.#start(request);
    if (request.started !== undefined || this.#begun.has(request)) return;
    request.beganMs = this.nowMs();
    this.#begun.add(request);
  }

  /** Ends when the outcome is durable and the reservation released. Throws StoreUnavailable when a charge is not durable in time. */
  end(request: RequestPart, outcome: Outcome): Promise<Recorded | undefined> {
    this.#begun.delete(request);
    if ('failure' in outcome && outcome.failure.attempts.length === 0 && request.started === undefined) {
      this.#left(request, undefined);
      return Promise.resolve(undefined);
    }
    return new Promise((resolve, reject) => {
      const end = new RequestEnd(request, outcome, this.nowMs(), resolve, reject);
      this.#awaited.add(end);
      this.#record(end);
    });
  }

  /** Takes no new requests; what its leases do not need goes back at once. */
  retire(): void {
    if (this.#status !== 'open') return;
    this.#status = 'retiring';
    for (const lease of this.leases) {
      lease.account.supersede(lease);
      if (lease.idle) continue;
      void lease.account
        .run(() => lease.lower())
        .catch((error: unknown) => {
          tellLeasingFailure(
            this.#context.log,
            { leaseId: lease.leaseId },
            'a lease of a rotated till could not be lowered',
            error,
          );
        });
    }
  }

  /** Called every now and then: leaves traces of long requests, tells those who have waited too long, and ends what may end. */
  sweep(nowMs: number): void {
    this.#startLong(nowMs);
    this.#tellLate(nowMs - this.#context.limits.endTimeoutMs);
    if (this.#status === 'retiring' && this.leases.size === 0 && this.#running === 0 && this.#writer.idle)
      this.#close();
    if (this.#status === 'fenced' && this.#running === 0) this.#context.tillEnded(this.tillId);
  }

  /** Nobody is left waiting when the process ends. */
  tellAll(): void {
    this.#tellLate(Number.POSITIVE_INFINITY);
  }

  /** Something happened that only a worker can have done: reads whether the till was fenced. undefined when that could not be read. */
  suspectFence(): Promise<boolean | undefined> {
    if (this.#status === 'fenced') return Promise.resolve(true);
    this.#suspicion ??= this.readFence().finally(() => {
      this.#suspicion = undefined;
    });
    return this.#suspicion;
  }

  #record(end: RequestEnd): void {
    const { outcome, request } = end;
    if (this.#fenced !== undefined) {
      this.#fenced.record(end);
      return;
    }
    if ('charge' in outcome) {
      request.lease.holding?.charge(request.requestId, outcome.charge.amount);
      request.lease.coverSoon();
    }
    this.#writer.write({
      event: this.#event(end.event(), request),
      written: (revision) => this.#written(end, revision),
      cutOff: () => this.#fenced?.record(end),
      invalid: (error) => this.#invalid(error, end),
    });
  }

  #written(end: RequestEnd, revision: Revision): void {
    const { outcome } = end;
    if ('charge' in outcome && outcome.charge.amount > 0) {
      this.#charges += 1;
      this.#amount = quota(this.#amount + outcome.charge.amount);
    }
    this.#finish(end, { stream: tillStream(this.tillId), revision });
  }

  /** The end is durable, in the till or on the account. */
  #finish(end: RequestEnd, recorded: Recorded | undefined): void {
    this.#awaited.delete(end);
    this.#left(end.request, 'charge' in end.outcome ? end.outcome.charge.amount : undefined);
    end.done(recorded);
  }

  #left({ requestId, tokenId, lease }: RequestPart, charged: Quota | undefined): void {
    this.#running -= 1;
    if (charged === undefined) lease.holding?.release(requestId);
    else lease.holding?.recorded(requestId, tokenId, charged);
    lease.used(charged ?? ZERO);
  }

  #startLong(nowMs: number): void {
    if (this.#status === 'fenced' || this.#status === 'closed') return;
    for (const request of this.#begun) {
      if (nowMs - request.beganMs < this.#context.limits.startedAfterMs) return;
      this.#begun.delete(request);
      this.#start(request);
    }
  }

  /** Leaves the trace by which a fence charges the request; a later one replaces it. */
  #start(request: RequestPart): void {
    const started = request.describe();
    if (started === undefined || this.#status === 'fenced') return;
    request.started = started;
    request.startedIsOld = false;
    request.starts += 1;
    const data = { ...started, leaseId: request.leaseId, reserved: request.amount };
    this.#writer.write({
      event: this.#event({ type: 'ConsumptionStarted', data }, request),
      written: () => undefined,
      cutOff: () => undefined,
      invalid: (error) => this.#invalid(error),
    });
  }

  #tellLate(sinceMs: number): void {
    for (const end of this.#awaited) {
      if (end.sinceMs > sinceMs) return;
      this.#awaited.delete(end);
      end.tooLate();
    }
  }

  #close(): void {
    this.#status = 'closing';
    const event = this.#event(
      { type: 'TillClosed', data: { charges: this.#charges, amount: this.#amount } },
      undefined,
    );
    const written = (): void => {
      this.#status = 'closed';
      this.#context.tillEnded(this.tillId);
    };
    this.#writer.write({ event, written, cutOff: () => undefined, invalid: (error) => this.#invalid(error) });
  }

  #fence(): void {
    if (this.#fenced !== undefined) return;
    this.#context.log.warn({ tillId: this.tillId, running: this.#running }, 'this till was fenced');
    this.#leaveToWorker();
  }

  /** Answers whether what is not written is to be recorded when a worker has ended the till. */
  #giveUp(error: unknown): boolean {
    if (this.#context.stopped()) return false;
    this.#context.log.error(
      { alarm: true, tillId: this.tillId, running: this.#running, reason: reasonOf(error) },
      'a till cannot be written any more; it gets no heartbeats from now on, and a worker ends it',
    );
    this.#leaveToWorker();
    return true;
  }

  /** Nothing is written here any more. What runs, or is not written yet, is recorded on the accounts once a worker has closed the till. */
  #leaveToWorker(): void {
    this.#status = 'fenced';
    this.#fenced = new FencedTill(this.tillId, this.#writer.revision, this.#context, (end, recorded) =>
      this.#finish(end, recorded),
    );
    for (const lease of this.leases) lease.abandon();
    this.#context.tillLost(this.tillId);
  }

  /** The answer is not completed, and its charge is lost: an event that no store can hold is a bug. */
  #invalid(error: Error, end?: RequestEnd): void {
    this.#context.log.error(
      { alarm: true, tillId: this.tillId, requestId: end?.request.requestId, reason: reasonOf(error) },
      'an event cannot be recorded',
    );
    if (end === undefined) return;
    this.#awaited.delete(end);
    this.#left(end.request, undefined);
    end.tooLate();
  }

  /** The same by a read that begins now. */
  async readFence(): Promise<boolean | undefined> {
    try {
      const after = (this.#writer.revision + 1) as Revision;
      const page = await this.#context.store.readStream(
        tillStream(this.tillId),
        after,
        this.#context.limits.fencedTillPageEvents,
      );
      if (page.some(({ type }) => type === 'TillFenced')) this.#fence();
    } catch (error) {
      this.#context.log.warn({ tillId: this.tillId, reason: reasonOf(error) }, 'a till could not be read');
      return this.isFenced ? true : undefined;
    }
    return this.isFenced;
  }

  #event(event: TillEvent, request: RequestPart | undefined): ReturnType<typeof tillEvent> {
    const about = request === undefined ? undefined : { requestId: request.requestId, starts: request.starts };
    return tillEvent({ tillId: this.tillId, actor: this.#context.actor }, event, about, this.#context.clock.nowMs());
  }
}
