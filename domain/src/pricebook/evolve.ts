import type { PriceBookEvent } from './events.ts';
import { type PriceBooks, startOf } from './state.ts';

/** A book that does not start before a later version does never holds. */
export function evolve(state: PriceBooks, { data }: PriceBookEvent): PriceBooks {
  const { actorId: _actorId, changed: _changed, ...book } = data;
  const [first, ...rest] = [
    ...(state.status === 'missing' ? [] : state.books.filter((earlier) => startOf(earlier) < startOf(book))),
    book,
  ];
  return { status: 'published', books: [first ?? book, ...rest] };
}
