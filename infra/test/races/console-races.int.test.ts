import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleSession } from '@ledgate/api/testing/console-session';
import { z } from 'zod';
import { ConsoleClient } from '../../tools/console-client/console-client.ts';
import { CALL_PRICE, CrashWorld } from '../crash/world.ts';
import { EpayProvider } from '../doubles/epay.ts';
import { eventually } from '../testing/eventually.ts';
import { Installation } from '../testing/installation.ts';
import { Load } from '../testing/load.ts';
import { bindCall, Mailbox, sessionOf } from '../testing/mailbox.ts';
import { numberIn } from '../testing/number-in.ts';
import { buildProduct, type Product } from '../testing/product.ts';

const ROUNDS = Math.min(numberIn('RACE_ROUNDS') ?? 2, 100);
const LIMIT_MS = 60_000 + ROUNDS * 20_000;
const CALLBACKS = 50;
const RESETS = 10;
const CALLS = 20;
const EARNED = 500_000;
const PASSWORD = 'a long secret';
const nothing = z.unknown();
const form = z.record(z.string(), z.string());
const self = z.object({ id: z.number(), quota: z.number(), used_quota: z.number(), email: z.string() });
const list = z.object({ items: z.array(z.object({ status: z.string(), credited: z.boolean() })), total: z.number() });

/** Of what is asked at the same moment; each answer counts, also a refusal. */
const isDone = ({ json }: Awaited<ReturnType<ConsoleSession['call']>>): boolean => json.success === true;

/** Two whole processes of one installation, and whoever is quick on both. */
describe('what two people do at the same moment on two processes', () => {
  let installation: Installation;
  let processes: readonly [Product, Product];
  let world: CrashWorld;
  let mailbox: Mailbox;
  let provider: EpayProvider;
  let people = 0;

  beforeAll(async () => {
    buildProduct();
    installation = await Installation.open();
    processes = [await installation.start(['all']), await installation.start(['all'])];
    world = await CrashWorld.open(processes[0]);
    mailbox = await Mailbox.of(processes[0].url);
    provider = await EpayProvider.open();
    const root = await world.root();
    for (const [key, value] of Object.entries({ ...provider.options(processes[0].url), QuotaForInviter: EARNED }))
      await root.put('/api/option/', nothing, { key, value });
  }, LIMIT_MS);

  afterAll(async () => {
    world.upstream.close();
    provider.close();
    await mailbox.close();
    await installation.close();
  }, LIMIT_MS);

  const url = (at: number): string => processes[at % 2 === 0 ? 0 : 1].url;
  async function person(): Promise<{ readonly id: number; readonly username: string }> {
    people += 1;
    const username = `quick${people}`;
    const root = await world.root();
    await root.post('/api/user/', nothing, { username, display_name: username, password: PASSWORD });
    return { id: (await ConsoleClient.signedIn(url(0), username, PASSWORD)).userId, username };
  }
  const signedIn = async (name: string, at: number): Promise<ConsoleSession> => {
    const session = await sessionOf(url(at), name, name === 'root' ? '123456' : PASSWORD);
    if (session === undefined) throw new Error(`${name} cannot sign in`);
    return session;
  };
  const selfOf = async (name: string, at = 0) =>
    (await ConsoleClient.signedIn(url(at), name, PASSWORD)).get('/api/user/self', self);
  const balanceIs = async (name: string, quota: number): Promise<void> => {
    for (const at of [0, 1])
      await eventually(`${name} has ${quota} on process ${at}`, async () => (await selfOf(name, at)).quota === quota);
  };
  const rounds = (title: string, race: () => Promise<void>): void =>
    it(
      `${title}: ${ROUNDS} rounds`,
      async () => {
        for (let round = 0; round < ROUNDS; round += 1) await race();
      },
      LIMIT_MS,
    );

  rounds('of two who redeem one code one has it', async () => {
    const both = [await person(), await person()];
    const [code] = await (
      await world.root()
    ).post('/api/redemption/', z.array(z.string()), { name: 'race', quota: 700, count: 1 });
    const sessions = await Promise.all(both.map(({ username }, at) => signedIn(username, at)));
    const answers = await Promise.all(sessions.map((one) => one.call('POST', '/api/user/topup', { key: code })));
    expect(answers.filter(isDone)).toHaveLength(1);
    for (const [at, { username }] of both.entries())
      await balanceIs(username, isDone(answers[at] as (typeof answers)[number]) ? 700 : 0);
  });

  rounds('of two transfers of the same earnings one is done', async () => {
    const { username } = await person();
    const inviter = await ConsoleClient.signedIn(url(0), username, PASSWORD);
    const code = await inviter.get('/api/user/aff', z.string());
    const invited = { username: `${username}i`, password: PASSWORD, password2: PASSWORD, aff_code: code };
    await new ConsoleClient(url(1)).post('/api/user/register', nothing, invited);
    await eventually(
      'the invitation has earned',
      async () => (await inviter.get('/api/user/self', z.object({ aff_quota: z.number() }))).aff_quota === EARNED,
    );
    const both = await Promise.all([signedIn(username, 0), signedIn(username, 1)]);
    const answers = await Promise.all(both.map((one) => one.call('POST', '/api/user/aff_transfer', { quota: EARNED })));
    expect(answers.filter(isDone)).toHaveLength(1);
    await balanceIs(username, EARNED);
  });

  rounds(`a payment of which ${CALLBACKS} callbacks and a question come at once is credited once`, async () => {
    const { username } = await person();
    const payer = await ConsoleClient.signedIn(url(0), username, PASSWORD);
    const order = await payer.post('/api/user/pay', form, { amount: 10, payment_method: 'zfb' });
    const number = order['out_trade_no'] ?? '';
    provider.posted.set(number, order);
    provider.paid.set(number, order['money'] ?? '');
    const asking = await signedIn(username, 1);
    const [asked, ...answers] = await Promise.all([
      asking.call('POST', '/api/user/pay/query', { trade_no: number }),
      ...Array.from({ length: CALLBACKS }, async (_, at) =>
        (await fetch(`${url(at)}/api/user/epay/notify?${provider.callback(order)}`)).text(),
      ),
    ]);
    expect(asked.json.data).toMatchObject({ status: 'success' });
    expect(new Set(answers)).toEqual(new Set(['success']));
    await balanceIs(username, 5_000_000);
    const orders = await (
      await ConsoleClient.signedIn(url(1), username, PASSWORD)
    ).get('/api/user/topups/self?p=1&page_size=10', list);
    expect(orders).toEqual({ total: 1, items: [{ status: 'success', credited: true }] });
  });

  rounds(
    'of two numbers that two administrators give one balance one stands, and it is one that was answered done',
    async () => {
      const { id, username } = await person();
      const both = await Promise.all([signedIn('root', 0), signedIn('root', 1)]);
      const numbers = [4_000 + people, 9_000 + people];
      const user = { id, username, display_name: username, group: 'default', password: '' };
      const answers = await Promise.all(
        both.map((root, at) => root.call('PUT', '/api/user/', { ...user, quota: numbers[at] })),
      );
      const done = numbers.filter((_, at) => isDone(answers[at] as (typeof answers)[number]));
      expect(done.length).toBeGreaterThan(0);
      await eventually('one of them stands', async () => done.includes((await selfOf(username)).quota));
      await balanceIs(username, (await selfOf(username)).quota);
    },
  );

  rounds('of two changes that two administrators make of one user none is half there', async () => {
    const { id, username } = await person();
    const both = await Promise.all([signedIn('root', 0), signedIn('root', 1)]);
    const wanted = [
      { display_name: `one${people}`, group: 'default' },
      { display_name: `two${people}`, group: 'vip' },
    ];
    const answers = await Promise.all(
      both.map((root, at) => root.call('PUT', '/api/user/', { id, username, password: '', ...wanted[at] })),
    );
    expect(answers.filter(isDone).length).toBeGreaterThan(0);
    const pair = z.object({ display_name: z.string(), group: z.string() });
    expect(wanted).toContainEqual(await (await world.root()).get(`/api/user/${id}`, pair));
  });

  rounds('a number that is given to a balance while calls are charged is what stands when they are', async () => {
    const spender = await world.spender(CALL_PRICE * 4 * CALLS);
    const { id } = await selfNamed(spender.username);
    const before = await selfNamed(spender.username);
    const loads = processes.map((process) => new Load(process.url, world.model));
    const calls = Promise.all(Array.from({ length: CALLS }, (_, at) => loads[at % 2]?.one(spender.key, false)));
    const root = await signedIn('root', 1);
    const number = CALL_PRICE * 2 * CALLS;
    const user = { id, username: spender.username, display_name: spender.username, group: 'default', password: '' };
    const set = await root.call('PUT', '/api/user/', { ...user, quota: number });
    await calls;
    await Promise.all(loads.map((load) => load.end()));
    const charged = loads.flatMap((load) => load.calls).filter(({ complete }) => complete).length * CALL_PRICE;
    await eventually('all charges are there', async () => (await selfNamed(spender.username)).used_quota === charged);
    const { quota } = await selfNamed(spender.username);
    // What was charged before the number was given is in it, what was charged after is not.
    if (isDone(set)) {
      expect(quota).toBeLessThanOrEqual(number);
      expect(quota).toBeGreaterThanOrEqual(number - charged);
      expect((number - quota) % CALL_PRICE).toBe(0);
    } else expect(quota).toBe(before.quota - charged);
    expect(isDone(await root.call('PUT', '/api/user/', { ...user, quota: 123 }))).toBe(true);
    expect((await selfNamed(spender.username)).quota).toBe(123);
  });
  const selfNamed = async (name: string) => (await world.consoleOf(name)).get('/api/user/self', self);

  rounds(`of ${RESETS} resets with one token one makes a password`, async () => {
    people += 1;
    const { email, username } = await mailbox.person(url(0), `forgetful${people}`);
    const reset = await mailbox.resetOf(url(1), email);
    const answers = await Promise.all(
      Array.from({ length: RESETS }, (_, at) => new ConsoleSession(url(at)).call('POST', '/api/user/reset', reset)),
    );
    const made = answers.filter(isDone).map(({ json }) => String(json.data));
    expect(made).toHaveLength(1);
    for (const at of [0, 1]) expect(await sessionOf(url(at), username, made[0] ?? '')).toBeDefined();
  });

  rounds('of two who prove one e-mail one has it', async () => {
    const both = [await person(), await person()];
    const email = `shared${people}@example.com`;
    const code = await mailbox.codeFor(url(0), email);
    const sessions = await Promise.all(both.map(({ username }, at) => signedIn(username, at)));
    const answers = await Promise.all(sessions.map((one) => one.call('GET', bindCall(email, code))));
    expect(answers.filter(isDone)).toHaveLength(1);
    const emails = await Promise.all(both.map(async ({ username }) => (await selfOf(username)).email));
    expect(emails.sort()).toEqual(['', email]);
  });

  it(
    'and the books are true after all of it',
    async () => expect((await processes[0].run('verify')).code).toBe(0),
    LIMIT_MS,
  );
});
