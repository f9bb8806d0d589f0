import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { founded } from '@ledgate/domain/founding/founding-stream';
import { LEDGER_STREAM } from '@ledgate/domain/founding/events';
import { type EventStore, type Revision, START } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { LEDGER_SCHEMA } from '@ledgate/domain/events/schema-numbers';
import { ledgerSchemaOf } from '@ledgate/projections/directory/ledger-schema/ledger-schema';
import { installationOf } from '@ledgate/projections/directory/installation/installation';
import { rebuild } from '@ledgate/projections/rebuild/rebuild';
import { testMasterKey } from '@ledgate/projections/testing/directory-keys';
import { type FreshDatabase, freshDatabase } from '@ledgate/projections/testing/fresh-database';
import { verify } from '@ledgate/projections/verify/verify';
import pg from 'pg';
import { ProtocolDouble } from '../../../test/doubles/eventstoredb/protocol-double.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { readEnvironment } from '../../server/config/config.ts';
import { createLogger } from '../../server/telemetry/logger.ts';
import { openDirectory } from './directory.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { Lifeline } from './shutdown.ts';
import { refuseLaterLedger } from './which-ledger.ts';
import { withLedger } from './with-ledger.ts';

const log = createLogger({ LOG_LEVEL: 'silent' });
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u;

describe('whose ledger a start finds', () => {
  let database: FreshDatabase;
  let pool: pg.Pool;
  let doubles: ProtocolDouble[];
  beforeEach(async () => {
    database = await freshDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 3 });
    doubles = [];
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
    await Promise.all(doubles.map((double) => double.stop()));
  });

  const eventStore = async (): Promise<NodeJS.ProcessEnv> => {
    const double = await ProtocolDouble.start();
    doubles.push(double);
    return { EVENTSTORE_URL: double.url };
  };
  /** What a process opens of which nothing is known but that it lives; then its end. */
  const opened = async <Answer>(
    variables: NodeJS.ProcessEnv,
    work: (foundation: Foundation, lifeline: Lifeline) => Promise<Answer>,
  ): Promise<Answer> => {
    const lifeline = new Lifeline(log);
    try {
      const environment = readEnvironment({
        DATABASE_URL: database.url,
        MASTER_KEY: testMasterKey(),
        ...variables,
      });
      const given = Promise.resolve({ url: database.url, ours: false });
      return await work(await openFoundation(environment, log, lifeline, given), lifeline);
    } finally {
      await lifeline.end();
    }
  };
  /** As a relay, a worker or an api begins. */
  const start = (variables: NodeJS.ProcessEnv = {}): Promise<string | undefined> =>
    opened(variables, async (foundation, lifeline) => {
      await openDirectory(foundation, lifeline);
      return founded(foundation.store);
    });
  /** As a projector or a publisher begins. */
  const startBeside = (variables: NodeJS.ProcessEnv = {}): Promise<string | undefined> =>
    opened(variables, ({ store }) => founded(store));
  const foundings = ({ store }: { readonly store: EventStore }) => store.readStream(LEDGER_STREAM, 0 as Revision, 10);

  it.each([
    ['Postgres', async () => ({})],
    ['EventStoreDB', eventStore],
  ])('is founded once, by the first start, in %s; ledger and directory name the same', async (_where, place) => {
    const variables = await place();
    const id = await start(variables);
    expect(id).toMatch(UUID);
    expect(await installationOf(pool)).toBe(id);
    expect([await start(variables), await startBeside(variables)]).toEqual([id, id]);
    expect(await opened(variables, foundings)).toHaveLength(1);
  });

  it('is one that both read of two processes that start at once', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    expect(one).toMatch(UUID);
    expect([other, await installationOf(pool)]).toEqual([one, one]);
    expect(await opened({}, foundings)).toHaveLength(1);
  });

  it('is founded by nobody who only fills read models or publishes', async () => {
    expect(await startBeside()).toBeUndefined();
    expect(await installationOf(pool)).toBeUndefined();
  });

  it('is founded in an installation of a release before as soon as nobody is left of that release', async () => {
    await startBeside();
    await pool.query('update directory.ledger_schema set number = 1');
    expect([await start(), await installationOf(pool)]).toEqual([undefined, undefined]);
    await pool.query('update directory.ledger_schema set number = $1', [LEDGER_SCHEMA]);
    const id = await start();
    expect(id).toMatch(UUID);
    expect(await installationOf(pool)).toBe(id);
    expect(await opened({}, foundings)).toHaveLength(1);
  });

  it('is told the directory by the next start where the first ended between the two', async () => {
    const id = await start();
    await pool.query('delete from directory.installation');
    expect(await start()).toBe(id);
    expect(await installationOf(pool)).toBe(id);
    expect(await opened({}, foundings)).toHaveLength(1);
  });

  it('is refused by a sentence where it is another installation’s, and nothing is written', async () => {
    const [ours, theirs] = [await eventStore(), await eventStore()];
    const id = await start(theirs);
    await pool.query('delete from directory.installation');
    const named = await start(ours);
    expect(named).not.toBe(id);
    for (const begin of [start, startBeside]) {
      await expect(begin(theirs)).rejects.toThrow(
        new StartRefused(
          `the ledger in EventStoreDB of EVENTSTORE_URL is that of installation ${id}, and the directory of this database is that of ` +
            `installation ${named}: they do not belong together; correct EVENTSTORE_URL or DATABASE_URL, or put back ledger and directory from one backup`,
        ),
      );
    }
    expect(await installationOf(pool)).toBe(named);
    expect(await start(ours)).toBe(named);
  });

  it('is refused by commands too, before they fill read models from it or keep it as a backup', async () => {
    const [ours, theirs] = [await eventStore(), await eventStore()];
    const command = (variables: NodeJS.ProcessEnv): Promise<string | undefined> =>
      withLedger(readEnvironment({ DATABASE_URL: database.url, ...variables }), ({ store }) => founded(store));
    expect(await command(ours)).toBeUndefined();
    await start(theirs);
    await pool.query('delete from directory.installation');
    const named = await start(ours);
    expect(await command(ours)).toBe(named);
    await expect(command(theirs)).rejects.toThrow(/is that of installation .*: they do not belong together;/u);
  });

  it('is refused where the ledger is empty, or of before it was founded, and nothing is written', async () => {
    const named = await start();
    const empty = await eventStore();
    await expect(start(empty)).rejects.toThrow(
      `the ledger in EventStoreDB of EVENTSTORE_URL names no installation, and the directory of this database is that of installation ${named}:`,
    );
    // Without the directory's word it can be looked at.
    await pool.query('delete from directory.installation');
    expect(await opened(empty, ({ store }) => store.head())).toBe(START);
  });

  it('is no matter of the read models: a rebuild leaves the directory its word, and nothing to find for verify', async () => {
    const id = await start();
    await opened({}, async ({ store }) => {
      await rebuild({ store, pool, log: silentLog });
      expect(await verify({ store, pool, gaplessPositions: true })).toEqual([]);
    });
    expect(await installationOf(pool)).toBe(id);
  });

  it('is written in this release’s shapes at once where it is new, whichever role starts first', async () => {
    await startBeside();
    expect(await ledgerSchemaOf(pool)).toBe(LEDGER_SCHEMA);
    expect(await opened({}, async ({ gate }) => gate.number)).toBe(LEDGER_SCHEMA);
  });

  it('is written in the shapes that stand in the directory, and learns of others with its view of that', async () => {
    await start();
    await pool.query('update directory.ledger_schema set number = 1');
    expect(await opened({}, async ({ gate }) => gate.number)).toBe(1);
  });

  it('is refused by a sentence, to every role, where a later release writes it, and nothing is written', async () => {
    await start();
    const before = await opened({}, ({ store }) => store.head());
    await pool.query('update directory.ledger_schema set number = $1', [LEDGER_SCHEMA + 1]);
    for (const begin of [start, startBeside]) {
      await expect(begin()).rejects.toThrow(
        new StartRefused(
          `a later release writes this ledger (ledger_schema ${LEDGER_SCHEMA + 1}, this one reads ${LEDGER_SCHEMA}): start that release, or one after it; ` +
            'the way back is to restore a backup of before the upgrade',
        ),
      );
    }
    await expect(refuseLaterLedger(pool)).rejects.toThrow(/^a later release writes this ledger/u);
    await pool.query('update directory.ledger_schema set number = $1', [LEDGER_SCHEMA]);
    await refuseLaterLedger(pool);
    expect(await opened({}, ({ store }) => store.head())).toBe(before);
  });
});
