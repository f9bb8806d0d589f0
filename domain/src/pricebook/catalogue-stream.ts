import { decode, type EventContext } from '../events/codec.ts';
import { changeStream, type Decider } from '../events/stream-change.ts';
import type { EventStore, Revision } from '../ports/event-store.ts';
import { accept, nothing } from '../shared/result.ts';
import { builtInCatalogue } from '../tariff/catalogue/built-in-catalogue.ts';
import type { Catalogue } from '../tariff/prices.ts';
import { CATALOGUE_STREAM, type CatalogueEvent, type PriceBook } from './events.ts';
import { currentPriceBook } from './pricebook-stream.ts';

export { builtInCatalogue };
export type { Catalogue };

/** A book with the catalogue that it names; undefined where it names none. */
export type Prices = { readonly book: PriceBook; readonly catalogue: Catalogue | undefined };

/** What prices requests that arrive at the time. Throws StoreUnavailable, and Error where the ledger does not have the catalogue. */
export async function currentPrices(store: EventStore, nowMs: number): Promise<Prices> {
  const book = await currentPriceBook(store, nowMs);
  return { book, catalogue: await catalogueOf(store, book) };
}

/**
 * The catalogue that a book names (docs/billing.md#catalogue), undefined where it names none: the one that comes with the product without a read, others
 * from the ledger, where each is one event. Throws Error where the ledger does not have it.
 */
export async function catalogueOf(store: EventStore, { version, builtIn }: PriceBook): Promise<Catalogue | undefined> {
  const digest = builtIn?.catalogue ?? '';
  if (digest === '') return undefined;
  const own = builtInCatalogue();
  if (own.digest === digest) return own;
  const found = await published(store, digest);
  if (found === undefined)
    throw new Error(`price book ${version} names the catalogue ${digest}, which the ledger does not have`);
  return found;
}

/** Those that the ledger has, by their digests. */
type Digests = ReadonlySet<string>;

const decider: Decider<Catalogue, Digests, CatalogueEvent> = {
  decide: (data, digests) => (digests.has(data.digest) ? nothing : accept({ type: 'CataloguePublished', data })),
  evolve: (digests, { data }) => new Set(digests).add(data.digest),
  initial: new Set(),
};

/**
 * Publishes the catalogue that comes with the product where the ledger does not have it, and answers its digest. Any number of processes may ask at once,
 * and again. Throws StoreUnavailable; the same call may follow.
 */
export async function publishBuiltInCatalogue(store: EventStore, nowMs: number): Promise<string> {
  const catalogue = builtInCatalogue();
  const { digest } = catalogue;
  if ((await published(store, digest)) !== undefined) return digest;
  const context: EventContext = {
    commandId: `publish-catalogue-${digest}`,
    correlationId: 'first-start',
    occurredAtMs: nowMs,
    actor: 'ledgate',
    reason: 'first start of a release with this catalogue',
  };
  await changeStream(store, CATALOGUE_STREAM, decider, catalogue, context);
  return digest;
}

/** The last is looked at first: it is nearly always the one. */
async function published(store: EventStore, digest: string): Promise<Catalogue | undefined> {
  let before: Revision | undefined;
  for (;;) {
    const [recorded] = await store.readStreamBackwards(CATALOGUE_STREAM, 1, before);
    if (recorded === undefined) return undefined;
    const { data } = decode<CatalogueEvent>(recorded).event;
    if (data.digest === digest) return data;
    if (recorded.revision === 0) return undefined;
    before = (recorded.revision - 1) as Revision;
  }
}
