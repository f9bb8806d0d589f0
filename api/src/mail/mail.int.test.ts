import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConsoleClient } from '../testing/console-client.ts';
import { type ConsoleWorld, openConsoleWorld, PASSWORD } from '../testing/console-world.ts';

const SERVER = 'https://gate.example';

let world: ConsoleWorld;
/** Why the mail server takes none; undefined where it does. */
let trouble: string | undefined;
beforeAll(async () => {
  const mails: ConsoleWorld['mails'] = [];
  world = await openConsoleWorld({
    mailer: {
      send: async (mail) => {
        if (trouble !== undefined) throw new Error(trouble);
        mails.push(mail);
      },
    },
  });
  Object.assign(world, { mails });
  await world.root.done('PUT', '/api/option/', { key: 'ServerAddress', value: SERVER });
});
beforeEach(() => {
  trouble = undefined;
});
afterAll(() => world.close());

let people = 0;
const newEmail = (): string => `person-${(people += 1)}@example.com`;
const mailsTo = (email: string): ConsoleWorld['mails'] => world.mails.filter(({ to }) => to === email);
const ask = (email: string): string => `/api/verification?email=${encodeURIComponent(email)}&turnstile=`;
const bind = (email: string, code: string): string =>
  `/api/oauth/email/bind?email=${encodeURIComponent(email)}&code=${code}`;
const lastCode = (email: string): string => /^([A-Za-z0-9]{6})$/m.exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ?? '';
const lastToken = (email: string): string =>
  /[?&]token=([0-9a-f]{32})$/m.exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ?? '';

async function codeFor(email: string): Promise<string> {
  await world.client().done('GET', ask(email));
  return lastCode(email);
}

async function withEmail(): Promise<{ readonly person: ConsoleClient; readonly name: string; readonly email: string }> {
  const email = newEmail();
  const name = `mailer${people}`;
  const person = await world.person(name);
  await person.done('GET', bind(email, await codeFor(email)));
  return { person, name, email };
}

/** As if it had been mailed earlier. */
const earlier = (email: string, seconds: number): Promise<unknown> =>
  world.db.query(
    'update directory.mail_codes set sent_time = sent_time - $2, until_time = until_time - $2 where email = $1',
    [email, seconds],
  );

describe('a code that proves an e-mail', () => {
  it('is mailed in the language of the call, and is nowhere in clear', async () => {
    const email = newEmail();
    await world.client().call('GET', ask(email), undefined, { 'accept-language': 'zh-CN' });
    expect(mailsTo(email)[0]?.subject).toContain('验证码');
    const kept = await world.db.query('select * from directory.mail_codes where email = $1', [email]);
    expect(JSON.stringify(kept.rows)).not.toContain(lastCode(email));
  });

  it('binds the e-mail once, which then signs in whatever its case', async () => {
    const { person, email } = await withEmail();
    expect(await person.done('GET', '/api/user/self')).toMatchObject({ email });
    await world.client().done('POST', '/api/user/login', { username: email.toUpperCase(), password: PASSWORD });
    expect(await person.refused('GET', bind(email, lastCode(email)))).toMatch(/The code is wrong, was used/);
  });

  it.each(['', 'nobody', 'a@b@example.com', 'a b@example.com', `${'x'.repeat(60)}@example.com`])(
    'goes to no address like %j',
    async (email) => {
      const before = world.mails.length;
      await world.client().refused('GET', ask(email));
      expect(world.mails).toHaveLength(before);
    },
  );

  it('goes to nobody who has the e-mail already', async () => {
    const { email } = await withEmail();
    const before = world.mails.length;
    expect(await world.client().refused('GET', ask(email.toUpperCase()))).toMatch(/has this e-mail/);
    expect(world.mails).toHaveLength(before);
  });

  it('is mailed again after 30 s, and ten times an hour', async () => {
    const email = newEmail();
    await codeFor(email);
    expect(await world.client().refused('GET', ask(email))).toMatch(/in (?:30|29|28) s\.$/);
    for (let more = 1; more < 10; more += 1) {
      await earlier(email, 31);
      await codeFor(email);
    }
    await earlier(email, 31);
    expect(await world.client().refused('GET', ask(email))).toMatch(/^10 mails went to this address/);
    expect(mailsTo(email)).toHaveLength(10);
  });

  it('is as if never asked for where the mail server takes none, and its reason is told', async () => {
    const email = newEmail();
    trouble = '550 no such mailbox';
    expect(await world.client().refused('GET', ask(email))).toBe('The mail could not be sent: 550 no such mailbox.');
    trouble = undefined;
    expect(await codeFor(email)).toHaveLength(6);
  });

  it('is void after 20 wrong guesses, and when its time is over', async () => {
    const person = await world.person(`guesser${people}`);
    const [email, other] = [newEmail(), newEmail()];
    const code = await codeFor(email);
    for (let guess = 0; guess < 20; guess += 1) await person.refused('GET', bind(email, 'zzzzzz'));
    await person.refused('GET', bind(email, code));
    const late = await codeFor(other);
    await earlier(other, 601);
    await person.refused('GET', bind(other, late));
  });

  it('is good for one of two who prove the e-mail at once', async () => {
    const email = newEmail();
    const [one, two] = [await world.person(`one${people}`), await world.person(`two${people}`)];
    const code = await codeFor(email);
    const answers = await Promise.all([one, two].map((person) => person.call('GET', bind(email, code))));
    expect(answers.filter(({ json }) => json.success)).toHaveLength(1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('registration with EmailVerificationEnabled', () => {
  beforeAll(() => world.root.done('PUT', '/api/option/', { key: 'EmailVerificationEnabled', value: true }));
  afterAll(() => world.root.done('PUT', '/api/option/', { key: 'EmailVerificationEnabled', value: false }));
  const form = (fields: object) => ({ username: `new${people}`, password: PASSWORD, password2: PASSWORD, ...fields });

  it('needs an e-mail and its code, and the account has it', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const code = await codeFor(email);
    for (const [field, fields] of [
      ['email', {}],
      ['verification_code', { email }],
      ['verification_code', { email, verification_code: 'zzzzzz' }],
      ['email', { verification_code: code }],
      ['verification_code', { email: other, verification_code: code }],
      ['username', { email, verification_code: code, username: 'root' }],
      ['password2', { email, verification_code: code, password2: 'another one' }],
    ] as const) {
      const { json } = await world.client().call('POST', '/api/user/register', form(fields));
      expect([fields, json]).toEqual([fields, expect.objectContaining({ success: false, field })]);
    }
    await world.client().done('POST', '/api/user/register', form({ email, verification_code: code }));
    const person = await world.client().signIn(`new${people}`, PASSWORD);
    expect(await person.done('GET', '/api/user/self')).toMatchObject({ email });
  });

  it('uses the code up with the account only', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    await world
      .client()
      .refused('POST', '/api/user/register', form({ username: 'root', email, verification_code: code }));
    await world.client().done('POST', '/api/user/register', form({ email, verification_code: code }));
  });
});

describe('a new password by mail', () => {
  const request = (email: string): string => `/api/reset_password?email=${encodeURIComponent(email)}&turnstile=`;

  it('has 12 characters, comes once, ends every session, and the newest link is good', async () => {
    const { person, name, email } = await withEmail();
    await world.client().done('GET', request(email));
    const older = lastToken(email);
    await world.client().done('GET', request(email));
    expect(mailsTo(email).at(-1)?.text).toContain(`${SERVER}/user/reset?email=${encodeURIComponent(email)}&token=`);
    const token = lastToken(email);
    await world.client().refused('POST', '/api/user/reset', { email, token: older });
    const password = String(await world.client().done('POST', '/api/user/reset', { email, token }));
    expect(password).toMatch(/^[A-Za-z0-9]{12}$/);
    expect((await person.call('GET', '/api/user/self')).status).toBe(401);
    await world.client().signIn(name, password);
    await world.client().refused('POST', '/api/user/reset', { email, token });
    await world.client().refused('POST', '/api/user/login', { username: name, password: PASSWORD });
  });

  it('is made by one of ten calls with one token', async () => {
    const { email } = await withEmail();
    await world.client().done('GET', request(email));
    const body = { email, token: lastToken(email) };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.client().call('POST', '/api/user/reset', body)),
    );
    expect(answers.filter(({ json }) => json.success)).toHaveLength(1);
  });

  it('is mailed to nobody who has no account, and not without a server address', async () => {
    const before = world.mails.length;
    await world.client().refused('GET', request(newEmail()));
    const { email } = await withEmail();
    await world.root.done('PUT', '/api/option/', { key: 'ServerAddress', value: '' });
    expect(await world.client().refused('GET', request(email))).toMatch(/fill in the server address/);
    await world.root.done('PUT', '/api/option/', { key: 'ServerAddress', value: SERVER });
    expect(world.mails).toHaveLength(before + 1);
  });
});

describe('a test mail', () => {
  it('is sent by root alone, and tells why it could not be', async () => {
    await world.root.done('POST', '/api/option/mail_test', { to: 'root@example.com' });
    expect(mailsTo('root@example.com')).toHaveLength(1);
    trouble = 'no mail server is set';
    expect(await world.root.refused('POST', '/api/option/mail_test', { to: 'root@example.com' })).toMatch(
      /no mail server/,
    );
    await (await world.person(`plain${people}`)).refused('POST', '/api/option/mail_test', { to: 'root@example.com' });
  });
});
