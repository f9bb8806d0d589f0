import { describe, expect, it } from '@jest/globals';
import { START } from '@ledgate/domain/ports/event-store';
import { eventStoreContract } from '@ledgate/domain/testing/event-store-contract';
import { freshDatabase } from '@ledgate/projections/testing/fresh-database';
import { PostgresEventStore } from './postgres-event-store.ts';

async function open() {
  const database = await freshDatabase();
  const store = await PostgresEventStore.open({ url: database.url });
  return {
    store,
    close: async () => {
      await store.close();
      await database.drop();
    },
  };
}

eventStoreContract('Postgres', open);

describe('an empty Postgres event store', () => {
  it('has its head at the start', async () => {
    const { store, close } = await open();
    expect(await store.head()).toBe(START);
    await close();
  });
});
