import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConsoleSession } from '@ledgate/api/testing/console-session';
import { optionRows } from '@ledgate/domain/options/registry';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { eventually } from '../testing/eventually.ts';
import { bindCall, Mailbox, sessionOf } from '../testing/mailbox.ts';
import { buildProduct, Product } from '../testing/product.ts';
import { foundIn } from './found-in.ts';

const LIMIT_MS = 240_000;
const nothing = z.unknown();
const ANSWER = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4o',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
/** Of every option that is a secret, whichever there are. */
const OPTION_SECRETS = Object.fromEntries(
  optionRows().flatMap(([key, row]) => (row.kind === 'secret' ? [[key, `secret-of-the-option-${key}`]] : [])),
);

let folder: string;
let provider: Server;
/** With which keys it was asked. */
let asked: string[];
/** What a product says, as much of it as is kept after each call. */
let said: string;
let mailbox: Mailbox | undefined;
const products: Product[] = [];
beforeAll(() => buildProduct(), LIMIT_MS);
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ledgate-each-secret-'));
  [asked, said] = [[], ''];
  provider = createServer((request, response) => {
    asked.push(request.headers.authorization ?? '');
    request.resume();
    request.on('end', () => response.setHeader('content-type', 'application/json').end(ANSWER));
  });
  await new Promise<void>((resolve) => {
    provider.listen(0, '127.0.0.1', resolve);
  });
});
afterEach(async () => {
  await Promise.all(products.splice(0).map((product) => product.discard()));
  await mailbox?.close();
  mailbox = undefined;
  provider.closeAllConnections();
  await new Promise((resolve) => {
    provider.close(resolve);
  });
  rmSync(folder, { recursive: true });
}, LIMIT_MS);

const made = (): Product => {
  const product = new Product({ LOG_LEVEL: 'trace', CRITICAL_RATE_LIMIT: '0' });
  products.push(product);
  return product;
};

const callsOf =
  (product: Product, session: ConsoleSession) =>
  async <Data>(method: string, path: string, shape: z.ZodType<Data>, body?: unknown): Promise<Data> => {
    const { json } = await session.call(method, path, body);
    said += product.output;
    if (json.success !== true) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
    return shape.parse(json.data);
  };

async function rootOf(product: Product, password = '123456') {
  const session = await sessionOf(product.url, 'root', password);
  if (session === undefined) throw new Error('root cannot sign in');
  return { session, call: callsOf(product, session) };
}

async function chat(product: Product, key: string): Promise<number> {
  const answer = await fetch(`${product.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] }),
  });
  await answer.text();
  said += product.output;
  return answer.status;
}

const CHANNEL_KEY = 'sk-key-of-the-channel-in-clear';

/** A channel, an API key to call it by, and every option that is a secret. Answers the API key. */
async function setUp(product: Product): Promise<string> {
  mailbox = await Mailbox.of(product.url);
  const { call } = await rootOf(product);
  for (const [key, value] of [...Object.entries(OPTION_SECRETS), ['SMTPAccount', 'gate@example.com']])
    await call('PUT', '/api/option/', nothing, { key, value });
  await call('POST', '/api/channel/', nothing, {
    type: 1,
    name: 'kept',
    key: CHANNEL_KEY,
    base_url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    models: 'gpt-4o',
    group: 'default',
  });
  const token = { name: 't', remain_quota: 0, expired_time: -1, unlimited_quota: true };
  await call('POST', '/api/token/', nothing, token);
  const [one] = await call('GET', '/api/token/?p=0&size=10', z.array(z.object({ key: z.string() })));
  return one?.key ?? '';
}

describe('of each kind of secret', () => {
  it(
    'none stands in clear in data folder, backup and output',
    async () => {
      const product = made();
      await product.start();
      const apiKey = await setUp(product);
      expect(await chat(product, apiKey)).toBe(200);
      const box = mailbox ?? (await Mailbox.of(product.url));
      const { session: rootSession, call } = await rootOf(product);
      const passwords = ['pw-that-ann-has', 'pw-that-nobody-has', 'pw-of-root-now'];
      await call('POST', '/api/user/', nothing, { username: 'ann', display_name: 'ann', password: passwords[0] });
      expect(await sessionOf(product.url, 'ann', passwords[1] ?? '')).toBeUndefined();
      const ann = await sessionOf(product.url, 'ann', passwords[0] ?? '');
      if (ann === undefined) throw new Error('ann cannot sign in');
      const asAnn = callsOf(product, ann);
      const accessToken = await asAnn('GET', '/api/user/token', z.string());
      await fetch(`${product.url}/api/user/self`, {
        headers: { authorization: accessToken, 'new-api-user': String(ann.userId) },
      }).then((answer) => answer.text());
      const mailCodes = [
        await box.codeFor(product.url, 'ann@example.com'),
        await box.codeFor(product.url, 'bo@example.com'),
      ];
      await asAnn('GET', bindCall('ann@example.com', mailCodes[0] ?? ''), nothing);
      const reset = await box.resetOf(product.url, 'ann@example.com');
      const kept = await box.resetOf(product.url, 'ann@example.com');
      const password = await callsOf(product, new ConsoleSession(product.url))(
        'POST',
        '/api/user/reset',
        z.string(),
        kept,
      );
      const codes = await call('POST', '/api/redemption/', z.array(z.string()), { name: 'gift', quota: 5, count: 2 });
      await call('POST', '/api/user/topup', nothing, { key: codes[0] });
      await call('POST', '/api/option/mail_test', nothing, { to: 'ops@example.com' });
      await call('PUT', '/api/user/self', nothing, { password: passwords[2], old_password: '123456' });
      await eventually('acts are in the ledger', async () => (await product.run('verify')).code === 0);
      said += product.output;

      const secrets: Readonly<Record<string, readonly string[]>> = {
        passwords: [...passwords, password],
        'session tokens': [rootSession, ann].map(({ cookie }) => cookie.replace('session=', '')),
        'access tokens': [accessToken],
        'reset tokens': [reset.token, kept.token],
        'option secrets': Object.values(OPTION_SECRETS),
        'API keys': [apiKey],
        'channel keys': [CHANNEL_KEY],
        codes,
      };
      const all = Object.values(secrets).flat();
      for (const secret of all) expect(secret.length).toBeGreaterThan(8);
      expect(mailCodes.every((code) => code.length === 6)).toBe(true);
      const backup = join(folder, 'backup');
      expect(await product.run('backup', backup)).toMatchObject({ code: 0 });
      said += product.output;
      const expectNone = (): void => {
        for (const place of [backup, product.dataDir]) {
          expect(foundIn(place, all)).toEqual([]);
          // So short that by chance one may be found where none was written.
          expect(mailCodes.filter((code) => foundIn(place, [code]).length > 0).length).toBeLessThan(mailCodes.length);
        }
        expect([...all, ...mailCodes].filter((secret) => said.includes(secret))).toEqual([]);
      };
      expectNone();
      await product.kill();
      expectNone();
    },
    LIMIT_MS,
  );
});

describe('a backup', () => {
  it(
    'is restored into an empty folder with the key from the variable alone: then channels are called and mails sent by it',
    async () => {
      const product = made();
      await product.start();
      const apiKey = await setUp(product);
      await eventually('the ledger is sealed', async () => (await product.run('ledger-key')).code === 0);
      const backup = join(folder, 'backup');
      expect(await product.run('backup', backup)).toMatchObject({ code: 0 });
      const aside = join(folder, 'apart.key');
      copyFileSync(join(product.dataDir, 'master.key'), aside);
      const LEDGER_KEY = readFileSync(join(product.dataDir, 'ledger-key.pem'), 'utf8');
      await product.kill();

      const restored = made();
      expect(await restored.run('restore', backup)).toMatchObject({
        code: 1,
        output: expect.stringMatching(/secrets of the backup are encrypted under master key [0-9a-f]{16}/u),
      });
      const MASTER_KEY = readFileSync(aside, 'utf8').trim();
      expect(await restored.runWith({ MASTER_KEY, LEDGER_KEY }, 'restore', backup)).toMatchObject({ code: 0 });
      await restored.start({ MASTER_KEY, LEDGER_KEY });
      expect(await chat(restored, apiKey)).toBe(200);
      expect(asked).toEqual([`Bearer ${CHANNEL_KEY}`]);
      const { call } = await rootOf(restored);
      await call('POST', '/api/option/mail_test', nothing, { to: 'ops@example.com' });
      const mail = mailbox?.server.mails.find(({ to }) => to === 'ops@example.com');
      expect(mail?.account).toBe(`gate@example.com ${OPTION_SECRETS['SMTPToken']}`);
      const told = await call('GET', '/api/option/secrets', z.array(z.object({ key: z.string(), set: z.boolean() })));
      expect(told).toEqual(Object.keys(OPTION_SECRETS).map((key) => ({ key, set: true })));
    },
    LIMIT_MS,
  );
});
