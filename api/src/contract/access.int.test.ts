import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld, PASSWORD } from '../testing/console-world.ts';
import { type Sealing, startSealing } from '../testing/sealing.ts';
import type { RouteSpec } from './route.ts';
import { contract } from './routes.ts';

/** Every call by who may make it, apart from the table that the router asks. A route that stands nowhere here fails. */
const WHO = {
  anybody: `
    GET /api/status                     GET /api/notice                   GET /api/about
    GET /api/home_page_content          POST /api/user/register           POST /api/user/login
    GET /api/user/logout                GET /api/user/groups              GET /api/verification
    GET /api/reset_password             POST /api/user/reset              GET /api/oauth/state
    GET /api/oauth/github               GET /api/oauth/linuxdo            GET /api/oauth/wechat
    GET /api/oauth/telegram/login       GET /api/pricing                  GET /api/user/epay/notify
    GET /api/log/token                  GET /api/ledger/keys              GET /api/ledger/checkpoint/file`,
  user: `
    GET /api/user/self                  PUT /api/user/self                DELETE /api/user/self
    GET /api/user/models                GET /api/user/self/groups         GET /api/user/token
    GET /api/user/aff                   POST /api/user/aff_transfer       POST /api/user/topup
    GET /api/token/                     GET /api/token/search             GET /api/token/{id}
    POST /api/token/                    PUT /api/token/                   DELETE /api/token/{id}
    GET /api/log/self                   GET /api/log/self/stat            GET /api/log/self/refused
    GET /api/log/self/search            GET /api/log/self/{charge}/explanation
    GET /api/receipt/{requestId}        GET /api/data/self                GET /api/dashboard/self
    GET /api/oauth/email/bind           GET /api/oauth/wechat/bind        GET /api/oauth/telegram/bind
    DELETE /api/user/self/binding/{binding}
    GET /api/user/sessions              DELETE /api/user/sessions         DELETE /api/user/sessions/{id}
    DELETE /api/user/token
    POST /api/user/amount               POST /api/token/batch             GET /api/token/export
    GET /api/log/self/export            GET /api/mj/self                  GET /api/task/self
    POST /api/user/pay                  POST /api/user/pay/query          GET /api/user/topups/self
    GET /api/statement/self             GET /api/ledger/account/self      GET /api/models
    GET /api/statement/self/file        GET /api/ledger/balance/self      GET /api/receipt/{requestId}/file`,
  finance: `
    GET /api/user/                      GET /api/user/search              GET /api/log/
    GET /api/log/stat                   GET /api/log/{charge}/explanation GET /api/data/
    GET /api/statement/{id}             GET /api/ledger/account/{id}      GET /api/ledger/trial_balance
    GET /api/health/books               GET /api/user/topups`,
  /** Administrators need the permission too. */
  financeAlone: `
    GET /api/statement/{id}/file        GET /api/finance/statement        GET /api/finance/statement/file
    POST /api/finance/exports/          GET /api/finance/exports/         GET /api/finance/exports/{id}
    DELETE /api/finance/exports/{id}    GET /api/finance/exports/{id}/file
    GET /api/ledger/balance/{id}        GET /api/ledger/proof             GET /api/ledger/seals
    GET /api/finance/periods/           GET /api/finance/periods/{id}     GET /api/finance/periods/{id}/file`,
  bookkeeping: `
    POST /api/ledger/seal               POST /api/finance/periods/        POST /api/finance/periods/{id}/reopen`,
  admin: `
    GET /api/status/test                GET /api/user/{id}                POST /api/user/
    PUT /api/user/                      POST /api/user/manage             POST /api/user/adjust
    DELETE /api/user/{id}               DELETE /api/user/{id}/binding/{binding}
    DELETE /api/user/{id}/sessions
    GET /api/channel/                   GET /api/channel/search           GET /api/channel/models
    GET /api/channel/fetch_models/{id}  POST /api/channel/fetch_models    POST /api/channel/unpriced
    GET /api/channel/test/{id}          GET /api/channel/test             GET /api/channel/{id}
    GET /api/channel/test/progress      GET /api/channel/update_balance   GET /api/channel/update_balance/{id}
    GET /api/channel/runs               POST /api/channel/runs/stop
    POST /api/channel/                  PUT /api/channel/                 DELETE /api/channel/disabled
    DELETE /api/channel/{id}            POST /api/channel/batch           POST /api/channel/batch/tag
    PUT /api/channel/tag                POST /api/channel/key/enabled     POST /api/channel/tag/enabled
    POST /api/channel/tag/disabled      POST /api/channel/fix
    GET /api/redemption/                GET /api/redemption/search        GET /api/redemption/{id}
    POST /api/redemption/               PUT /api/redemption/              DELETE /api/redemption/{id}
    GET /api/log/refused                GET /api/log/search               DELETE /api/log/
    GET /api/group/                     GET /api/log/export               GET /api/user/export
    GET /api/user/topups/export         GET /api/channel/export           GET /api/redemption/export
    GET /api/mj/                        GET /api/task/`,
  root: `
    PUT /api/user/permissions           GET /api/option/                  PUT /api/option/
    GET /api/option/secrets
    POST /api/option/rest_model_ratio   POST /api/option/mail_test        GET /api/pricebook/
    GET /api/pricebook/prices           GET /api/pricebook/differences    GET /api/pricebook/{version}
    PUT /api/pricebook                  POST /api/pricebook/big_changes   PUT /api/pricebook/differences
    POST /api/pricebook/quote           POST /api/user/topups/{trade_no}/settled
    GET /api/audit/                     GET /api/audit/export`,
} as const;
type Who = keyof typeof WHO;
const ORDER = Object.keys(WHO) as Who[];

const listed = new Map(
  ORDER.flatMap((who) => (WHO[who].match(/[A-Z]+ \/\S+/g) ?? []).map((route) => [route, who] as const)),
);
const specs = new Map(
  Object.values(contract)
    .flatMap((routes): readonly RouteSpec[] => Object.values(routes))
    .map(({ method, path }) => [`${method} ${path}`, `${method} ${path}`]),
);

let world: ConsoleWorld;
let sealing: Sealing;
let callers: Readonly<Record<string, { readonly client: ConsoleClient; readonly may: readonly Who[] }>>;
beforeAll(async () => {
  world = await openConsoleWorld();
  sealing = await startSealing(world);
  const [user, clerk, admin] = [await world.person('user'), await world.person('clerk'), await world.person('boss')];
  const keeper = await world.person('keeper');
  await world.root.done('PUT', '/api/user/permissions', { id: keeper.userId, permissions: ['bookkeeping'] });
  await world.root.done('PUT', '/api/user/permissions', { id: clerk.userId, permissions: ['finance'] });
  await world.root.done('POST', '/api/user/manage', { id: admin.userId, action: 'promote' });
  const byToken = world.client();
  const accessToken = await user.done<string>('GET', '/api/user/token');
  const bare = byToken.call.bind(byToken);
  byToken.userId = user.userId;
  byToken.call = (method, path, body, headers = {}) =>
    bare(method, path, body, { ...headers, authorization: accessToken });
  callers = {
    'who is not signed in': { client: world.client(), may: ['anybody'] },
    'a user': { client: user, may: ['anybody', 'user'] },
    'a user by his access token': { client: byToken, may: ['anybody', 'user'] },
    'a user with the permission finance': { client: clerk, may: ['anybody', 'user', 'finance', 'financeAlone'] },
    'a user with the permission bookkeeping': {
      client: keeper,
      may: ['anybody', 'user', 'finance', 'financeAlone', 'bookkeeping'],
    },
    'an administrator': { client: admin, may: ['anybody', 'user', 'finance', 'admin'] },
    root: { client: world.root, may: ORDER },
  };
});
afterAll(async () => {
  await sealing.stop();
  await world.close();
});

it('every route stands in the table, and nothing else does', () => {
  expect([...listed.keys()].sort()).toEqual([...specs.keys()].sort());
});

/** What is done to the callers themselves, or to all: they are let in elsewhere. */
const ENDS = new Set([
  'DELETE /api/user/self',
  'GET /api/user/logout',
  'GET /api/user/token',
  'DELETE /api/user/token',
  'DELETE /api/user/sessions',
  'DELETE /api/channel/disabled',
]);
/** By a permission. */
const OPENED = /^(?:finance|bookkeeping)/u;
const REFUSED = 'You do not have the rights for this.';

describe.each([
  'who is not signed in',
  'a user',
  'a user by his access token',
  'a user with the permission finance',
  'a user with the permission bookkeeping',
  'an administrator',
  'root',
])('%s', (name) => {
  it.each([...listed].filter(([route]) => !ENDS.has(route)))('%s, which is for %s', async (route, who) => {
    const { client, may } = callers[name] ?? { client: world.client(), may: [] };
    const [method = '', path = ''] = route.split(' ');
    const filled = path
      .replace('{binding}', 'wechat')
      .replace('{version}', '1')
      .replaceAll(/\{\w+\}/g, '987654');
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const { status, json } = await client.call(method, filled, body, { 'sec-fetch-site': 'same-origin' });
    if (may.includes(who)) {
      // A file that is not there is one by its status.
      expect([401, ...(path.endsWith('/file') ? [403] : [404]), 405, 500]).not.toContain(status);
      expect(json.message).not.toBe(REFUSED);
    } else if (name === 'who is not signed in') expect(status).toBe(401);
    else {
      expect([status, json.success, json.message]).toEqual([path.endsWith('/file') ? 403 : 200, false, REFUSED]);
      expect(json).toMatchObject(OPENED.test(who) ? { code: 'permission_lacking' } : {});
    }
  });
});

it('a permission that is taken away is gone at the next call, and no name is taken that is none', async () => {
  for (const [who, permission] of [
    ['a user with the permission finance', 'finance'],
    ['a user with the permission bookkeeping', 'bookkeeping'],
  ] as const) {
    const { client } = callers[who] ?? { client: world.client() };
    await client.done('GET', '/api/user/?p=1&page_size=10');
    for (const permissions of [['everything'], 'finance', undefined, [permission, permission, permission]])
      await world.root.refused('PUT', '/api/user/permissions', { id: client.userId, permissions });
    expect(await world.root.done('PUT', '/api/user/permissions', { id: client.userId, permissions: [] })).toEqual([]);
    expect(await client.refused('GET', '/api/user/?p=1&page_size=10')).toBe(REFUSED);
    expect(await client.done('GET', '/api/user/self')).toMatchObject({ permissions: [] });
    await world.root.refused('PUT', '/api/user/permissions', { id: 987_654, permissions: [permission] });
  }
});

it('an own password is changed and an own account closed by who knows the old one and the name, where they are sent', async () => {
  const person = await world.person('careful');
  const wrong = await person.call('PUT', '/api/user/self', { password: 'another secret', old_password: 'guess' });
  expect(wrong.json).toMatchObject({ success: false, code: 'old_password_wrong', field: 'old_password' });
  await world.client().signIn('careful', PASSWORD);
  await person.done('PUT', '/api/user/self', { password: 'another secret', old_password: PASSWORD });
  await world.client().signIn('careful', 'another secret');
  const other = await person.call('DELETE', '/api/user/self', { username: 'careless' });
  expect(other.json).toMatchObject({ success: false, code: 'own_name_wrong', field: 'username' });
  await person.done('DELETE', '/api/user/self', { username: 'careful' });
});
