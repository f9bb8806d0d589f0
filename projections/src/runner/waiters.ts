import { type Position, START } from '@ledgate/domain/ports/event-store';
import { WAITERS_MAX } from '../limits.ts';
import type { Partition } from './partition.ts';

type Waiter = {
  readonly position: Position;
  readonly of: Partition | undefined;
  readonly end: (reached: boolean) => void;
};

/** Where each partition of the live read models stands, and who waits for one, or for all, to have passed a position. */
export class Waiters {
  #positions: Position[] = [START];
  /** Partitions that are not worth waiting for. */
  readonly #still = new Set<number>();
  /** Called when somebody begins to wait. */
  #onSomeone: (() => void) | undefined;
  readonly #waiting = new Set<Waiter>();

  get partitions(): number {
    return this.#positions.length;
  }

  /** Of one partition; of the one furthest behind when none is named, or one among another number. */
  position(of?: Partition): Position {
    const own = of?.partitions === this.#positions.length ? this.#positions[of.partition] : undefined;
    return own ?? (Math.min(...this.#positions) as Position);
  }

  /** From now on there are these, wherever they stood before. At least one. */
  become(positions: readonly Position[]): void {
    this.#positions = [...positions];
    this.#still.clear();
    this.#look();
  }

  /** What somebody else has seen, perhaps some time ago: nothing goes back. */
  see(positions: readonly Position[]): void {
    if (positions.length !== this.#positions.length) return this.become(positions);
    for (const [partition, position] of positions.entries()) this.#raise(partition, position);
    this.#look();
  }

  /** What was applied to read models of that many partitions. */
  moveTo(position: Position, { partition, partitions }: Partition): void {
    if (partitions !== this.#positions.length) return;
    this.#raise(partition, position);
    this.#look();
  }

  /** It stands until it is seen to move. */
  stand(partition: number): void {
    this.#still.add(partition);
    this.#look();
  }

  async waitFor(position: Position, timeoutMs: number, of?: Partition): Promise<boolean> {
    if (position <= this.position(of)) return true;
    if (timeoutMs <= 0 || this.#waiting.size >= WAITERS_MAX || this.inVain(position, of)) return false;
    return new Promise((resolve) => {
      const waiter: Waiter = {
        position,
        of,
        end: (reached: boolean): void => {
          clearTimeout(timer);
          this.#waiting.delete(waiter);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => waiter.end(false), timeoutMs);
      this.#waiting.add(waiter);
      this.#onSomeone?.();
    });
  }

  /** Ends as soon as somebody waits; after `timeoutMs`, or when the signal aborts, if nobody does. One call at a time. */
  async someone(timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (this.#waiting.size > 0 || signal.aborted || timeoutMs <= 0) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#onSomeone = undefined;
        resolve();
      };
      const timer = setTimeout(end, timeoutMs);
      this.#onSomeone = end;
      signal.addEventListener('abort', end, { once: true });
    });
  }

  /** True when what is waited for stands before the position and does not move. */
  inVain(position: Position, of: Partition | undefined): boolean {
    if (this.#still.size === 0) return false;
    if (of?.partitions === this.#positions.length) return this.#still.has(of.partition);
    return [...this.#still].some((partition) => (this.#positions[partition] ?? START) < position);
  }

  /** Everybody has waited in vain. */
  endAll(): void {
    for (const waiter of this.#waiting) waiter.end(false);
  }

  #raise(partition: number, position: Position): void {
    const before = this.#positions[partition];
    if (before === undefined || position <= before) return;
    this.#positions[partition] = position;
    this.#still.delete(partition);
  }

  #look(): void {
    for (const waiter of this.#waiting) {
      if (waiter.position <= this.position(waiter.of)) waiter.end(true);
      else if (this.inVain(waiter.position, waiter.of)) waiter.end(false);
    }
  }
}
