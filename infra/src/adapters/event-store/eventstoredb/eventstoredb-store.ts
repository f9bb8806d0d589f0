import { checkAppend } from '@ledgate/domain/ports/check-append';
import {
  type AppendOptions,
  type AppendOutcome,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  NO_STREAM,
  type Position,
  type RecordedEvent,
  type Revision,
} from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { letIn } from './access-control.ts';
import { AppendWriter } from './append-writer.ts';
import { connectionOf } from './connection-url.ts';
import { toClientEvent } from './event-codec.ts';
import { EventReader, type EventReaderOptions } from './event-reader.ts';
import { StoreClient, type StoreCredentials } from './store-client.ts';
import { WakeUp } from './wake-up.ts';

type EventStoreDbStoreOptions = EventReaderOptions & {
  /** `esdb://host:2113?tls=false`, `esdb://a,b,c` and so on; `user:password@` counts as `credentials`. */
  readonly url: string;
  /** The product's own, sent with each call; should be no administrator's. */
  readonly credentials?: StoreCredentials | undefined;
  /** Where given, lets the product's own user in at the start: `letIn`. Otherwise nothing is written before the first append. */
  readonly administrator?: StoreCredentials | undefined;
  /** Those that the administrator gives an access control of their own. */
  readonly guardedStreams?: readonly string[] | undefined;
  /** Reads streams that may be new, not all alone: `open` refuses at once whom the server does not let see the metadata that this takes. */
  readonly readsStreams?: boolean | undefined;
  /** How long a caller waits for the outcome of an append. */
  readonly appendTimeoutMs?: number | undefined;
  /** Of one attempt at it. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Called at the end of `close`. */
  readonly onClosed?: (() => void) | undefined;
};

/**
 * The event store in EventStoreDB 23.10 or 24 (docs/eventstoredb.md). One a process: the npm client does not bear a second. Its methods also
 * throw StoreRefused where the server refuses or its answer cannot be right.
 */
export class EventStoreDbStore implements EventStore {
  readonly #client: StoreClient;
  readonly #reader: EventReader;
  readonly #writer: AppendWriter;
  readonly #wakeUp: WakeUp;
  readonly #onClosed: (() => void) | undefined;

  private constructor(client: StoreClient, options: EventStoreDbStoreOptions) {
    this.#client = client;
    this.#onClosed = options.onClosed;
    this.#reader = new EventReader(client, options);
    this.#wakeUp = new WakeUp(client);
    this.#writer = new AppendWriter(client, this.#reader, { ...options, onWritten: () => this.#wakeUp.wake() });
  }

  /** Connects, and has the administrator let the product in where one is given. Throws StoreUnavailable or StoreRefused. */
  static async open(options: EventStoreDbStoreOptions): Promise<EventStoreDbStore> {
    const { url, credentials } = connectionOf(options.url, options.credentials);
    const client = new StoreClient(url, credentials);
    const store = new EventStoreDbStore(client, options);
    try {
      await letProductIn(client, credentials?.username, options);
      // What every reader of the ledger needs: whoever may not read all is told at once.
      await store.head();
      if (options.readsStreams === true) await store.#reader.mayTellEmptyFromHidden();
    } catch (error) {
      await client.close();
      throw error;
    }
    return store;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend[],
    { position = true }: AppendOptions = {},
  ): Promise<AppendOutcome> {
    checkAppend(stream, expected, events);
    return this.#writer.append({
      stream,
      expected: expected === NO_STREAM ? -1 : expected,
      events: events.map(toClientEvent),
      bytes: events.reduce(
        (sum, { data, metadata }) => sum + Buffer.byteLength(data) + Buffer.byteLength(JSON.stringify(metadata)),
        0,
      ),
      wantsPosition: position,
    });
  }

  async readStream(stream: string, from: Revision, limit: number): Promise<readonly RecordedEvent[]> {
    return this.#reader.stream(stream, from, limit);
  }

  async readStreamBackwards(stream: string, limit: number, before?: Revision): Promise<readonly RecordedEvent[]> {
    return this.#reader.streamBackwards(stream, before, limit);
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    return this.#reader.all(after, limit);
  }

  async head(): Promise<Position> {
    return this.#reader.head();
  }

  /** Wakes for events of other processes too. */
  onAppended(wake: () => void): () => void {
    return this.#wakeUp.listen(wake);
  }

  /** Waits for appends under way, a while; later calls are refused with StoreUnavailable. */
  async close(): Promise<void> {
    await this.#writer.close();
    await this.#wakeUp.close();
    await this.#client.close();
    this.#onClosed?.();
  }
}

async function letProductIn(
  client: StoreClient,
  user: string | undefined,
  { administrator, guardedStreams = [], log = silentLog }: EventStoreDbStoreOptions,
): Promise<void> {
  // Who has no name is nobody to let in: without TLS the server lets everybody do everything.
  if (administrator === undefined || user === undefined) return;
  const { outcome, mayBeHidden } = await letIn(client, { user, administrator, streams: guardedStreams });
  if (outcome === 'denied')
    log.warn(
      { administrator: administrator.username },
      'EventStoreDB does not take EVENTSTORE_ADMIN_USER for an administrator, or not with this password: ' +
        'access control was not set, and what is in force is not known',
    );
  else if (mayBeHidden)
    log.warn(
      { user },
      'the $settings of EventStoreDB let others than administrators delete streams or hide their events',
    );
  else log.info({ user, access: outcome }, 'the access control of EventStoreDB keeps streams from being deleted');
}
