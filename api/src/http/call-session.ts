import { type Position, START } from '@ledgate/domain/ports/event-store';
import type { CallSession } from './call.ts';
import type { Sessions } from './sessions.ts';
import type { WaitingReads } from './waiting-reads.ts';

/** The session behind one call. What the call wrote is kept with the session before the answer leaves (`settle`). */
export class CallSessionOf implements CallSession {
  readonly token: string | undefined;
  readonly #key: string;
  readonly #sessions: Sessions;
  readonly #reads: WaitingReads;
  #written: Position;
  #unsaved = false;
  behind = false;

  /** @param key names the session, or the user of an access token, for waiting */
  constructor(token: string | undefined, key: string, written: Position, sessions: Sessions, reads: WaitingReads) {
    this.token = token;
    this.#key = key;
    this.#written = written;
    this.#sessions = sessions;
    this.#reads = reads;
  }

  wrote(position: Position | undefined): void {
    if (position === undefined || position <= this.#written) return;
    this.#written = position;
    this.#unsaved = true;
  }

  async caughtUp(): Promise<void> {
    this.behind = !(await this.#reads.caughtUp(this.#key, this.#written));
  }

  async shown(numbers: ReadonlyMap<string, number>): Promise<void> {
    if (this.token !== undefined && numbers.size > 0) await this.#sessions.shown(this.token, numbers);
  }

  async lastShown(object: string): Promise<number | undefined> {
    return this.token === undefined ? undefined : this.#sessions.lastShown(this.token, object);
  }

  /** A call by access token has nowhere to keep a position: it waits here instead of in its next read. */
  async settle(): Promise<void> {
    if (!this.#unsaved || this.#written === START) return;
    this.#unsaved = false;
    if (this.token === undefined) await this.caughtUp();
    else await this.#sessions.wrote(this.token, this.#written);
  }
}
