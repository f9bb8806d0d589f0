import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConsoleSession } from '@ledgate/api/testing/console-session';
import { afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { z } from 'zod';
import { borrowEmbeddedPostgres } from '../../src/embedded/postgres/embedded-postgres.ts';
import { eventually } from '../testing/eventually.ts';
import { buildProduct, Product } from '../testing/product.ts';

const LIMIT_MS = 180_000;
const END_USER = 'ann-who-is-named-nowhere-else';
const ANSWER = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4o',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
const rows = z.object({
  total: z.number(),
  items: z.array(z.object({ request_id: z.string(), other: z.string() })),
});
const attributed = z.object({ tags: z.record(z.string(), z.string()), end_user: z.string() });

let provider: Server;
let headersSent: string[];
let product: Product;
beforeAll(() => buildProduct(), LIMIT_MS);
beforeEach(async () => {
  headersSent = [];
  provider = createServer((request, response) => {
    headersSent.push(...request.rawHeaders);
    request.resume();
    request.on('end', () => response.setHeader('content-type', 'application/json').end(ANSWER));
  });
  await new Promise<void>((resolve) => {
    provider.listen(0, '127.0.0.1', resolve);
  });
  product = new Product();
});
afterEach(async () => {
  await product.discard();
  provider.closeAllConnections();
  await new Promise((resolve) => {
    provider.close(resolve);
  });
}, LIMIT_MS);

/** As root. */
async function consoleOf({ url }: Product) {
  const session = new ConsoleSession(url);
  const call = async <Data>(method: string, path: string, shape: z.ZodType<Data>, body?: unknown): Promise<Data> => {
    const { json } = await session.call(method, path, body);
    if (json.success !== true) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
    return shape.parse(json.data);
  };
  const credentials = { username: 'root', password: '123456' };
  session.userId = (await call('POST', '/api/user/login', z.object({ id: z.number() }), credentials)).id;
  return call;
}

async function inLedger(statement: string): Promise<readonly unknown[]> {
  const { url, stop } = await borrowEmbeddedPostgres({ dataDir: product.dataDir, log: () => undefined });
  const pool = new pg.Pool({ connectionString: url });
  try {
    return (await pool.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await pool.end();
    await stop();
  }
}

it(
  'hashes end users until it is destroyed by a command, beside running processes: then nothing connects them with who calls again',
  async () => {
    await product.start();
    const call = await consoleOf(product);
    const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const channel = { type: 1, name: 'c', key: 'sk-x', base_url: address, models: 'gpt-4o', group: 'default' };
    await call('POST', '/api/channel/', z.unknown(), channel);
    await call('PUT', '/api/option/', z.unknown(), { key: 'TagKeys', value: 'team' });
    const token = { name: 't', remain_quota: 0, expired_time: -1, unlimited_quota: true };
    await call('POST', '/api/token/', z.unknown(), token);
    const [made] = await call('GET', '/api/token/?p=0&size=10', z.array(z.object({ key: z.string() })));
    let calls = 0;
    const chat = async (): Promise<string> => {
      const answer = await fetch(`${product.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer sk-${made?.key}`,
          'content-type': 'application/json',
          'x-ledgate-tags': 'project=atlas, dropped tag',
        },
        body: JSON.stringify({
          model: 'gpt-4o',
          messages: [{ role: 'user', content: 'hi' }],
          user: END_USER,
          metadata: { team: 'red', other: 'x' },
        }),
      });
      expect([answer.status, await answer.text()]).toEqual([200, ANSWER]);
      calls += 1;
      let found = await call('GET', '/api/log/self/?type=2&tag=project%3Datlas', rows);
      await eventually('the call has its row', async () => {
        found = await call('GET', '/api/log/self/?type=2&tag=project%3Datlas', rows);
        return found.total === calls;
      });
      const { tags, end_user: endUser } = attributed.parse(JSON.parse(found.items[0]?.other ?? ''));
      expect(tags).toEqual({ project: 'atlas', team: 'red' });
      return endUser;
    };

    const said = await product.run('end-user-key');
    expect(said).toEqual({
      code: 0,
      output: expect.stringMatching(/^End users are hashed under key 1 of this installation, made at \d{4}-\S+Z\.\n$/u),
    });
    const before = await chat();
    expect(before).toMatch(/^[\w-]{16}$/u);
    expect(await chat()).toBe(before);

    expect(await product.run('end-user-key', '--change')).toEqual({
      code: 0,
      output:
        "Key 2 has taken the place of key 1, which is destroyed: who was hashed under it is nobody's. " +
        'Every relay that runs hashes under the new one.\n',
    });
    const after = await chat();
    expect(after).toMatch(/^[\w-]{16}$/u);
    expect(after).not.toBe(before);
    expect(await chat()).toBe(after);

    await eventually('the change stands in the audit', async () => {
      const audit = await inLedger("select data from events.events where type = 'AdministrationRecorded'");
      return JSON.stringify(audit).includes('end_user_key.change');
    });
    expect(await inLedger(`select type from events.events where data like '%${END_USER}%'`)).toEqual([]);
    expect(headersSent.filter((text) => /ledgate|atlas/iu.test(text))).toEqual([]);

    await product.stop();
    expect(await product.run('end-user-key')).toMatchObject({ code: 0, output: expect.stringContaining('key 2') });
    expect(await product.run('end-user-key', '--no-such')).toMatchObject({
      code: 1,
      output: expect.stringContaining('npm run end-user-key'),
    });
  },
  LIMIT_MS,
);
