import type { UserId } from '../shared/ids.ts';
import { accept, type Decision, nothing, refuse } from '../shared/result.ts';
import type { BooksEvent } from './events.ts';
import type { Books } from './state.ts';

/** Hides the display rows of requests that arrived before; the ledger keeps everything (docs/ledger.md#cleaned-logs). `nowMs` is Unix milliseconds, too. */
export type BooksCommand = {
  readonly type: 'CleanLogs';
  readonly beforeMs: number;
  readonly nowMs: number;
  readonly actorId: UserId;
};

/** A watermark only moves forward, so it must not stand in the future: it would hide every row that is still to come. Refuses with time_in_future. */
export function decide(command: BooksCommand, books: Books): Decision<BooksEvent> {
  const { beforeMs, nowMs, actorId } = command;
  if (beforeMs > nowMs) return refuse({ code: 'time_in_future', field: 'target_timestamp' });
  return beforeMs > books.cleanedBeforeMs ? accept({ type: 'LogsCleaned', data: { beforeMs, actorId } }) : nothing;
}
