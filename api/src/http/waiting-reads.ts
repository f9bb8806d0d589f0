import type { Position } from '@ledgate/domain/ports/event-store';
import { type Partition, partitionOfStream, partitionText, type Written } from '@ledgate/projections/runner/partition';
import type { Progress } from '@ledgate/projections/runner/progress';
import { LRUCache } from 'lru-cache';
import { HEAD_WAIT_MS, READ_WAIT_MS, TIMED_OUT_SESSIONS_MAX } from '../limits.ts';

/**
 * A read waits until the read models have passed what its session wrote, in each partition that it wrote to, so that a person sees what he just
 * did. After one time-out it does not wait again until that partition has moved (docs/architecture.md#waiting-reads). Figures over everything wait for the head
 * of the ledger in every partition, by the same rule: one that stands still costs one wait in this process, not one of everybody who asks.
 */
export class WaitingReads {
  readonly #readModels: Progress;
  /** By session: where the partitions stood, by their texts, that its last wait was in vain for. */
  readonly #timedOutAt = new LRUCache<string, ReadonlyMap<string, Position>>({ max: TIMED_OUT_SESSIONS_MAX });
  /** By partition, by its text: where it stood when somebody waited in vain for it to come to the head. */
  #timedOutBeforeHeadAt: ReadonlyMap<string, Position> = new Map();

  constructor(readModels: Progress) {
    this.#readModels = readModels;
  }

  /** What a call has appended to a stream, as a session keeps it. */
  written(stream: string, position: Position): Written {
    return { ...partitionOfStream(stream, this.#readModels.partitions()), position };
  }

  /** Answers whether the read models have what the session wrote. */
  async caughtUp(sessionKey: string, written: readonly Written[]): Promise<boolean> {
    const missing = written.filter((place) => this.#readModels.position(place) < place.position);
    const stoodAt = this.#timedOutAt.get(sessionKey);
    for (const place of missing) if (await this.#standsStill(place, stoodAt?.get(partitionText(place)))) return false;
    this.#timedOutAt.delete(sessionKey);
    const inVain = await this.#waitedInVain(missing, READ_WAIT_MS);
    if (inVain.length > 0) this.#timedOutAt.set(sessionKey, this.#positionsOf(inVain));
    return inVain.length === 0;
  }

  /** Waits at most HEAD_WAIT_MS. Answers whether the read models hold, in every partition, all up to `head`. */
  async reachedHead(head: Position): Promise<boolean> {
    const partitions = this.#readModels.partitions();
    const places = Array.from({ length: partitions }, (_, partition) => ({ partition, partitions, position: head }));
    const missing = places.filter((place) => this.#readModels.position(place) < head);
    const stoodAt = this.#timedOutBeforeHeadAt;
    const stand = await Promise.all(
      missing.map((place) => this.#standsStill(place, stoodAt.get(partitionText(place)))),
    );
    const still = this.#positionsOf(missing.filter((_place, index) => stand[index] === true));
    const inVain = await this.#waitedInVain(
      missing.filter((_place, index) => stand[index] === false),
      HEAD_WAIT_MS,
    );
    this.#timedOutBeforeHeadAt = new Map([...still, ...this.#positionsOf(inVain)]);
    return still.size + inVain.length === 0;
  }

  async #waitedInVain(places: readonly Written[], timeoutMs: number): Promise<readonly Written[]> {
    const reached = await Promise.all(
      places.map((place) => this.#readModels.waitFor(place.position, timeoutMs, place)),
    );
    return places.filter((_place, index) => reached[index] === false);
  }

  /** @param at where it stood when somebody waited for it in vain */
  async #standsStill(place: Written, at: Position | undefined): Promise<boolean> {
    if (at === undefined || at !== this.#readModels.position(place)) return false;
    return !(await this.#readModels.waitFor(place.position, 0, place)) && at === this.#readModels.position(place);
  }

  #positionsOf(places: readonly Partition[]): ReadonlyMap<string, Position> {
    return new Map(places.map((place) => [partitionText(place), this.#readModels.position(place)]));
  }
}
