import { EVENT_SCHEMAS, LEDGER_SCHEMA, numberRead } from '@ledgate/domain/events/schema-numbers';
import { ledgerSchemaOf } from '@ledgate/projections/directory/ledger-schema/ledger-schema';
import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { trialBalance } from '@ledgate/projections/queries/trial-balance';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { expectNoLeasesIn } from '../crash/leases.ts';
import { CrashWorld, type Spender } from '../crash/world.ts';
import { eventually } from '../testing/eventually.ts';
import { Installation } from '../testing/installation.ts';
import { type Call, Load } from '../testing/load.ts';
import { buildProduct, type Product } from '../testing/product.ts';

const LIMIT_MS = 240_000;
const MODEL = 'model-by-tokens';
const CREDITS = 10_000_000;
const CALLS = 3;
const QUICK = { delayMaxMs: 0, gapMaxMs: 0, usageOf: () => ({ prompt: 40, completion: 20 }) };

/** As it stands in the ledger: from number 3 on a charge that was not interrupted does not say so. */
const written = z.object({ requestId: z.string(), amount: z.number().optional(), interrupted: z.unknown().optional() });
const CHARGE_NUMBER = String(numberRead(EVENT_SCHEMAS.ConsumptionRecorded));
const started = z.object({ interrupted: z.object({ prompt: z.object({ amount: z.number() }) }) });

/**
 * Two relays: one as of the release before, whose till says of no `ledger_schema` that it reads it and which writes what that release does; one of this
 * release, which may write no more as long as the other lives.
 */
describe('in a rolling upgrade of two relays, one that is killed between ConsumptionStarted and the raise of ledger_schema', () => {
  let installation: Installation;
  let world: CrashWorld;
  let console: Product;
  let before: Product;
  let after: Product;
  let spender: Spender;
  beforeAll(() => buildProduct(), LIMIT_MS);
  afterEach(async () => {
    world.upstream.close();
    await installation.close();
  }, LIMIT_MS);

  async function open(timeScale: string, from = 1): Promise<void> {
    installation = await Installation.open({ environment: { TIME_SCALE: timeScale } });
    const { pool } = installation;
    await migrateDirectory(pool);
    await pool.query('insert into directory.ledger_schema (number) values ($1)', [from]);
    before = await installation.start(['relay']);
    const { rowCount } = await pool.query('update directory.tills set ledger_schema = $1', [from]);
    expect(rowCount).toBe(1);
    [console, after] = [await installation.start(['api', 'projector', 'worker']), await installation.start(['relay'])];
    world = await CrashWorld.open(console);
    world.upstream.pace = QUICK;
    await world.modelByTokens(MODEL, { ratio: 3, completionRatio: 2 });
    spender = await world.spender(CREDITS);
  }

  /** Some calls, one after the other, that end well. */
  async function served(relay: Product): Promise<readonly Call[]> {
    const load = new Load(relay.url, MODEL);
    for (let call = 0; call < CALLS; call += 1) await load.one(spender.key, call % 2 === 0);
    await load.end();
    for (const call of load.calls) expect(call).toMatchObject({ status: 200, complete: true });
    return load.calls;
  }

  const schemasOf = async (type: string) =>
    (
      await installation.pool.query<{ schema: string; data: string }>(
        "select metadata::json ->> 'schema' as schema, data from events.events where type = $1 order by position",
        [type],
      )
    ).rows.map(({ schema, data }) => ({ schema, ...written.parse(JSON.parse(data)), data }));

  /** A stream that does not end by itself, as soon as it has left its trace. */
  async function running(relay: Product): Promise<{ readonly load: Load; readonly call: Promise<Call> }> {
    world.upstream.pace = { ...QUICK, gapMaxMs: 100, words: 100_000 };
    const load = new Load(relay.url, MODEL);
    const call = load.one(spender.key, true);
    await eventually('it has left a trace', async () => (await schemasOf('ConsumptionStarted')).length > 0);
    return { load, call };
  }

  const raised = () =>
    eventually(
      'ledger_schema was raised',
      async () => (await ledgerSchemaOf(installation.pool)) === LEDGER_SCHEMA,
      LIMIT_MS,
    );

  /** Each served call is in revenue, the one that was cut in suspense by what its event says, and the balance is what they leave. */
  async function expectTrueBooks(calls: readonly Call[], cutAs: string): Promise<void> {
    const [cut, ...further] = await schemasOf('ConsumptionStarted');
    expect(further).toEqual([]);
    const amount = started.parse(JSON.parse(cut?.data ?? '{}')).interrupted.prompt.amount;
    expect(amount).toBeGreaterThan(0);
    const recorded = await schemasOf('ConsumptionRecorded');
    expect(recorded.filter(({ interrupted }) => interrupted === true)).toMatchObject([
      { schema: cutAs, requestId: cut?.requestId, amount },
    ]);
    const ends = recorded.filter(({ interrupted }) => interrupted !== true);
    // In number 3, and there alone, it goes without saying.
    for (const { schema, interrupted } of ends) expect(interrupted).toBe(schema === '3' ? undefined : false);
    expect(ends.map(({ requestId }) => requestId)).toEqual(calls.map(({ requestId }) => requestId));
    const revenue = ends.reduce((sum, end) => sum + (end.amount ?? 0), 0);
    await eventually('the charges can be read', async () => (await world.account(spender)).used === revenue + amount);
    expect(await world.account(spender)).toEqual({ quota: CREDITS - revenue - amount, used: revenue + amount });
    const { accounts, total } = await trialBalance(installation.pool);
    expect([total, ...accounts.filter(({ account }) => ['revenue', 'suspense'].includes(account))]).toEqual([
      0n,
      expect.objectContaining({ account: 'revenue', balance: BigInt(revenue) }),
      expect.objectContaining({ account: 'suspense', balance: BigInt(amount) }),
    ]);
    await expectNoLeasesIn(installation.databaseUrl);
    expect(await console.run('verify')).toMatchObject({ code: 0 });
  }

  it.each([
    [1, '1'],
    [3, '2'],
  ])(
    'leaves true books where it is the one of the release before (%d): its till is ended in the shapes of before, then the number is raised',
    async (from, number) => {
      await open('0.3', from);
      const calls = [...(await served(before)), ...(await served(after))];
      const { load, call } = await running(before);
      await before.kill();
      expect((await call).complete).toBe(false);
      await load.end();
      await raised();
      world.upstream.pace = QUICK;
      const later = await served(after);
      expect((await schemasOf('ConsumptionStarted')).map(({ schema }) => schema)).toEqual([number]);
      expect((await schemasOf('ConsumptionRecorded')).map(({ schema }) => schema)).toEqual([
        ...calls.map(() => number),
        number,
        ...later.map(() => CHARGE_NUMBER),
      ]);
      await expectTrueBooks([...calls, ...later], number);
    },
    LIMIT_MS,
  );

  it(
    'leaves true books where it is the one of this release: the number is raised, then its till is ended in the new shapes',
    async () => {
      // A dead relay is fenced after 15 s: the other has ended by then.
      await open('1.5');
      const calls = [...(await served(before)), ...(await served(after))];
      const { load, call } = await running(after);
      await Promise.all([after.kill(), before.stop()]);
      expect((await call).complete).toBe(false);
      await load.end();
      await raised();
      expect(await schemasOf('TillFenced')).toEqual([]);
      await eventually(
        'the till is ended',
        async () => (await schemasOf('ConsumptionRecorded')).length > calls.length,
        LIMIT_MS,
      );
      expect((await schemasOf('ConsumptionStarted')).map(({ schema }) => schema)).toEqual(['1']);
      await expectTrueBooks(calls, CHARGE_NUMBER);
    },
    LIMIT_MS,
  );
});
