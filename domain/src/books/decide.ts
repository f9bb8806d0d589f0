import type { UserId } from '../shared/ids.ts';
import { accept, type Decision, nothing, refuse } from '../shared/result.ts';
import { type BooksEvent, LATE_EVENTS_MAX } from './events.ts';
import type { Books } from './state.ts';

type CleanLogs = {
  readonly type: 'CleanLogs';
  readonly beforeMs: number;
  readonly nowMs: number;
  readonly actorId: UserId;
};

type EndPeriod = {
  readonly type: 'EndPeriod';
  /** Unix seconds, from `start` (inclusive; 0: from the first event) to `end` (exclusive). */
  readonly start: number;
  readonly end: number;
  readonly zone: string;
  /** The latest second at which the first period may begin; undefined: any. */
  readonly firstStart: number | undefined;
  /** Of a period that was reopened how many events its next revision would list as late; 0 of any other. */
  readonly lateEvents: number;
  readonly nowMs: number;
  readonly actorId: UserId;
};

export type ClosedPeriod = Extract<
  Extract<BooksEvent, { readonly type: 'PeriodClosed' }>['data'],
  { readonly periodId: number }
>;

/** `closed`: what was made of a period that has ended. */
type ClosePeriod = { readonly type: 'ClosePeriod'; readonly closed: ClosedPeriod };

type ReopenPeriod = {
  readonly type: 'ReopenPeriod';
  readonly periodId: number;
  readonly reason: string;
  readonly actorId: UserId;
};

/**
 * Hides the display rows of requests that arrived before; the ledger keeps everything (docs/ledger.md#cleaned-logs). Begins a close, finishes one, opens the
 * last period again (docs/ledger.md#periods). `nowMs` is Unix milliseconds, too.
 */
export type BooksCommand = CleanLogs | EndPeriod | ClosePeriod | ReopenPeriod;

export function decide(command: BooksCommand, books: Books): Decision<BooksEvent> {
  switch (command.type) {
    case 'CleanLogs':
      return cleanLogs(command, books);
    case 'EndPeriod':
      return endPeriod(command, books);
    case 'ClosePeriod':
      return closePeriod(command, books);
    case 'ReopenPeriod':
      return reopenPeriod(command, books);
  }
}

/** A watermark only moves forward, so it must not stand in the future: it would hide every row that is still to come. Refuses with time_in_future. */
function cleanLogs({ beforeMs, nowMs, actorId }: CleanLogs, books: Books): Decision<BooksEvent> {
  if (beforeMs > nowMs) return refuse({ code: 'time_in_future', field: 'target_timestamp' });
  return beforeMs > books.cleanedBeforeMs ? accept({ type: 'LogsCleaned', data: { beforeMs, actorId } }) : nothing;
}

/**
 * The same range again is the period that there is. Another one follows on the last; one that was reopened is closed again before. Refuses in this order:
 * range_invalid, period_gap, period_open (not over, or a close that was begun before is not finished: then the same command may follow), too_many_late.
 */
function endPeriod(command: EndPeriod, { periods }: Books): Decision<BooksEvent> {
  const { start, end, zone, firstStart, lateEvents, nowMs, actorId } = command;
  if (end <= start) return refuse({ code: 'range_invalid', field: 'end', why: 'order' });
  const known = periods.find((period) => period.start === start && period.end === end);
  if (known !== undefined && known.status !== 'reopened') return nothing;
  const last = periods.at(-1);
  if (last === undefined) {
    if (firstStart !== undefined && start > firstStart)
      return refuse({ code: 'period_gap', field: 'start', start: firstStart, isFirst: true });
  } else if (last.status === 'reopened' ? known === undefined : start !== last.end)
    return refuse({
      code: 'period_gap',
      field: 'start',
      start: last.status === 'reopened' ? last.start : last.end,
      isFirst: false,
    });
  if (end * 1_000 > nowMs) return refuse({ code: 'period_open', field: 'end', why: 'not_over' });
  if (last?.status === 'ended') return refuse({ code: 'period_open', field: 'end', why: 'closing' });
  if (known === undefined)
    return accept({ type: 'PeriodEnded', data: { periodId: (last?.periodId ?? 0) + 1, start, end, zone, actorId } });
  if (lateEvents > LATE_EVENTS_MAX) return refuse({ code: 'too_many_late', field: 'end', maximum: LATE_EVENTS_MAX });
  return accept({ type: 'PeriodEnded', data: { periodId: known.periodId, start, end, zone: known.zone, actorId } });
}

/** Of several who finish the same close the first does. */
function closePeriod({ closed }: ClosePeriod, { periods }: Books): Decision<BooksEvent> {
  const period = periods.find(({ periodId }) => periodId === closed.periodId);
  return period?.status === 'ended' && period.revision === closed.revision
    ? accept({ type: 'PeriodClosed', data: closed })
    : nothing;
}

/** The last one alone, with a reason. Refuses with period_missing, period_not_last, reason_missing, and period_open where its close is not finished. */
function reopenPeriod({ periodId, reason, actorId }: ReopenPeriod, { periods }: Books): Decision<BooksEvent> {
  const period = periods.find((one) => one.periodId === periodId);
  if (period === undefined) return refuse({ code: 'period_missing', field: 'id' });
  if (period !== periods.at(-1)) return refuse({ code: 'period_not_last', field: 'id' });
  if (reason.trim() === '') return refuse({ code: 'reason_missing', field: 'reason' });
  if (period.status === 'ended') return refuse({ code: 'period_open', field: 'id', why: 'closing' });
  return period.status === 'reopened'
    ? nothing
    : accept({ type: 'PeriodReopened', data: { periodId, actorId, reason: reason.trim() } });
}
