import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { founded, foundLedger } from '@ledgate/domain/founding/founding-stream';
import { type EventToAppend, NO_STREAM, START } from '@ledgate/domain/ports/event-store';
import type { EventId, UserId } from '@ledgate/domain/shared/ids';
import { installationOf, noteInstallation } from '@ledgate/projections/directory/installation/installation';
import { relocationOf } from '@ledgate/projections/directory/relocation/relocation';
import { createSession, findSession, noteWritten } from '@ledgate/projections/directory/sessions/sessions';
import { addToken, addUser } from '@ledgate/projections/directory/testing/directory-fixture';
import { anyUser } from '@ledgate/projections/directory/users/list';
import { balanceOf } from '@ledgate/projections/queries/balances';
import { writeSampleLedger } from '@ledgate/projections/testing/sample-ledger';
import { verify } from '@ledgate/projections/verify/verify';
import pg from 'pg';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { ProtocolDouble } from '../../../test/doubles/eventstoredb/protocol-double.ts';
import { ledgerOf } from '../ledger-copy/ledger.ts';
import { summaryOf } from '../ledger-copy/ledger-summary.ts';
import { Crash } from '../../../test/doubles/changed-store.ts';
import { move } from './move.ts';
import { refuseUnlessResident } from './refuse-unless-resident.ts';
import type { Step, Telling } from './steps.ts';
import { clusterPlace, postgresPlace, type TestPlace } from '../../../test/testing/places.ts';
import { undoMove } from './undo-move.ts';

const STEPS: readonly Step[] = ['arriving', 'ledger', 'compared', 'directory', 'read models', 'left', 'resident'];
const INSTALLATION = '2f1c2b0e-7a52-4f0e-9d0b-3a8f4f6d1c11';
const NOW = 1_700_000_000;
const quiet: Telling = { say: () => undefined };
const foreign: EventToAppend = {
  id: '6f1c2b0e-7a52-4f0e-9d0b-3a8f4f6d1c11' as EventId,
  type: 'SomebodyElse',
  data: '{}',
  metadata: {},
};
const cleaned: EventToAppend = { ...foreign, type: 'LogsCleaned', data: '{"beforeMs":1,"actorId":1}' };
jest.setTimeout(120_000);

describe('a move', () => {
  let double: ProtocolDouble;
  let home: TestPlace;
  let cluster: TestPlace;
  let sessionId: string;

  beforeEach(async () => {
    double = await ProtocolDouble.start();
    [home, cluster] = await Promise.all([postgresPlace(), clusterPlace(double.url)]);
    await writeSampleLedger(home.store);
    await noteInstallation(home.pool, await foundLedger(home.store, INSTALLATION, Date.now()));
    const ann = await addUser(home.pool, { username: 'ann' });
    await addToken(home.pool, { userId: ann.id, name: 'of ann' });
    sessionId = await createSession(home.pool, ann.id, NOW);
    await noteWritten(home.pool, sessionId, { '0': 17 });
  });
  afterEach(async () => {
    await Promise.all([home, cluster].map((place) => place.close()));
    await Promise.all([home, cluster].map(({ database }) => database.drop()));
    await double.stop();
  });

  const stateOf = async ({ pool }: TestPlace) => (await relocationOf(pool))?.state ?? 'resident';
  const states = async () => [await stateOf(home), await stateOf(cluster)];
  const digestOf = async ({ store }: TestPlace) => (await summaryOf(await ledgerOf(store))).digest;
  const crashingAfter = (step: Step): Telling => ({
    ...quiet,
    onStep: (done) => {
      if (done === step) throw new Crash(step);
    },
  });
  const lives = async (place: TestPlace) => {
    expect(await stateOf(place)).toBe('resident');
    await refuseUnlessResident(place.pool);
    expect(await verify(place)).toEqual([]);
    expect([await founded(place.store), await installationOf(place.pool)]).toEqual([INSTALLATION, INSTALLATION]);
    expect((await balanceOf(place.pool, 2 as UserId)).balance).toBe(5_182);
    expect((await place.pool.query('select username from directory.users')).rows).toEqual([{ username: 'ann' }]);
    expect(await findSession(place.pool, sessionId, NOW)).toMatchObject({ positions: {} });
  };

  it('brings ledger, directory and read models to the cluster, and the source does not start any more', async () => {
    const before = await digestOf(home);
    const { digest, events } = await move(home, cluster, quiet);
    expect([digest, await digestOf(cluster)]).toEqual([before, before]);
    expect((await cluster.store.readAll(START, 10_000)).length).toBe(events);
    await lives(cluster);
    expect(await stateOf(home)).toBe('left');
    await expect(refuseUnlessResident(home.pool)).rejects.toThrow(
      new StartRefused(
        'this installation has moved to the cluster: start it there. The ways back are in docs/operations.md, "From one machine to many"',
      ),
    );
  });

  it('goes back to where it came from, with what has been written since', async () => {
    await move(home, cluster, quiet);
    await addUser(cluster.pool, { username: 'bob' });
    await cluster.store.append('books', NO_STREAM, [cleaned]);
    const there = await digestOf(cluster);
    const { digest } = await move(cluster, home, quiet);
    expect([digest, await digestOf(home), await states()]).toEqual([there, there, ['resident', 'left']]);
    expect((await home.pool.query('select username from directory.users order by 1')).rows).toEqual([
      { username: 'ann' },
      { username: 'bob' },
    ]);
    expect(await verify({ ...home, gaplessPositions: true })).toEqual([]);
    await move(home, cluster, quiet);
    expect([await digestOf(cluster), await states()]).toEqual([there, ['left', 'resident']]);
  });

  it.each(STEPS)(
    'that was broken off after the step "%s" is finished by the next, and never can both places be started',
    async (step) => {
      const before = await digestOf(home);
      await expect(move(home, cluster, crashingAfter(step))).rejects.toThrow(Crash);
      const [source, target] = await states();
      expect([source, target]).toEqual([
        STEPS.indexOf(step) < STEPS.indexOf('left') ? 'resident' : 'left',
        step === 'resident' ? 'resident' : 'arriving',
      ]);
      if (step === 'resident')
        await expect(move(home, cluster, quiet)).rejects.toThrow(
          'the embedded installation has moved to the cluster already',
        );
      else await move(home, cluster, quiet);
      expect([await digestOf(cluster), await states()]).toEqual([before, ['left', 'resident']]);
      await lives(cluster);
    },
  );

  it('that was broken off may be given up: the source goes on, and the next move brings what it has written', async () => {
    await expect(move(home, cluster, crashingAfter('read models'))).rejects.toThrow(Crash);
    await refuseUnlessResident(home.pool);
    await expect(refuseUnlessResident(cluster.pool)).rejects.toThrow(
      'this installation is being filled from the embedded installation and is not complete',
    );
    await home.store.append('books', NO_STREAM, [cleaned]);
    await move(home, cluster, quiet);
    expect(await digestOf(cluster)).toBe(await digestOf(home));
  });

  describe('is refused, and the source stays as it was,', () => {
    const refused = async (from: TestPlace, to: TestPlace, message: string | RegExp, telling = quiet) => {
      await expect(move(from, to, telling)).rejects.toThrow(message);
      await refuseUnlessResident(from.pool);
    };

    it('where the target holds an event of somebody else', async () => {
      await cluster.store.append('somebody', NO_STREAM, [foreign]);
      await refused(
        home,
        cluster,
        'the target holds another ledger: where pricebook@0 (PriceBookPublished) should stand, somebody@0 (SomebodyElse) stands',
      );
      expect([await states(), await anyUser(cluster.pool)]).toEqual([['resident', 'resident'], false]);
    });

    it.each(['ledger', 'compared', 'read models'] as const)(
      'where somebody has written into the target after the step "%s"',
      async (at) => {
        const onStep = async (step: Step) => {
          if (step === at) await cluster.store.append('books', NO_STREAM, [cleaned]);
        };
        await refused(
          home,
          cluster,
          at === 'ledger'
            ? 'books@0 (LogsCleaned) should not be there'
            : 'somebody has written to the cluster while it was filled',
          { ...quiet, onStep },
        );
        expect(await stateOf(cluster)).toBe('arriving');
      },
    );

    it('where an event in the target was changed, and the event is named', async () => {
      await move(home, cluster, quiet);
      await home.pool.query(
        "alter table events.events disable trigger all; update events.events set data = replace(data, '9000', '9001') where type = 'TokenLimitSet'",
      );
      await refused(
        cluster,
        home,
        'the target holds another ledger: account-2@2 (TokenLimitSet): ' +
          'data should be {"limit":9000,"tokenId":11,"version":1} and is {"limit":9001,"tokenId":11,"version":1}',
      );
      expect(await stateOf(home)).toBe('left');
    });

    it('where an event was changed after it was copied', async () => {
      const elsewhere = await postgresPlace('another place');
      const onStep = async (step: Step) => {
        if (step === 'ledger')
          await elsewhere.pool.query(
            "alter table events.events disable trigger all; update events.events set data = replace(data, '9000', '9001') where type = 'TokenLimitSet'",
          );
      };
      await refused(
        home,
        elsewhere,
        /^the copied ledger differs:\n {2}account-2@2 \(TokenLimitSet\): data should be .*9000.* and is .*9001/,
        { ...quiet, onStep },
      );
      expect(await stateOf(elsewhere)).toBe('arriving');
      await elsewhere.close();
      await elsewhere.database.drop();
    });

    it('where the target holds an installation', async () => {
      await addUser(cluster.pool, { username: 'root' });
      await refused(home, cluster, 'the cluster is not empty: it holds an installation');
    });

    it('where another program uses the cluster', async () => {
      const other = new pg.Client({ connectionString: cluster.database.url, application_name: 'somebody' });
      await other.connect();
      await refused(
        home,
        cluster,
        /the cluster is in use: a program \(somebody, from .*\) is connected to its database/,
      );
      await other.end();
    });

    it('where the source was used meanwhile', async () => {
      const onStep = async (step: Step) => {
        if (step === 'read models') await home.store.append('books', NO_STREAM, [cleaned]);
      };
      await refused(home, cluster, 'the embedded installation has been used while it was moved', { ...quiet, onStep });
      expect(await stateOf(cluster)).toBe('arriving');
    });

    it('where there is nothing to move, or the source is itself being filled', async () => {
      await refused(cluster, home, 'the cluster holds nothing that could move');
      await expect(move(home, cluster, crashingAfter('ledger'))).rejects.toThrow(Crash);
      await expect(move(cluster, home, quiet)).rejects.toThrow(
        'the cluster is itself being filled from the embedded installation and is not complete',
      );
    });
  });

  it('to a store that cannot be reached loses nothing', async () => {
    await double.kill();
    const restarted = double.start();
    await move(home, cluster, quiet);
    await restarted;
    await lives(cluster);
  });

  describe('is taken back', () => {
    it('while the other place has not gone on, which then does not start any more', async () => {
      await move(home, cluster, quiet);
      await undoMove(home, cluster, quiet);
      expect(await states()).toEqual(['resident', 'arriving']);
      await move(home, cluster, quiet);
      expect(await states()).toEqual(['left', 'resident']);
    });

    it('not once it has, but where it is lost', async () => {
      await move(home, cluster, quiet);
      await cluster.store.append('somebody', NO_STREAM, [foreign]);
      await expect(undoMove(home, cluster, quiet)).rejects.toThrow(
        'the cluster has gone on since: the target holds somebody@0 (SomebodyElse), which the ledger does not have. Move it back instead',
      );
      expect(await states()).toEqual(['left', 'resident']);
      await undoMove(home, undefined, quiet);
      expect(await stateOf(home)).toBe('resident');
    });

    it('only where there was one', async () => {
      await expect(undoMove(home, cluster, quiet)).rejects.toThrow(
        'the embedded installation has not moved away; there is nothing to undo',
      );
    });
  });
});
