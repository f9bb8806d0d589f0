import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectNoLeasesIn } from '../crash/leases.ts';
import type { Spender } from '../crash/world.ts';
import { amountOf, chargesOf } from '../testing/charges.ts';
import { eventually } from '../testing/eventually.ts';
import { Load } from '../testing/load.ts';
import { buildProduct } from '../testing/product.ts';
import { costOf, MODEL, StalledRelay } from './stalled-relay.ts';

const LIMIT_MS = 120_000;
const CREDITS = 1_000_000_000;
const LONG = 6;

describe('a relay that stands still until another process has fenced it', () => {
  let relays: StalledRelay;
  let spender: Spender;

  beforeAll(async () => {
    buildProduct();
    relays = await StalledRelay.open();
    await relays.paused.start();
    spender = await relays.world.spender(CREDITS);
  }, LIMIT_MS);

  afterAll(() => relays.close(), LIMIT_MS);

  it(
    'ends what ran in it with one charge each, and serves new requests under a new till',
    async () => {
      const { awake, paused } = relays;
      const before = await relays.served(paused, spender.key);
      const load = new Load(paused.url, MODEL);
      const running = await relays.stall(load, before, LONG);
      const meanwhile = await relays.served(awake, spender.key);
      relays.goOn();
      await Promise.all(running);
      const after = await relays.served(paused, spender.key);
      await load.end();
      expect(load.calls.map(({ status, complete }) => ({ status, complete }))).toEqual(
        load.calls.map(() => ({ status: 200, complete: true })),
      );

      const calls = [before, ...load.calls, meanwhile, after];
      const ledgerEvents = await relays.events();
      const fenced = new Set(
        ledgerEvents.filter(({ event }) => event.type === 'TillFenced').map(({ stream }) => stream),
      );
      expect(fenced.has((await relays.chargedIn(before)) ?? '')).toBe(true);
      expect(fenced.has((await relays.chargedIn(after)) ?? '')).toBe(false);
      expect(chargesOf(calls, ledgerEvents)).toEqual(calls.map((call) => ({ records: 1, amount: costOf(call) })));
      // The fence had charged the long ones by their traces; of the short ones it knew only those that had left one by then.
      const late = ledgerEvents.filter(
        ({ event }) => event.type === 'ConsumptionCorrected' || event.type === 'LateConsumptionRecorded',
      );
      expect(late).toHaveLength(load.calls.length);
      expect(ledgerEvents.filter(({ event }) => event.type === 'ConsumptionCorrected').length).toBeGreaterThanOrEqual(
        LONG,
      );
    },
    LIMIT_MS,
  );

  it(
    'leaves no lease open and true books',
    async () => {
      await expectNoLeasesIn(relays.databaseUrl);
      const { code, output } = await relays.awake.run('verify');
      expect(output).toContain('The books are true');
      expect(code).toBe(0);
      const charged = (await relays.events()).reduce((sum, { event }) => sum + amountOf(event), 0);
      await eventually('the balance follows', async () => (await relays.world.account(spender)).used === charged);
      expect(await relays.world.account(spender)).toEqual({ used: charged, quota: CREDITS - charged });
    },
    LIMIT_MS,
  );
});
