import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ConsoleSession } from '@ledgate/api/testing/console-session';
import { z } from 'zod';
import { CALL_PRICE, CrashWorld, type Spender } from '../../../test/crash/world.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { Installation } from '../../../test/testing/installation.ts';
import { buildProduct, type Product } from '../../../test/testing/product.ts';

const LIMIT_MS = 180_000;

let installation: Installation;
let api: Product;
let relay: Product;
let world: CrashWorld;
let spender: Spender;

beforeAll(async () => {
  await buildProduct();
  installation = await Installation.open();
  await installation.start(['projector', 'worker']);
  [api, relay] = [await installation.start(['api']), await installation.start(['relay'])];
  world = await CrashWorld.open(api);
}, LIMIT_MS);
beforeEach(async () => {
  spender = await world.spender(10 * CALL_PRICE);
}, LIMIT_MS);
afterAll(async () => {
  world.upstream.close();
  await installation.close();
}, LIMIT_MS);

/** The session that the api has opened, before the relay. */
async function atRelay(): Promise<{ readonly console: ConsoleSession; readonly chat: () => Promise<number> }> {
  const console = new ConsoleSession(api.url);
  const { json } = await console.call('POST', '/api/user/login', {
    username: spender.username,
    password: 'a long secret',
  });
  console.userId = (json.data as { id: number }).id;
  const called = Object.assign(new ConsoleSession(relay.url), { cookie: console.cookie, userId: console.userId });
  const body = { model: world.model, group: 'default', messages: [{ role: 'user', content: 'hi' }] };
  return { console, chat: async () => (await called.call('POST', '/pg/chat/completions', body)).status };
}

it(
  'serves a session that another process has opened, charges its user alone, and knows at once that it has ended',
  async () => {
    const { console, chat } = await atRelay();
    expect(await chat()).toBe(200);
    await eventually('the charge can be read', async () => (await world.charges(spender)).length === 1);
    expect(await world.account(spender)).toEqual({ used: CALL_PRICE, quota: 9 * CALL_PRICE });
    const named = async (name: string): Promise<unknown> =>
      (await console.call('GET', `/api/log/self/?p=1&page_size=10&type=2&token_name=${name}`)).json.data;
    expect(await named('playground-default')).toMatchObject({
      total: 1,
      items: [{ token_name: 'playground-default', token_id: 0, quota: CALL_PRICE, group: 'default' }],
    });
    expect(await named('playground-vip')).toMatchObject({ total: 0 });
    expect((await console.call('GET', '/api/token/?p=0&size=10')).json.data).toMatchObject([{ used_quota: 0 }]);

    await console.call('GET', '/api/user/logout');
    expect(await chat()).toBe(401);
    expect(await api.run('verify')).toMatchObject({ code: 0 });
  },
  LIMIT_MS,
);

it(
  'refuses the session of who has been banned, with the very next call',
  async () => {
    const { console, chat } = await atRelay();
    const root = await world.root();
    await root.post('/api/user/manage', z.unknown(), {
      id: console.userId,
      username: spender.username,
      action: 'disable',
    });
    expect(await chat()).toBe(403);
  },
  LIMIT_MS,
);
