import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { addUser } from '@ledgate/projections/directory/testing/directory-fixture';
import { ProtocolDouble } from '../event-store/eventstoredb/testing/protocol-double.ts';
import { move } from './move.ts';
import type { Telling } from './steps.ts';
import { RehearsalLedger } from './rehearsal/rehearsal-ledger.ts';
import { clusterPlace, postgresPlace, type TestPlace } from './testing/places.ts';

const EVENTS = 100_000;
jest.setTimeout(300_000);

describe(`a ledger of ${EVENTS} events`, () => {
  let double: ProtocolDouble;
  let home: TestPlace;
  let cluster: TestPlace;
  const said: string[] = [];
  const telling: Telling = { say: (line) => { said.push(line); } };

  beforeAll(async () => {
    double = await ProtocolDouble.start();
    home = await postgresPlace();
    cluster = await clusterPlace(double.url);
    await addUser(home.pool, { username: 'ann' });
    await new RehearsalLedger(home.store).write(EVENTS);
  });
  afterAll(async () => {
    await Promise.all([home, cluster].map((place) => place.close()));
    await Promise.all([home, cluster].map(({ database }) => database.drop()));
    await double.stop();
  });

  it('moves to a cluster and into another embedded installation, and its digests stay', async () => {
    const there = await move(home, cluster, telling).catch((error) => { console.log(said.join('\n'), (error.findings ?? []).slice(0,6)); throw error; });
    expect(there.events).toBeGreaterThanOrEqual(EVENTS);
    const back = await move(cluster, home, telling);
    console.log(said.join('\n'));
    expect([back.digest, back.streams, back.balances]).toEqual([there.digest, there.streams, there.balances]);
  });
});
