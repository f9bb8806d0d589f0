import { afterAll, beforeAll, describe } from '@jest/globals';
import type { EventStore } from '../ports/event-store.ts';
import { appendingContract } from './event-store-contract/appending.ts';
import { boundsContract } from './event-store-contract/bounds.ts';
import { fidelityContract } from './event-store-contract/fidelity.ts';
import { readingContract } from './event-store-contract/reading.ts';
import { retryingContract } from './event-store-contract/retrying.ts';

export type OpenedStore = { readonly store: EventStore; close(): Promise<void> };

/** What every adapter of the event store port must do. The store may hold events already; the suite must be its only writer. */
export function eventStoreContract(name: string, open: () => Promise<OpenedStore>): void {
  describe(`event store contract: ${name}`, () => {
    let opened: OpenedStore | undefined;
    const store = (): EventStore => {
      if (opened === undefined) throw new Error('the store is not open');
      return opened.store;
    };
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => {
      await opened?.close();
    });

    describe('appending', () => appendingContract(store));
    describe('retrying', () => retryingContract(store));
    describe('bounds', () => boundsContract(store));
    describe('fidelity', () => fidelityContract(store));
    describe('reading', () => readingContract(store));
  });
}
