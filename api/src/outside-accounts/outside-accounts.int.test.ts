import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash, createHmac } from 'node:crypto';
import type { AskUpstream } from '../ports.ts';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld, PASSWORD } from '../testing/console-world.ts';

const BOT_TOKEN = '12345:the-bot';
const OUTSIDE = {
  github: 'https://github.test',
  githubApi: 'https://api.github.test',
  linuxdo: 'https://linuxdo.test',
  turnstile: 'https://turnstile.test',
};

type Question = Parameters<AskUpstream>[0];
type Reply = Awaited<ReturnType<AskUpstream>>;

/** What the services say, and what they were asked. */
let profile: object;
let says: (question: Question) => Reply | undefined | Promise<Reply | undefined>;
let asked: Question[] = [];
let world: ConsoleWorld;

const reply = (value: unknown, status = 200): Reply => ({ status, text: JSON.stringify(value) });

function ordinary({ url, body = '' }: Question): Reply {
  if (url.startsWith(OUTSIDE.turnstile))
    return reply({ success: new URLSearchParams(body).get('response') === 'human' });
  if (url.includes('/api/wechat/user')) {
    const code = new URL(url).searchParams.get('code') ?? '';
    return code.startsWith('wx')
      ? reply({ success: true, data: `open-${code}` })
      : reply({ success: false, message: 'code expired' });
  }
  if (url.endsWith('/login/oauth/access_token') || url.endsWith('/oauth2/token')) return reply({ access_token: 't' });
  return reply(profile);
}

const option = (key: string, value: unknown): Promise<unknown> =>
  world.root.done('PUT', '/api/option/', { key, value });

beforeAll(async () => {
  world = await openConsoleWorld({
    settings: {
      version: 'test',
      startedAtMs: 0,
      mailCodeSeconds: 600,
      exportDir: '',
      channelTestPauseMs: 0,
      outside: OUTSIDE,
    },
    askUpstream: async (question) => {
      asked.push(question);
      return (await says(question)) ?? ordinary(question);
    },
  });
  for (const [key, value] of [
    ['ServerAddress', 'https://gate.test'],
    ['GitHubClientId', 'id'],
    ['GitHubClientSecret', 'secret'],
    ['GitHubOAuthEnabled', true],
    ['LinuxDOClientId', 'id'],
    ['LinuxDOClientSecret', 'secret'],
    ['LinuxDOOAuthEnabled', true],
    ['WeChatServerAddress', 'https://wechat.test'],
    ['WeChatServerToken', 'wechat-secret'],
    ['WeChatAuthEnabled', true],
    ['TelegramBotToken', BOT_TOKEN],
    ['TelegramBotName', 'gate_bot'],
    ['TelegramOAuthEnabled', true],
  ] as const)
    await option(key, value);
});
beforeEach(() => {
  says = () => undefined;
  asked = [];
});
afterAll(() => world.close());

let people = 0;
const somebody = (): Promise<ConsoleClient> => world.person(`outsider${(people += 1)}`);
let ids = 70_000;
const newProfile = (fields: object = {}): object => ({
  id: (ids += 1),
  login: `octo-${ids}`,
  name: 'Octo',
  email: null,
  ...fields,
});

async function comeBack(client: ConsoleClient, provider: 'github' | 'linuxdo' = 'github', rest = 'code=c') {
  const state = await client.done<string>('GET', '/api/oauth/state');
  return client.call('GET', `/api/oauth/${provider}?${rest}&state=${state}`);
}

async function signedIn(fields: object = {}): Promise<{ readonly client: ConsoleClient; readonly id: number }> {
  profile = newProfile(fields);
  const client = world.client();
  const { json } = await comeBack(client);
  expect(json).toMatchObject({ success: true, message: '' });
  const { id } = json.data as { id: number };
  client.userId = id;
  return { client, id };
}

const self = (client: ConsoleClient): Promise<Record<string, unknown>> => client.done('GET', '/api/user/self');

describe('a first sign-in by a provider', () => {
  it('opens an account of its own, without a password, with name and e-mail of the profile', async () => {
    const { client, id } = await signedIn({
      name: '  A name that is longer than twenty characters ',
      email: 'octo@gate.test',
    });
    expect(await self(client)).toMatchObject({
      username: `github_${id}`,
      display_name: 'A name that is longe',
      email: 'octo@gate.test',
      github_id: String(ids),
      has_password: false,
      role: 1,
    });
    await world.client().refused('POST', '/api/user/login', { username: `github_${id}`, password: '' });
    await world.client().refused('POST', '/api/user/login', { username: `github_${id}`, password: PASSWORD });
    await client.done('PUT', '/api/user/self', { password: PASSWORD });
    expect((await self(client))['has_password']).toBe(true);
    await world.client().done('POST', '/api/user/login', { username: `github_${id}`, password: PASSWORD });
  });

  it('leaves an e-mail out that somebody has, whatever its case, that is none or is not taken here', async () => {
    await signedIn({ email: 'first@gate.test' });
    for (const email of ['FIRST@gate.test', 'no address', 7]) {
      const { client } = await signedIn({ email });
      expect((await self(client))['email']).toBe('');
    }
  });

  it('takes another name where somebody has it', async () => {
    const { id } = await signedIn();
    const namesake = await world.person(`github_${id + 2}`);
    const { client } = await signedIn();
    const { username } = await self(client);
    expect(username).toMatch(/^github_\d+$/);
    expect(username).not.toBe((await self(namesake))['username']);
  });

  it('in several windows at once is one account, with the gifts of one, and keeps the inviter that it was begun with', async () => {
    const inviter = await somebody();
    const code = await inviter.done<string>('GET', '/api/user/aff');
    await option('QuotaForNewUser', 100);
    await option('QuotaForInvitee', 20);
    await option('QuotaForInviter', 7);
    profile = newProfile();
    const windows = [world.client(), world.client(), world.client()];
    const answers = await Promise.all(
      windows.map(async (client) => {
        const state = await client.done<string>('GET', `/api/oauth/state?aff=${code}`);
        return client.call('GET', `/api/oauth/github?code=c&state=${state}`);
      }),
    );
    const found = answers.map(({ json }) => (json.data as { id: number } | undefined)?.id);
    expect(new Set(found).size).toBe(1);
    const [client = world.client()] = windows;
    client.userId = found[0];
    expect(await self(client)).toMatchObject({ quota: 120, inviter_id: inviter.userId });
    expect(await self(inviter)).toMatchObject({ aff_quota: 7, aff_count: 1 });
    for (const key of ['QuotaForNewUser', 'QuotaForInvitee', 'QuotaForInviter']) await option(key, 0);
  });

  it('has a name where somebody has taken the next ones ahead, and keeps a longer one than may be chosen', async () => {
    const { id } = await signedIn();
    await world.db.query(
      `insert into directory.users (username, password_hash, display_name, role, status, created_time, aff_code)
       select 'github_' || n, '', '', 1, 1, 0, '' from generate_series($1::int + 1, $1::int + 60) as n`,
      [id],
    );
    const { client } = await signedIn();
    const { username } = await self(client);
    expect(username).toMatch(/^github_\d+$/);
    const long = 'github_1234567';
    await world.db.query('update directory.users set username = $1 where id = $2', [long, client.userId]);
    await client.done('PUT', '/api/user/self', { username: long, display_name: 'Kept' });
    await world.root.done('PUT', '/api/user/', {
      id: client.userId,
      username: long,
      display_name: 'Edited',
      group: 'vip',
    });
    expect(await self(client)).toMatchObject({ username: long, display_name: 'Edited', group: 'vip' });
    expect(await client.refused('PUT', '/api/user/self', { username: 'github_12345678' })).toContain('username');
  });

  it('is refused while RegisterEnabled is off, also by WeChat, and known people still come in', async () => {
    profile = newProfile();
    await comeBack(world.client());
    await option('RegisterEnabled', false);
    const again = await comeBack(world.client());
    profile = newProfile();
    const unknown = await comeBack(world.client());
    const byWechat = await world.client().call('GET', '/api/oauth/wechat?code=wx-unknown');
    await option('RegisterEnabled', true);
    expect(again.json.success).toBe(true);
    for (const { json } of [unknown, byWechat]) expect(json.message).toBe('Registration has been switched off.');
  });
});

describe('a sign-in by a provider', () => {
  it('ends the session that was there, and opens a new one', async () => {
    profile = newProfile();
    const client = world.client();
    const state = await client.done<string>('GET', '/api/oauth/state');
    const before = client.cookie;
    const path = `/api/oauth/github?code=c&state=${state}`;
    expect((await client.call('GET', path)).json.success).toBe(true);
    expect(client.cookie).not.toBe(before);
    const old = world.client();
    old.cookie = before;
    expect((await old.call('GET', path)).status).toBe(403);
    const kept = await world.db.query("select 1 from directory.sessions where data ? 'state' and user_id is not null");
    expect(kept.rows).toEqual([]);
  });

  it('of a banned and of a closed account is refused in words of its own, with status 200', async () => {
    const banned = await signedIn();
    const his = profile;
    await world.root.done('POST', '/api/user/manage', { id: banned.id, action: 'disable' });
    expect(await comeBack(world.client())).toMatchObject({ status: 200, json: { success: false } });
    const closed = await signedIn();
    await closed.client.done('DELETE', '/api/user/self');
    expect(await comeBack(world.client())).toMatchObject({
      status: 200,
      json: { success: false, message: 'The account that this belongs to is closed.' },
    });
    const other = await somebody();
    expect((await comeBack(other)).json.message).toMatch(/belongs to somebody else/);
    profile = his;
    expect((await comeBack(other)).json.message).toMatch(/belongs to somebody else/);
  });

  it('needs the state of the session, once, within ten minutes, and none that anybody gave', async () => {
    profile = newProfile();
    const client = world.client();
    const state = await client.done<string>('GET', '/api/oauth/state');
    const path = `/api/oauth/github?code=c&state=${state}`;
    expect((await world.client().call('GET', path)).status).toBe(403);
    expect((await client.call('GET', '/api/oauth/github?code=c&state=')).status).toBe(403);
    expect((await client.call('GET', '/api/oauth/github?code=c')).status).toBe(403);
    await world.db.query(`update directory.sessions set data = data || '{"stateUntil": 1}' where data->>'state' = $1`, [
      state,
    ]);
    expect((await client.call('GET', path)).status).toBe(403);
    says = () => reply({ error: 'no' });
    const again = await client.done<string>('GET', '/api/oauth/state');
    const twice = `/api/oauth/github?code=c&state=${again}`;
    const answers = [await client.call('GET', twice), await client.call('GET', twice)];
    expect(answers.map(({ status }) => status)).toEqual([200, 403]);
    expect(asked).toHaveLength(1);
  });

  it('that the person or the provider has refused says so', async () => {
    const { json } = await comeBack(
      world.client(),
      'github',
      'error=access_denied&error_description=The%20user%20said%20no%0Aagain',
    );
    expect(json.message).toBe('GitHub did not confirm who you are: The user said no again. Begin anew.');
    expect(asked).toEqual([]);
  });

  it.each<[string, (question: Question) => Reply]>([
    [
      'did not answer in time',
      () => {
        throw Object.assign(new Error('late'), { name: 'TimeoutError' });
      },
    ],
    [
      'cannot be reached',
      () => {
        throw new Error('refused');
      },
    ],
    ['answered more than is read', () => ({ status: 200, text: undefined })],
    ['answered something else', () => ({ status: 200, text: '<html>' })],
    ['answered something else', () => reply([])],
    ['answered something else', () => reply({ access_token: 'a\r\nb' })],
    ['answered something else', () => reply({ access_token: 't', id: '7 or 1=1' })],
    ['answered something else', () => reply({ access_token: 't', id: 1.5 })],
    ['answered something else', () => reply({ access_token: 't', id: 2 ** 60 })],
    ['answered with an error', () => reply({ access_token: 't' }, 302)],
    [
      'The code is incorrect',
      () => reply({ error: 'bad_verification_code', error_description: 'The code is incorrect' }),
    ],
  ])('where the provider %s lets nobody in', async (words, answer) => {
    says = answer;
    for (const provider of ['github', 'linuxdo'] as const) {
      const { status, json } = await comeBack(world.client(), provider);
      expect([status, json.success]).toEqual([200, false]);
      expect(json.message).toContain(words);
    }
  });

  it('asks with 5 s and 64 KB, by no proxy, and tells the secret to the provider alone', async () => {
    profile = newProfile();
    await comeBack(world.client());
    expect(asked.map(({ timeoutMs, bytesMax, proxy }) => [timeoutMs, bytesMax, proxy])).toEqual([
      [5_000, 65_536, ''],
      [5_000, 65_536, ''],
    ]);
    expect(asked.map(({ url }) => url)).toEqual([
      'https://github.test/login/oauth/access_token',
      'https://api.github.test/user',
    ]);
    expect(JSON.stringify(asked[1])).not.toContain('secret');
  });

  it('waits for no more than 64 at a time in a process', async () => {
    const held: (() => void)[] = [];
    says = () => new Promise((resolve) => held.push(() => resolve(reply({ error: 'x' }))));
    const waiting = Array.from({ length: 64 }, () => world.client().call('GET', '/api/oauth/wechat?code=c'));
    while (held.length < 64) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await world.client().refused('GET', '/api/oauth/wechat?code=c')).toMatch(/too many people/);
    for (const end of held) end();
    await Promise.all(waiting);
    says = () => undefined;
    expect(await world.client().refused('GET', '/api/oauth/wechat?code=c')).toMatch(/code expired/);
  });

  it.each(['cross-site', 'same-site', 'none'])('is not led to from elsewhere (%s)', async (from) => {
    const client = world.client();
    for (const path of ['state', 'wechat?code=wx-led', 'telegram/login?id=1', 'github?code=c&state=x'])
      expect(
        (await client.call('GET', `/api/oauth/${path}`, undefined, { 'sec-fetch-site': from })).json.message,
      ).toMatch(/opened from another site/);
    expect([client.cookie, asked]).toEqual(['', []]);
  });
});

it('no link signs anybody in where a browser does not say what led to it, as by http', async () => {
  const client = world.client();
  client.userId = undefined;
  for (const path of ['state', 'wechat?code=wx-led', 'telegram/login?id=1', 'github?code=c&state=x'])
    expect((await client.call('GET', `/api/oauth/${path}`)).json.message).toMatch(/opened from another site/);
  expect([client.cookie, asked]).toEqual(['', []]);
});

describe('an account with a provider', () => {
  it('is bound by who is signed in, once, in place of another of his', async () => {
    const person = await somebody();
    profile = newProfile();
    const first = profile;
    expect((await comeBack(person)).json).toEqual({ success: true, message: 'bind', data: null });
    expect((await comeBack(person)).json.message).toBe('bind');
    const other = await somebody();
    expect((await comeBack(other)).json).toMatchObject({ success: false });
    profile = newProfile();
    expect((await comeBack(person)).json.message).toBe('bind');
    expect((await self(person))['github_id']).toBe(String(ids));
    profile = first;
    expect((await comeBack(other)).json.message).toBe('bind');
  });

  it('is bound to who is signed in where the page says so, and by nobody who is banned', async () => {
    const person = await somebody();
    profile = newProfile();
    const path = async (): Promise<string> =>
      `/api/oauth/github?code=c&state=${await person.done<string>('GET', '/api/oauth/state')}`;
    expect((await person.call('GET', await path(), undefined, { 'New-API-User': '1' })).status).toBe(401);
    await world.root.done('POST', '/api/user/manage', { id: person.userId, action: 'disable' });
    expect((await person.call('GET', await path())).json).toMatchObject({ success: false, code: 'user_banned' });
    expect(asked).toEqual([]);
  });

  it('of two who bind it at once belongs to one', async () => {
    const two = [await somebody(), await somebody()];
    profile = newProfile();
    const answers = await Promise.all(two.map((person) => comeBack(person)));
    expect(answers.filter(({ json }) => json.success === true)).toHaveLength(1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('of Telegram is bound without the header of the user from our own page alone, and leads to the settings', async () => {
    const person = await somebody();
    const at = String(Math.floor(Date.now() / 1_000));
    const fields = { auth_date: at, first_name: 'Te=le&', id: '9001', photo_url: 'https://t.me/x?y=z' };
    const text = Object.entries(fields)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n');
    const key = createHash('sha256').update(BOT_TOKEN).digest();
    const hash = createHmac('sha256', key).update(text).digest('hex');
    const path = `/api/oauth/telegram/bind?${new URLSearchParams({ ...fields, hash })}`;
    const bind = (from: Readonly<Record<string, string>>) =>
      fetch(`${world.url}${path}`, { redirect: 'manual', headers: { cookie: person.cookie, ...from } });
    const led = [
      {},
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin', referer: `${world.url}/playground` },
      { referer: 'https://elsewhere.test/setting' },
      { 'sec-fetch-site': 'cross-site', referer: `${world.url}/setting` },
    ];
    for (const from of led) expect((await bind(from)).status).not.toBe(302);
    expect((await self(person))['telegram_id']).toBe('');
    const bound = await bind({ referer: `${world.url}/setting` });
    expect([bound.status, bound.headers.get('location')]).toEqual([302, '/setting']);
    expect((await self(person))['telegram_id']).toBe('9001');
    const signed = await world
      .client()
      .done('GET', `/api/oauth/telegram/login?${new URLSearchParams({ ...fields, hash })}`);
    expect(signed['id']).toBe(person.userId);
    const nobody = { redirect: 'manual', headers: { referer: `${world.url}/setting` } } as const;
    expect((await fetch(`${world.url}${path}`, nobody)).status).toBe(401);
  });

  it('is taken off again, by its person or an administrator, unless no way in is left', async () => {
    const { client, id } = await signedIn({ email: 'way@gate.test' });
    const off = (binding: string): string => `/api/user/self/binding/${binding}`;
    expect(await client.refused('DELETE', off('github'))).toMatch(/could not sign in any more/);
    expect(await client.refused('DELETE', off('everything'))).toContain('binding');
    await client.done('GET', '/api/oauth/wechat/bind?code=wx-way');
    await client.done('DELETE', off('telegram'));
    const answers = await Promise.all([client.call('DELETE', off('github')), client.call('DELETE', off('wechat'))]);
    expect(answers.filter(({ json }) => json.success === true)).toHaveLength(1);
    await world.root.done('DELETE', `/api/user/${id}/binding/telegram`);

    await option('SMTPServer', 'mail.test');
    await client.done('DELETE', off('github'));
    await client.done('DELETE', off('wechat'));
    expect(await self(client)).toMatchObject({ github_id: '', wechat_id: '', email: 'way@gate.test' });
    expect(await client.refused('DELETE', off('email'))).toMatch(/could not sign in/);
    await option('SMTPServer', '');

    const person = await somebody();
    await person.done('GET', '/api/oauth/wechat/bind?code=wx-mine');
    await person.refused('DELETE', `/api/user/${id}/binding/email`);
    await world.root.done('DELETE', `/api/user/${person.userId}/binding/wechat`);
    expect((await self(person))['wechat_id']).toBe('');
    await world.root.refused('DELETE', '/api/user/987654/binding/wechat');
    const { rows } = await world.db.query<{ record: unknown }>('select record from directory.audit_outbox');
    const told = JSON.stringify(rows.map(({ record }) => record)).split(`user-${person.userId}`);
    expect(told).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(`user-${id}"`);
    expect(told.join('')).toContain('user.unbind');
  });

  it('does not count while its provider is switched off', async () => {
    const { client } = await signedIn();
    await client.done('GET', '/api/oauth/wechat/bind?code=wx-off');
    await option('GitHubOAuthEnabled', false);
    expect(await client.refused('DELETE', '/api/user/self/binding/wechat')).toMatch(/could not sign in/);
    expect((await comeBack(world.client())).json.message).toBe('Signing in with GitHub has been switched off.');
    await option('GitHubOAuthEnabled', true);
    await client.done('DELETE', '/api/user/self/binding/wechat');
  });
});

describe('the bot check', () => {
  beforeAll(async () => {
    await option('TurnstileSiteKey', 'site');
    await option('TurnstileSecretKey', 'turnstile-secret');
    await option('TurnstileCheckEnabled', true);
  });
  afterAll(() => option('TurnstileCheckEnabled', false));

  const login = (token: string): readonly [string, string, object] => [
    'POST',
    `/api/user/login?turnstile=${token}`,
    { username: 'root', password: '123456' },
  ];

  it('is passed once a session, which also remembers it over a wrong password and a sign-in', async () => {
    const client = world.client();
    expect(await client.refused(...login(''))).toMatch(/no robot/);
    expect(asked).toEqual([]);
    await client.refused('POST', '/api/user/login?turnstile=human', { username: 'root', password: 'wrong' });
    await client.done(...login(''));
    await client.done(...login(''));
    expect(asked).toHaveLength(1);
    const form = new URLSearchParams(asked[0]?.body);
    expect(Object.fromEntries(form)).toEqual({
      secret: 'turnstile-secret',
      response: 'human',
      remoteip: expect.stringMatching(/^(127\.|::1)/) as unknown,
    });
    await world.client().refused(...login(''));
  });

  it.each<[string, (question: Question) => Reply]>([
    ['a no', () => reply({ success: false })],
    ['something else', () => reply({ success: 'true' })],
    ['an error', () => reply({ success: true }, 500)],
    ['no JSON', () => ({ status: 200, text: 'yes' })],
    ['too much', () => ({ status: 200, text: undefined })],
    [
      'nothing',
      () => {
        throw new Error('gone');
      },
    ],
  ])('takes %s for no', async (_what, answer) => {
    says = answer;
    expect(await world.client().refused(...login('human'))).toMatch(/could not be checked/);
  });
});

describe('on a demo site', () => {
  const switched = (value: boolean) => option('DemoSiteEnabled', value);
  afterEach(() => switched(false));
  const inDemo = { status: 405, json: { success: false, code: 'demo_site' } };

  it('known people come in, nobody new does, and nothing is bound', async () => {
    const { id } = await signedIn();
    const person = await somebody();
    const known = profile;
    await switched(true);
    expect((await comeBack(world.client())).json).toMatchObject({ success: true, data: { id } });
    profile = newProfile();
    for (const provider of ['github', 'linuxdo'] as const)
      expect(await comeBack(world.client(), provider)).toMatchObject(inDemo);
    expect(await world.client().call('GET', '/api/oauth/wechat?code=wx-new-in-demo')).toMatchObject(inDemo);
    expect(await comeBack(person)).toMatchObject(inDemo);
    expect(await person.call('GET', '/api/oauth/wechat/bind?code=wx-new-in-demo')).toMatchObject(inDemo);
    await switched(false);
    const { rows } = await world.db.query(
      "select from directory.users where wechat_id = 'open-wx-new-in-demo' or github_id = $1",
      [String(ids)],
    );
    expect(rows).toEqual([]);
    profile = known;
    expect((await comeBack(world.client())).json).toMatchObject({ data: { id } });
  });
});
