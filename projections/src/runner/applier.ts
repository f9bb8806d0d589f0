import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import { type EventStore, type Position, START, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { PoolClient } from 'pg';
import { APPLY_ATTEMPTS_MAX, BATCH_EVENTS_MAX } from '../limits.ts';
import type { Generation } from '../schema/generations.ts';
import { pagesOf } from '../shared/pages.ts';
import { applyPrepared, type Outcome } from './apply-prepared.ts';
import { byPartition } from './by-partition.ts';
import { isOfRows, lostToAnother } from './failures.ts';
import { prepare, type Prepared, type PreparedBatch } from './prepared.ts';

export type Applying = {
  readonly client: PoolClient;
  readonly generation: Generation;
  /** What has been applied of each partition. */
  readonly start: readonly Position[];
  /** Where that is read which the feed has left out. Without it a gap is StoreUnavailable: the feed may do better when it begins anew. */
  readonly store: Pick<EventStore, 'readAll'> | undefined;
  /** Told of each batch after its commit, also of one that brought nothing new. */
  readonly applied: (batch: PreparedBatch) => void;
  /** A projection refuses the event after `at`, or cannot write what it made of it. What it throws ends everything. */
  readonly refused: (partition: number, at: Position, reason: unknown) => void;
  /** Batches of a partition that stands are passed over. */
  readonly stands: (partition: number) => boolean;
};

/** Brings prepared batches into the tables: together while all goes well, and what happens to one partition happens to it alone. */
export class Applier {
  readonly #applying: Applying;
  /** What has been applied, as far as this projector knows. */
  readonly #at: Map<number, Position>;

  constructor(applying: Applying) {
    this.#applying = applying;
    this.#at = new Map(applying.start.map((position, partition) => [partition, position]));
  }

  /** False when the generation is no longer the live one. Throws whatever the rows do not cause: it is worth trying again. */
  async apply(prepared: Prepared): Promise<boolean> {
    const moving = prepared.batches.flatMap(({ batch }) => (this.#applying.stands(batch.partition) ? [] : [batch]));
    // What was made of batches that must not be written is made again without them.
    return moving.length === prepared.batches.length ? this.#together(prepared) : this.#anew(moving);
  }

  async #anew(batches: readonly FeedBatch[]): Promise<boolean> {
    return batches.length === 0 || this.#together(prepare(batches, (partition) => this.#at.get(partition) ?? START));
  }

  async #together(prepared: Prepared): Promise<boolean> {
    let outcome: Outcome;
    try {
      outcome = await this.#orAgain(prepared);
    } catch (error) {
      if (!isOfRows(error)) throw error;
      return this.#refusedBy(prepared, error);
    }
    if (outcome.outcome === 'retired') return false;
    if (outcome.outcome === 'gap') return this.#behindGaps(prepared, outcome.positions);
    for (const batch of outcome.batches) this.#note(batch);
    return true;
  }

  /** Two transactions that wait for each other, or change each other's rows: Postgres ends one, and it is tried again. */
  async #orAgain(prepared: Prepared): Promise<Outcome> {
    const { client, generation } = this.#applying;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await applyPrepared(client, generation, prepared);
      } catch (error) {
        if (!lostToAnother(error) || attempt === APPLY_ATTEMPTS_MAX) throw error;
      }
    }
  }

  #note(batch: PreparedBatch): void {
    const {
      batch: { partition },
      end,
      fault,
    } = batch;
    this.#at.set(partition, end);
    this.#applying.applied(batch);
    if (fault !== undefined) this.#applying.refused(partition, end, fault);
  }

  /** Postgres refuses the rows: whose they are shows when each batch is written alone. */
  async #refusedBy({ batches }: Prepared, error: unknown): Promise<boolean> {
    const [first] = batches;
    if (batches.length === 1 && first !== undefined) {
      const { partition } = first.batch;
      this.#applying.refused(partition, this.#at.get(partition) ?? START, error);
      return true;
    }
    for (const { batch } of batches) if (!(await this.#anew([batch]))) return false;
    return true;
  }

  /** First the partitions in which nothing is missing; then, for each other, what is missing and what stands behind it. */
  async #behindGaps({ batches }: Prepared, gaps: ReadonlyMap<number, Position>): Promise<boolean> {
    const whole = batches.flatMap(({ batch }) => (gaps.has(batch.partition) ? [] : [batch]));
    if (!(await this.#anew(whole))) return false;
    for (const { batch } of batches) {
      const position = gaps.get(batch.partition);
      if (position !== undefined && !(await this.#behindGap(batch, position))) return false;
    }
    return true;
  }

  async #behindGap(batch: FeedBatch, position: Position): Promise<boolean> {
    const { store, generation } = this.#applying;
    const { partition, previous = position } = batch;
    this.#at.set(partition, position);
    if (store !== undefined) {
      for await (const page of pagesOf(store, position, previous, BATCH_EVENTS_MAX)) {
        const missing = byPartition(page, generation.partitions)[partition];
        if (missing !== undefined && !(await this.#anew([missing]))) return false;
        if (this.#applying.stands(partition)) return true;
      }
    }
    const reached = this.#at.get(partition) ?? START;
    if (reached < previous)
      throw new StoreUnavailable(
        `the feed left out what stands between positions ${reached} and ${previous} in partition ${partition}, and the event store does not tell`,
      );
    return this.#anew([batch]);
  }
}
