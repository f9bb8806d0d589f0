import { setMaxListeners } from 'node:events';
import {
  type AllStreamSubscription,
  type AppendResult,
  type Credentials,
  type EventData,
  EventStoreDBClient,
  type ReadAllOptions,
  type ReadStreamOptions,
} from '@eventstore/db-client';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { ReadEvent } from './event-codec.ts';
import {
  ATTEMPT_GRACE_MS,
  DISPOSE_TIMEOUT_MS,
  OWN_CALL_APPENDS_MAX,
  READS_MAX,
  RENEW_EVERY_MS,
  SHARED_CALL_APPENDS_MAX,
} from './limits.ts';
import { Semaphore } from './semaphore.ts';
import { nextTurn } from '../next-turn.ts';

export type StoreCredentials = Credentials;

type Channel = { close(): void };
/** What the client calls `protected`: the connection of a client that is given up must be closed, or a stuck append might be sent later. */
type WithChannel = { getChannel(): Promise<Channel> };
type Resolved = { readonly event?: ReadEvent | undefined };
type Readable = {
  on(event: 'data', listener: (resolved: Resolved) => void): Readable;
  on(event: 'end', listener: () => void): Readable;
  on(event: 'error', listener: (error: unknown) => void): Readable;
  cancel(): Promise<void>;
};

/**
 * The only file that touches the npm client: the client of the process, with an end to every wait (docs/eventstoredb.md#one-client).
 *
 * There is one client at a time, because all clients of a process share the table of answers that are awaited. A call that does not end in its
 * time makes all calls end: the client is disposed of, its connection closed, and another takes its place. So nothing is in flight any more
 * when an append is tried again.
 *
 * With credentials each append is a call of its own, which they travel on; without, appends share one long call.
 */
export class StoreClient {
  readonly #url: string;
  readonly #credentials: Credentials | undefined;
  readonly #reads = new Semaphore(READS_MAX);
  #client: EventStoreDBClient;
  #madeAtMs = performance.now();
  #isClosed = false;
  #replacing: Promise<void> | undefined;
  #cut = newCut();

  constructor(url: string, credentials?: Credentials) {
    this.#url = url;
    this.#credentials = credentials;
    this.#client = EventStoreDBClient.connectionString(url);
  }

  get appendsMax(): number {
    return this.#credentials === undefined ? SHARED_CALL_APPENDS_MAX : OWN_CALL_APPENDS_MAX;
  }

  /** Throws what the client throws, or StoreUnavailable after `timeoutMs`; then the append is not in flight any more. */
  async append(
    stream: string,
    expectedRevision: bigint | 'no_stream',
    events: EventData[],
    timeoutMs: number,
    credentials = this.#credentials,
  ): Promise<AppendResult> {
    await this.#ready();
    const [client, { signal }] = [this.#client, this.#cut];
    const appending = async (): Promise<AppendResult> => {
      // The client may still look for a node among several: what was cut meanwhile must not use the channel that is closed then.
      await channelOf(client);
      if (signal.aborted) throw signal.reason as Error;
      return client.appendToStream(stream, events, { expectedRevision, deadline: timeoutMs, ...perCall(credentials) });
    };
    return this.#within(appending(), timeoutMs + ATTEMPT_GRACE_MS, `an append on ${stream}`);
  }

  async readStream(
    stream: string,
    options: ReadStreamOptions,
    timeoutMs: number,
    credentials = this.#credentials,
  ): Promise<ReadEvent[]> {
    return this.#reads.run(async () => {
      await this.#ready();
      return this.#drain(
        this.#client.readStream(stream, { ...options, ...perCall(credentials) }) as unknown as Readable,
        timeoutMs,
      );
    });
  }

  /** With the server's own events. */
  async readAll(options: ReadAllOptions, timeoutMs: number): Promise<ReadEvent[]> {
    return this.#reads.run(async () => {
      await this.#ready();
      return this.#drain(
        this.#client.readAll({ ...options, ...perCall(this.#credentials) }) as unknown as Readable,
        timeoutMs,
      );
    });
  }

  /** From now on; it ends with an `error` and never comes back by itself. */
  async subscribeFromEnd(): Promise<AllStreamSubscription> {
    await this.#ready();
    return this.#client.subscribeToAll({ fromPosition: 'end', ...perCall(this.#credentials) });
  }

  /** Aborted when the present client is given up, its subscriptions with it. */
  get cutSignal(): AbortSignal {
    return this.#cut.signal;
  }

  /**
   * Makes the client anew if that was not done lately. It remembers for good when it could not learn which calls the server knows, unless
   * the connection was lost by that.
   */
  async renew(): Promise<void> {
    if (performance.now() - this.#madeAtMs >= RENEW_EVERY_MS) await this.#replace();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#replacing;
    await this.#giveUp();
  }

  async #ready(): Promise<void> {
    await this.#replacing;
    if (this.#isClosed) throw new StoreUnavailable('the event store is closed');
  }

  /** Ends everything that is under way. */
  async #replace(): Promise<void> {
    this.#replacing ??= this.#giveUp().then(() => {
      if (!this.#isClosed) this.#client = EventStoreDBClient.connectionString(this.#url);
      this.#madeAtMs = performance.now();
      this.#replacing = undefined;
    });
    return this.#replacing;
  }

  async #giveUp(): Promise<void> {
    const client = this.#client;
    this.#cut.abort(new StoreUnavailable('the connection to EventStoreDB was cut because a call did not end'));
    this.#cut = newCut();
    await ended(client.dispose());
    await ended(
      channelOf(client).then(async (channel) => {
        // Who waited for the channel too makes its call in this turn of the event loop; on a closed one it throws where nobody can catch it.
        await nextTurn();
        channel.close();
      }),
    );
  }

  async #within<T>(call: Promise<T>, timeoutMs: number, what: string): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const { signal } = this.#cut;
    let onCut = (): void => {};
    try {
      return await new Promise<T>((resolve, reject) => {
        onCut = () => {
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', onCut);
        timer = setTimeout(() => {
          void this.#replace().then(() => reject(new StoreUnavailable(`no answer to ${what} within ${timeoutMs} ms`)));
        }, timeoutMs);
        call.then(resolve, reject);
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onCut);
    }
  }

  /** To its end, or cancelled: a read that is neither holds one of the connection's calls for ever. */
  async #drain(read: Readable, timeoutMs: number): Promise<ReadEvent[]> {
    const { signal } = this.#cut;
    const events: ReadEvent[] = [];
    let timer: NodeJS.Timeout | undefined;
    let onCut = (): void => {};
    try {
      return await new Promise<ReadEvent[]>((resolve, reject) => {
        onCut = () => {
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', onCut);
        timer = setTimeout(() => reject(new StoreUnavailable(`no end of a read within ${timeoutMs} ms`)), timeoutMs);
        read
          .on('error', reject)
          .on('end', () => resolve(events))
          .on('data', ({ event }) => {
            if (event !== undefined) events.push(event);
          });
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onCut);
      read.cancel().catch(() => undefined);
    }
  }
}

const channelOf = (client: EventStoreDBClient): Promise<Channel> => (client as unknown as WithChannel).getChannel();

const perCall = (credentials: Credentials | undefined): { credentials?: Credentials } =>
  credentials === undefined ? {} : { credentials };

/** However it ends, but not for ever. */
async function ended(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    work.catch(() => undefined),
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, DISPOSE_TIMEOUT_MS);
    }),
  ]);
  clearTimeout(timer);
}

/** As many listen to it as calls are under way, which have limits of their own. */
function newCut(): AbortController {
  const cut = new AbortController();
  setMaxListeners(0, cut.signal);
  return cut;
}
