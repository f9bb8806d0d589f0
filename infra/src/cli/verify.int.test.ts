import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { READ_MODELS } from '@ledgate/projections/schema/shape';
import pg from 'pg';
import { CALL_PRICE, CrashWorld, type Spender } from '../../test/crash/world.ts';
import { connectionOf } from '../embedded/postgres/embedded-postgres.ts';
import { eventually } from '../../test/testing/eventually.ts';
import { Load } from '../../test/testing/load.ts';
import { expectServed } from '../../test/testing/metered-request.ts';
import { buildProduct, Product } from '../../test/testing/product.ts';

const LIMIT_MS = 120_000;

/** What somebody does with the database's own tools beside the product. */
describe('npm run verify beside a running product', () => {
  const product = new Product();
  let world: CrashWorld;
  let spender: Spender;
  let database: pg.Client;

  beforeAll(async () => {
    buildProduct();
    await product.start();
    world = await CrashWorld.open(product);
    await expectServed(world, product);
    spender = await world.spender(CALL_PRICE);
    database = new pg.Client({ connectionString: connectionOf(product.dataDir) });
    // The server goes before this connection does.
    database.on('error', () => undefined);
    await database.connect();
  }, LIMIT_MS);

  afterAll(async () => {
    await database.end();
    world.upstream.close();
    await product.discard();
  }, LIMIT_MS);

  const verified = (): Promise<{ code: number | null; output: string }> => product.run('verify');
  const userId = async (): Promise<number> => (await world.consoleOf(spender.username)).userId;

  const numberOf = async (text: string): Promise<number> => {
    const {
      rows: [row],
    } = await database.query<{ position: string }>(text);
    return Number(row?.position);
  };
  const lastPosition = () => numberOf('select max(position) as position from events.events');
  const applied = () => numberOf(`select max(position) as position from ${READ_MODELS}.checkpoints`);

  /** No projector comes past the rows that it moves. */
  async function whileNothingIsApplied<Value>(work: () => Promise<Value>): Promise<Value> {
    const { rows } = await database.query<{ schema: string }>(
      "select 'rm_v' || number as schema from readmodel.generations where status = 'live'",
    );
    await database.query(`begin; select * from ${rows[0]?.schema}.checkpoints for update`);
    try {
      return await work();
    } finally {
      await database.query('rollback');
    }
  }

  async function giveUnrecorded(amount: number): Promise<void> {
    const { rowCount } = await database.query(
      `update ${READ_MODELS}.balances set credits = credits + $2 where user_id = $1`,
      [await userId(), amount],
    );
    expect(rowCount).toBe(1);
  }

  it(
    'names a balance that is not what the ledger says, and exits with 1; with 0 when it is true again',
    async () => {
      await giveUnrecorded(1);
      const untrue = await verified();
      expect(untrue.output).toMatch(
        new RegExp(
          `The books are NOT true:[\\s\\S]*balance of account ${await userId()}, credits: expected ${CALL_PRICE}, seen ${CALL_PRICE + 1}`,
        ),
      );
      expect(untrue.code).toBe(1);
      await giveUnrecorded(-1);
      expect(await verified()).toMatchObject({ code: 0, output: expect.stringContaining('The books are true') });
    },
    LIMIT_MS,
  );

  it(
    'says up to where it compared and how far behind the ledger the read models are, and exits with 0',
    async () => {
      expect((await verified()).output).toMatch(
        /The books are true up to ledger position (\d+)\.\nCompared up to position \1;/,
      );
      const { code, output } = await whileNothingIsApplied(async () => {
        const load = new Load(product.url, world.model);
        expect(await load.one(spender.key, false)).toMatchObject({ status: 200, complete: true });
        await load.end();
        await eventually('its charge stands in the ledger', async () => (await lastPosition()) > (await applied()));
        return verified();
      });
      const [, upTo, end, behind] =
        /Compared up to position (\d+); the ledger ends at position (\d+)\. The read models are (\d+) events behind it/.exec(
          output,
        ) ?? [];
      expect(output).toContain(`The books are true up to ledger position ${upTo}.`);
      expect(Number(end)).toBeGreaterThan(Number(upTo));
      expect(Number(behind)).toBeGreaterThanOrEqual(Number(end) - Number(upTo));
      expect(code).toBe(0);
    },
    LIMIT_MS,
  );

  it(
    'names an event that is gone from the store, and exits with 1',
    async () => {
      await database.query('alter table events.events disable trigger events_never_change');
      const {
        rows: [gone],
      } = await database.query(
        `delete from events.events
         where position = (select max(position) from events.events where type = 'RedemptionCredited')
         returning position, stream, revision`,
      );
      await database.query('alter table events.events enable trigger events_never_change');
      const untrue = await verified();
      expect(untrue.output).toMatch(
        new RegExp(`The books are NOT true:[\\s\\S]*event position ${gone.position}: expected an event, seen none`),
      );
      expect(untrue.code).toBe(1);
    },
    LIMIT_MS,
  );
});
