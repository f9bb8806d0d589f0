import { type FileHandle, open } from 'node:fs/promises';
import { type ProposedEvent, type StoredEvent, eventsOf, lineOf } from './double-log-line.ts';

/** A revision, or -1 for a stream that must not exist. */
export type Expectation = number | 'any' | 'stream-exists';
export type LogOutcome =
  /** Without a position where the events had been written before and are hidden now. */
  | { readonly outcome: 'success'; readonly revision: number; readonly position: number | undefined }
  | { readonly outcome: 'conflict'; readonly actual: number }
  | { readonly outcome: 'deleted' };

/** Metadata of a stream that hide its events; in seconds. */
export type Metadata = { readonly $tb?: number; readonly $maxAge?: number };
/** What a server writes as `$tb` of a stream that was deleted and can be brought back. */
export const DELETED = Number(9_223_372_036_854_775_807n);

/** Bytes of a record that are not data, metadata or names: positions grow by more than one, as in the real log. */
const RECORD_OVERHEAD_BYTES = 97;
/** A system event stands among the others after so many appends, so that readers of all must skip some. */
const STATS_EVERY_APPENDS = 40;

/**
 * The double's log, judged as measured (docs/eventstoredb.md#repeated-appends): at an exact revision the ids of what stands behind it decide whether a batch
 * was written before. In memory, or in a file that only grows: one line a batch, synced before the append is answered or anyone can read it;
 * what a crash cut short at the end is dropped at start. A batch is one line, so it is there whole or not at all.
 */
export class DoubleLog {
  readonly #events: StoredEvent[] = [];
  readonly #streams = new Map<string, StoredEvent[]>();
  readonly #tombstoned = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #file: FileHandle | undefined;
  #unwritten: string[] = [];
  #flushing: Promise<void> | undefined;
  #nextPosition = 0;
  #visible = 0;
  #appends = 0;
  #isClosed = false;

  private constructor(file: FileHandle | undefined) {
    this.#file = file;
  }

  static async open(path?: string): Promise<DoubleLog> {
    const file = path === undefined ? undefined : await open(path, 'a+', 0o600);
    const log = new DoubleLog(file);
    if (file !== undefined) await log.#recover(file);
    if (log.#events.length === 0) await log.#writeSystemEvent('$epoch-information');
    return log;
  }

  /** Events that may be read: those which are synced. */
  get length(): number {
    return this.#visible;
  }

  at(index: number): StoredEvent | undefined {
    return index < this.#visible ? this.#events[index] : undefined;
  }

  /** Index of the first event at `position` or after it; `length` if there is none. */
  indexOf(position: number): number {
    let [low, high] = [0, this.#visible];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle]?.position ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The stream's events that may be read; undefined for a stream that does not exist. */
  stream(name: string): readonly StoredEvent[] | undefined {
    const events = this.#streams.get(name);
    const end = this.#events[this.#visible]?.position ?? Number.POSITIVE_INFINITY;
    if (events === undefined || (events[0]?.position ?? end) >= end) return undefined;
    return (events.at(-1)?.position ?? 0) < end ? events : events.filter(({ position }) => position < end);
  }

  /** Those of the stream's events that its metadata do not hide; undefined for one that was deleted so, too. */
  visible(name: string): readonly StoredEvent[] | undefined {
    const { truncatedBefore, maxAgeS } = this.#hiding(name);
    if (truncatedBefore === DELETED) return undefined;
    const since = maxAgeS === undefined ? 0 : Date.now() - maxAgeS * 1_000;
    return this.stream(name)?.filter(
      ({ revision, createdMs }) => revision >= truncatedBefore && (maxAgeS === undefined || createdMs > since),
    );
  }

  /** Writes the metadata of a stream, as an administrator could. */
  async writeMetadata(stream: string, metadata: Metadata): Promise<void> {
    this.#write(`$$${stream}`, [systemEvent('$metadata', JSON.stringify(metadata))]);
    await this.#flushed();
  }

  isTombstoned(stream: string): boolean {
    return this.#tombstoned.has(stream);
  }

  /** Resolves once the answer holds whatever happens to this process. */
  async append(stream: string, expected: Expectation, proposed: readonly ProposedEvent[]): Promise<LogOutcome> {
    const outcome = this.#judge(stream, expected, proposed);
    await this.#flushed();
    return outcome;
  }

  async writeStatistics(): Promise<void> {
    this.#write('$stats-127.0.0.1:2113', [systemEvent('$statsCollected')]);
    await this.#flushed();
  }

  async tombstone(stream: string): Promise<void> {
    this.#write(stream, [systemEvent('$streamDeleted')]);
    await this.#flushed();
  }

  /** Calls `wake` after events can be read. */
  onVisible(wake: () => void): () => void {
    this.#listeners.add(wake);
    return () => {
      this.#listeners.delete(wake);
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#flushing?.catch(() => undefined);
    await this.#file?.close();
  }

  #judge(stream: string, expected: Expectation, proposed: readonly ProposedEvent[]): LogOutcome {
    if (this.#tombstoned.has(stream)) return { outcome: 'deleted' };
    const events = this.#streams.get(stream) ?? [];
    const last = events.length - 1;
    const at = expected === 'any' || (expected === 'stream-exists' && last >= 0) ? last : expected;
    if (typeof at === 'number' && at < last) {
      const written = events.slice(at + 1, at + 1 + proposed.length);
      const end = written.at(-1);
      const isWritten =
        written.length === proposed.length && written.every(({ id }, index) => id === proposed[index]?.id);
      if (isWritten && end !== undefined) {
        const isHidden = end.revision < this.#hiding(stream).truncatedBefore;
        return { outcome: 'success', revision: end.revision, position: isHidden ? undefined : end.position };
      }
    }
    // A stream that was deleted so begins again behind its last event, also where none is expected.
    const isDeleted = this.#hiding(stream).truncatedBefore === DELETED;
    if (isDeleted && (at === -1 || at === last))
      this.#write(`$$${stream}`, [systemEvent('$metadata', JSON.stringify({ $tb: last + 1 }))]);
    else if (at !== last) return { outcome: 'conflict', actual: last };
    const end = this.#write(stream, proposed);
    this.#appends += 1;
    if (this.#appends % STATS_EVERY_APPENDS === 0)
      this.#write('$stats-127.0.0.1:2113', [systemEvent('$statsCollected')]);
    return { outcome: 'success', revision: end?.revision ?? last, position: end?.position ?? 0 };
  }

  #hiding(stream: string): { readonly truncatedBefore: number; readonly maxAgeS: number | undefined } {
    const last = this.#streams.get(`$$${stream}`)?.at(-1);
    const { $tb, $maxAge } = last === undefined ? {} : (JSON.parse(last.data.toString('utf8')) as Metadata);
    return { truncatedBefore: $tb ?? 0, maxAgeS: $maxAge };
  }

  #write(stream: string, proposed: readonly ProposedEvent[]): StoredEvent | undefined {
    const createdMs = Date.now();
    const firstRevision = this.#streams.get(stream)?.length ?? 0;
    const events = proposed.map((event, index): StoredEvent => {
      const position = this.#nextPosition;
      this.#nextPosition += sizeOf({ ...event, stream });
      return { ...event, stream, createdMs, position, revision: firstRevision + index };
    });
    this.#keep(events);
    if (this.#file !== undefined && events.length > 0) this.#unwritten.push(lineOf(events));
    return events.at(-1);
  }

  #keep(events: readonly StoredEvent[]): void {
    for (const event of events) {
      this.#events.push(event);
      const stream = this.#streams.get(event.stream);
      if (stream === undefined) this.#streams.set(event.stream, [event]);
      else stream.push(event);
      if (event.type === '$streamDeleted') this.#tombstoned.add(event.stream);
      this.#nextPosition = Math.max(this.#nextPosition, event.position + sizeOf(event));
    }
  }

  /** Whoever comes while a sync is under way shares the next one. A failed write leaves the log broken: it answers nobody any more. */
  async #flushed(): Promise<void> {
    const mine = this.#events.length;
    while (this.#visible < mine) {
      this.#flushing ??= this.#flush().finally(() => {
        this.#flushing = undefined;
      });
      await this.#flushing;
    }
  }

  async #flush(): Promise<void> {
    if (this.#isClosed) throw new Error('the log is closed');
    const count = this.#events.length;
    if (this.#file !== undefined) {
      const text = this.#unwritten.join('');
      this.#unwritten = [];
      await this.#file.appendFile(text);
      await this.#file.datasync();
    }
    this.#visible = count;
    for (const wake of this.#listeners) wake();
  }

  async #writeSystemEvent(type: string): Promise<void> {
    this.#write('$epoch-information', [systemEvent(type)]);
    await this.#flushed();
  }

  async #recover(file: FileHandle): Promise<void> {
    const text = await file.readFile();
    const end = text.lastIndexOf(0x0a) + 1;
    if (end < text.length) await file.truncate(end);
    for (let start = 0; start < end;) {
      const next = text.indexOf(0x0a, start) + 1;
      this.#keep(eventsOf(text.toString('utf8', start, next)));
      start = next;
    }
    this.#visible = this.#events.length;
  }
}

const sizeOf = ({ data, metadata, stream }: Pick<StoredEvent, 'data' | 'metadata' | 'stream'>): number =>
  RECORD_OVERHEAD_BYTES + data.length + metadata.length + stream.length;

const systemEvent = (type: string, data = '{}'): ProposedEvent => ({
  id: crypto.randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from(data),
  metadata: Buffer.alloc(0),
});
