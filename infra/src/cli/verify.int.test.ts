import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { READ_MODELS } from '@ledgate/projections/schema/shape';
import pg from 'pg';
import { CALL_PRICE, CrashWorld, type Spender } from '../crash/world.ts';
import { connectionOf } from '../embedded-postgres/embedded-postgres.ts';
import { expectServed } from '../testing/metered-request.ts';
import { buildProduct, Product } from '../testing/product.ts';

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
