import { randomUUID } from 'node:crypto';
import { accountStream } from '@ledgate/domain/account/events';
import { encode } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import {
  type EventStore,
  NO_STREAM,
  type Position,
  type Revision,
  namedPosition,
} from '@ledgate/domain/ports/event-store';
import type { ChannelId, LeaseId, RequestId, SourceId, TillId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import { tillStream } from '@ledgate/domain/till/events';

const USERS = 100;
const CHANNELS = 5;
const MODELS = ['gpt-4o', 'gpt-4o-mini', 'claude-3-5-sonnet'] as const;
const LEASE_AMOUNT = quota(1_000_000_000);
const TILL_EVENTS_MAX = 50_000;
/** A moment of a month that does not end while the benchmark runs. */
const START_MS = Date.UTC(2026, 9, 5, 12);

/** A ledger with nothing but charges to come: a hundred accounts, one till at a time, each account with a lease. */
export class BenchLedger {
  readonly #store: EventStore;
  readonly #revisions = new Map<string, number>();
  #tillId = '' as TillId;
  #inTill = 0;
  #charges = 0;
  #events = 0;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** Appended so far. */
  get events(): number {
    return this.#events;
  }

  async openAccounts(): Promise<void> {
    for (let user = 1; user <= USERS; user += 1) {
      await this.#append(accountStream(user), [
        { type: 'AccountOpened', data: { userId: user as UserId } },
        {
          type: 'QuotaGranted',
          data: { amount: LEASE_AMOUNT, grant: 'new_user', source: `grant-${user}` as SourceId },
        },
      ]);
    }
  }

  /** Appends so many charges in one batch, as a busy till does; answers the position of the last. */
  async charge(count: number): Promise<Position> {
    if (this.#inTill === 0 || this.#inTill + count > TILL_EVENTS_MAX) await this.#nextTill();
    this.#inTill += count;
    return this.#append(
      tillStream(this.#tillId),
      Array.from({ length: count }, () => this.#charge()),
    );
  }

  async #nextTill(): Promise<void> {
    this.#tillId = randomUUID() as TillId;
    this.#inTill = 0;
    await this.#append(tillStream(this.#tillId), [
      { type: 'TillOpened', data: { tillId: this.#tillId, relayId: 'relay-bench', openedAtMs: START_MS } },
    ]);
    for (let user = 1; user <= USERS; user += 1) {
      await this.#append(accountStream(user), [
        {
          type: 'LeaseGranted',
          data: { leaseId: this.#leaseOf(user), tillId: this.#tillId, tokenId: null, amount: LEASE_AMOUNT },
        },
      ]);
    }
  }

  #leaseOf(user: number): LeaseId {
    return `${this.#tillId}-${user}` as LeaseId;
  }

  #charge(): LedgerEvent {
    this.#charges += 1;
    const user = 1 + ((this.#charges * 7) % USERS);
    const charge = exampleCharge({
      requestId: randomUUID() as RequestId,
      accountId: user as UserId,
      leaseId: this.#leaseOf(user),
      tokenId: (1_000 + user) as TokenId,
      channelId: (1 + (this.#charges % CHANNELS)) as ChannelId,
      modelBilled: MODELS[this.#charges % MODELS.length] ?? MODELS[0],
      arrivedAtMs: START_MS,
      amount: quota(this.#charges % 900),
    });
    return { type: 'ConsumptionRecorded', data: { ...charge, interrupted: false } };
  }

  async #append(stream: string, events: readonly LedgerEvent[]): Promise<Position> {
    const before = this.#revisions.get(stream);
    const context = {
      commandId: randomUUID(),
      correlationId: randomUUID(),
      occurredAtMs: START_MS + this.#charges * 10,
      actor: 'relay-bench',
    };
    // A till says whom a charge is about: it names the event's partition.
    const encoded = events.flatMap((event, index) =>
      encode([event], { ...context, ...('accountId' in event.data ? { accountId: event.data.accountId } : {}) }, index),
    );
    const outcome = await this.#store.append(stream, before === undefined ? NO_STREAM : (before as Revision), encoded);
    if (outcome.outcome === 'conflict') throw new Error(`a conflict on ${stream}, which has one writer`);
    this.#revisions.set(stream, outcome.revision);
    this.#events += events.length;
    return namedPosition(outcome);
  }
}
