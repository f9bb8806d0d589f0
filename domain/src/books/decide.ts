import type { UserId } from '../shared/ids.ts';
import { accept, type Decision, nothing, refuse } from '../shared/result.ts';
import type { BooksEvent } from './events.ts';
import type { Books } from './state.ts';

export type BooksCommand =
  /** Hides the display rows of requests that arrived before; the ledger keeps everything (docs/ledger.md#cleaned-logs). `nowMs` is Unix milliseconds, too. */
  | { readonly type: 'CleanLogs'; readonly beforeMs: number; readonly nowMs: number; readonly actorId: UserId }
  | { readonly type: 'ClosePeriod'; readonly period: string; readonly actorId: UserId }
  | { readonly type: 'ReopenPeriod'; readonly period: string; readonly actorId: UserId; readonly reason: string };

/**
 * A watermark only moves forward, so it must not stand in the future: it would hide every row that is still to come. What is closed or open already
 * stays so. Refuses with time_in_future.
 */
export function decide(command: BooksCommand, books: Books): Decision<BooksEvent> {
  const { actorId } = command;
  switch (command.type) {
    case 'CleanLogs':
      if (command.beforeMs > command.nowMs) return refuse({ code: 'time_in_future', field: 'target_timestamp' });
      return command.beforeMs > books.cleanedBeforeMs
        ? accept({ type: 'LogsCleaned', data: { beforeMs: command.beforeMs, actorId } })
        : nothing;
    case 'ClosePeriod':
      return books.closed.has(command.period)
        ? nothing
        : accept({ type: 'PeriodClosed', data: { period: command.period, actorId } });
    case 'ReopenPeriod': {
      const { period, reason } = command;
      return books.closed.has(period) ? accept({ type: 'PeriodReopened', data: { period, actorId, reason } }) : nothing;
    }
  }
}
