import type { Recorded } from '@ledgate/domain/events/codec';
import { beginsAt } from '../times/begins-at.ts';

/** Which display rows a cleaning has left: by the rule for ranges, told anew from the events that have been applied, in the order of their positions. */
export class CleaningCheck {
  /** What the read models say, Unix milliseconds; cleaning is by whole seconds. */
  readonly beforeMs: number;
  readonly fromMs: number;
  #begins = Number.MAX_SAFE_INTEGER;

  constructor(beforeMs: number) {
    this.beforeMs = beforeMs;
    this.fromMs = beforeMs - (beforeMs % 1_000);
    if (this.fromMs === 0) this.#begins = 0;
  }

  add(recorded: Recorded): void {
    const { position } = recorded;
    if (position < this.#begins && (beginsAt(recorded) ?? -1) >= this.fromMs) this.#begins = position;
  }

  /** Where the time of the cleaning begins: from there on all rows are left. */
  get begins(): number {
    return this.#begins;
  }

  /** For a row whose event, and those before it, have been added. */
  isShown({ position, atMs }: { readonly position: number; readonly atMs: number }): boolean {
    return position >= this.#begins || atMs >= this.fromMs;
  }
}
