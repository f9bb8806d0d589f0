import {
  type AppendOptions,
  type AppendOutcome,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  type Position,
  type RecordedEvent,
  type Revision,
  StoreUnavailable,
} from '@ledgate/domain/ports/event-store';

/** What happens to a call: it is answered, refused before it is done, or done without an answer. */
type Trouble = 'none' | 'refused' | 'answer_lost';

/** A store as one process sees it, with what a network and a crash do to it. */
export class TroubledStore implements EventStore {
  readonly #store: EventStore;
  /** Asked before each append. */
  trouble: (stream: string, events: readonly EventToAppend[]) => Trouble = () => 'none';
  /** What an append is refused with, though nothing is wrong with it; asked before each. */
  refusal: (stream: string, events: readonly EventToAppend[]) => Error | undefined = () => undefined;
  /** What an append waits for on its way to the store. */
  beforeAppend: (stream: string, events: readonly EventToAppend[]) => Promise<void> = () => Promise.resolve();
  /** What an append's answer waits for, after it is written. */
  answerAfter: (stream: string, events: readonly EventToAppend[]) => Promise<void> = () => Promise.resolve();
  /** What a read of a stream waits for. */
  beforeRead: (stream: string) => Promise<void> = () => Promise.resolve();
  /** What its answer waits for, after it is read. */
  afterRead: (stream: string) => Promise<void> = () => Promise.resolve();
  /** Reads fail. */
  away = false;
  /** What every question waits for before it reaches the store. */
  #open: Promise<void> = Promise.resolve();
  /** The process was killed: nothing it sends arrives, and nothing answers it. */
  dead = false;
  /** Appends that arrived, by stream. */
  readonly appends = new Map<string, number>();
  conflicts = 0;
  /** Streams with an append whose answer was to name its position. */
  readonly positionsWantedIn = new Set<string>();

  constructor(store: EventStore) {
    this.#store = store;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend[],
    options?: AppendOptions,
  ): Promise<AppendOutcome> {
    await this.#life();
    const trouble = this.away ? 'refused' : this.trouble(stream, events);
    if (trouble === 'refused') throw new StoreUnavailable('away');
    const refusal = this.refusal(stream, events);
    if (refusal !== undefined) throw refusal;
    await this.beforeAppend(stream, events);
    if (options?.position ?? true) this.positionsWantedIn.add(stream);
    const outcome = await this.#store.append(stream, expected, events, options);
    this.appends.set(stream, (this.appends.get(stream) ?? 0) + 1);
    if (outcome.outcome === 'conflict') this.conflicts += 1;
    await this.answerAfter(stream, events);
    await this.#life();
    if (trouble === 'answer_lost') throw new StoreUnavailable('the answer is lost');
    return outcome;
  }

  async readStream(stream: string, from: Revision, limit: number): Promise<readonly RecordedEvent[]> {
    await this.#read();
    await this.beforeRead(stream);
    const page = await this.#store.readStream(stream, from, limit);
    await this.afterRead(stream);
    return page;
  }

  async readStreamBackwards(stream: string, limit: number, before?: Revision): Promise<readonly RecordedEvent[]> {
    await this.#read();
    const page = await this.#store.readStreamBackwards(stream, limit, before);
    await this.afterRead(stream);
    return page;
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    await this.#read();
    return this.#store.readAll(after, limit);
  }

  async head(): Promise<Position> {
    await this.#read();
    return this.#store.head();
  }

  onAppended(wake: () => void): () => void {
    return this.#store.onAppended(wake);
  }

  async #read(): Promise<void> {
    await this.#life();
    if (this.away) throw new StoreUnavailable('away');
  }

  /** Nothing reaches it and nothing fails; what is answered ends that. */
  beSilent(): () => void {
    let end = (): void => undefined;
    this.#open = new Promise<void>((resolve) => {
      end = resolve;
    });
    return end;
  }

  #life(): Promise<void> {
    return this.dead ? new Promise<void>(() => undefined) : this.#open;
  }
}
