import { describe, it } from '@jest/globals';
import { userId } from '../shared/ids.ts';
import { specification } from '../testing/given-when-then.ts';
import { type BooksCommand, decide } from './decide.ts';
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

  it('are not changed by periods: nothing that is decided here rests on them', () => {
    const ended: BooksEvent = {
      type: 'PeriodEnded',
      data: { periodId: 1, start: 0, end: 1_798_761_600, zone: 'UTC', actorId },
    };
    given(cleaned(500), ended).when({ type: 'CleanLogs', beforeMs: 501, nowMs, actorId }).then(cleaned(501));
  });
});
