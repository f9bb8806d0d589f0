import { ConsoleSession } from '@ledgate/api/testing/console-session';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Installation } from '../../../test/testing/installation.ts';
import { buildProduct } from '../../../test/testing/product.ts';

const LIMIT_MS = 180_000;
const OF_ADDRESS = 20;
const OF_PERSON = 60;

/** Calls come from the address that this header names, which the processes believe. */
const from = (address: string) => ({ 'X-Forwarded-For': address });

describe('two processes', () => {
  let installation: Installation;
  let urls: readonly [string, string];
  const elsewhere = (session: ConsoleSession): ConsoleSession =>
    Object.assign(new ConsoleSession(urls[1]), { cookie: session.cookie, userId: session.userId });
  const signIn = async (username: string, password: string, address: string): Promise<ConsoleSession> => {
    const session = new ConsoleSession(urls[0]);
    const { json } = await session.call('POST', '/api/user/login', { username, password }, from(address));
    session.userId = (json.data as { id: number }).id;
    return session;
  };
  const statuses = async (count: number, call: () => Promise<{ readonly status: number }>): Promise<number[]> => {
    const seen: number[] = [];
    for (let made = 0; made < count; made += 1) seen.push((await call()).status);
    return seen;
  };

  beforeAll(async () => {
    buildProduct();
    installation = await Installation.open({
      environment: {
        TRUSTED_PROXIES: '127.0.0.1',
        GLOBAL_API_RATE_LIMIT: `${OF_ADDRESS}/600`,
        SESSION_API_RATE_LIMIT: `${OF_PERSON}/600`,
      },
    });
    await installation.start(['projector', 'worker']);
    urls = [(await installation.start(['api'])).url, (await installation.start(['api'])).url];
    const root = await signIn('root', '123456', '10.0.0.1');
    for (const username of ['ann', 'bob', 'eve'])
      await root.call(
        'POST',
        '/api/user/',
        { username, display_name: '', password: 'a long secret' },
        from('10.0.0.1'),
      );
  }, LIMIT_MS);
  afterAll(() => installation.close(), LIMIT_MS);

  it(
    'refuse a session and an access token that one of them has ended, at the next call',
    async () => {
      const ann = await signIn('ann', 'a long secret', '10.1.0.1');
      const thief = await signIn('ann', 'a long secret', '10.1.0.2');
      const self = (session: ConsoleSession, headers = {}) =>
        session.call('GET', '/api/user/self', undefined, { ...from('10.1.0.3'), ...headers });
      expect([(await self(thief)).status, (await self(elsewhere(thief))).status]).toEqual([200, 200]);
      const { json } = await ann.call('GET', '/api/user/sessions', undefined, from('10.1.0.1'));
      const told = json.data as { id: string; address: string; current: boolean }[];
      expect(told.map(({ address, current }) => [address, current]).sort()).toEqual([
        ['10.1.0.1', true],
        ['10.1.0.2', false],
      ]);
      const id = told.find(({ current }) => !current)?.id ?? '';
      expect((await ann.call('DELETE', `/api/user/sessions/${id}`, undefined, from('10.1.0.1'))).json.success).toBe(
        true,
      );
      expect([(await self(elsewhere(thief))).status, (await self(thief)).status]).toEqual([401, 401]);

      const token = String((await ann.call('GET', '/api/user/token', undefined, from('10.1.0.1'))).json.data);
      const byToken = Object.assign(new ConsoleSession(urls[1]), { userId: ann.userId });
      const authorization = { authorization: `Bearer ${token}` };
      expect((await self(byToken, authorization)).status).toBe(200);
      await ann.call('DELETE', '/api/user/token', undefined, from('10.1.0.1'));
      expect((await self(byToken, authorization)).status).toBe(401);
    },
    LIMIT_MS,
  );

  it(
    'count a person’s calls for him, from whichever address, and nobody’s for the address',
    async () => {
      const bob = await signIn('bob', 'a long secret', '10.2.0.1');
      const nobody = () => new ConsoleSession(urls[0]).call('GET', '/api/status', undefined, from('10.2.0.2'));
      expect(await statuses(OF_ADDRESS + 2, nobody)).toEqual([
        ...Array.from({ length: OF_ADDRESS }, () => 200),
        429,
        429,
      ]);
      const his = () => bob.call('GET', '/api/user/self', undefined, from('10.2.0.2'));
      expect(await statuses(OF_PERSON, his)).toEqual(Array.from({ length: OF_PERSON }, () => 200));
      const refused = await bob.call('GET', '/api/status', undefined, from('10.2.0.9'));
      expect([refused.status, refused.json]).toEqual([429, {}]);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
      const second = await signIn('bob', 'a long secret', '10.2.0.8');
      expect((await second.call('GET', '/api/user/self', undefined, from('10.2.0.8'))).status).toBe(429);
      const ended = await second.call('DELETE', '/api/user/sessions', undefined, from('10.2.0.8'));
      expect([ended.status, ended.json.data]).toEqual([200, 1]);
    },
    LIMIT_MS,
  );

  it(
    'count for the address what shows a session that there is not, and let others in beside it',
    async () => {
      const eve = await signIn('eve', 'a long secret', '10.3.0.1');
      await eve.call('GET', '/api/user/self', undefined, from('10.3.0.2'));
      let forged = 0;
      const call = () => {
        forged += 1;
        const cookie = `session=forged-${String(forged).padStart(30, '0')}`;
        return Object.assign(new ConsoleSession(urls[0]), { cookie, userId: eve.userId }).call(
          'GET',
          '/api/user/self',
          undefined,
          from('10.3.0.2'),
        );
      };
      expect(await statuses(OF_ADDRESS + 1, call)).toEqual([...Array.from({ length: OF_ADDRESS }, () => 401), 429]);
      expect((await eve.call('GET', '/api/user/self', undefined, from('10.3.0.2'))).status).toBe(200);
    },
    LIMIT_MS,
  );
});
