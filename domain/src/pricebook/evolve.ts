import type { PriceBookEvent } from './events.ts';
import type { PriceBooks } from './state.ts';

export function evolve(_books: PriceBooks, { data }: PriceBookEvent): PriceBooks {
  const { actorId: _actorId, changed: _changed, ...book } = data;
  return { status: 'published', book };
}
