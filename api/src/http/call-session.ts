import type { Position } from '@ledgate/domain/ports/event-store';
import { partitionText, type Written } from '@ledgate/projections/runner/partition';
import type { CallSession } from './call.ts';
import type { Sessions } from './sessions.ts';
import type { WaitingReads } from './waiting-reads.ts';

/** The session behind one call. What the call wrote is kept with the session before the answer leaves (`settle`). */
export class CallSessionOf implements CallSession {
  #token: string | undefined;
  readonly #key: string;
  readonly #sessions: Sessions;
  readonly #reads: WaitingReads;
  /** The furthest of each partition, by its text. */
  readonly #written: Map<string, Written>;
  /** Of these, what this call wrote. */
  readonly #unsaved = new Set<string>();
  behind = false;

  /**
   * @param key names the session, or the user of an access token, for waiting
   * @param written by earlier calls of the session
   */
  constructor(
    token: string | undefined,
    key: string,
    written: readonly Written[],
    sessions: Sessions,
    reads: WaitingReads,
  ) {
    this.#token = token;
    this.#key = key;
    this.#written = new Map(written.map((place) => [partitionText(place), place]));
    this.#sessions = sessions;
    this.#reads = reads;
  }

  get token(): string | undefined {
    return this.#token;
  }

  /** The call has opened another session: what it writes is kept with that. */
  becomes(token: string): void {
    this.#token = token;
  }

  wrote(stream: string, position: Position | undefined): void {
    if (position === undefined) return;
    const place = this.#reads.written(stream, position);
    const text = partitionText(place);
    if (position <= (this.#written.get(text)?.position ?? 0)) return;
    this.#written.set(text, place);
    this.#unsaved.add(text);
  }

  async caughtUp(): Promise<boolean> {
    this.behind = !(await this.#reads.caughtUp(this.#key, [...this.#written.values()]));
    return !this.behind;
  }

  reachedHead(head: Position): Promise<boolean> {
    return this.#reads.reachedHead(head);
  }

  readBehind(): void {
    this.behind = true;
  }

  async shown(numbers: ReadonlyMap<string, number>): Promise<void> {
    if (this.token !== undefined && numbers.size > 0) await this.#sessions.shown(this.token, numbers);
  }

  async lastShown(object: string): Promise<number | undefined> {
    return this.token === undefined ? undefined : this.#sessions.lastShown(this.token, object);
  }

  /** A call by access token has nowhere to keep a position: it waits here instead of in its next read. */
  async settle(): Promise<void> {
    if (this.#unsaved.size === 0) return;
    const unsaved = [...this.#written].flatMap(([text, place]) => (this.#unsaved.has(text) ? [place] : []));
    this.#unsaved.clear();
    if (this.token === undefined) await this.caughtUp();
    else await this.#sessions.wrote(this.token, unsaved);
  }
}
