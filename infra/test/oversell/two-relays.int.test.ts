import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { promptSizeOf } from '@ledgate/domain/pricing/prompt-bound';
import { CALL_PRICE, CrashWorld, type Spender } from '../crash/world.ts';
import { eventually } from '../testing/eventually.ts';
import { Installation } from '../testing/installation.ts';
import { type Call, Load } from '../testing/load.ts';
import { buildProduct, type Product } from '../testing/product.ts';

const PARALLEL = 200;
const COVERED = 10;
const LIMIT_MS = 180_000;

const BY_TOKENS = 'token-model';
const PRICE = { ratio: 3, completionRatio: 2 };
/** Stated by each call. */
const COMPLETION_MAX = 20;
const PAUSE_NONE = { delayMaxMs: 0, gapMaxMs: 0 };

const costOf = (usage: { readonly prompt: number; readonly completion: number }): number =>
  PRICE.ratio * (usage.prompt + PRICE.completionRatio * usage.completion);
/** Another for each call, and never what was reserved. */
const usageOf = (serial: number) => ({ prompt: 4 + (serial % 5), completion: 3 + (serial % 7) });
/** What is reserved for any of the calls, whose serials have as many digits: the upper bound of its prompt, and the maximum that it states. */
const RESERVATION = costOf({
  prompt: promptSizeOf({ messages: [{ role: 'user', content: 'serial 1000000' }] }, BY_TOKENS).bound,
  completion: COMPLETION_MAX,
});

const served = (calls: readonly Call[]): readonly Call[] => calls.filter(({ complete }) => complete);
const refused = (calls: readonly Call[]): readonly Call[] =>
  calls.filter(({ status }) => [400, 401, 403].includes(status));

/** Two whole products of one installation: two relay processes on one ledger. */
describe.each([
  ['Postgres', {}],
  ['EventStoreDB (by its protocol double)', { eventStore: true }],
])('two relay processes on %s', (_where, servers) => {
  let installation: Installation;
  let first: Product;
  let second: Product;
  let world: CrashWorld;

  beforeAll(async () => {
    buildProduct();
    installation = await Installation.open(servers);
    first = await installation.start(['all']);
    second = await installation.start(['all']);
    world = await CrashWorld.open(first);
    await world.modelByTokens(BY_TOKENS, PRICE);
  }, LIMIT_MS);

  afterAll(async () => {
    world.upstream.close();
    await installation.close();
  }, LIMIT_MS);

  async function rush({ key }: Spender, calls: number): Promise<readonly Call[]> {
    const loads = [new Load(first.url, world.model), new Load(second.url, world.model)];
    await Promise.all(Array.from({ length: calls }, (_, index) => loads[index % 2]?.one(key, false)));
    await Promise.all(loads.map((load) => load.end()));
    return loads.flatMap((load) => load.calls);
  }

  async function expectAccount(spender: Spender, used: number): Promise<void> {
    await eventually('the charges can be read', async () => (await world.account(spender)).used === used);
    expect(await world.account(spender)).toEqual({ used, quota: spender.credits - used });
  }

  it(
    'serve exactly 10 of 200 parallel calls on a balance for exactly 10',
    async () => {
      const spender = await world.spender(COVERED * CALL_PRICE);
      const calls = await rush(spender, PARALLEL);
      expect({ served: served(calls).length, refused: refused(calls).length }).toEqual({
        served: COVERED,
        refused: PARALLEL - COVERED,
      });
      await expectAccount(spender, COVERED * CALL_PRICE);
    },
    LIMIT_MS,
  );

  it(
    'spend a rest that is split over both: what one holds and does not need, the other gets',
    async () => {
      const spender = await world.spender(7 * CALL_PRICE + 1);
      expect(served(await rush(spender, 2))).toHaveLength(2);
      for (let call = 0; call < 5; call += 1) {
        const load = new Load(call % 2 === 0 ? first.url : second.url, world.model);
        expect((await load.one(spender.key, false)).status).toBe(200);
        await load.end();
      }
      expect(served(await rush(spender, 4))).toHaveLength(0);
      await expectAccount(spender, 7 * CALL_PRICE);
    },
    LIMIT_MS,
  );

  describe('priced by tokens, each call with a maximum that it states and does not reach', () => {
    let loads: readonly [Load, Load];
    let spender: Spender;
    let rest: number;

    beforeAll(async () => {
      loads = [new Load(first.url, BY_TOKENS), new Load(second.url, BY_TOKENS)];
      // One unit more, so that nothing comes out even.
      rest = COVERED * RESERVATION + 1;
      spender = await world.spender(rest);
    });
    afterAll(() => Promise.all(loads.map((load) => load.end())));

    const call = (relay: number, key: string): Promise<Call> => {
      const load = loads[relay % 2];
      if (load === undefined) throw new Error('no such relay');
      return load.one(key, false, { max_tokens: COMPLETION_MAX });
    };

    it(
      'serve exactly 10 of 200 parallel calls with two tokens while ten reservations are covered',
      async () => {
        let release = (): void => undefined;
        world.upstream.pace = {
          ...PAUSE_NONE,
          usageOf,
          held: new Promise((resolve) => {
            release = resolve;
          }),
        };
        const keys = [spender.key, await world.token(spender.username, 'second')];
        const running = Array.from({ length: PARALLEL }, (_, index) =>
          call(index, keys[Math.floor(index / 2) % 2] ?? ''),
        );
        const calls = (): readonly Call[] => loads.flatMap((load) => load.calls);
        try {
          // No reservation is given back before everybody has asked.
          await eventually(
            'all but those that are covered are refused',
            () => refused(calls()).length === PARALLEL - COVERED,
          );
        } finally {
          release();
        }
        await Promise.all(running);
        expect({ served: served(calls()).length, refused: refused(calls()).length }).toEqual({
          served: COVERED,
          refused: PARALLEL - COVERED,
        });
        rest -= served(calls()).reduce((sum, { serial }) => sum + costOf(usageOf(serial)), 0);
        expect(rest).toBeGreaterThan(RESERVATION);
        await expectAccount(spender, spender.credits - rest);
      },
      LIMIT_MS,
    );

    it(
      'serve, now the one and now the other, while the rest covers a reservation, and not once more',
      async () => {
        for (let relay = 0; rest >= RESERVATION; relay += 1) {
          const { serial, status, complete } = await call(relay, spender.key);
          expect({ rest, status, complete }).toEqual({ rest, status: 200, complete: true });
          rest -= costOf(usageOf(serial));
        }
        for (const relay of [0, 1]) expect(refused([await call(relay, spender.key)])).toHaveLength(1);
        expect(rest).toBeGreaterThanOrEqual(0);
        await expectAccount(spender, spender.credits - rest);
      },
      LIMIT_MS,
    );
  });

  it(
    'have true books',
    async () => {
      const { code, output } = await first.run('verify');
      expect(output).toContain('The books are true');
      expect(code).toBe(0);
    },
    LIMIT_MS,
  );
});
