import type { EventData } from '@eventstore/db-client';
import { APPEND_BYTES_MAX, APPEND_EVENTS_MAX, type AppendOutcome } from '@ledgate/domain/ports/event-store';

/** An append that has no answer yet. `expected` is -1 for a stream that must not exist. */
export type PendingAppend = {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly EventData[];
  /** Of data and metadata, as JSON or UTF-8 text: what the limit of one append is about. */
  readonly bytes: number;
  /** Whether the answer names the position of the last event. */
  readonly wantsPosition: boolean;
  readonly settle: (outcome: AppendOutcome) => void;
  readonly fail: (error: Error) => void;
};

/** Appends that travel as one: each stands right behind the one before it. Never changed once it was sent. */
export type Batch = { readonly stream: string; readonly expected: number; readonly members: readonly PendingAppend[] };

export const endOf = ({ expected, events }: PendingAppend): number => expected + events.length;
export const eventsOf = ({ members }: Batch): EventData[] => members.flatMap(({ events }) => events);

/** The appends of one stream that wait while another is under way, first come first served. */
export class AppendLane {
  readonly stream: string;
  /** `ready`: in the row for a batch of its own. */
  state: 'idle' | 'ready' | 'under way' = 'idle';
  #waiting: PendingAppend[] = [];
  /** Judged one by one, before all others: members of a batch that conflicted as a whole. */
  #apart: PendingAppend[] = [];

  constructor(stream: string) {
    this.stream = stream;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#apart.length === 0;
  }

  add(append: PendingAppend): void {
    this.#waiting.push(append);
  }

  putApart(appends: readonly PendingAppend[]): void {
    this.#apart.push(...appends);
  }

  /** What goes next: the first append and those that continue it, within the limits of one append. */
  take(): Batch | undefined {
    const alone = this.#apart.shift();
    if (alone !== undefined) return { stream: this.stream, expected: alone.expected, members: [alone] };
    const [first, ...others] = this.#waiting;
    if (first === undefined) return undefined;
    const members = [first];
    const ids = new Set(first.events.map(({ id }) => id));
    let [end, bytes] = [endOf(first), first.bytes];
    for (const append of others) {
      bytes += append.bytes;
      const isNext =
        append.expected === end && endOf(append) - first.expected <= APPEND_EVENTS_MAX && bytes <= APPEND_BYTES_MAX;
      if (!isNext || append.events.some(({ id }) => ids.has(id))) break;
      for (const { id } of append.events) ids.add(id);
      members.push(append);
      end = endOf(append);
    }
    this.#waiting = this.#waiting.slice(members.length);
    return { stream: this.stream, expected: first.expected, members };
  }

  /**
   * Takes out an append that waits no longer, and those behind it: they would be told of a conflict that may be none, because its caller may
   * repeat it. Empty if it is on its way already.
   */
  giveUp(append: PendingAppend): PendingAppend[] {
    for (const queue of [this.#apart, this.#waiting]) {
      const index = queue.indexOf(append);
      if (index < 0) continue;
      const removed = [append];
      for (const other of queue.splice(index).slice(1)) {
        if (other.expected === endOf(removed.at(-1) ?? append)) removed.push(other);
        else queue.push(other);
      }
      return removed;
    }
    return [];
  }
}
