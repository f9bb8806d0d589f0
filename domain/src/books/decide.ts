import type { UserId } from '../shared/ids.ts';
import { accept, type Decision, nothing } from '../shared/result.ts';
import type { BooksEvent } from './events.ts';
import type { Books } from './state.ts';

export type BooksCommand =
  /** Hides the display rows of requests that arrived before; the ledger keeps everything (design section 6). */
  | { readonly type: 'CleanLogs'; readonly beforeMs: number; readonly actorId: UserId }
  | { readonly type: 'ClosePeriod'; readonly period: string; readonly actorId: UserId }
  | { readonly type: 'ReopenPeriod'; readonly period: string; readonly actorId: UserId; readonly reason: string };

/** Never refuses: a watermark only moves forward, and what is closed or open already stays so. */
export function decide(command: BooksCommand, books: Books): Decision<BooksEvent> {
  const { actorId } = command;
  switch (command.type) {
    case 'CleanLogs':
      return command.beforeMs > books.cleanedBeforeMs ? accept({ type: 'LogsCleaned', data: { beforeMs: command.beforeMs, actorId } }) : nothing;
    case 'ClosePeriod':
      return books.closed.has(command.period) ? nothing : accept({ type: 'PeriodClosed', data: { period: command.period, actorId } });
    case 'ReopenPeriod': {
      const { period, reason } = command;
      return books.closed.has(period) ? accept({ type: 'PeriodReopened', data: { period, actorId, reason } }) : nothing;
    }
  }
}
