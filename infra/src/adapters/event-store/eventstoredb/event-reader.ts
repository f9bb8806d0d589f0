import { type Position, type RecordedEvent, type Revision, START } from '@ledgate/domain/ports/event-store';
import { type Log, silentLog } from '@ledgate/domain/ports/log';
import { isSystemEvent, positionOf, type ReadEvent, toLogPosition, toRecordedEvent } from './event-codec.ts';
import { StoreRefused, readFailure } from './failures.ts';
import { HiddenStreams } from './hidden-stream.ts';
import { LedgerTail } from './ledger-tail.ts';
import { HEAD_PAGE_EVENTS, READ_PAGE_EVENTS, READ_TIMEOUT_MS } from './limits.ts';
import type { StoreClient } from './store-client.ts';

export type EventReaderOptions = {
  readonly readTimeoutMs?: number | undefined;
  /** Whether a stream is the ledger's, by its name; every stream where not given. What is in others is not decoded. */
  readonly isOurs?: ((stream: string) => boolean) | undefined;
  /** Told of each event of a stream that is not the ledger's, once, when it is first read past. */
  readonly onForeign?: (() => void) | undefined;
  readonly log?: Log | undefined;
};

/** Reads in pages. Every method throws StoreUnavailable when the store does not answer, StoreRefused when its answer cannot be right. */
export class EventReader {
  readonly #client: StoreClient;
  readonly #timeoutMs: number;
  readonly #isOurs: (stream: string) => boolean;
  readonly #onForeign: () => void;
  /** For `all`, which reads past and counts each event of others once itself. */
  readonly #tail = new LedgerTail();
  /** For `head`, which counts none: it may be asked before anything below is read. */
  readonly #headTail = new LedgerTail();
  readonly #hidden: HiddenStreams;
  #foreignUpTo: Position = START;

  constructor(
    client: StoreClient,
    { readTimeoutMs = READ_TIMEOUT_MS, isOurs, onForeign, log = silentLog }: EventReaderOptions,
  ) {
    this.#client = client;
    this.#hidden = new HiddenStreams(client, readTimeoutMs, log);
    this.#timeoutMs = readTimeoutMs;
    this.#isOurs = isOurs ?? (() => true);
    this.#onForeign = onForeign ?? (() => undefined);
  }

  async stream(stream: string, from: Revision, limit: number): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    while (events.length < limit) {
      const maxCount = Math.min(limit - events.length, READ_PAGE_EVENTS);
      const page = await this.#streamPage(stream, {
        direction: 'forwards',
        fromRevision: BigInt(from + events.length),
        maxCount,
      });
      for (const event of page) {
        if (event.revision !== from + events.length) throw gap(stream, from + events.length);
        events.push(event);
      }
      if (page.length < maxCount) break;
    }
    if (from === 0 && limit > 0 && events.length === 0) await this.#hidden.refuse(stream);
    return events;
  }

  /** A server answers a beginning behind the stream's end with nothing: then the end is looked for. */
  async streamBackwards(stream: string, before: Revision | undefined, limit: number): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    let from: bigint | 'end' = before === undefined ? 'end' : BigInt(before);
    while (events.length < limit) {
      const maxCount = Math.min(limit - events.length, READ_PAGE_EVENTS);
      const page: RecordedEvent[] = await this.#streamPage(stream, {
        direction: 'backwards',
        fromRevision: from,
        maxCount,
      });
      for (const event of page) {
        const above = events.at(-1);
        if (above !== undefined && event.revision !== above.revision - 1) throw gap(stream, above.revision - 1);
        events.push(event);
      }
      const last = events.at(-1);
      if (last?.revision === 0 || (page.length === 0 && from === 'end')) break;
      if (last !== undefined && page.length === 0) throw gap(stream, last.revision - 1);
      from = last === undefined ? 'end' : BigInt(last.revision - 1);
    }
    if (limit > 0 && events.length === 0) await this.#hidden.refuse(stream);
    return before === undefined ? events : events.filter(({ revision }) => revision <= before);
  }

  /**
   * After `after`, which is an event's position or START. Pages grow, to READ_PAGE_EVENTS, while nothing of the ledger is found: who asks for one event
   * must not page one by one past those of others.
   */
  async all(after: Position, limit: number): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    let at = this.#tail.resume(after);
    let leastEvents = 1;
    while (events.length < limit) {
      const pageEvents = Math.min(Math.max(limit - events.length, leastEvents), READ_PAGE_EVENTS);
      const found = events.length;
      // One more: the first is the one at `at`, which the server includes.
      const maxCount = pageEvents + 1;
      const page = await this.#allPage({
        direction: 'forwards',
        fromPosition: at === START ? 'start' : toLogPosition(at),
        maxCount,
      });
      for (const event of page) {
        const position = positionOf(event.position);
        if (at !== START && position <= at) continue;
        at = position;
        if (this.#isOfLedger(event)) events.push(toRecordedEvent(event));
        else this.#readPast(event, position);
        if (events.length === limit) return events;
      }
      if (page.length < maxCount) {
        const last = events.at(-1)?.position ?? after;
        for (const tail of [this.#tail, this.#headTail]) tail.saw(last, at);
        break;
      }
      if (events.length === found) leastEvents = 2 * pageEvents;
    }
    return events;
  }

  /** Reads each event behind the ledger's last one once, whoever wrote it: on a server that others write to these may be many between two calls. */
  async head(): Promise<Position> {
    const { last, seen } = this.#headTail;
    let from: Position | undefined;
    let newest: Position = START;
    for (let pageEvents = HEAD_PAGE_EVENTS; ; pageEvents = Math.min(2 * pageEvents, READ_PAGE_EVENTS)) {
      const page = await this.#allPage({
        direction: 'backwards',
        fromPosition: from === undefined ? 'end' : toLogPosition(from),
        maxCount: pageEvents,
      });
      for (const event of page) {
        from = positionOf(event.position);
        if (newest === START) newest = from;
        if (from > seen && !this.#isOfLedger(event)) continue;
        const head = from > seen ? from : last;
        if (newest > head) this.#headTail.saw(head, newest);
        return head;
      }
      if (page.length < pageEvents) {
        this.#headTail.saw(START, newest);
        return START;
      }
    }
  }

  /** Throws StoreRefused where it could not be told of a stream that is found empty whether its events are hidden. */
  async mayTellEmptyFromHidden(): Promise<void> {
    await this.#hidden.mayLook();
  }

  #isOfLedger(event: ReadEvent): boolean {
    return !isSystemEvent(event) && this.#isOurs(event.streamId);
  }

  #readPast(event: ReadEvent, position: Position): void {
    if (isSystemEvent(event) || position <= this.#foreignUpTo) return;
    this.#foreignUpTo = position;
    this.#onForeign();
  }

  async #streamPage(stream: string, options: Parameters<StoreClient['readStream']>[1]): Promise<RecordedEvent[]> {
    try {
      return (await this.#client.readStream(stream, options, this.#timeoutMs)).map(toRecordedEvent);
    } catch (error) {
      const failure = readFailure(error);
      if (failure.kind === 'no-stream') return [];
      throw failure.error;
    }
  }

  async #allPage(options: Parameters<StoreClient['readAll']>[0]): Promise<ReadEvent[]> {
    try {
      return await this.#client.readAll(options, this.#timeoutMs);
    } catch (error) {
      const failure = readFailure(error);
      if (failure.kind === 'no-stream') throw new StoreRefused('EventStoreDB knows no log', { cause: error });
      throw failure.error;
    }
  }
}

const gap = (stream: string, revision: number): StoreRefused =>
  new StoreRefused(`revision ${revision} of ${stream} is missing; has the stream been truncated?`);
