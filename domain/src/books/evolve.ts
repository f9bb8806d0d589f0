import { unknownEvent } from '../events/written-by-later-release.ts';
import type { BooksEvent } from './events.ts';
import type { Books } from './state.ts';

export function evolve(books: Books, event: BooksEvent): Books {
  switch (event.type) {
    case 'LogsCleaned':
      return { ...books, cleanedBeforeMs: event.data.beforeMs };
    case 'PeriodEnded':
    case 'PeriodClosed':
    case 'PeriodReopened':
      return books;
    default:
      return unknownEvent(event);
  }
}
