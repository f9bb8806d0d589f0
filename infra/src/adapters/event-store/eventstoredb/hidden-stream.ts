import type { Log } from '@ledgate/domain/ports/log';
import { readFailure, StoreRefused } from './failures.ts';
import { HIDDEN_ALARM_EVERY_MS } from './limits.ts';
import type { StoreClient } from './store-client.ts';

/** What may hide a stream's events in its metadata: all before a revision (a deletion that can be undone too), or all older than some seconds. */
type Hiding = { readonly $tb?: unknown; readonly $maxAge?: unknown };

/** No user has this number: the server's default access answers for it, as for every account that is new. */
const NEVER_MADE = 'account-0';

/**
 * A server answers for a stream whose events are all hidden by its metadata as for one that never was. So whoever found a stream empty asks here before
 * he believes it: one more read, of a stream without events only.
 */
export class HiddenStreams {
  readonly #client: StoreClient;
  readonly #timeoutMs: number;
  readonly #log: Log;
  #alarmedAtMs = Number.NEGATIVE_INFINITY;

  constructor(client: StoreClient, timeoutMs: number, log: Log) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
    this.#log = log;
  }

  /** Throws StoreRefused, which says what to grant, where the metadata of new streams may not be read; StoreUnavailable when the store does not answer. */
  async mayLook(): Promise<void> {
    await this.#metadataOf(NEVER_MADE);
  }

  /** Throws StoreRefused, with an alarm, where the events of `stream` are hidden, or nobody may say; StoreUnavailable when the store does not answer. */
  async refuse(stream: string): Promise<void> {
    const metadata = await this.#metadataOf(stream);
    if (metadata === undefined || (!metadata.$tb && !metadata.$maxAge)) return;
    if (performance.now() - this.#alarmedAtMs >= HIDDEN_ALARM_EVERY_MS) {
      this.#alarmedAtMs = performance.now();
      this.#log.error({ alarm: true, stream, metadata }, 'the events of a stream are hidden by its metadata');
    }
    throw new StoreRefused(
      `the events of ${stream} are hidden by its metadata on EventStoreDB (deleted, truncated or expired); ` +
        'an administrator brings them back by writing empty metadata, as long as no scavenge has run',
    );
  }

  async #metadataOf(stream: string): Promise<Hiding | undefined> {
    try {
      const [last] = await this.#client.readStream(
        `$$${stream}`,
        { direction: 'backwards', fromRevision: 'end', maxCount: 1 },
        this.#timeoutMs,
      );
      return typeof last?.data === 'object' && last.data !== null ? last.data : undefined;
    } catch (error) {
      const failure = readFailure(error, 'read metadata');
      if (failure.kind === 'no-stream') return undefined;
      throw failure.error;
    }
  }
}
