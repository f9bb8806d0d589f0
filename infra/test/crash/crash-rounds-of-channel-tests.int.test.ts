import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConsoleSession } from '@ledgate/api/testing/console-session';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ConsoleClient } from '../../tools/console-client/console-client.ts';
import { makeChannel } from '../../tools/console-client/set-up.ts';
import { ALL } from '../../src/server/config/roles.ts';
import { eventually } from '../testing/eventually.ts';
import { Installation } from '../testing/installation.ts';
import { numberIn } from '../testing/number-in.ts';
import { buildProduct, type Product } from '../testing/product.ts';

const ROUNDS = Math.min(numberIn('CRASH_ROUNDS') ?? 2, 20);
const LIMIT_MS = 180_000;
const CHANNELS = 4;
const ANSWERS_AFTER_MS = 400;
/** When its process has died. */
const OVER_WITHIN_MS = 30_000;

const progress = z.object({ running: z.boolean(), total: z.number(), done: z.number(), failed: z.number() });
const runs = z.array(z.object({ kind: z.string(), number: z.number(), state: z.string() }));
const channels = z.array(
  z.object({ id: z.number(), status: z.number(), last_test: z.object({ ok: z.boolean() }).nullable() }),
);

/** A provider that takes its time, and counts what it was asked by channel. */
class SlowProvider {
  readonly asked: string[] = [];
  readonly #server: Server = createServer((request, response) => {
    this.asked.push(request.headers.authorization ?? '');
    request.resume();
    setTimeout(() => {
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      const message = { role: 'assistant', content: 'hi' };
      const answer = {
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage,
      };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
    }, ANSWERS_AFTER_MS);
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe('tests of all channels that are started on two processes', () => {
  const provider = new SlowProvider();
  let installation: Installation;
  let processes: readonly [Product, Product];

  beforeAll(async () => {
    buildProduct();
    installation = await Installation.open();
    processes = [await installation.start([ALL]), await installation.start([ALL])];
    const baseUrl = await provider.open();
    const root = await rootOf(processes[0]);
    for (let number = 1; number <= CHANNELS; number += 1)
      await makeChannel(root, { name: `slow ${number}`, baseUrl, models: 'm' });
  }, LIMIT_MS);
  afterAll(async () => {
    provider.close();
    await installation.close();
  }, LIMIT_MS);

  const rootOf = ({ url }: Product): Promise<ConsoleClient> => ConsoleClient.signedIn(url, 'root', '123456');
  const seenBy = async (product: Product) => (await rootOf(product)).get('/api/channel/test/progress', progress);
  const numberOf = async (product: Product): Promise<number> =>
    (await (await rootOf(product)).get('/api/channel/runs', runs)).find(({ kind }) => kind === 'tests')?.number ?? 0;

  /** Asks both in one moment; answers which of them began. */
  async function startedAtOnce(): Promise<readonly boolean[]> {
    const sessions = await Promise.all(
      processes.map(async ({ url }) => {
        const session = new ConsoleSession(url);
        const { json } = await session.call('POST', '/api/user/login', { username: 'root', password: '123456' });
        session.userId = (json.data as { id: number }).id;
        return session;
      }),
    );
    const answers = await Promise.all(sessions.map((session) => session.call('GET', '/api/channel/test')));
    return answers.map(({ status, json }) => {
      expect(status).toBe(200);
      return json.success === true;
    });
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    const dies = round % 2 === 1;
    it(
      `round ${round + 1}: one begins, and each channel is tested once${dies ? '; what its process leaves by kill -9 is over, and another begins' : ''}`,
      async () => {
        provider.asked.length = 0;
        const before = await numberOf(processes[0]);
        const began = await startedAtOnce();
        expect(began.filter(Boolean)).toHaveLength(1);
        const holder = began.indexOf(true);
        const [held, other] = holder === 0 ? processes : ([processes[1], processes[0]] as const);
        const [one, same] = await Promise.all(processes.map(seenBy));
        expect([one?.running, one?.total, same?.running, same?.total]).toEqual([true, CHANNELS, true, CHANNELS]);

        if (dies) {
          await held.kill({ nodeOnly: true });
          expect((await seenBy(other)).running).toBe(true);
          await eventually('the run is over', async () => !(await seenBy(other)).running, OVER_WITHIN_MS);
          expect(provider.asked.length).toBeLessThanOrEqual(CHANNELS);
          provider.asked.length = 0;
          await (await rootOf(other)).get('/api/channel/test', z.null());
        }
        await eventually('the run has ended', async () => !(await seenBy(other)).running);
        expect(await seenBy(other)).toEqual({ running: false, total: CHANNELS, done: CHANNELS, failed: 0 });
        expect(provider.asked).toHaveLength(CHANNELS);
        expect(await numberOf(other)).toBe(before + (dies ? 2 : 1));
        const listed = await (await rootOf(other)).get('/api/channel/?p=0&page_size=100', channels);
        expect(listed.map(({ status, last_test: last }) => [status, last?.ok])).toEqual(
          Array.from({ length: CHANNELS }, () => [1, true]),
        );
        if (dies) await held.start();
        expect((await other.run('verify')).code).toBe(0);
      },
      LIMIT_MS,
    );
  }
});
