import { encode } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import {
  type AppendOutcome,
  type EventStore,
  NO_STREAM,
  type Revision,
  StoreUnavailable,
} from '@ledgate/domain/ports/event-store';

/** Of an append that gets no answer: on a busy machine the store takes a while, and the identical batch may come again. */
const TRIES_MAX = 12;

type Moment = {
  /** Unix milliseconds. */
  readonly occurredAtMs: number;
  readonly actor: string;
  /** One of what belongs together; by default the append's own. */
  readonly correlationId?: string;
};

/** The only writer of a made ledger: its appends arrive in their order, and each knows where its stream ends. */
export class LedgerWriter {
  readonly #store: EventStore;
  readonly #revisions = new Map<string, number>();
  #appends: Promise<void>[] = [];
  #events = 0;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** So far, those included that are under way. */
  get events(): number {
    return this.#events;
  }

  /** Appends under way. */
  get waiting(): number {
    return this.#appends.length;
  }

  /** Begins an append; `written` tells whether it went well. */
  append(stream: string, events: readonly LedgerEvent[], { correlationId, ...moment }: Moment): void {
    const before = this.#revisions.get(stream);
    const commandId = `${stream}/${before ?? 'first'}`;
    const context = { ...moment, commandId, correlationId: correlationId ?? commandId };
    const encoded = events.flatMap((event, index) => encode([event], { ...context, ...accountOf(event) }, index));
    this.#revisions.set(stream, (before ?? -1) + events.length);
    this.#events += events.length;
    this.#appends.push(
      patiently(() =>
        this.#store.append(stream, before === undefined ? NO_STREAM : (before as Revision), encoded),
      ).then(({ outcome }) => {
        if (outcome === 'conflict') throw new Error(`a conflict on ${stream}, which has one writer`);
      }),
    );
  }

  /** Throws what an append has thrown. */
  async written(): Promise<void> {
    await Promise.all(this.#appends.splice(0));
  }
}

async function patiently(append: () => Promise<AppendOutcome>): Promise<AppendOutcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await append();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || tries === TRIES_MAX) throw error;
    }
  }
}

/** A till's events carry the account that they are about, so that they are projected in its partition. */
const accountOf = ({ data }: LedgerEvent): { accountId?: number } =>
  'accountId' in data && typeof data.accountId === 'number' ? { accountId: data.accountId } : {};
