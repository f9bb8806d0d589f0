import { describe, it } from '@jest/globals';
import { userId } from '../shared/ids.ts';
import { specification } from '../testing/given-when-then.ts';
import { quota } from '../shared/quota.ts';
import { type BooksCommand, type ClosedPeriod, decide } from './decide.ts';
import type { BooksEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { type Books, initialBooks } from './state.ts';

const given = specification<BooksCommand, Books, BooksEvent>({
  decide,
  fold: (events) => events.reduce(evolve, initialBooks),
});

const actorId = userId(1);
const nowMs = 1_000;
const cleaned = (beforeMs: number): BooksEvent => ({ type: 'LogsCleaned', data: { beforeMs, actorId } });

describe('the books', () => {
  it('are cleaned forwards only', () => {
    given().when({ type: 'CleanLogs', beforeMs: 500, nowMs, actorId }).then(cleaned(500));
    given(cleaned(500)).when({ type: 'CleanLogs', beforeMs: 500, nowMs, actorId }).then();
    given(cleaned(500)).when({ type: 'CleanLogs', beforeMs: 501, nowMs, actorId }).then(cleaned(501));
  });

  it('are cleaned up to now, never beyond', () => {
    given().when({ type: 'CleanLogs', beforeMs: nowMs, nowMs, actorId }).then(cleaned(nowMs));
    given()
      .when({ type: 'CleanLogs', beforeMs: nowMs + 1, nowMs, actorId })
      .thenRefused({ code: 'time_in_future', field: 'target_timestamp' });
  });
});

const [start, middle, end] = [0, 100, 200];
const laterMs = 1_000_000;
const zone = 'UTC';
const ending = (command: Partial<Extract<BooksCommand, { type: 'EndPeriod' }>> = {}): BooksCommand => ({
  type: 'EndPeriod',
  start,
  end: middle,
  zone,
  firstStart: 50,
  lateEvents: 0,
  nowMs: laterMs,
  actorId,
  ...command,
});
const ended = (periodId = 1, range: { start: number; end: number } = { start, end: middle }): BooksEvent => ({
  type: 'PeriodEnded',
  data: { periodId, ...range, zone, actorId },
});
const closedAs = (periodId = 1, revision = 1, range = { start, end: middle }): ClosedPeriod => ({
  periodId,
  revision,
  ...range,
  zone,
  firstIndex: 0,
  size: 3,
  root: 'root',
  totals: { events: 3, charges: 0, chargeUnits: quota(0), creditUnits: quota(0) },
  late: [],
  manifestSha256: 'digest',
  note: 'note',
  actorId,
});
const closed = (...args: Parameters<typeof closedAs>): BooksEvent => ({
  type: 'PeriodClosed',
  data: closedAs(...args),
});
const reopened: BooksEvent = { type: 'PeriodReopened', data: { periodId: 1, actorId, reason: 'a bill came late' } };
const second = { start: middle, end };

describe('a period', () => {
  it('is the first, from the first event on or before it', () => {
    given().when(ending()).then(ended());
    given()
      .when(ending({ start: 50 }))
      .then(ended(1, { start: 50, end: middle }));
    given()
      .when(ending({ start: 51 }))
      .thenRefused({ code: 'period_gap', field: 'start', start: 50, isFirst: true });
    given()
      .when(ending({ start: 51, firstStart: undefined }))
      .then(ended(1, { start: 51, end: middle }));
  });

  it('follows on the one before', () => {
    given(ended(), closed()).when(ending(second)).then(ended(2, second));
    for (const from of [middle - 1, middle + 1])
      given(ended(), closed())
        .when(ending({ start: from, end }))
        .thenRefused({ code: 'period_gap', field: 'start', start: middle, isFirst: false });
  });

  it('is over: its end is not ahead', () => {
    given()
      .when(ending({ nowMs: middle * 1_000 }))
      .then(ended());
    given()
      .when(ending({ nowMs: middle * 1_000 - 1 }))
      .thenRefused({ code: 'period_open', field: 'end', why: 'not_over' });
  });

  it('is refused for its range before all else, then for a gap, then since it is not over', () => {
    const wrong = { end: start, start, nowMs: 0, firstStart: -1 };
    given().when(ending(wrong)).thenRefused({ code: 'range_invalid', field: 'end', why: 'order' });
    given(ended(), closed())
      .when(ending({ start: end, end: end + 1, nowMs: 0 }))
      .thenRefused({ code: 'period_gap', field: 'start', start: middle, isFirst: false });
    given(ended())
      .when(ending({ ...second, nowMs: 0 }))
      .thenRefused({ code: 'period_open', field: 'end', why: 'not_over' });
  });

  it('that is asked for again is the one that there is, however far its close has come', () => {
    given(ended()).when(ending()).then();
    given(ended(), closed()).when(ending()).then();
    given(ended(), closed(), ended(2, second)).when(ending()).then();
  });

  it('is finished before another begins, by whoever is the first', () => {
    given(ended()).when(ending(second)).thenRefused({ code: 'period_open', field: 'end', why: 'closing' });
    given(ended()).when({ type: 'ClosePeriod', closed: closedAs() }).then(closed());
    given(ended(), closed()).when({ type: 'ClosePeriod', closed: closedAs() }).then();
    given().when({ type: 'ClosePeriod', closed: closedAs() }).then();
  });

  it('is opened again where it is the last, with a reason, once', () => {
    const reopening = { type: 'ReopenPeriod', periodId: 1, reason: ' a bill came late ', actorId } as const;
    given(ended(), closed()).when(reopening).then(reopened);
    given(ended(), closed(), reopened).when(reopening).then();
    given().when(reopening).thenRefused({ code: 'period_missing', field: 'id' });
    given(ended(), closed(), ended(2, second), closed(2, 1, second))
      .when(reopening)
      .thenRefused({ code: 'period_not_last', field: 'id' });
    given(ended(), closed())
      .when({ ...reopening, reason: ' ' })
      .thenRefused({ code: 'reason_missing', field: 'reason' });
    given(ended()).when(reopening).thenRefused({ code: 'period_open', field: 'id', why: 'closing' });
  });

  it('that was opened again is closed again before another, in its zone, as the next revision', () => {
    const before = [ended(), closed(), reopened];
    given(...before)
      .when(ending({ zone: 'Asia/Kathmandu' }))
      .then(ended());
    given(...before)
      .when(ending(second))
      .thenRefused({ code: 'period_gap', field: 'start', start, isFirst: false });
    given(...before, ended())
      .when({ type: 'ClosePeriod', closed: closedAs(1, 1) })
      .then();
    given(...before, ended())
      .when({ type: 'ClosePeriod', closed: closedAs(1, 2) })
      .then(closed(1, 2));
    given(...before)
      .when(ending({ lateEvents: 1_000 }))
      .then(ended());
    given(...before)
      .when(ending({ lateEvents: 1_001 }))
      .thenRefused({ code: 'too_many_late', field: 'end', maximum: 1_000 });
  });

  it('of an earlier release is none, and logs are cleaned whatever becomes of periods', () => {
    const month: BooksEvent = {
      type: 'PeriodClosed',
      data: { periodId: null, start: 0, end: 5_000, zone, actorId },
    };
    given(month).when(ending()).then(ended());
    given(cleaned(500), ended()).when({ type: 'CleanLogs', beforeMs: 501, nowMs, actorId }).then(cleaned(501));
  });
});
