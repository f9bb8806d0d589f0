import type { Recorded } from '@ledgate/domain/events/codec';
import type { PriceBookEvent } from '@ledgate/domain/pricebook/events';
import type { BatchWriter } from '../runner/batch-writer.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { INSERT_PRICE_BOOK } from './sql.ts';

/** One row a published price book, whole: explanations name its version. Seldom enough for a query each. */
export const priceBooks: Projection = { name: 'price books', begin: () => new PriceBooksPart() };

type Published = Pick<Recorded, 'position' | 'atMs' | 'metadata'> & { readonly data: PriceBookEvent['data'] };

class PriceBooksPart implements BatchPart {
  readonly #published: Published[] = [];

  add({ event, position, atMs, metadata }: Recorded): void {
    if (event.type === 'PriceBookPublished') this.#published.push({ data: event.data, position, atMs, metadata });
  }

  async write(writer: BatchWriter): Promise<void> {
    for (const {
      data: { actorId, changed, ...book },
      position,
      atMs,
      metadata,
    } of this.#published) {
      await writer.run(INSERT_PRICE_BOOK, [
        book.version,
        position,
        atMs,
        book.startsAtMs ?? 0,
        actorId,
        metadata['reason'] ?? '',
        JSON.stringify(changed),
        JSON.stringify(book),
      ]);
    }
  }
}
