import { EVENT_SCHEMAS, LEDGER_SCHEMA, numberWritten } from '@ledgate/domain/events/schema-numbers';
import { ledgerSchemaOf } from '@ledgate/projections/directory/ledger-schema/ledger-schema';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../testing/eventually.ts';
import { inFull } from '../testing/in-full.ts';
import { Installation } from '../testing/installation.ts';
import { buildProduct, Product } from '../testing/product.ts';
import { PASSWORD, RANGES, WEEKS } from './asked.ts';
import { loadReleaseBefore, toldBefore } from './release-before.ts';
import { told } from './told.ts';
import { correctionsOf, logRowAsBefore, receiptAsBefore, trialBalanceAsBefore } from './told-otherwise.ts';

/** Every row of the log and every receipt, or some: all receipts take minutes (docs/architecture.md#tests). */
const IS_WHOLE = process.env['UPGRADED_ROWS'] === 'all';
const LIMIT_MS = IS_WHOLE ? 3_600_000 : 1_200_000;
const EVENTS = 200_004;

/** Every type that may be written while processes of that release run. */
const typesBefore = Object.entries(EVENT_SCHEMAS)
  .filter(([, schema]) => numberWritten(schema, 1) !== null)
  .map(([type]) => type);

inFull(describe)('an installation of the release before, of 200,000 events of every type', () => {
  let installation: Installation | undefined;
  let product: Product | undefined;
  beforeAll(() => buildProduct(), LIMIT_MS);
  afterEach(async () => {
    await product?.discard();
    await installation?.close();
  }, LIMIT_MS);

  it(
    'tells after an upgrade in place what it told before: balances, log, receipts, statements, sums of the journal',
    async () => {
      installation = await Installation.open();
      const { pool, databaseUrl, environment } = installation;
      expect(await loadReleaseBefore(databaseUrl)).toBe(EVENTS);
      const written = await pool.query<{ type: string }>('select distinct type from events.events');
      expect(written.rows.map(({ type }) => type)).toEqual(expect.arrayContaining(typesBefore));
      product = new Product({ ...environment, TIME_SCALE: '0.3', LOG_LEVEL: 'error' }, '/healthz');
      await product.start();
      const { url } = product;
      await eventually('the console is open', async () => (await fetch(`${url}/api/status`)).ok, LIMIT_MS);
      await eventually('nothing holds the new shapes back', async () => (await ledgerSchemaOf(pool)) === LEDGER_SCHEMA);

      const as = { receiptAs: receiptAsBefore, rowAs: logRowAsBefore };
      const asked = { password: PASSWORD, ranges: RANGES, weeks: WEEKS, whole: IS_WHOLE, ...as };
      const now = await told(url, asked);
      const before = toldBefore();
      expect(Object.keys(now.accounts)).toEqual(Object.keys(before.accounts));
      for (const [username, account] of Object.entries(now.accounts)) {
        // What was asked for, of all that was told.
        const expected = Object.entries(before.accounts[username] ?? {}).filter(([what]) => what in account);
        expect({ username, ...account }).toEqual({ username, ...Object.fromEntries(expected) });
      }
      const corrections = await correctionsOf(pool);
      expect(now.trialBalances.map((each) => trialBalanceAsBefore(each, corrections))).toEqual(before.trialBalances);
      // Else nothing of what is told otherwise was tried.
      expect(now.trialBalances[0]?.accounts.map(({ account }) => account)).toContain('suspense');
      expect(corrections).not.toEqual([]);
      expect([now.usage, now.codes]).toEqual([before.usage, before.codes]);
      // Read models of another shape were verified before the console was open.
      if (IS_WHOLE) expect(await product.run('verify')).toMatchObject({ code: 0 });
    },
    LIMIT_MS,
  );
});
