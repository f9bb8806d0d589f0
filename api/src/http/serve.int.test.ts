import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { eventIdOf } from '@ledgate/domain/shared/ids';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { drainOutbox } from '@ledgate/projections/directory/outbox/drain';
import { z } from 'zod';
import { BODY_BYTES_MAX } from '../limits.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';

const CAUGHT_UP_MS = 30_000;

/** A ledger that can be cut off. */
class CutOffStore extends MemoryEventStore {
  away = false;

  override append(...args: Parameters<MemoryEventStore['append']>): ReturnType<MemoryEventStore['append']> {
    return this.away ? Promise.reject(new StoreUnavailable('cut off')) : super.append(...args);
  }
}

let world: ConsoleWorld;
const store = new CutOffStore(() => Date.now());
beforeAll(async () => {
  world = await openConsoleWorld({ store });
});
afterAll(() => world.close());

describe('a call', () => {
  it('takes both forms of a path without a redirect', async () => {
    for (const path of [
      '/api/user/self',
      '/api/user/self/',
      '/api/option',
      '/api/option/',
      '/api/channel?p=0',
      '/api/channel/?p=0',
      '/api/log/self?p=1',
      '/api/log/self/?p=1',
    ]) {
      await world.root.done('GET', path);
    }
  });

  it.each(['/api/no/such/path', '/api', '/api/userself'])('to %s is unknown, in the shape of OpenAI', async (path) => {
    const answer = await world.root.call('GET', path);
    expect([answer.status, answer.json.error?.type]).toEqual([404, 'invalid_request_error']);
  });

  it.each([
    ['{"name":', 'JSON'],
    ['[]', 'body'],
    ['null', 'body'],
    ['"text"', 'body'],
    ['', 'name'],
  ])('with the body %j is refused and named', async (body, named) => {
    expect(await world.root.refused('POST', '/api/redemption/', body === '' ? undefined : body)).toContain(named);
  });

  it('with a body over the limit is answered 413', async () => {
    const answer = await world.root.call('POST', '/api/redemption/', { name: 'x'.repeat(BODY_BYTES_MAX) });
    expect([answer.status, answer.json.success]).toEqual([413, false]);
  });

  it.each([
    '/api/user/abc',
    '/api/user/0',
    '/api/user/1e99',
    '/api/user/%zz',
    '/api/log/?p=-1',
    '/api/log/?start_timestamp=soon',
    '/api/token/?p=99999999999',
  ])('to %s is refused, not broken', async (path) => {
    await world.root.refused('GET', path);
  });

  it.each([
    '/api/user/search?keyword=%00',
    '/api/log/?username=%00',
    '/api/log/self?model_name=a%00',
    '/api/token/search?token=%00',
    '/api/channel/search?keyword=%00',
    '/api/log/%00/explanation',
  ])('to %s is refused for its NUL', async (path) => {
    expect(await world.root.refused('GET', path)).toMatch(
      /^(keyword|username|model_name|token|charge) must not contain NUL/,
    );
  });

  it.each([
    ['/api/user/login', { username: 'a\0', password: 'x' }, 'username'],
    ['/api/user/register', { username: 'a\ud800', password: 'password1' }, 'username'],
    ['/api/user/topup', { key: 'a\0b' }, 'key'],
    ['/api/user/adjust', { id: 1, delta: 1, reason: 'a\0b' }, 'reason'],
  ])('to %s is refused for text that cannot be stored', async (path, body, field) => {
    expect(await world.root.refused('POST', path, body)).toContain(`${field} must not contain NUL`);
    expect(await world.root.refused('PUT', '/api/option/', { key: 'Notice', value: 'a\0b' })).toContain(
      'value must not contain NUL',
    );
  });

  it.each(['GET', 'POST', 'PUT', 'DELETE'])(
    'by %s is answered in JSON however badly its address is encoded',
    async (method) => {
      for (const path of [
        '/api/%',
        '/api/user/%zz',
        '/api/log/%E0%A4%A/explanation',
        '/api/token/%ff',
        '/api/redemption/%/',
        '/api/no/such/%zz',
        '/api/user/search?keyword=%zz',
      ]) {
        const { status, json } = await world.root.call(method, path);
        expect([path, status < 500, json.success ?? json.error?.type]).toEqual([path, true, expect.anything()]);
      }
    },
  );

  it('takes empty, missing and NaN values of older clients as none', async () => {
    await world.root.done(
      'GET',
      '/api/log/?p=0&page_size=&type=&username=&token_name=&model_name=&start_timestamp=&end_timestamp=NaN&channel=&group=',
    );
  });

  it('speaks the language that is asked for', async () => {
    const asked = (headers: Readonly<Record<string, string>>) =>
      world.client().call('POST', '/api/user/login', { username: 'root', password: 'wrong' }, headers);
    expect((await asked({})).json.message).toMatch(/password/);
    expect((await asked({ 'Accept-Language': 'zh-CN' })).json.message).toMatch(/密码/);
    expect((await asked({ 'New-Api-Lang': 'zh' })).json.message).toMatch(/密码/);
  });

  it('is answered 503 while the ledger is away, and what stands in the directory alone goes on', async () => {
    const person = await world.person('cut-off');
    const [key] = await world.codes(10_000);
    store.away = true;
    const answer = await person.call('POST', '/api/user/topup', { key });
    await world.root.done('GET', '/api/user/self');
    store.away = false;
    expect([answer.status, answer.json.success]).toEqual([503, false]);
    expect(await person.done<number>('POST', '/api/user/topup', { key })).toBe(10_000);
  });
});

describe('what is made while the ledger is away', () => {
  const token = { name: 'mine', remain_quota: 500, unlimited_quota: false };
  const owed = { success: true, message: expect.stringContaining('follows by itself') };
  const following = () =>
    drainOutbox({
      store,
      db: world.db,
      recall: () => Promise.resolve(true),
      ageMs: 0,
      onParked: () => undefined,
      onError: (error) => {
        throw error;
      },
    });

  it('stands, says that the ledger follows, and is whole when it has: users, tokens and codes', async () => {
    const person = await world.person('making');
    store.away = true;
    const answers = [
      await world.root.call('POST', '/api/user/', { username: 'late', password: 'late-pass-1' }),
      await person.call('POST', '/api/token/', token),
      await world.root.call('POST', '/api/redemption/', { name: 'late', quota: 700, count: 1 }),
      await world.client().call('POST', '/api/user/register', { username: 'late-too', password: 'late-pass-2' }),
    ].map(({ json }) => json);
    store.away = false;
    expect(answers).toEqual(answers.map(() => expect.objectContaining(owed)));
    await following();
    expect(await world.runner.waitFor(await store.head(), CAUGHT_UP_MS)).toBe(true);
    expect(await person.done('GET', '/api/token/?p=0&size=10')).toEqual([
      expect.objectContaining({ name: 'mine', remain_quota: 500 }),
    ]);
    const [key] = z.array(z.string()).parse(answers[2]?.data);
    expect(await person.done('POST', '/api/user/topup', { key })).toBe(700);
    expect(await world.root.done('GET', '/api/user/search?keyword=late&group=&p=1&page_size=10')).toMatchObject({
      total: 2,
    });
  });

  it('says nothing of it when the ledger is there', async () => {
    const person = await world.person('plain');
    expect((await person.call('POST', '/api/token/', token)).json).toMatchObject({ success: true, message: '' });
  });
});

describe('an adjustment while the ledger is away', () => {
  it('is answered 503, and is made once however often it is sent and brought after', async () => {
    const person = await world.person('adjusted');
    const body = {
      id: person.userId,
      delta: 700,
      reason: 'while away',
      command_id: '00000000-0000-4000-8000-000000000003',
    };
    store.away = true;
    const answer = await world.root.call('POST', '/api/user/adjust', body);
    store.away = false;
    expect([answer.status, answer.json.success]).toEqual([503, false]);
    expect(await world.root.done('POST', '/api/user/adjust', body)).toMatchObject({ quota: 700 });
    await drainOutbox({
      store,
      db: world.db,
      recall: () => Promise.resolve(true),
      ageMs: 0,
      onParked: () => undefined,
      onError: (error) => {
        throw error;
      },
    });
    expect(await world.root.done('GET', `/api/user/${person.userId}`)).toMatchObject({ quota: 700 });
    expect(
      (await store.readStream(`account-${person.userId}`, 0 as never, 50)).filter(
        ({ type }) => type === 'QuotaAdjusted',
      ),
    ).toHaveLength(1);
  });
});

describe('a call while the database is away', () => {
  it('is answered 503, and says so', async () => {
    const away = await openConsoleWorld();
    const lost = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
    const query = away.db.query.bind(away.db);
    try {
      Object.assign(away.db, { query: () => Promise.reject(lost) });
      const answer = await away.root.call('GET', '/api/user/self');
      expect([answer.status, answer.json.success, answer.json.message]).toEqual([
        503,
        false,
        expect.stringContaining('database'),
      ]);
    } finally {
      Object.assign(away.db, { query });
      await away.close();
    }
  });
});

describe('a call about an account that a later release has written to', () => {
  it('is answered 503, says so and changes nothing', async () => {
    const later = await openConsoleWorld();
    try {
      const { userId } = await later.person('upgraded');
      const stream = `account-${userId}`;
      const [last] = await later.store.readStreamBackwards(stream, 1);
      if (last === undefined) throw new Error('no account');
      await later.store.append(stream, last.revision, [{ ...last, id: eventIdOf('later', 0), type: 'CreditPaused' }]);
      const answer = await later.root.call('POST', '/api/user/adjust', { id: userId, delta: 5, reason: 'a gift' });
      expect([answer.status, answer.json.success, answer.json.message]).toEqual([
        503,
        false,
        expect.stringContaining('later release'),
      ]);
      expect((await later.store.readStreamBackwards(stream, 1))[0]?.type).toBe('CreditPaused');
    } finally {
      await later.close();
    }
  });
});

describe('an administrative change', () => {
  it('leaves a record of who, what and why, without secrets', async () => {
    await world.root.done('POST', '/api/channel/', {
      type: 1,
      name: 'recorded',
      key: 'sk-very-secret',
      models: 'm',
      group: 'default',
    });
    await world.root.done('PUT', '/api/option/', { key: 'SMTPToken', value: 'mail-secret' });
    const { drainAudit } = await import('@ledgate/projections/directory/audit/drain-audit');
    await drainAudit(store, world.db);
    const events = (await store.readAll(0 as never, 500))
      .filter(({ type }) => type === 'AdministrationRecorded')
      .map(({ data }) => data);
    expect(events.find((data) => data.includes('"channel.create"'))).toMatch(/"name":"recorded"/);
    expect(events.find((data) => data.includes('"option.set"'))).toMatch(/option-SMTPToken/);
    expect(events.join()).not.toMatch(/sk-very-secret|mail-secret/);
  });
});

describe('a read', () => {
  it('says that its figures are behind when the read models do not catch up, and waits only once', async () => {
    let waits = 0;
    const behind = await openConsoleWorld({
      readModels: {
        waitFor: async (_position, timeoutMs) => {
          waits += timeoutMs > 0 ? 1 : 0;
          return false;
        },
        position: () => 0 as never,
        partitions: () => 1,
      },
    });
    try {
      await behind.codes(1);
      expect(waits).toBe(0);
      const answers = [
        await behind.root.call('GET', '/api/user/self'),
        await behind.root.call('GET', '/api/user/self'),
      ];
      expect(answers.map(({ headers, json }) => [headers.get('X-Ledgate-Behind'), json.success])).toEqual([
        ['1', true],
        ['1', true],
      ]);
      expect(waits).toBe(1);
      await behind.root.refused('PUT', '/api/user/', { id: 1, quota: 5 });
    } finally {
      await behind.close();
    }
  });
});
