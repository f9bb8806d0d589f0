import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LEDGER_SCHEMA } from '@ledgate/domain/events/schema-numbers';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { currentPrices } from '@ledgate/domain/pricebook/catalogue-stream';
import { createDirectoryWorker } from './directory-worker.ts';
import { ensureFirstStart } from './first-start.ts';
import {
  accountEventsOf,
  type DirectoryFixture,
  eventsOf,
  failingOnce,
  openDirectory,
} from './testing/directory-fixture.ts';
import { findUserByLogin } from './users/find.ts';

describe('the first start', () => {
  let directory: DirectoryFixture;
  beforeEach(async () => {
    directory = await openDirectory();
  });
  afterEach(() => directory.close());

  const hashPassword = async (password: string) => `hash of ${password}`;
  const start = (ledgerSchema = LEDGER_SCHEMA) =>
    ensureFirstStart({ pool: directory.pool, store: directory.store, hashPassword, ledgerSchema });
  const rootEvents = async (id: number) =>
    (await accountEventsOf(directory.store, id)).map(({ type, data }) => ({ type, data }));
  const expected = (userId: number) => [
    { type: 'AccountOpened', data: { userId } },
    { type: 'QuotaGranted', data: { amount: 100_000_000, grant: 'first_user', source: 'first_user' } },
  ];

  it('makes root with its balance, and publishes the built-in prices; the second does nothing', async () => {
    const { root, pricesPublished } = await start();
    expect(pricesPublished).toBe(true);
    expect(await findUserByLogin(directory.pool, 'root')).toMatchObject({
      id: root?.id,
      role: 100,
      displayName: 'Root User',
      passwordHash: 'hash of 123456',
    });
    expect(await rootEvents(root?.id ?? 0)).toEqual(expected(root?.id ?? 0));
    expect(await start()).toEqual({ root: undefined, pricesPublished: false });
    expect(await eventsOf(directory.store, 'pricebook')).toHaveLength(1);
  });

  it('prices by the catalogue of the product what the options do not name, and publishes it', async () => {
    await start();
    const [published] = await eventsOf(directory.store, 'catalogue');
    const { book, catalogue } = await currentPrices(directory.store, Date.now());
    expect(book.builtIn).toEqual({ rules: 2, catalogue: catalogue?.digest });
    expect(published?.event.data).toEqual(catalogue);
    expect(Object.keys(catalogue?.models ?? {})).toHaveLength(679);
  });

  it('publishes no catalogue while somebody may be of a release that does not read one', async () => {
    await start(1);
    expect(await eventsOf(directory.store, 'catalogue')).toEqual([]);
    expect((await currentPrices(directory.store, Date.now())).book.builtIn).toBeUndefined();
  });

  it('makes one root when two processes start at once', async () => {
    const starts = await Promise.all([start(), start()]);
    expect(starts.filter(({ root }) => root !== undefined)).toHaveLength(1);
    expect(await eventsOf(directory.store, 'pricebook')).toHaveLength(1);
  });

  it.each(['before', 'after'] as const)(
    'is finished by the worker when it was cut off %s the append',
    async (moment) => {
      const begunAt = new Date();
      const cut = ensureFirstStart({
        pool: directory.pool,
        store: failingOnce(directory.store, moment),
        hashPassword,
        ledgerSchema: LEDGER_SCHEMA,
      });
      await expect(cut).rejects.toBeInstanceOf(StoreUnavailable);
      const worker = createDirectoryWorker({
        patientPool: directory.pool,
        directoryKeys: directory.keys,
        store: directory.store,
        pool: directory.pool,
        recall: () => Promise.resolve(true),
        onError: (error) => {
          throw error;
        },
        onParked: () => {
          throw new Error('parked');
        },
      });
      await worker.drainAll();
      expect(await start()).toMatchObject({ root: undefined, pricesPublished: true });
      const root = await findUserByLogin(directory.pool, 'root');
      expect(await rootEvents(root?.id ?? 0)).toEqual(expected(root?.id ?? 0));
      // The month may turn meanwhile.
      const streams = new Set(
        [begunAt, new Date()].map((at) => `audit-${at.toISOString().slice(0, 7).replace('-', '')}`),
      );
      const audited = await Promise.all([...streams].map((stream) => eventsOf(directory.store, stream)));
      expect(audited.flat()).toMatchObject([
        { event: { data: { actorId: null, action: 'user.create' } }, metadata: { actor: 'ledgate' } },
      ]);
    },
  );
});
