import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from './batch-writer.ts';

/** One core projection: what it makes of a batch. It never reads options, clocks or other tables than its own generation's. */
export interface Projection {
  readonly name: string;
  /** A new batch. */
  begin(): BatchPart;
}

export interface BatchPart {
  /** Takes in one event, in order. Throws when the event cannot be one that the deciders wrote. */
  add(recorded: Recorded): void;
  /** About one query a table, none for what the batch did not touch; rows that batches share in the order of their keys. */
  write(writer: BatchWriter): Promise<void>;
}
