import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { channelId, type RequestId, tokenId, type UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { taskStream } from '@ledgate/domain/task/events';
import { LedgerWriter } from '@ledgate/projections/testing/ledger-writer';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld, PASSWORD } from '../testing/console-world.ts';
import { spendingOf } from '../testing/spending.ts';
import type { RouteSpec } from './route.ts';
import { contract } from './routes.ts';

/** Calls that an older console of this family does not know. A route that stands neither here nor among its calls fails. */
const OURS = `
  DELETE /api/user/self/binding/{binding}   DELETE /api/user/{id}/binding/{binding}
  GET /api/user/sessions                    DELETE /api/user/sessions               DELETE /api/user/sessions/{id}
  DELETE /api/user/token                    DELETE /api/user/{id}/sessions          POST /api/user/adjust
  PUT /api/user/permissions                 GET /api/user/export                    POST /api/user/pay/query
  GET /api/user/topups                      GET /api/user/topups/self               GET /api/user/topups/export
  POST /api/user/topups/{trade_no}/settled  POST /api/token/batch                   GET /api/token/export
  POST /api/channel/unpriced                GET /api/channel/test/progress          GET /api/channel/runs
  POST /api/channel/runs/stop               POST /api/channel/key/enabled           GET /api/channel/export
  GET /api/redemption/export                GET /api/log/refused                    GET /api/log/self/refused
  GET /api/log/{charge}/explanation         GET /api/log/self/{charge}/explanation  GET /api/log/export
  GET /api/log/self/export                  GET /api/receipt/{requestId}            GET /api/dashboard/self
  GET /api/statement/self                   GET /api/statement/{id}                 GET /api/ledger/account/self
  GET /api/ledger/account/{id}              GET /api/ledger/trial_balance           GET /api/health/books
  GET /api/receipt/{requestId}/file         GET /api/ledger/keys                      GET /api/ledger/checkpoint/file
  GET /api/ledger/seals                     GET /api/ledger/proof                     POST /api/ledger/seal
  GET /api/ledger/balance/self              GET /api/ledger/balance/{id}
  GET /api/statement/self/file              GET /api/statement/{id}/file
  GET /api/finance/statement                GET /api/finance/statement/file
  POST /api/finance/exports/                GET /api/finance/exports/               GET /api/finance/exports/{id}
  DELETE /api/finance/exports/{id}          GET /api/finance/exports/{id}/file
  POST /api/finance/periods/                GET /api/finance/periods/               GET /api/finance/periods/{id}
  GET /api/finance/periods/{id}/file        POST /api/finance/periods/{id}/reopen
  GET /api/option/secrets                   POST /api/option/mail_test              GET /api/pricebook/
  GET /api/pricebook/prices                 GET /api/pricebook/differences          GET /api/pricebook/{version}
  PUT /api/pricebook                        POST /api/pricebook/big_changes         PUT /api/pricebook/differences
  POST /api/pricebook/quote                 GET /api/audit/                         GET /api/audit/export`;

type Row = Readonly<Record<string, unknown>>;
type Who = 'root' | 'ada' | 'stranger';
type Sent = { readonly path?: string; readonly body?: unknown };

/**
 * What an answer must be: `array`, `page` ({items, total, page, page_size}), `object`, `text`, `number`, `nothing` (data null) of a success; `payment` as its
 * two calls answer; `refused` with a message; `plain` text; or another HTTP status.
 */
type Told = 'array' | 'page' | 'object' | 'text' | 'number' | 'nothing' | 'payment' | 'refused' | 'plain' | 302 | 403;

type Asked = {
  readonly route: string;
  readonly told: Told;
  readonly who: Who;
  readonly sent: () => Promise<Sent> | Sent;
  readonly shown: string;
};

const asks: Asked[] = [];
/** One call as it is sent; what is made ready before it, and what it sends, may ask the product itself. */
function ask(
  route: string,
  told: Told,
  sent: string | Sent | (() => Promise<Sent>) = {},
  who: Who = route.includes('/self') || route.includes('/api/token') ? 'ada' : 'root',
): void {
  const fixed = typeof sent === 'string' ? { path: sent } : sent;
  asks.push({
    route,
    told,
    who,
    sent: typeof fixed === 'function' ? fixed : () => fixed,
    shown: typeof fixed === 'function' ? '' : `${fixed.path ?? ''} ${JSON.stringify(fixed.body ?? '')}`,
  });
}

let world: ConsoleWorld;
let ada: ConsoleClient;
let names = 0;
const newName = (): string => `older-${(names += 1)}`;
const nowS = Math.floor(Date.now() / 1_000);

const first = async (path: string, by: ConsoleClient = world.root): Promise<Row & { readonly id: number }> => {
  const data = await by.done<{ items?: Row[] } & Row[]>('GET', path);
  const found = (data.items ?? data)[0];
  if (found === undefined) throw new Error(`${path} has nothing`);
  return found as Row & { readonly id: number };
};
const CHANNELS = '/api/channel/?p=0&page_size=10&id_sort=true&tag_mode=false';
const CODES = '/api/redemption/?p=1&page_size=10';
const TOKENS = '/api/token/?p=0&size=10';

/** As its form for a channel sends one, with what the form keeps for itself. */
const channelForm = (): Row => ({
  name: newName(),
  type: 1,
  key: `sk-${newName()}`,
  openai_organization: '',
  max_input_tokens: 0,
  base_url: '',
  other: '',
  model_mapping: '',
  status_code_mapping: '',
  models: 'gpt-4o',
  auto_ban: 1,
  test_model: '',
  groups: ['default'],
  group: 'default',
  priority: 0,
  weight: 0,
  tag: null,
  setting: '',
});
async function channel(fields: Row = {}): Promise<number> {
  await world.root.done('POST', '/api/channel/', { ...channelForm(), ...fields });
  return (await first(CHANNELS)).id;
}
const tokenForm = (): Row => ({
  name: newName(),
  remain_quota: 500_000,
  expired_time: -1,
  unlimited_quota: false,
  model_limits_enabled: false,
  model_limits: '',
  allow_ips: '',
  group: '',
});
async function token(): Promise<Row & { readonly id: number }> {
  await ada.done('POST', '/api/token/', tokenForm());
  return first(TOKENS, ada);
}
async function user(): Promise<number> {
  await world.root.done('POST', '/api/user/', { username: newName(), display_name: '', password: PASSWORD });
  return (await first('/api/user/?p=0&page_size=10')).id;
}
const code = async (): Promise<number> => {
  await world.codes(100);
  return (await first(CODES)).id;
};
const at = (path: string, id: number, end = ''): Sent => ({ path: `${path}${id}${end}` });

const PAGE = 'p=1&page_size=10';
const OF_LOG = 'token_name=&model_name=&start_timestamp=1700000000&end_timestamp=1900000000';
const SPAN = `start_timestamp=${nowS - 86_400}&end_timestamp=${nowS + 3_600}&default_time=hour`;

ask('GET /api/status', 'object', {}, 'stranger');
ask('GET /api/status/test', 'nothing');
for (const page of ['notice', 'about', 'home_page_content']) ask(`GET /api/${page}`, 'text', {}, 'stranger');
ask('GET /api/pricing', 'array', {}, 'stranger');
ask('GET /api/models', 'object', {}, 'ada');
ask('GET /api/group/', 'array');
ask('GET /api/user/groups', 'object', {}, 'stranger');

ask('GET /api/verification', 'nothing', '/api/verification?email=new@example.com&turnstile=', 'stranger');
ask('GET /api/reset_password', 'refused', '/api/reset_password?email=nobody@example.com&turnstile=', 'stranger');
ask('POST /api/user/reset', 'refused', { body: { email: 'nobody@example.com', token: 'x'.repeat(32) } }, 'stranger');
ask('GET /api/oauth/state', 'text', '/api/oauth/state', 'stranger');
ask('GET /api/oauth/state', 'text', '/api/oauth/state?aff=null', 'stranger');
ask('GET /api/oauth/github', 403, '/api/oauth/github?code=c&state=s', 'stranger');
ask('GET /api/oauth/linuxdo', 403, '/api/oauth/linuxdo?code=c&state=s', 'stranger');
ask('GET /api/oauth/wechat', 'refused', '/api/oauth/wechat?code=c', 'stranger');
ask('GET /api/oauth/wechat/bind', 'refused', '/api/oauth/wechat/bind?code=c', 'ada');
ask('GET /api/oauth/email/bind', 'refused', '/api/oauth/email/bind?email=a@example.com&code=123456', 'ada');
ask('GET /api/oauth/telegram/login', 'refused', '/api/oauth/telegram/login?id=1&first_name=A&hash=x', 'stranger');
ask('GET /api/oauth/telegram/bind', 'refused', '/api/oauth/telegram/bind?id=1&first_name=A&hash=x', 'ada');
ask(
  'POST /api/user/register',
  'nothing',
  async () => ({
    path: '/api/user/register?turnstile=',
    body: {
      username: newName(),
      password: PASSWORD,
      password2: PASSWORD,
      email: '',
      verification_code: '',
      wechat_verification_code: '',
      aff_code: null,
    },
  }),
  'stranger',
);
ask(
  'POST /api/user/login',
  'object',
  { path: '/api/user/login?turnstile=', body: { username: 'bob', password: PASSWORD, wechat_verification_code: '' } },
  'stranger',
);
ask('GET /api/user/logout', 'nothing', {}, 'stranger');

ask('GET /api/user/self', 'object');
ask('PUT /api/user/self', 'nothing', { body: { username: '', display_name: 'Ada', password: '' } });
ask('PUT /api/user/self', 'nothing', { body: { password: PASSWORD } });
ask('GET /api/user/models', 'array', {}, 'ada');
ask('GET /api/user/self/groups', 'object');
ask('GET /api/user/token', 'text', {}, 'ada');
ask('GET /api/user/aff', 'text', {}, 'ada');
ask('POST /api/user/aff_transfer', 'refused', { body: { quota: 500_000 } }, 'ada');
ask('POST /api/user/topup', 'number', async () => ({ body: { key: (await world.codes(100))[0] } }), 'ada');
// At each keystroke; JSON has null for a number that is none.
for (const amount of [1, 10, 100, 0, -1, 10.5, null])
  ask('POST /api/user/amount', 'payment', { body: { amount, top_up_code: '' } }, 'ada');
for (const way of ['zfb', 'wx'])
  ask('POST /api/user/pay', 'payment', { body: { amount: 10, top_up_code: '', payment_method: way } }, 'ada');
ask('POST /api/user/pay', 'payment', { body: { amount: null, top_up_code: '', payment_method: 'zfb' } }, 'ada');
ask('GET /api/user/epay/notify', 'plain', '/api/user/epay/notify?pid=1&sign=x', 'stranger');

ask('GET /api/user/', 'page', '/api/user/?p=0&page_size=10');
ask('GET /api/user/', 'page', `/api/user/?${PAGE}`);
ask('GET /api/user/', 'page', '/api/user/?p=refresh&page_size=undefined');
for (const query of [
  `keyword=ada&group=&${PAGE}`,
  'keyword=undefined&group=undefined&p=refresh&page_size=10',
  `keyword=&group=null&${PAGE}`,
  'keyword=&group=default&p=NaN&page_size=10',
])
  ask('GET /api/user/search', 'page', `/api/user/search?${query}`);
ask('GET /api/user/{id}', 'object', async () => at('/api/user/', Number(ada.userId)));
ask('POST /api/user/', 'nothing', async () => ({
  body: { username: newName(), display_name: '', password: PASSWORD },
}));
// The whole object back, as it was read.
ask('PUT /api/user/', 'nothing', async () => ({
  body: await world.root.done('GET', `/api/user/${await user()}`),
}));
ask('PUT /api/user/', 'nothing', async () => {
  const whole = await world.root.done<Row>('GET', `/api/user/${await user()}`);
  return { body: { ...whole, password: '', quota: Number(whole['quota']) + 1_000, group: 'vip' } };
});
for (const action of ['disable', 'enable', 'promote', 'delete', 'of no kind'])
  ask('POST /api/user/manage', 'object', async () => ({ body: { id: await user(), action } }));
// He is none.
ask('POST /api/user/manage', 'refused', async () => ({ body: { id: await user(), action: 'demote' } }));
ask('DELETE /api/user/{id}', 'nothing', async () => at('/api/user/', await user()));

ask('GET /api/option/', 'array');
for (const body of [
  { key: 'WorkerValidKey' },
  { key: 'TelegramBotToken', value: null },
  { key: 'RetryTimes', value: '2' },
  { key: 'RetryTimes', value: 2 },
  { key: 'DataExportEnabled', value: true },
  { key: 'DataExportEnabled', value: 'true' },
  { key: 'ModelPrice', value: '{"older":0.01}' },
  { key: 'Notice', value: '' },
])
  ask('PUT /api/option/', 'nothing', { body });
ask('PUT /api/option/', 'refused', { body: { key: 'ModelRatio', value: 'no JSON' } });
ask('POST /api/option/rest_model_ratio', 'nothing');

for (const query of [
  'p=0&page_size=10&id_sort=false&tag_mode=false',
  'p=0&page_size=10&id_sort=true&tag_mode=true',
  'p=undefined&page_size=NaN&id_sort=false&tag_mode=false',
  'p=0&page_size=10&id_sort=false&tag_mode=false&group=null',
])
  ask('GET /api/channel/', 'array', `/api/channel/?${query}`);
for (const query of [
  'keyword=&group=&model=&id_sort=false&tag_mode=false',
  'keyword=older&group=null&model=&id_sort=false&tag_mode=false',
  'keyword=&group=undefined&model=undefined&id_sort=true&tag_mode=true',
])
  ask('GET /api/channel/search', 'array', `/api/channel/search?${query}`);
ask('GET /api/channel/{id}', 'object', async () => at('/api/channel/', await channel()));
ask('POST /api/channel/', 'nothing', async () => ({ body: channelForm() }));
ask('POST /api/channel/', 'nothing', async () => ({ body: { ...channelForm(), key: 'sk-one\n\nsk-two\n', tag: '' } }));
// A copy of one that was listed: the list has overwritten its key with its number.
ask('POST /api/channel/', 'refused', async () => {
  const listed = await first(CHANNELS);
  const { id, ...copy } = listed;
  return { body: { ...copy, name: `${String(copy['name'])}_copy`, key: String(id), created_time: null } };
});
ask('PUT /api/channel/', 'object', async () => {
  const whole = await world.root.done<Row>('GET', `/api/channel/${await channel()}`);
  return { body: { ...whole, key: '', groups: ['default'], max_input_tokens: 0 } };
});
for (const change of [
  { status: 2 },
  { status: 1 },
  { priority: 3 },
  { weight: 5 },
  { priority: null },
  { weight: null },
])
  ask('PUT /api/channel/', 'object', async () => ({ body: { id: await channel(), ...change } }));
ask('DELETE /api/channel/{id}', 'nothing', async () => at('/api/channel/', await channel(), '/'));
ask('POST /api/channel/batch', 'number', async () => ({ body: { ids: [await channel()] } }));
for (const tag of ['blue', null, ''])
  ask('POST /api/channel/batch/tag', 'number', async () => ({ body: { ids: [await channel()], tag } }));
const tagged = async (body: Row): Promise<Sent> => {
  const tag = newName();
  await channel({ tag });
  return { body: { tag, ...body } };
};
ask('PUT /api/channel/tag', 'nothing', () =>
  tagged({ new_tag: newName(), model_mapping: null, groups: null, models: null, priority: null, weight: null }),
);
ask('PUT /api/channel/tag', 'nothing', () => tagged({ new_tag: '', model_mapping: '', groups: '', models: '' }));
ask('POST /api/channel/tag/disabled', 'nothing', () => tagged({}));
ask('POST /api/channel/tag/enabled', 'nothing', () => tagged({}));
ask('POST /api/channel/fix', 'number');
ask('GET /api/channel/models', 'array');
ask('GET /api/channel/fetch_models/{id}', 'refused', async () =>
  at('/api/channel/fetch_models/', await channel({ base_url: 'http://127.0.0.1:9' })),
);
ask('POST /api/channel/fetch_models', 'refused', { body: { base_url: 'http://127.0.0.1:9', type: 1, key: 'sk-x' } });
ask('GET /api/channel/test/{id}', 'nothing', async () => at('/api/channel/test/', await channel(), '?model='));
ask('GET /api/channel/test/{id}', 'refused', '/api/channel/test/987654?model=');
ask('GET /api/channel/test', 'nothing');
ask('GET /api/channel/update_balance/{id}', 'refused', async () =>
  at('/api/channel/update_balance/', await channel({ base_url: 'http://127.0.0.1:9' }), '/'),
);
ask('GET /api/channel/update_balance', 'object');
ask('DELETE /api/channel/disabled', 'number');

ask('GET /api/token/', 'array', TOKENS);
ask('GET /api/token/', 'array', '/api/token/?p=undefined&size=10');
ask('GET /api/token/search', 'array', '/api/token/search?keyword=&token=');
ask('GET /api/token/search', 'array', '/api/token/search?keyword=older&token=sk-');
ask('GET /api/token/{id}', 'object', async () => at('/api/token/', (await token()).id));
ask('POST /api/token/', 'nothing', async () => ({ body: tokenForm() }));
ask('POST /api/token/', 'nothing', async () => ({ body: { ...tokenForm(), allow_ips: null, group: null } }));
ask('PUT /api/token/', 'object', async () => ({ body: await token() }));
ask('PUT /api/token/', 'object', async () => ({
  path: '/api/token/?status_only=true',
  body: { id: (await token()).id, status: 2 },
}));
ask('DELETE /api/token/{id}', 'nothing', async () => at('/api/token/', (await token()).id, '/'));

ask('GET /api/redemption/', 'page', '/api/redemption/?p=0&page_size=10');
ask('GET /api/redemption/', 'page', '/api/redemption/?p=undefined&page_size=10');
ask('GET /api/redemption/search', 'page', `/api/redemption/search?keyword=gi&${PAGE}`);
ask('GET /api/redemption/search', 'page', '/api/redemption/search?keyword=undefined&p=NaN&page_size=10');
ask('GET /api/redemption/{id}', 'object', async () => at('/api/redemption/', await code()));
ask('POST /api/redemption/', 'array', { body: { name: 'older', quota: 100_000, count: 2 } });
ask('PUT /api/redemption/', 'object', async () => {
  const id = await code();
  return { body: { ...(await world.root.done('GET', `/api/redemption/${id}`)), name: 'whole', quota: 200 } };
});
ask('PUT /api/redemption/', 'object', async () => ({
  path: '/api/redemption/?status_only=true',
  body: { id: await code(), status: 2 },
}));
ask('DELETE /api/redemption/{id}', 'nothing', async () => at('/api/redemption/', await code(), '/'));

for (const query of [
  `${PAGE}&type=0&username=&${OF_LOG}&channel=&group=`,
  `${PAGE}&type=2&username=ada&${OF_LOG}&channel=3&group=null`,
  `p=0&page_size=10&type=undefined&username=undefined&token_name=&model_name=gpt%25&start_timestamp=NaN&end_timestamp=NaN&channel=undefined&group=undefined`,
])
  ask('GET /api/log/', 'page', `/api/log/?${query}`);
for (const query of [
  `${PAGE}&type=0&${OF_LOG}&group=`,
  `p=NaN&page_size=10&type=2&token_name=&model_name=&start_timestamp=NaN&end_timestamp=NaN&group=null`,
])
  ask('GET /api/log/self', 'page', `/api/log/self/?${query}`);
ask('GET /api/log/stat', 'object', `/api/log/stat?type=0&username=&${OF_LOG}&channel=&group=null`);
ask('GET /api/log/stat', 'object', '/api/log/stat?type=2&start_timestamp=NaN&end_timestamp=NaN&channel=NaN');
ask('GET /api/log/self/stat', 'object', `/api/log/self/stat?type=0&${OF_LOG}&group=`);
ask('GET /api/log/search', 'array', '/api/log/search?keyword=ada');
ask('GET /api/log/self/search', 'array', '/api/log/self/search?keyword=undefined');
ask(
  'GET /api/log/token',
  'array',
  async () => ({ path: `/api/log/token?key=${String((await token())['key'])}` }),
  'stranger',
);
ask('DELETE /api/log/', 'number', '/api/log/?target_timestamp=1500000000');
ask('GET /api/data/', 'array', `/api/data/?username=&${SPAN}`);
ask('GET /api/data/', 'array', '/api/data/?username=null&start_timestamp=NaN&end_timestamp=NaN&default_time=');
ask('GET /api/data/self', 'array', `/api/data/self/?username=&${SPAN}`);
for (const list of ['mj', 'task'] as const) {
  const id = list === 'mj' ? 'mj_id' : 'task_id';
  ask(`GET /api/${list}/`, 'array', `/api/${list}/?p=0&channel_id=&${id}=&start_timestamp=0&end_timestamp=NaN`);
  ask(
    `GET /api/${list}/`,
    'array',
    `/api/${list}/?p=undefined&channel_id=null&${id}=null&start_timestamp=NaN&end_timestamp=NaN`,
  );
  ask(`GET /api/${list}/self`, 'array', `/api/${list}/self?p=0&${id}=&start_timestamp=NaN&end_timestamp=NaN`);
}
// The last: it ends the account.
ask('DELETE /api/user/self', 'nothing');

beforeAll(async () => {
  // Nobody outside is asked.
  world = await openConsoleWorld({ askUpstream: () => Promise.reject(new Error('there is nobody')) });
  ada = await world.person('ada');
  await world.person('bob');
  for (const key of await world.codes(10_000_000)) await ada.done('POST', '/api/user/topup', { key });
  for (const [key, value] of Object.entries({
    ServerAddress: 'https://gate.example.com',
    PayAddress: 'https://pay.example.com',
    EpayId: '1001',
    EpayKey: 'the key of the merchant',
    GroupRatio: '{"default":1,"vip":1}',
  }))
    await world.root.done('PUT', '/api/option/', { key, value });
  for (const tag of ['blue', 'blue', null]) await channel({ tag });
  // As releases before, and other tools, have left them.
  await world.db.query("update directory.channels set tag = null, other_info = '' where tag is null");
  const { id } = await token();
  const accountId = ada.userId as UserId;
  const spending = await spendingOf(world.store);
  const writer = new LedgerWriter(world.store);
  for (const platform of ['mj', 'suno', 'none']) {
    const requestId = `call-${platform}` as RequestId;
    await spending.charge(accountId, 100, { requestId, tokenId: tokenId(id), channelId: channelId(1) });
    if (platform !== 'none')
      await writer.append(taskStream(platform), Date.now(), {
        type: 'TaskSubmitted',
        data: {
          taskId: platform,
          accountId,
          tokenId: tokenId(id),
          requestId,
          platform,
          action: 'MAKE',
          amount: quota(100),
        },
      });
  }
  await ada.done('GET', '/api/user/self');
  await world.runner.waitFor(await world.store.head(), 10_000);
});
afterAll(() => world.close());

/** What may be null wherever it stands: nobody of the console reads it, or looks whether it is there. */
const NULLABLE = new Set(['DeletedAt', 'access_token', 'last_test', 'test_passed', 'parent', 'limits', 'data', 'sale']);

/** Where a member is null that may not be. */
function nullsIn(value: unknown, path = 'data'): readonly string[] {
  if (value === null || value === undefined) return [path];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) =>
    NULLABLE.has(name) && (member === null || member === undefined) ? [] : nullsIn(member, `${path}.${name}`),
  );
}

const isOf: Readonly<Record<string, (data: unknown) => boolean>> = {
  array: Array.isArray,
  object: (data) => typeof data === 'object' && !Array.isArray(data),
  text: (data) => typeof data === 'string',
  number: (data) => typeof data === 'number',
  nothing: () => true,
  page: (data) => {
    const { items, total, page, page_size: size } = data as Row;
    return Array.isArray(items) && [total, size].every(Number.isInteger) && Number(page) >= 1;
  },
};

describe('calls as an older console sends them', () => {
  it('are those of every route that it knows', () => {
    const routes = Object.values(contract).flatMap((of): readonly RouteSpec[] => Object.values(of));
    const known = new Set([...asks.map(({ route }) => route), ...(OURS.match(/[A-Z]+ \/\S+/gu) ?? [])]);
    const named = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    expect([...named].filter((route) => !known.has(route))).toEqual([]);
    expect([...known].filter((route) => !named.has(route))).toEqual([]);
  });

  it.each(asks.map((asked) => [`${asked.route} ${asked.shown}`, asked] as const))('%s', async (_shown, asked) => {
    const { route, told, who, sent } = asked;
    const [method = '', path = ''] = route.split(' ');
    const { path: asSent = path, body } = await sent();
    const client = { root: world.root, ada, stranger: world.client() }[who];
    const { status, json, text, headers } = await client.call(method, asSent, body, {
      'sec-fetch-site': 'same-origin',
    });
    if (typeof told === 'number') {
      expect([status, typeof json?.message === 'string' || headers.get('location') !== null]).toEqual([told, true]);
      return;
    }
    expect([status, route, text]).toEqual([200, route, text]);
    if (told === 'plain') {
      expect(['success', 'fail']).toContain(text);
      return;
    }
    if (told === 'payment') {
      expect(['success', 'error']).toContain(json.message);
      expect(nullsIn(json.data)).toEqual([]);
      return;
    }
    const isDone = json.success === true;
    expect([json.message, isDone]).toEqual([json.message, told !== 'refused']);
    expect(typeof json.message).toBe('string');
    if (!isDone) {
      expect(json.message).toMatch(/\S/u);
      return;
    }
    if (told === 'nothing') return;
    expect(nullsIn(json.data)).toEqual([]);
    expect(isOf[told]?.(json.data)).toBe(true);
  });
});

describe('what an older console reads without a look', () => {
  it('is there: texts of channels and tokens, figures, and maps of options that are JSON', async () => {
    for (const row of await world.root.done<Row[]>('GET', CHANNELS)) {
      for (const name of ['model_mapping', 'models', 'group', 'other_info'])
        expect([name, typeof row[name]]).toEqual([name, 'string']);
      expect(typeof row['balance']).toBe('number');
    }
    const options = new Map(
      (await world.root.done<{ key: string; value: string }[]>('GET', '/api/option/')).map(({ key, value }) => [
        key,
        value,
      ]),
    );
    expect(options.has('EmailDomainWhitelist')).toBe(true);
    for (const [key, value] of options) expect([key, typeof value]).toEqual([key, 'string']);
    for (const key of [
      'ModelRatio',
      'ModelPrice',
      'CompletionRatio',
      'GroupRatio',
      'UserUsableGroups',
      'TopupGroupRatio',
      'Chats',
    ])
      expect(typeof JSON.parse(options.get(key) ?? '')).toBe('object');
  });

  it('is an object in `other` of what was consumed, and a text where a task says how far it is', async () => {
    const { items } = await world.root.done<{ items: { other: string }[] }>('GET', '/api/log/?type=2&p=1&page_size=10');
    expect(items.length).toBeGreaterThan(0);
    for (const { other } of items) expect(JSON.parse(other)).toEqual(expect.any(Object));
    for (const list of ['mj', 'task']) {
      const rows = await world.root.done<{ progress: string }[]>('GET', `/api/${list}/`);
      expect(rows.map(({ progress }) => typeof progress)).toEqual(['string']);
    }
  });

  it('is a message where it is told as it comes: the reset of ratios and a transfer', async () => {
    const { json } = await world.root.call('POST', '/api/option/rest_model_ratio');
    expect(json).toMatchObject({ success: true, message: expect.stringMatching(/\S/u) });
  });
});
