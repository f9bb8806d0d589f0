import { accountStream } from '@ledgate/domain/account/events';
import type { AccountCommand } from '@ledgate/domain/account/commands';
import { decode } from '@ledgate/domain/events/codec';
import type { Revision } from '@ledgate/domain/ports/event-store';
import type { RequestId, SourceId, TillId } from '@ledgate/domain/shared/ids';
import { subtract, ZERO, type Quota } from '@ledgate/domain/shared/quota';
import { waivedPrice } from '@ledgate/domain/pricing/reckon';
import type { Charge, Usage } from '@ledgate/domain/till/charge';
import { type TillEvent, tillStream } from '@ledgate/domain/till/events';
import { reasonOf } from './reason-of.ts';
import type { Recorded } from './cashier.ts';
import type { RequestPart } from './parts.ts';
import type { RequestEnd } from './request-end.ts';
import type { CashierContext } from './cashier-context.ts';

/** How the till says that a request has ended. `source` of its usage; undefined where nothing was charged. */
type Ended = {
  readonly amount: Quota;
  readonly interrupted: boolean;
  readonly source?: Usage['source'];
  readonly revision: Revision;
};

/**
 * What a fence leaves to the till's own process (docs/ledger.md#fences): once the worker has closed the till, every request that then ends,
 * or whose record the fence cut off, is recorded on the account, exactly once.
 */
export class FencedTill {
  readonly #tillId: TillId;
  readonly #context: CashierContext;
  readonly #recorded: (end: RequestEnd, recorded: Recorded | undefined) => void;
  readonly #ended = new Map<RequestId, Ended>();
  #revision: Revision;
  #closed = false;
  #waiting: RequestEnd[] = [];

  /** `revision`: the last event that this process knows it wrote. */
  constructor(
    tillId: TillId,
    revision: Revision,
    context: CashierContext,
    recorded: (end: RequestEnd, recorded: Recorded | undefined) => void,
  ) {
    this.#tillId = tillId;
    this.#revision = revision;
    this.#context = context;
    this.#recorded = recorded;
    void this.#awaitClosed();
  }

  record(end: RequestEnd): void {
    if (this.#closed) void this.#recordLate(end);
    else this.#waiting.push(end);
  }

  async #awaitClosed(): Promise<void> {
    const { limits, timers, log } = this.#context;
    while (!this.#closed && !this.#context.stopped()) {
      const more = await this.#readPage().catch((error: unknown) => {
        log.warn({ tillId: this.#tillId, reason: reasonOf(error) }, 'a fenced till could not be read');
        return false;
      });
      if (!more && !this.#closed) await timers.sleep(limits.fencedTillPollMs);
    }
    for (const end of this.#waiting.splice(0)) void this.#recordLate(end);
  }

  /** Answers whether there may be more to read. */
  async #readPage(): Promise<boolean> {
    const { store, limits } = this.#context;
    const page = await store.readStream(
      tillStream(this.#tillId),
      (this.#revision + 1) as Revision,
      limits.fencedTillPageEvents,
    );
    for (const recorded of page) {
      const { event, revision } = decode<TillEvent>(recorded);
      this.#revision = revision;
      if (event.type === 'TillClosed') this.#closed = true;
      if (event.type === 'AttemptsFailed')
        this.#ended.set(event.data.requestId, { amount: ZERO, interrupted: false, revision });
      if (event.type === 'ConsumptionRecorded') {
        const { requestId, amount, interrupted, usage } = event.data;
        this.#ended.set(requestId, { amount, interrupted, source: usage.source, revision });
      }
    }
    return page.length === limits.fencedTillPageEvents;
  }

  /** Goes on until it is durable: a charge that was given up would be lost. */
  async #recordLate(end: RequestEnd): Promise<void> {
    const command = this.#commandFor(end);
    while (!this.#context.stopped()) {
      try {
        this.#recorded(end, command === undefined ? this.#standing(end) : await this.#change(end, command));
        return;
      } catch (error) {
        this.#context.log.warn(
          { requestId: end.request.requestId, reason: reasonOf(error) },
          'a late record is not durable yet',
        );
      }
      await this.#context.timers.sleep(this.#context.limits.retryLongestMs);
    }
  }

  /** undefined: nothing is left to record. */
  #commandFor({ request, outcome }: RequestEnd): AccountCommand | undefined {
    const ended = this.#ended.get(request.requestId);
    const source = sourceOf(request);
    if (ended === undefined)
      return 'charge' in outcome ? { type: 'RecordLateConsumption', charge: outcome.charge, source } : undefined;
    if (!ended.interrupted) return undefined;
    const charge = 'charge' in outcome ? outcome.charge : this.#freeCharge(request);
    if (charge === undefined) return undefined;
    const delta = subtract(charge.amount, ended.amount);
    // Of the same amount it still tells what the provider has stated: the charge leaves suspense (docs/ledger.md#suspense).
    if (delta === 0 && charge.usage.source === ended.source) return undefined;
    return { type: 'CorrectConsumption', charge, delta, source };
  }

  #standing({ request }: RequestEnd): Recorded | undefined {
    const ended = this.#ended.get(request.requestId);
    return ended && { stream: tillStream(this.#tillId), revision: ended.revision };
  }

  async #change({ request }: RequestEnd, command: AccountCommand): Promise<Recorded | undefined> {
    const { requestId, account } = request;
    const change = await account.run(() => account.change(command, requestId, `late-${this.#tillId}/${requestId}`));
    if (!change.ok)
      this.#context.log.error(
        { alarm: true, requestId, code: change.refusal.code },
        'an account refused a late record',
      );
    // A debit: what others have leased of the account is called back (docs/ledger.md#debits). Done already when this is repeated. Once, whoever is
    // silent: nobody was promised that this debit is in force, and a silent relay can only spend what was lent to it before, until its lease is settled.
    await this.#context.recalls.recall(account.accountId);
    const revision = change.ok ? change.revision : undefined;
    return revision === undefined ? undefined : { stream: accountStream(account.accountId), revision };
  }

  /** A request that failed after the fence had charged it. */
  #freeCharge({ started, leaseId }: RequestPart): Charge | undefined {
    if (started === undefined) return undefined;
    const {
      interrupted: {
        prompt: { price },
      },
      ...facts
    } = started;
    return {
      ...facts,
      leaseId,
      usage: { source: 'interrupted', prompt: 0, completion: 0 },
      price: waivedPrice(price),
      amount: ZERO,
      firstTokenMs: null,
      durationMs: Math.max(0, this.#context.clock.nowMs() - facts.arrivedAtMs),
    };
  }
}

/** The request's own id makes its record on the account recognisable (docs/ledger.md#fences). */
const sourceOf = ({ requestId }: RequestPart): SourceId => requestId as string as SourceId;
