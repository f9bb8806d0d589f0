import { changeBooks, wouldChangeBooks } from '@ledgate/domain/books/books-stream';
import { LATE_EVENTS_MAX } from '@ledgate/domain/books/events';
import type { EventContext } from '@ledgate/domain/events/codec';
import type { UserId } from '@ledgate/domain/shared/ids';
import { END } from '../queries/ranges.ts';
import type { ExportSource } from '../exports/layout.ts';
import { latestFirstStart } from './first-start.ts';
import { lateEvents } from './late-events.ts';
import type { PeriodBook } from './period-book.ts';
import { periodCut } from './period-cut.ts';

/** The range of a period as it is asked for, in Unix seconds. */
export type AskedPeriod = { readonly start: number; readonly end: number; readonly zone: string };

type Beginning = {
  readonly source: ExportSource;
  readonly book: PeriodBook;
  readonly nowMs: number;
  readonly actorId: UserId;
  readonly context: EventContext;
  /** Whether what would be begun can be signed: a period that has ended and is not closed stands in the way of all others. */
  readonly canSign: () => Promise<boolean>;
  readonly signal: AbortSignal;
};

/**
 * Begins a close, at the exact revision of the books: of several at once one does, and the others find it begun. Nothing is to do where the range is a period
 * already. Refuses as the books do (`decide`), and then with ledger_key_missing; read_models_behind: they do not know yet what came late. Throws
 * StoreUnavailable; the same call may follow.
 */
export async function beginClose(
  asked: AskedPeriod,
  { source, book, nowMs, actorId, context, canSign, signal }: Beginning,
): Promise<Awaited<ReturnType<typeof changeBooks>> | 'ledger_key_missing' | 'read_models_behind'> {
  const last = (await book.read()).at(-1);
  const isAgain = last?.status === 'reopened' && last.start === asked.start && last.end === asked.end;
  const late = isAgain ? await lateUpToNow(source, asked, signal) : 0;
  if (late === undefined) return 'read_models_behind';
  const command = {
    type: 'EndPeriod',
    ...asked,
    firstStart: last === undefined ? await latestFirstStart(source.store) : undefined,
    lateEvents: late,
    nowMs,
    actorId,
  } as const;
  if (!(await canSign())) {
    const decision = await wouldChangeBooks(source.store, command);
    if (decision.ok && decision.events.length > 0) return 'ledger_key_missing';
  }
  return changeBooks(source.store, command, context);
}

/** Of a period that was closed before, whose end is fixed; LATE_EVENTS_MAX + 1 for more; undefined: the read models do not know its end. */
async function lateUpToNow(source: ExportSource, asked: AskedPeriod, signal: AbortSignal): Promise<number | undefined> {
  const cut = await periodCut(source.db, asked);
  // It was closed, so it has one: what is not known yet is not none.
  if (cut === undefined) return undefined;
  const behind = { from: cut.positions.before, before: END };
  const { indexes, areMore } = await lateEvents(source, behind, asked.end * 1_000, signal);
  return areMore ? LATE_EVENTS_MAX + 1 : indexes.length;
}
