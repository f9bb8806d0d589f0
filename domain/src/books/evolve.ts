import { unknownEvent } from '../events/written-by-later-release.ts';
import type { BooksEvent } from './events.ts';
import type { Books, Period } from './state.ts';

export function evolve(books: Books, event: BooksEvent): Books {
  switch (event.type) {
    case 'LogsCleaned':
      return { ...books, cleanedBeforeMs: event.data.beforeMs };
    case 'PeriodEnded': {
      const { periodId, start, end, zone } = event.data;
      const known = books.periods.some((period) => period.periodId === periodId);
      return known
        ? changed(books, periodId, ({ revision }) => ({ status: 'ended', revision: revision + 1 }))
        : { ...books, periods: [...books.periods, { periodId, start, end, zone, revision: 1, status: 'ended' }] };
    }
    case 'PeriodClosed':
      return changed(books, event.data.periodId, () => ({ status: 'closed' }));
    case 'PeriodReopened':
      return changed(books, event.data.periodId, () => ({ status: 'reopened' }));
    default:
      return unknownEvent(event);
  }
}

const changed = (books: Books, id: number | null, change: (period: Period) => Partial<Period>): Books => ({
  ...books,
  periods: books.periods.map((period) => (period.periodId === id ? { ...period, ...change(period) } : period)),
});
