import { unknownEvent } from '../events/written-by-later-release.ts';
import type { BooksEvent } from './events.ts';
import type { Books } from './state.ts';

export function evolve(books: Books, event: BooksEvent): Books {
  switch (event.type) {
    case 'LogsCleaned':
      return { ...books, cleanedBeforeMs: event.data.beforeMs };
    case 'PeriodClosed':
      return { ...books, closed: new Set(books.closed).add(event.data.period) };
    case 'PeriodReopened':
      return { ...books, closed: new Set([...books.closed].filter((period) => period !== event.data.period)) };
    default:
      return unknownEvent(event);
  }
}
