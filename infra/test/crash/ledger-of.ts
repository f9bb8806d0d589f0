import { decode, type Recorded } from '@ledgate/domain/events/codec';
import { connectionOf } from '../../src/embedded/postgres/embedded-postgres.ts';
import { EventReader } from '../../src/adapters/event-store/postgres/event-reader.ts';
import type { Product } from '../testing/product.ts';

const PAGE_EVENTS = 1_000;

/** Every event after a place in a ledger whose positions are without gaps, as far as it goes now. */
export async function eventsAfter(ledger: EventReader, after: number): Promise<readonly Recorded[]> {
  const all: Recorded[] = [];
  for (;;) {
    const page = await ledger.all(after + all.length, PAGE_EVENTS);
    all.push(...page.map((recorded) => decode(recorded)));
    if (page.length < PAGE_EVENTS) return all;
  }
}

/** Reads the ledger of a product with a database of its own, while that runs. */
export async function withLedgerOf<Answer>(
  product: Product,
  read: (ledger: EventReader) => Promise<Answer>,
): Promise<Answer> {
  const url = connectionOf(product.dataDir);
  if (url === undefined) throw new Error('the product has no database');
  const ledger = new EventReader(url);
  try {
    return await read(ledger);
  } finally {
    await ledger.close();
  }
}
