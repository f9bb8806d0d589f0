import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { arm, diedAt } from '../crash/deaths.ts';
import { expectNoLeasesIn } from '../crash/leases.ts';
import type { CrashPoint } from '../crash/plan.ts';
import { CRASH_ENVIRONMENT } from '../crash/round.ts';
import { amountOf, chargesOf } from '../testing/charges.ts';
import { eventually } from '../testing/eventually.ts';
import { Load } from '../testing/load.ts';
import { buildProduct } from '../testing/product.ts';
import { costOf, MODEL, StalledRelay } from './stalled-relay.ts';

const LIMIT_MS = 180_000;
const CREDITS = 1_000_000_000;
const LONG = 3;

const POINTS = [
  'before_LateConsumptionRecorded',
  'after_LateConsumptionRecorded',
  'before_ConsumptionCorrected',
  'after_ConsumptionCorrected',
] as const satisfies readonly CrashPoint[];

describe('a relay that was fenced, goes on, and is killed', () => {
  let relays: StalledRelay;

  beforeAll(async () => {
    buildProduct();
    relays = await StalledRelay.open(CRASH_ENVIRONMENT);
  }, LIMIT_MS);

  afterAll(() => relays.close(), LIMIT_MS);

  it.each(POINTS)(
    '%s: what was answered whole is charged once and what it cost, everything else at most once',
    async (point) => {
      const { awake, paused, world } = relays;
      const spender = await world.spender(CREDITS);
      const begun = (await relays.events()).length;
      const events = async () => (await relays.events()).slice(begun);
      await paused.start();
      const before = await relays.served(paused, spender.key);
      const load = new Load(paused.url, MODEL);
      const running = await relays.stall(load, before, LONG);
      // While it stands still: it reads this first when it goes on.
      arm(paused, point, 1);
      process.kill(paused.pid, 'SIGUSR2');
      relays.goOn();
      await diedAt(paused, point);
      await Promise.all(running);
      await load.end();

      const written = new Set<string>((await events()).map(({ event }) => `after_${event.type}`));
      expect(written.has(point.replace('before_', 'after_'))).toBe(point.startsWith('after_'));
      await paused.start();
      const after = await relays.served(paused, spender.key);
      await expectNoLeasesIn(relays.databaseUrl);
      const calls = [before, ...load.calls, after];
      const charges = chargesOf(calls, await events());
      for (const [index, call] of calls.entries()) {
        expect(charges[index]?.records).toBeLessThanOrEqual(1);
        if (call.complete) expect(charges[index]).toEqual({ records: 1, amount: costOf(call) });
      }
      const charged = (await events()).reduce((sum, { event }) => sum + amountOf(event), 0);
      await eventually('the balance follows', async () => (await world.account(spender)).used === charged);
      expect(await world.account(spender)).toEqual({ used: charged, quota: CREDITS - charged });
      expect(await awake.run('verify')).toMatchObject({
        code: 0,
        output: expect.stringContaining('The books are true'),
      });
      await paused.stop();
    },
    LIMIT_MS,
  );
});
