import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { gatedStore, LedgerGate, NotWrittenYet } from '@ledgate/domain/events/ledger-gate';
import { LEDGER_SCHEMA } from '@ledgate/domain/events/schema-numbers';
import { LEDGER_STREAM } from '@ledgate/domain/founding/events';
import type { Revision } from '@ledgate/domain/ports/event-store';
import { migrateReadModels } from '../../schema/generations.ts';
import { createDirectoryWorker, type DirectoryWorker } from '../directory-worker.ts';
import { beginLedgerSchema } from '../ledger-schema/ledger-schema.ts';
import { type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import { installationOf } from './installation.ts';

const PERIOD_MS = 10;

describe('an installation of a release before', () => {
  let directory: DirectoryFixture;
  let gate: LedgerGate;
  let worker: DirectoryWorker;
  let errors: unknown[];
  beforeEach(async () => {
    directory = await openDirectory();
    await migrateReadModels(directory.pool);
    await beginLedgerSchema(directory.pool, 1);
    await directory.pool.query("insert into directory.tills (till_id, relay_id) values ('a', 'of the release before')");
    gate = new LedgerGate(1);
    errors = [];
    worker = createDirectoryWorker({
      store: gatedStore(directory.store, gate),
      pool: directory.pool,
      patientPool: directory.pool,
      directoryKeys: directory.keys,
      recall: () => Promise.resolve(true),
      onError: (error) => errors.push(error),
      onParked: () => undefined,
      periodMs: PERIOD_MS,
    });
    worker.start();
  });
  afterEach(async () => {
    await worker.stop();
    await directory.close();
  });

  const foundings = () => directory.store.readStream(LEDGER_STREAM, 0 as Revision, 10);
  const rounds = () => new Promise((resolve) => setTimeout(resolve, 20 * PERIOD_MS));

  it('is founded by a worker once ledger_schema says that nobody is left who would stop at the event', async () => {
    await rounds();
    expect([await foundings(), await installationOf(directory.pool), errors]).toEqual([[], undefined, []]);
    await directory.pool.query('delete from directory.tills');
    await rounds();
    // The process has not taken it in yet.
    expect([await foundings(), await installationOf(directory.pool)]).toEqual([[], undefined]);
    expect(errors).toContainEqual(expect.any(NotWrittenYet));
    gate.raised(LEDGER_SCHEMA);
    await rounds();
    const [founded, ...more] = await foundings();
    expect(more).toEqual([]);
    expect(JSON.parse(founded?.data ?? '')).toEqual({ installationId: await installationOf(directory.pool) });
  });
});
