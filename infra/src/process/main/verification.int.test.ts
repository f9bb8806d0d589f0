import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { lastVerification, type StoredVerification } from '@ledgate/projections/directory/verifications/verifications';
import { startRunner } from '@ledgate/projections/runner/runner';
import { readModelDatabase, type ReadModelDatabase } from '@ledgate/projections/testing/read-model-database';
import { writeSampleLedger } from '@ledgate/projections/testing/sample-ledger';
import { storeFeed } from '@ledgate/projections/testing/store-feed';
import { systemClock } from '@ledgate/projections/testing/system-clock';
import { eventually } from '../../../test/testing/eventually.ts';
import { verifyAgainAndAgain } from './verification.ts';

const WAIT_MS = 60_000;
const TIMES = { firstAfterMs: 0, everyMs: 20 };

describe('the books of an idle ledger', () => {
  let database: ReadModelDatabase;
  let store: MemoryEventStore;
  const ended = new AbortController();
  let looking: Promise<void>;

  beforeEach(async () => {
    database = await readModelDatabase();
    store = new MemoryEventStore();
    await writeSampleLedger(store);
    const runner = startRunner({ pool: database.pool, feed: storeFeed(store), clock: systemClock, log: silentLog });
    expect(await runner.waitFor(await store.head(), WAIT_MS)).toBe(true);
    await runner.stop();
    looking = verifyAgainAndAgain(
      { store, patientPool: database.pool, gaplessPositions: true, log: silentLog },
      ended.signal,
      TIMES,
    );
  });
  afterEach(async () => {
    ended.abort();
    await looking;
    await database.drop();
  });

  /** The first look of these books that began after now. */
  const nextLook = async (): Promise<StoredVerification> => {
    const sinceMs = Date.now();
    let found: StoredVerification | undefined;
    await eventually('a look that begins from now on', async () => {
      found = await lastVerification(database.pool);
      return found !== undefined && found.atMs >= sinceMs;
    });
    if (found === undefined) throw new Error('nothing was looked at');
    return found;
  };

  it('are looked at again: what is planted shows, what was cured turns green by itself', async () => {
    const head = await store.head();
    expect(await nextLook()).toMatchObject({ ok: true, position: head, differences: [] });
    await database.pool.query('update rm_v1.balances set till_charges = till_charges + 1 where user_id = 2');
    expect(await nextLook()).toMatchObject({
      ok: false,
      position: head,
      findings: expect.arrayContaining([
        expect.objectContaining({
          scope: 'balance',
          userId: 2,
          field: 'till_charges',
          amount: '1',
          inLedger: false,
        }),
      ]),
    });
    await database.pool.query('update rm_v1.balances set till_charges = till_charges - 1 where user_id = 2');
    expect(await nextLook()).toMatchObject({ ok: true, differences: [], findings: [] });
  });
});
