import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openProxy, type SilentProxy } from '@ledgate/projections/directory/testing/silent-proxy';
import { z } from 'zod';
import { CALL_PRICE, CrashWorld, type Spender } from '../../../test/crash/world.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { Installation } from '../../../test/testing/installation.ts';
import { Load } from '../../../test/testing/load.ts';
import { buildProduct, type Product } from '../../../test/testing/product.ts';

const LIMIT_MS = 180_000;
const ENABLED = 1;
const DISABLED = 2;
const nothing = z.unknown();
const statusAnswer = z.object({ data: z.object({ system_name: z.string() }) });
const tokens = z.array(z.object({ id: z.number(), key: z.string() }).loose());
const channels = z.array(z.object({ id: z.number(), test_time: z.number(), response_time: z.number() }).loose());

beforeAll(() => buildProduct(), LIMIT_MS);

/** Two apis and two relays, each a process of its own: who changes something is never who must know it. */
describe('what an api process without a relay changes', () => {
  let installation: Installation;
  let api: Product;
  let otherApi: Product;
  let relays: readonly Product[];
  let world: CrashWorld;
  let spender: Spender;

  beforeEach(async () => {
    installation = await Installation.open();
    await installation.start(['projector', 'worker']);
    [api, otherApi] = [await installation.start(['api']), await installation.start(['api'])];
    relays = [await installation.start(['relay']), await installation.start(['relay'])];
    world = await CrashWorld.open(api);
    spender = await world.spender(100 * CALL_PRICE);
  }, LIMIT_MS);
  afterEach(async () => {
    world.upstream.close();
    await installation.close();
  }, LIMIT_MS);

  async function statusesOf(key: string): Promise<readonly number[]> {
    return Promise.all(
      relays.map(async ({ url }) => {
        const load = new Load(url, world.model);
        const { status } = await load.one(key, false);
        await load.end();
        return status;
      }),
    );
  }

  it(
    'is in force on every relay with the very next call: a token',
    async () => {
      const console = await world.consoleOf(spender.username);
      const [token] = await console.get('/api/token/?p=0&size=10', tokens);
      for (let round = 0; round < 5; round += 1) {
        await console.put('/api/token/?status_only=true', nothing, { id: token?.id, status: DISABLED });
        expect(await statusesOf(spender.key)).toEqual([401, 401]);
        await console.put('/api/token/?status_only=true', nothing, { id: token?.id, status: ENABLED });
        expect(await statusesOf(spender.key)).toEqual([200, 200]);
      }
    },
    LIMIT_MS,
  );

  it(
    'is in force on every relay with the very next call: a channel, a user, a price',
    async () => {
      const root = await world.root();
      const [channel] = await root.get('/api/channel/?p=0&page_size=10', channels);
      await root.put('/api/channel/', nothing, { id: channel?.id, status: DISABLED });
      expect(await statusesOf(spender.key)).toEqual([503, 503]);
      await root.put('/api/channel/', nothing, { id: channel?.id, status: ENABLED });
      expect(await statusesOf(spender.key)).toEqual([200, 200]);

      await root.put('/api/option/', nothing, {
        key: 'ModelPrice',
        value: JSON.stringify({ [world.model]: (2 * CALL_PRICE) / 500_000 }),
      });
      expect(await statusesOf(spender.key)).toEqual([200, 200]);
      await eventually('the charges can be read', async () => (await world.charges(spender)).length === 4);
      expect((await world.charges(spender)).map(({ quota }) => quota).toSorted((one, other) => one - other)).toEqual(
        [1, 1, 2, 2].map((times) => times * CALL_PRICE),
      );

      const { userId } = await world.consoleOf(spender.username);
      await root.post('/api/user/manage', nothing, { id: userId, username: spender.username, action: 'disable' });
      expect(await statusesOf(spender.key)).toEqual([403, 403]);
    },
    LIMIT_MS,
  );

  it(
    'is known to the other api, and takes back what relays had lent',
    async () => {
      await (await world.root()).put('/api/option/', nothing, { key: 'SystemName', value: 'Two apis' });
      // Nobody waits for other apis to take a change in: they hear of it as relays do.
      await eventually(
        'the other api knows',
        async () =>
          statusAnswer.parse(await (await fetch(`${otherApi.url}/api/status`)).json()).data.system_name === 'Two apis',
      );
      // Both relays lend from the account; a debit recalls what they hold, so that nothing is left that could still be spent.
      expect(await statusesOf(spender.key)).toEqual([200, 200]);
      const console = await world.consoleOf(spender.username);
      await eventually('both calls are charged', async () => (await world.account(spender)).used === 2 * CALL_PRICE);
      await (
        await world.root()
      ).put('/api/user/', nothing, {
        id: console.userId,
        username: spender.username,
        display_name: spender.username,
        group: 'default',
        quota: 0,
      });
      expect(await statusesOf(spender.key)).toEqual([403, 403]);
      // Another session than root's: nobody has promised it that it reads what root wrote.
      await eventually('the new balance can be read', async () => (await world.account(spender)).quota === 0);
      expect(await world.account(spender)).toEqual({ used: 2 * CALL_PRICE, quota: 0 });
    },
    LIMIT_MS,
  );

  it(
    "may be a channel's test, which it makes itself",
    async () => {
      const root = await world.root();
      const [channel] = await root.get('/api/channel/?p=0&page_size=10', channels);
      const before = world.upstream.reached.size;
      await root.get(`/api/channel/test/${channel?.id}?model=${world.model}`, nothing);
      expect(world.upstream.reached.size).toBe(before + 1);
      expect((await root.get('/api/channel/?p=0&page_size=10', channels))[0]?.test_time).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );
});

describe('a relay whose directory cannot be read', () => {
  let installation: Installation;
  let proxy: SilentProxy;
  let world: CrashWorld | undefined;
  beforeEach(async () => {
    installation = await Installation.open({ eventStore: true });
    proxy = await openProxy(new URL(installation.databaseUrl));
  }, LIMIT_MS);
  afterEach(async () => {
    world?.upstream.close();
    await proxy.close();
    await installation.close();
  }, LIMIT_MS);

  it(
    'answers 503 after the configured time, and the others go on',
    async () => {
      const api = await installation.start(['api', 'projector', 'worker']);
      const cutOff = await installation.start(['relay'], {
        DATABASE_URL: proxy.url,
        RELAY_DIRECTORY_AGE_MAX_SECONDS: '2',
      });
      const relay = await installation.start(['relay']);
      world = await CrashWorld.open(api);
      const { model } = world;
      const { key } = await world.spender(100 * CALL_PRICE);
      const answerOf = async ({ url }: Product): Promise<{ readonly status: number; readonly text: string }> => {
        const answer = await fetch(`${url}/v1/chat/completions`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ model, messages: [{ role: 'user', content: 'serial 1' }] }),
        });
        return { status: answer.status, text: await answer.text() };
      };
      expect((await answerOf(cutOff)).status).toBe(200);
      proxy.silence();
      await eventually('the relay refuses', async () => {
        const { status, text } = await answerOf(cutOff);
        return status === 503 && text.includes('directory');
      });
      expect((await answerOf(relay)).status).toBe(200);
    },
    LIMIT_MS,
  );
});
