import type { Position } from '@ledgate/domain/ports/event-store';
import type { Alarm } from './progress.ts';

/** Which partitions of one generation stand, because a projection refuses their next event. */
export class StoppedPartitions {
  readonly #stopped = new Map<number, { readonly alarm: Alarm; readonly at: Position }>();
  #generation: number | undefined;

  /** What is said from now on is about this generation; what stood in another is forgotten. */
  follow(generation: number): void {
    if (generation !== this.#generation) this.#stopped.clear();
    this.#generation = generation;
  }

  /** @param at what has been applied of the partition */
  stop(partition: number, at: Position, alarm: Alarm): void {
    this.#stopped.set(partition, { alarm, at });
  }

  /** Where the partition has been found: another process may have brought it past the event. */
  found(partition: number, position: Position): void {
    if ((this.#stopped.get(partition)?.at ?? position) < position) this.#stopped.delete(partition);
  }

  has(partition: number): boolean {
    return this.#stopped.has(partition);
  }

  get size(): number {
    return this.#stopped.size;
  }

  alarmOf(partition: number): Alarm | undefined {
    return this.#stopped.get(partition)?.alarm;
  }

  alarms(): readonly Alarm[] {
    return [...this.#stopped.values()].map(({ alarm }) => alarm);
  }
}
