import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld, PASSWORD } from '../testing/console-world.ts';
import type { RouteSpec } from './route.ts';
import { contract } from './routes.ts';

/** What becomes of every call on a demo site, apart from what its row says of it. A route that stands nowhere here fails. */
const DEMO = {
  'goes on': `
    GET /api/status                     GET /api/status/test              GET /api/notice
    GET /api/about                      GET /api/home_page_content        POST /api/user/login
    GET /api/user/logout                GET /api/user/groups              GET /api/oauth/state
    GET /api/oauth/telegram/login       GET /api/pricing                  GET /api/user/epay/notify
    GET /api/user/self                  GET /api/user/models              GET /api/user/self/groups
    GET /api/token/                     GET /api/token/search             GET /api/token/{id}
    GET /api/log/self                   GET /api/log/self/stat            GET /api/log/self/refused
    GET /api/log/self/search            GET /api/log/self/{charge}/explanation
    GET /api/receipt/{requestId}        GET /api/data/self                GET /api/dashboard/self
    GET /api/user/sessions              POST /api/user/amount             GET /api/user/topups/self
    GET /api/statement/self             GET /api/ledger/account/self      GET /api/models
    GET /api/user/                      GET /api/user/search              GET /api/log/
    GET /api/log/stat                   GET /api/log/{charge}/explanation GET /api/data/
    GET /api/statement/{id}             GET /api/ledger/account/{id}      GET /api/ledger/trial_balance
    GET /api/health/books               GET /api/user/topups              GET /api/user/{id}
    GET /api/channel/                   GET /api/channel/search           GET /api/channel/models
    POST /api/channel/unpriced          GET /api/channel/{id}             GET /api/redemption/
    GET /api/redemption/search          GET /api/redemption/{id}          GET /api/log/refused
    GET /api/log/search                 GET /api/group/                   GET /api/option/
    GET /api/option/secrets             GET /api/pricebook/               GET /api/pricebook/prices
    GET /api/pricebook/differences      GET /api/pricebook/{version}      POST /api/pricebook/big_changes
    POST /api/pricebook/quote           GET /api/log/export               GET /api/log/self/export
    GET /api/user/export                GET /api/channel/export           GET /api/token/export
    GET /api/redemption/export          GET /api/user/topups/export       GET /api/audit/export
    GET /api/audit/                     GET /api/log/token                GET /api/mj/
    GET /api/mj/self                    GET /api/task/                    GET /api/task/self
    GET /api/channel/test/progress      GET /api/channel/runs             GET /api/statement/self/file
    GET /api/statement/{id}/file        GET /api/finance/statement        GET /api/finance/statement/file
    GET /api/ledger/balance/self        GET /api/ledger/balance/{id}      GET /api/finance/exports/
    GET /api/finance/exports/{id}       GET /api/finance/exports/{id}/file
    GET /api/receipt/{requestId}/file   GET /api/ledger/keys              GET /api/ledger/checkpoint/file
    GET /api/ledger/seals               GET /api/ledger/proof             GET /api/finance/periods/
    GET /api/finance/periods/{id}       GET /api/finance/periods/{id}/file`,
  /** To who is not signed in, and as long as it makes no account. */
  'signs in': `
    GET /api/oauth/github               GET /api/oauth/linuxdo            GET /api/oauth/wechat`,
  /** It makes a code where there is none. */
  reads: 'GET /api/user/aff',
  /** Root may set DemoSiteEnabled. */
  'is the switch': 'PUT /api/option/',
  'is refused': `
    POST /api/user/register             GET /api/verification             GET /api/reset_password
    POST /api/user/reset                PUT /api/user/self                DELETE /api/user/self
    GET /api/user/token                 POST /api/user/aff_transfer       POST /api/user/topup
    POST /api/token/                    PUT /api/token/                   DELETE /api/token/{id}
    GET /api/oauth/email/bind           GET /api/oauth/wechat/bind        GET /api/oauth/telegram/bind
    DELETE /api/user/self/binding/{binding}                               DELETE /api/user/sessions
    DELETE /api/user/sessions/{id}      DELETE /api/user/token            POST /api/user/pay
    POST /api/user/pay/query            POST /api/user/                   PUT /api/user/
    POST /api/user/manage               POST /api/user/adjust             DELETE /api/user/{id}
    DELETE /api/user/{id}/binding/{binding}                               DELETE /api/user/{id}/sessions
    GET /api/channel/fetch_models/{id}  POST /api/channel/fetch_models    GET /api/channel/test/{id}
    GET /api/channel/test               POST /api/channel/                PUT /api/channel/
    DELETE /api/channel/disabled        DELETE /api/channel/{id}          POST /api/channel/batch
    POST /api/channel/batch/tag         PUT /api/channel/tag              POST /api/channel/key/enabled
    POST /api/channel/tag/enabled       POST /api/channel/tag/disabled    POST /api/channel/fix
    POST /api/redemption/               PUT /api/redemption/              DELETE /api/redemption/{id}
    DELETE /api/log/                    PUT /api/user/permissions         POST /api/option/rest_model_ratio
    POST /api/option/mail_test          PUT /api/pricebook                PUT /api/pricebook/differences
    POST /api/user/topups/{trade_no}/settled                              POST /api/token/batch
    GET /api/channel/update_balance     GET /api/channel/update_balance/{id}
    POST /api/channel/runs/stop         POST /api/finance/exports/        DELETE /api/finance/exports/{id}
    POST /api/ledger/seal               POST /api/finance/periods/        POST /api/finance/periods/{id}/reopen`,
} as const;
type Rule = keyof typeof DEMO;

const listed = (Object.keys(DEMO) as Rule[]).flatMap((rule) =>
  (DEMO[rule].match(/[A-Z]+ \/\S+/g) ?? []).map((route) => [route, rule] as const),
);
const routes = Object.values(contract)
  .flatMap((each): readonly RouteSpec[] => Object.values(each))
  .map(({ method, path }) => `${method} ${path}`);

let world: ConsoleWorld;
let person: ConsoleClient;
beforeAll(async () => {
  world = await openConsoleWorld();
  person = await world.person('visitor');
});
afterAll(() => world.close());

const demo = (value: boolean) => world.root.done('PUT', '/api/option/', { key: 'DemoSiteEnabled', value });
const ask = (client: ConsoleClient, route: string, body?: object) => {
  const [method = '', path = ''] = route.split(' ');
  const filled = path
    .replace('{binding}', 'wechat')
    .replace('{version}', '1')
    .replaceAll(/\{\w+\}/g, '987654');
  const sent = method === 'GET' || method === 'DELETE' ? undefined : (body ?? {});
  return client.call(method, filled, sent, { 'sec-fetch-site': 'same-origin' });
};
const REFUSED = {
  success: false,
  message: 'This site is for demonstration only: nothing can be changed or sent here.',
  code: 'demo_site',
};

it('every route stands in the table once, and nothing else does', () => {
  expect(listed.map(([route]) => route).sort()).toEqual([...new Set(routes)].sort());
});

describe('on a demo site', () => {
  beforeEach(() => demo(true));
  afterEach(() => demo(false));

  it.each(listed.filter(([route]) => route !== 'GET /api/user/logout'))('%s %s', async (route, rule) => {
    const { status, json } = await ask(world.root, route);
    if (rule === 'goes on' || rule === 'reads') {
      expect(status).not.toBe(405);
      expect(json.code).not.toBe('demo_site');
    } else if (route === 'GET /api/oauth/wechat') expect(json.code).not.toBe('demo_site');
    else expect([status, json]).toEqual([405, REFUSED]);
  });

  it.each(['GET /api/oauth/github', 'GET /api/oauth/linuxdo'])('%s goes on for who is not signed in', async (route) => {
    expect((await ask(world.client(), route)).status).toBe(403);
  });

  it('a write that needs a right is told first that it is missing', async () => {
    expect((await ask(world.client(), 'POST /api/token/')).status).toBe(401);
    expect((await ask(person, 'POST /api/channel/')).json).toMatchObject({ success: false });
    expect((await ask(person, 'POST /api/channel/')).status).toBe(200);
    expect((await ask(person, 'PUT /api/option/', { key: 'DemoSiteEnabled', value: false })).status).toBe(200);
    expect(world.view.options.DemoSiteEnabled).toBe(true);
  });

  it('somebody signs in and out, and nothing is changed by who tries', async () => {
    const before = await person.done('GET', '/api/user/self');
    await world.client().signIn('visitor', PASSWORD);
    const leaving = world.client();
    await leaving.signIn('visitor', PASSWORD);
    await leaving.done('GET', '/api/user/logout');
    expect((await ask(person, 'PUT /api/user/self', { display_name: 'x' })).status).toBe(405);
    expect(await person.done('GET', '/api/user/self')).toEqual(before);
  });

  it('root may set the switch, and nothing else, whatever stands beside it', async () => {
    expect((await ask(world.root, 'PUT /api/option/', { key: 'RetryTimes', value: 5 })).status).toBe(405);
    expect((await ask(world.root, 'PUT /api/option/', { key: ['DemoSiteEnabled'], value: 5 })).status).toBe(405);
    expect((await ask(world.root, 'PUT /api/option/', { value: 5 })).status).toBe(405);
    expect((await ask(world.root, 'PUT /api/option/', { key: 'DemoSiteEnabled', value: 'maybe' })).json).toMatchObject({
      success: false,
      message: expect.stringContaining('DemoSiteEnabled'),
    });
    await demo(false);
    await world.root.done('PUT', '/api/option/', { key: 'RetryTimes', value: 0 });
  });

  it('an invite code is told to who has one, and made for nobody', async () => {
    await world.db.query("update directory.users set aff_code = '' where username = 'visitor'");
    const other = world.client();
    await other.signIn('visitor', PASSWORD);
    expect(await ask(other, 'GET /api/user/aff')).toMatchObject({ status: 405, json: { success: false } });
    await demo(false);
    const code = await other.done('GET', '/api/user/aff');
    await demo(true);
    expect(await other.done('GET', '/api/user/aff')).toBe(code);
  });
});

it('without it each goes on as before', async () => {
  expect((await ask(person, 'PUT /api/user/self', { display_name: 'y' })).json).toMatchObject({ success: true });
});
