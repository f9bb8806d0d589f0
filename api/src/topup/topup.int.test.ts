import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { gatedStore, LedgerGate } from '@ledgate/domain/events/ledger-gate';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { topUpStream } from '@ledgate/domain/topup/events';
import { systemClock } from '@ledgate/projections/testing/system-clock';
import type { Order } from '../contract/topup.ts';
import type { Log } from '../contract/log.ts';
import { TOP_UPS_OPEN_MAX } from '../limits.ts';
import type { AskUpstream } from '../ports.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';
import { epaySign } from './epay.ts';
import { createTopUpsWorker, topUpFigures } from './top-ups-worker.ts';

const PID = '1001';
const KEY = 'the key of the merchant';
const OPTIONS = {
  ServerAddress: 'https://gate.example.com',
  PayAddress: 'https://pay.example.com',
  EpayId: PID,
  EpayKey: KEY,
};
const CREDITED = 5_000_000;

type Form = Readonly<Record<string, string>>;

let world: ConsoleWorld;
let store: MemoryEventStore;
/** What the provider says when it is asked. */
let provider: AskUpstream;
const asked: string[] = [];
const alarms: object[] = [];
const outcomes: string[] = [];
let people = 0;
let payer: ConsoleClient;

const option = (key: string, value: unknown) => world.root.done('PUT', '/api/option/', { key, value });
const ask: AskUpstream = (question) => {
  asked.push(question.url);
  return provider(question);
};
beforeAll(async () => {
  store = new MemoryEventStore(() => Date.now());
  world = await openConsoleWorld({
    store,
    askUpstream: ask,
    calledBack: (outcome) => void outcomes.push(outcome),
    log: { ...silentLog, error: (facts: object) => void alarms.push(facts) },
  });
  for (const [key, value] of Object.entries(OPTIONS)) await option(key, value);
});
afterAll(() => world.close());
beforeEach(async () => {
  people += 1;
  payer = await world.person(`payer${people}`);
  provider = () => Promise.reject(new Error('nobody is asked here'));
  asked.length = 0;
  alarms.length = 0;
});

const says =
  (json: object): AskUpstream =>
  () =>
    Promise.resolve({ status: 200, text: JSON.stringify(json) });
const pay = async (amount: unknown = 10, client = payer): Promise<Form> => {
  const { json } = await client.call('POST', '/api/user/pay', { amount, top_up_code: '', payment_method: 'zfb' });
  if (json.message !== 'success') throw new Error(String(json.data));
  return json.data as Form;
};
const callback = (order: Form, changes: Form = {}, key = KEY): string => {
  const fields = {
    pid: PID,
    trade_no: `P-${order['out_trade_no']}`,
    out_trade_no: order['out_trade_no'] ?? '',
    type: order['type'] ?? '',
    name: order['name'] ?? '',
    money: order['money'] ?? '',
    trade_status: 'TRADE_SUCCESS',
    ...changes,
  };
  return `/api/user/epay/notify?${new URLSearchParams({ ...fields, sign: epaySign(fields, key), sign_type: 'MD5' }).toString()}`;
};
const calledBack = async (order: Form, changes: Form = {}, key = KEY): Promise<string> =>
  (await world.client().call('GET', callback(order, changes, key))).text;
const balance = async (client = payer): Promise<number> => {
  await client.done('GET', '/api/user/topups/self');
  return (await client.done<{ quota: number }>('GET', '/api/user/self')).quota;
};
const orders = async (client = payer, query = ''): Promise<Order[]> =>
  (await client.done<{ items: Order[] }>('GET', `/api/user/topups/self?p=1&page_size=100${query}`)).items;
const all = (query: string) =>
  world.root.done<{
    items: Order[];
    total: number;
    unplaced: { trade_no: string; reason: string; times: number }[];
    unplaced_total: number;
  }>('GET', `/api/user/topups?p=1&page_size=100&${query}`);
const query = (client: ConsoleClient, order: Form) =>
  client.call('POST', '/api/user/pay/query', { trade_no: order['out_trade_no'] });

describe('an order', () => {
  it('is priced and made with what it was reckoned by, and is paid later at the terms of its making', async () => {
    await option('TopupGroupRatio', '{"default":0.9}');
    const order = await pay();
    expect(order['money']).toBe('65.70');
    await option('TopupGroupRatio', '{"default":1}');
    await option('Price', 8);
    expect(await calledBack(order)).toBe('success');
    await option('Price', 7.3);
    expect(await balance()).toBe(CREDITED);
    const [only] = await orders();
    expect(only).toMatchObject({
      trade_no: order['out_trade_no'],
      status: 'success',
      amount: 10,
      quota: CREDITED,
      money: 65.7,
      currency: 'CNY',
      provider: 'alipay',
      provider_ref: `P-${order['out_trade_no']}`,
      price: '7.3',
      ratio: '0.9',
      credited: true,
      stuck: false,
      problem: null,
    });
    const { items } = await payer.done<{ items: Log[] }>('GET', '/api/log/self/?p=1&page_size=10&type=1');
    expect(items).toHaveLength(1);
  });

  it.each([
    ['ServerAddress', 'topup_address_missing'],
    ['PayAddress', 'topup_off'],
    ['EpayId', 'topup_off'],
    ['EpayKey', 'topup_off'],
  ])('is not made without %s, and who was led to the provider before is credited', async (key, code) => {
    const before = await pay();
    await option(key, '');
    try {
      const { json } = await payer.call('POST', '/api/user/pay', { amount: 10, payment_method: 'wx' });
      expect(json).toEqual({ message: 'error', data: expect.any(String), code });
      expect(await calledBack(before)).toBe(key.startsWith('Epay') ? 'fail' : 'success');
    } finally {
      await option(key, OPTIONS[key as keyof typeof OPTIONS]);
    }
    expect(await orders()).toHaveLength(1);
  });

  it.each([[undefined], [null], ['10'], [true], [{}], [1.5], [-1], [2 ** 60]])(
    'is refused of %p, naming the field, as the amount to pay is',
    async (amount) => {
      for (const path of ['amount', 'pay']) {
        const { status, json } = await payer.call('POST', `/api/user/${path}`, { amount });
        expect([status, json.message]).toEqual([200, 'error']);
        expect(json.data).toMatch(/amount/);
      }
      expect(await orders()).toEqual([]);
    },
  );

  it('is refused to who has many that are not paid, and made again when one is', async () => {
    const made: Form[] = [];
    for (let one = 0; one < TOP_UPS_OPEN_MAX; one += 1) made.push(await pay(1));
    await orders();
    await expect(pay(1)).rejects.toThrow(String(TOP_UPS_OPEN_MAX));
    expect(await calledBack(made[0] ?? {})).toBe('success');
    await orders();
    await pay(1);
  });
});

it('while an order of a person is being made, another is refused, and a stranger pays as ever', async () => {
  const append = store.append.bind(store);
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let begun = (): void => undefined;
  const isMaking = new Promise<void>((resolve) => {
    begun = resolve;
  });
  store.append = async (stream, ...batch) => {
    if (stream.startsWith(`topup-USR${payer.userId}NO`)) {
      begun();
      await held;
    }
    return append(stream, ...batch);
  };
  try {
    const first = pay(1);
    await isMaking;
    const { json } = await payer.call('POST', '/api/user/pay', { amount: 1 });
    expect(json).toMatchObject({ message: 'error', code: 'topup_running' });
    await pay(1, await world.person(`meanwhile${people}`));
    goOn();
    await first;
  } finally {
    goOn();
    store.append = append;
  }
  expect(await orders()).toHaveLength(1);
});

describe('a callback', () => {
  it('credits once, however often and in parallel it comes', async () => {
    const order = await pay();
    const answers = await Promise.all(Array.from({ length: 50 }, () => calledBack(order)));
    expect(new Set(answers)).toEqual(new Set(['success']));
    expect(await calledBack(order)).toBe('success');
    expect(await balance()).toBe(CREDITED);
  });

  it.each([
    ['money', { money: '0.01' }, 'other_money'],
    ['money that is none', { money: 'x' }, 'other_money'],
    ['a way of paying', { type: 'wxpay' }, 'other_way'],
    ['a merchant', { pid: '2002' }, 'other_merchant'],
  ])('of another kind is kept and shown, and credits nothing: %s', async (_what, changes, reason) => {
    const order = await pay();
    expect(await calledBack(order, changes)).toBe('fail');
    expect(await calledBack(order, changes)).toBe('fail');
    expect(alarms).toEqual([expect.objectContaining({ alarm: true, reason, tradeNo: order['out_trade_no'] })]);
    expect((await orders())[0]).toMatchObject({ status: 'pending', stuck: true, problem: { reason } });
    expect(await calledBack(order)).toBe('success');
    expect(await balance()).toBe(CREDITED);
    expect((await orders())[0]).toMatchObject({ status: 'success', stuck: true, problem: { reason } });
  });

  it('of an order that is paid by another payment is kept, and of none of ours too, until root has settled it', async () => {
    const order = await pay();
    const strange = { out_trade_no: 'USR1NOunknown1', type: 'alipay', money: '5.00' };
    expect(await calledBack(order)).toBe('success');
    expect(await calledBack(order, { trade_no: 'another' })).toBe('fail');
    for (let times = 0; times < 3; times += 1) expect(await calledBack(strange)).toBe('fail');
    expect(await balance()).toBe(CREDITED);
    const { items, unplaced } = await all('first=stuck');
    expect(items[0]).toMatchObject({ trade_no: order['out_trade_no'], problem: { reason: 'paid_twice' } });
    expect(unplaced).toEqual([
      expect.objectContaining({ trade_no: 'USR1NOunknown1', reason: 'unknown_order', times: 3 }),
    ]);
    await pay();
    const [mine = '', strangers = 'USR1NOunknown1', nobodys = 'USR1NO'] = [order['out_trade_no']];
    for (const first of ['', 'stuck'])
      for (const number of [mine, strangers, nobodys]) {
        const named = await all(`first=${first}&trade_no=${number}`);
        expect(named.items.map((each) => each.trade_no)).toEqual(number === mine ? [mine] : []);
        expect(named.unplaced.map((each) => each.trade_no)).toEqual(number === strangers ? [strangers] : []);
        expect([named.total, named.unplaced_total]).toEqual([named.items.length, named.unplaced.length]);
      }
    const { text } = await world.root.call('GET', `/api/user/topups/export?trade_no=${mine}`);
    expect(text.trim().split('\n')).toEqual([expect.stringContaining('trade_no'), expect.stringContaining(mine)]);

    const settle = (tradeNo: string, reason: string) =>
      world.root.call('POST', `/api/user/topups/${tradeNo}/settled`, { reason });
    expect((await settle('USR1NOunknown1', '  ')).json.success).toBe(false);
    for (const tradeNo of ['USR1NOunknown1', order['out_trade_no'] ?? '']) {
      expect((await settle(tradeNo, 'paid back by hand')).json.success).toBe(true);
      expect((await settle(tradeNo, 'again')).json).toMatchObject({ success: false, code: 'no_problem_open' });
    }
    const after = await all('first=stuck');
    expect(after.unplaced).toEqual([]);
    expect(after.items.find(({ trade_no: tradeNo }) => tradeNo === order['out_trade_no'])).toMatchObject({
      stuck: false,
      problem: null,
    });
    const { rows } = await world.db.query(
      "select count(*)::int as acts from directory.audit_outbox where record::text like '%topup.settle%'",
    );
    expect(rows[0]).toEqual({ acts: 2 });
  });

  it.each([
    ['a wrong sign', (order: Form) => callback(order, {}, 'another key')],
    ['no fields', () => '/api/user/epay/notify'],
    ['a field twice', (order: Form) => `${callback(order)}&money=73.00`],
    ['NUL', (order: Form) => callback(order, { name: '\0' })],
  ])('is answered fail, and nothing is kept: %s', async (_what, path) => {
    const order = await pay();
    const { status, text, headers } = await world.client().call('GET', path(order));
    expect([status, text]).toEqual([200, 'fail']);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(alarms).toEqual([]);
    expect((await orders())[0]).toMatchObject({ status: 'pending', problem: null });
  });

  it('is answered fail while the ledger is away, though the claim may stand; the next one finds it credited once', async () => {
    const order = await pay();
    const append = store.append.bind(store);
    let refusals = 0;
    store.append = (stream, ...rest) => {
      if (stream.startsWith('account-') && refusals < 1) {
        refusals += 1;
        return Promise.reject(new StoreUnavailable('gone'));
      }
      return append(stream, ...rest);
    };
    try {
      expect(await calledBack(order)).toBe('fail');
      expect((await orders())[0]).toMatchObject({ status: 'success', credited: false, stuck: true });
      expect(await calledBack(order)).toBe('success');
    } finally {
      store.append = append;
    }
    expect(await balance()).toBe(CREDITED);
  });
});

it('of two payments of one order that come at once, one is credited and the other is kept', async () => {
  const order = await pay();
  const answers = await Promise.all([calledBack(order, { trade_no: 'P1' }), calledBack(order, { trade_no: 'P2' })]);
  expect([...answers].sort()).toEqual(['fail', 'success']);
  expect(await balance()).toBe(CREDITED);
  expect((await orders())[0]).toMatchObject({ status: 'success', problem: { reason: 'paid_twice' } });
});

it('a payment without a number, or with one too long, can be settled too', async () => {
  for (const number of ['', 'x'.repeat(200)])
    expect(await calledBack({}, { out_trade_no: number, type: 'alipay', money: '1' })).toBe('fail');
  const { unplaced } = await all('first=stuck');
  expect(unplaced.map(({ trade_no: number }) => number).sort()).toEqual(['-', `${'x'.repeat(63)}…`]);
  for (const { trade_no: number } of unplaced)
    await world.root.done('POST', `/api/user/topups/${encodeURIComponent(number)}/settled`, { reason: 'seen to' });
});

it.each([
  ['its number there', { trade_no: '付'.repeat(600) }],
  ['its money', { money: '9'.repeat(600) }],
  ['the way', { type: 'w'.repeat(3_000) }],
])('a payment of which a text is too long is kept, cut, and credits nothing: %s', async (_what, changes) => {
  const order = await pay();
  for (let times = 0; times < 2; times += 1) expect(await calledBack(order, changes)).toBe('fail');
  expect(alarms).toHaveLength(1);
  expect((await orders())[0]).toMatchObject({ status: 'pending', problem: { reason: 'text_too_long' } });
  const unknown = await calledBack({ ...order, out_trade_no: `of no order ${people}` }, changes);
  expect(unknown).toBe('fail');
  const { unplaced } = await all('unplaced_page_size=100');
  const kept = unplaced.find(({ trade_no: number }) => number === `of no order ${people}`);
  const cut = Object.values(kept ?? {}).filter((text) => typeof text === 'string' && text.endsWith('…'));
  expect(cut).toEqual([expect.stringMatching(/^.{127}…$/u)]);
});

it('a payment is credited however long the texts that nobody reads are; what is not signed is counted and not kept', async () => {
  const order = await pay();
  outcomes.length = 0;
  expect(await calledBack(order, { name: 'x'.repeat(600) }, 'another key')).toBe('fail');
  expect(await calledBack(order, { name: 'x'.repeat(600), ['n'.repeat(100)]: 'x' })).toBe('success');
  expect(await balance()).toBe(CREDITED);
  expect(await calledBack(order, { trade_status: 'WAIT' })).toBe('success');
  expect(await calledBack(order, { money: '1' })).toBe('fail');
  expect(outcomes).toEqual(['unsigned', 'credited', 'unpaid', 'misfit']);
});

it('payments that belong to no order come page by page, each once, with how many there are', async () => {
  for (let one = 0; one < 7; one += 1)
    await calledBack({}, { out_trade_no: `paged-${one}`, type: 'alipay', money: `${one}` });
  const seen: string[] = [];
  const { unplaced_total: total } = await all('unplaced_page_size=3');
  for (let at = 1; seen.length < total; at += 1) {
    const { unplaced } = await all(`unplaced_page_size=3&unplaced_p=${at}`);
    expect(unplaced.length).toBe(Math.min(3, total - seen.length));
    seen.push(...unplaced.map(({ trade_no: number, reason }) => `${number} ${reason}`));
  }
  expect(new Set(seen).size).toBe(total);
  expect(seen.filter((number) => number.startsWith('paged-'))).toHaveLength(7);
});

it('while an upgrade runs in which no payment has a number yet, who paid is credited all the same', async () => {
  const order = await pay();
  const append = store.append.bind(store);
  const gated = gatedStore({ append } as never, new LedgerGate(1));
  store.append = (...batch) => gated.append(...batch);
  try {
    expect(await calledBack(order)).toBe('success');
  } finally {
    store.append = append;
  }
  expect(await balance()).toBe(CREDITED);
  expect((await orders())[0]).toMatchObject({ status: 'success', provider_ref: '' });
});

describe('a question about an order', () => {
  it('credits what is paid there, whoever asks, once; a stranger and a wrong number hear of none', async () => {
    const order = await pay();
    provider = says({ code: 1, status: 0, money: '0.00' });
    expect((await query(payer, order)).json).toMatchObject({ success: true, data: { status: 'pending' } });
    expect(asked).toEqual([
      `https://pay.example.com/api.php?act=order&pid=1001&key=the+key+of+the+merchant&out_trade_no=${order['out_trade_no']}`,
    ]);
    provider = says({
      code: 1,
      status: 1,
      money: '73.00',
      trade_no: 'P1',
      out_trade_no: order['out_trade_no'],
      pid: PID,
    });
    const stranger = await world.person(`stranger${people}`);
    for (const client of [stranger, payer]) {
      const known = client === payer ? { out_trade_no: 'USR1NOunknown1' } : order;
      expect((await query(client, known)).json).toMatchObject({ success: false, code: 'topup_missing' });
    }
    const answers = await Promise.all([query(payer, order), query(world.root, order), query(payer, order)]);
    for (const { json } of answers) expect(json).toMatchObject({ success: true, data: { status: 'success' } });
    expect(await balance()).toBe(CREDITED);
  });

  it.each<[string, AskUpstream, object]>([
    ['other money', says({ code: 1, status: 1, money: '0.01' }), { code: 'payment_misfits' }],
    [
      'another order',
      says({ code: 1, status: 1, money: '73.00', out_trade_no: 'T9' }),
      { code: 'outside_unreachable' },
    ],
    ['that it knows of none', says({ code: -1, msg: 'no order\u0007' }), { code: 'payment_unknown_there' }],
    ['NUL', says({ code: 1, status: 1, money: '1\u0000' }), { code: 'payment_misfits' }],
    ['garbage', () => Promise.resolve({ status: 200, text: '<html>' }), { code: 'outside_unreachable' }],
    ['too much', () => Promise.resolve({ status: 200, text: undefined }), { code: 'outside_unreachable' }],
    ['a failure', () => Promise.resolve({ status: 502, text: '{}' }), { code: 'outside_unreachable' }],
    ['nothing', () => Promise.reject(new Error('ECONNREFUSED')), { code: 'outside_unreachable' }],
  ])('is refused with a reason, and credits nothing, where the provider says: %s', async (_what, said, refusal) => {
    const order = await pay();
    provider = said;
    const { status, json } = await query(payer, order);
    expect([status, json.success]).toEqual([200, false]);
    expect(json).toMatchObject(refusal);
    expect(json.message).not.toContain(KEY);
    expect(await balance()).toBe(0);
  });

  it('of one order is put five times at once and then once in five seconds, whoever asks; others are asked about as ever', async () => {
    const [order, other] = [await pay(1), await pay(1)];
    provider = says({ code: 1, status: 0 });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => query(at % 2 ? payer : world.root, order)));
    const refused = answers.map(({ json }) => json).filter(({ success }) => !success);
    expect(refused).toHaveLength(3);
    for (const json of refused) {
      expect(json['code']).toBe('payment_asked_just_now');
      expect(json.message).toMatch(/in [1-5] s\./u);
    }
    expect(asked).toHaveLength(5);
    expect((await query(payer, other)).json.success).toBe(true);
    const stored = `update directory.top_up_asks set asks_until_ms = asks_until_ms - 5000 where trade_no = $1 returning next_time`;
    expect((await world.db.query(stored, [order['out_trade_no']])).rows).toHaveLength(1);
    expect((await query(payer, order)).json.success).toBe(true);
    expect((await query(payer, order)).json).toMatchObject({ code: 'payment_asked_just_now' });
    // Who has paid meanwhile is credited by the callback, and hears of it.
    await calledBack(order);
    expect((await query(payer, order)).json).toMatchObject({ data: { status: 'success' } });
  });

  it('says success of a paid order though the provider is off by now', async () => {
    const order = await pay();
    await calledBack(order);
    await option('PayAddress', '');
    try {
      expect((await query(payer, order)).json).toMatchObject({ data: { status: 'success' } });
    } finally {
      await option('PayAddress', OPTIONS.PayAddress);
    }
    expect(asked).toEqual([]);
  });
});

it('lists narrow by owner, status and page, and a clerk sees what an administrator sees', async () => {
  const [open, paid] = [await pay(1), await pay(2)];
  await calledBack(paid);
  const mine = await all(`username=PAYER${people}`);
  expect(mine.items.map(({ trade_no: number }) => number)).toEqual([paid['out_trade_no'], open['out_trade_no']]);
  expect(mine.items[0]).toMatchObject({ username: `payer${people}`, user_id: payer.userId });
  expect((await all(`username=payer${people}&status=pending`)).total).toBe(1);
  expect((await orders(payer, '&status=success')).map(({ amount }) => amount)).toEqual([2]);
  expect(await orders(await world.person(`other${people}`))).toEqual([]);
  await payer.refused('GET', '/api/user/topups');
});

describe('the worker', () => {
  const MINUTE_MS = 60_000;
  let aheadMs = 0;
  let worker: ReturnType<typeof createTopUpsWorker> | undefined;
  const clock = { ...systemClock, nowMs: () => Date.now() + aheadMs };
  const figures = () => topUpFigures({ db: world.db, view: world.view }, Math.floor((Date.now() + aheadMs) / 1_000));
  beforeEach(() => {
    aheadMs = 0;
  });
  afterEach(() => worker?.stop());
  const start = () => {
    worker = createTopUpsWorker({
      db: world.db,
      store,
      view: world.view,
      askUpstream: ask,
      clock,
      log: silentLog,
      periodMs: 20,
    });
    worker.start();
  };
  const asksOf = (order: Form): number => asked.filter((url) => url.includes(order['out_trade_no'] ?? '?')).length;
  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    for (let tries = 0; tries < 300; tries += 1) {
      if (await isSo()) return;
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
    throw new Error('it did not come so far');
  };

  it('asks of an order after five minutes, again after an hour, and credits what is paid', async () => {
    const order = await pay();
    await orders();
    provider = says({ code: 1, status: 0 });
    aheadMs = 4 * MINUTE_MS;
    start();
    aheadMs = 6 * MINUTE_MS;
    await until(() => asksOf(order) === 1);
    aheadMs = 50 * MINUTE_MS;
    await until(async () => (await orders())[0]?.asked_time !== 0);
    expect(asksOf(order)).toBe(1);
    expect((await figures()).overdueS).toBe(0);
    provider = says({ code: 1, status: 1, money: '73.00', trade_no: 'P7' });
    aheadMs = 61 * MINUTE_MS;
    await until(async () => (await orders())[0]?.status === 'success');
    expect(await balance()).toBe(CREDITED);
    expect((await orders())[0]).toMatchObject({ provider_ref: 'P7', next_ask_time: 0 });
    const events = await store.readStream(topUpStream(order['out_trade_no'] ?? ''), 0 as never, 10);
    expect(events.map(({ type }) => type)).toEqual(['TopUpRequested', 'TopUpPaid']);
  });

  it('asks of an order that the provider does not know at the planned times alone, and of others though one fails', async () => {
    const [unknown, failing, other] = [await pay(1), await pay(1), await pay(1)];
    await orders();
    provider = ({ url }) => {
      if (url.includes(failing['out_trade_no'] ?? '?')) throw new TypeError('broken');
      const known = url.includes(other['out_trade_no'] ?? '?');
      return says(known ? { code: 1, status: 1, money: '7.30' } : { code: -1, msg: 'none' })({} as never);
    };
    aheadMs = 6 * MINUTE_MS;
    start();
    await until(async () => (await orders()).some(({ status }) => status === 'success'));
    await until(() => asksOf(unknown) === 1 && asksOf(failing) === 1);
    aheadMs = 40 * MINUTE_MS;
    await until(() => asksOf(failing) === 2);
    expect(asksOf(unknown)).toBe(1);
    const told = new Map((await orders()).map((order) => [order.trade_no, order]));
    expect(told.get(unknown['out_trade_no'] ?? '')?.next_ask_time).toBeGreaterThan(0);
    expect(told.get(failing['out_trade_no'] ?? '')?.asked_time).toBe(0);
  });

  it('asks again in ten minutes of one that could not be asked of', async () => {
    const order = await pay();
    await orders();
    aheadMs = 6 * MINUTE_MS;
    expect((await figures()).overdueS).toBeGreaterThan(0);
    start();
    await until(() => asksOf(order) === 1);
    aheadMs = 17 * MINUTE_MS;
    await until(() => asksOf(order) === 2);
  });
});
