import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareLedgers } from '../ledger-copy/compare-ledgers.ts';
import { copyLedger } from '../ledger-copy/copy-ledger.ts';
import { ledgerOf } from '../ledger-copy/ledger.ts';
import { breakingAt, Crash } from '../../../test/doubles/changed-store.ts';
import { inFull } from '../../../test/testing/in-full.ts';
import { buildProduct } from '../../../test/testing/product.ts';
import { type DoubleProcess, startDoubleProcess } from '../../local/cluster/double-process.ts';
import { RehearsalLedger } from '../../../tools/rehearsal/rehearsal-ledger.ts';
import { clusterPlace, postgresPlace, type TestPlace } from '../../../test/testing/places.ts';

const EVENTS = Number(process.env['MOVED_EVENTS'] ?? 20_000);
// Far above what it takes on a machine that is not busy, which is half a minute.
jest.setTimeout(900_000);

inFull(describe)(`a ledger of ${EVENTS} events`, () => {
  let folder: string;
  let double: DoubleProcess;
  let home: TestPlace;
  let cluster: TestPlace;
  let back: TestPlace;

  beforeAll(async () => {
    buildProduct();
    folder = mkdtempSync(join(tmpdir(), 'ledgate-move-'));
    double = await startDoubleProcess(join(folder, 'eventstore.log'));
    [home, cluster, back] = await Promise.all([postgresPlace(), clusterPlace(double.url), postgresPlace()]);
    await new RehearsalLedger(home.store).write(EVENTS);
  });
  afterAll(async () => {
    await Promise.all([home, cluster, back].map((place) => place.close()));
    await Promise.all([home, cluster, back].map(({ database }) => database.drop()));
    await double.stop();
    rmSync(folder, { recursive: true });
  });

  it('goes to EventStoreDB and back to Postgres, with a crash on the way, and all digests are equal', async () => {
    await expect(copyLedger(await ledgerOf(home.store), breakingAt(cluster.store, 1_000, 'after'))).rejects.toThrow(
      Crash,
    );
    const there = await copyLedger(await ledgerOf(home.store), cluster.store);
    expect(there.present).toBeGreaterThan(0);
    const one = await compareLedgers(await ledgerOf(home.store), await ledgerOf(cluster.store));
    expect([one.differences, one.summary.events, one.summary.total]).toEqual([[], there.present + there.written, 0n]);

    await copyLedger(await ledgerOf(cluster.store), back.store, { inOrder: true });
    const other = await compareLedgers(await ledgerOf(home.store), await ledgerOf(back.store));
    expect([other.differences, other.summary.digest, other.summary.streams, other.summary.balances]).toEqual([
      [],
      one.summary.digest,
      one.summary.streams,
      one.summary.balances,
    ]);
    expect(one.summary.events).toBeGreaterThanOrEqual(EVENTS);
  });
});
