import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { silentLog } from '@ledgate/domain/ports/log';
import { beginChannelRun, lastChannelRuns } from '@ledgate/projections/directory/channel-runs/channel-runs';
import { eventually } from '@ledgate/projections/directory/testing/directory-fixture';
import type { Channel, ChannelRunAnswer } from '../contract/channel.ts';
import type { ApiPorts, ChannelTest } from '../ports.ts';
import { type ConsoleWorld, openConsoleWorld } from '../testing/console-world.ts';
import { createChannelRuns } from './channel-runs.ts';
import { channelRunFigures, createChannelTestsWorker } from './channel-tests-worker.ts';

let world: ConsoleWorld;
let ports: ApiPorts;
/** What a test of a channel finds; a test may let them wait. */
let test: () => Promise<ChannelTest>;
const PASSED: ChannelTest = { ok: true, message: '', seconds: 0.1 };

beforeAll(async () => {
  world = await openConsoleWorld({ testChannel: () => test() }, { made: (made) => (ports = made) });
});
afterAll(() => world.close());
afterEach(async () => {
  test = async () => PASSED;
  await eventually(async () => !(await progress()).running, 'nothing runs any more');
  for (const { id } of await list()) await world.root.done('DELETE', `/api/channel/${id}/`);
  await world.db.query('delete from directory.channel_runs');
});

const list = () => world.root.done<Channel[]>('GET', '/api/channel/?p=0&page_size=100');
const read = (id: number) => world.root.done<Channel>('GET', `/api/channel/${id}`);
const progress = () =>
  world.root.done<{ running: boolean; total: number; done: number; failed: number }>(
    'GET',
    '/api/channel/test/progress',
  );
const runs = () => world.root.done<ChannelRunAnswer[]>('GET', '/api/channel/runs');
const ended = () => eventually(async () => !(await progress()).running, 'the run is over');

let names = 0;
async function made(fields: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const name = `run-${(names += 1)}`;
  await world.root.done('POST', '/api/channel/', {
    type: 1,
    name,
    key: `sk-${name}-of-the-channel`,
    base_url: 'http://127.0.0.1:9',
    models: 'm-1,m-2',
    group: 'default',
    ...fields,
  });
  const channel = (await list()).find((one) => one.name === name);
  if (channel === undefined) throw new Error(`channel ${name} is not listed`);
  return channel.id;
}

/** Tests that wait until they are let go, one by one. */
function gate() {
  const waiting: ((result: ChannelTest) => void)[] = [];
  test = () => new Promise((resolve) => waiting.push(resolve));
  return {
    waiting,
    pass: async (result: ChannelTest = PASSED) => {
      await eventually(async () => waiting.length > 0, 'a channel is being tested');
      waiting.shift()?.(result);
    },
  };
}

describe('a test of all channels', () => {
  it('tells how far it is, the same wherever it is asked, and takes no second beside it', async () => {
    for (let count = 0; count < 3; count += 1) await made();
    expect(await progress()).toEqual({ running: false, total: 0, done: 0, failed: 0 });
    const { pass } = gate();
    await world.root.done('GET', '/api/channel/test');
    expect(await world.root.refused('GET', '/api/channel/test')).toBe('A test of all channels is running already.');
    await pass();
    await pass({ ok: false, message: 'no such model', seconds: 0.2 });
    await eventually(async () => (await progress()).done === 2, 'two are done');
    expect(await progress()).toEqual({ running: true, total: 3, done: 2, failed: 1 });
    expect(await runs()).toMatchObject([
      { kind: 'tests', state: 'running', asked_by: 1, total: 3, done: 2, failed: 1 },
    ]);
    await pass();
    await ended();
    expect(await runs()).toMatchObject([{ state: 'ended', total: 3, done: 3, failed: 1 }]);
  });

  it('says of each channel when it was tested last, by which model, how long it took and why it failed, in the language of who reads', async () => {
    const id = await made();
    expect((await read(id)).last_test).toBeNull();
    test = async () => ({
      ok: false,
      message: 'the upstream could not be reached (ECONNREFUSED)',
      code: 'do_request_failed',
      seconds: 0.25,
    });
    await world.root.done('GET', '/api/channel/test');
    await ended();
    const { last_test: last } = await read(id);
    expect(last).toEqual({
      at: expect.any(Number),
      ok: false,
      model: 'm-1',
      ms: 250,
      error: 'the upstream could not be reached (ECONNREFUSED)',
    });
    const chinese = (await world.root.call('GET', `/api/channel/${id}`, undefined, { 'accept-language': 'zh' })).json;
    expect((chinese['data'] as Channel).last_test?.error).toBe('无法连接上游（ECONNREFUSED）');
    test = async () => PASSED;
    await world.root.done('GET', `/api/channel/test/${id}?model=m-2`);
    expect((await read(id)).last_test).toMatchObject({ ok: true, model: 'm-2', ms: 100, error: '' });
  });

  it('is stopped after the test that is on its way', async () => {
    for (let count = 0; count < 3; count += 1) await made();
    expect(await world.root.refused('POST', '/api/channel/runs/stop', { kind: 'tests' })).toBe(
      'Nothing of this kind is running.',
    );
    expect(await world.root.refused('POST', '/api/channel/runs/stop', { kind: 'all' })).toContain('kind');
    const { pass, waiting } = gate();
    await world.root.done('GET', '/api/channel/test');
    await eventually(async () => waiting.length > 0, 'the first is being tested');
    await world.root.done('POST', '/api/channel/runs/stop', { kind: 'tests' });
    expect(await runs()).toMatchObject([{ state: 'stopping' }]);
    // The run hears of it with its next sign of life.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await pass();
    await ended();
    expect(await runs()).toMatchObject([{ state: 'stopped', total: 3, done: 1 }]);
  });

  it('is a record of who began it and of who stopped it; what is refused, or was asked before, is none, and opens no key', async () => {
    for (let count = 0; count < 2; count += 1) await made();
    const records = async () =>
      (
        await world.db.query<{ record: { action: string; target: string; after: object }; actor: string }>(
          "select record, actor from directory.audit_outbox where record->>'action' like 'channel.run%' order by id",
        )
      ).rows.map(({ record, actor }) => [record.action, record.target, record.after, actor]);
    const known = await records();
    const { pass, waiting } = gate();
    await world.root.done('GET', '/api/channel/test');
    await eventually(async () => waiting.length > 0, 'the first is being tested');
    const opened = jest.spyOn(ports.directoryKeys, 'numbered');
    await world.root.refused('GET', '/api/channel/test');
    await beginChannelRun(world.db, { kind: 'balances', holder: 'other', total: 1, askedBy: 1 });
    await world.root.refused('GET', '/api/channel/update_balance');
    expect(opened).not.toHaveBeenCalled();
    opened.mockRestore();
    await world.db.query("delete from directory.channel_runs where kind = 'balances'");
    for (let twice = 0; twice < 2; twice += 1)
      await world.root.done('POST', '/api/channel/runs/stop', { kind: 'tests' });
    const run = (await lastChannelRuns(world.db)).get('tests')?.number;
    expect((await records()).slice(known.length)).toEqual([
      ['channel.run_start', 'channel_tests', { total: 2 }, 'user-1'],
      ['channel.run_stop', 'channel_tests', { run }, 'user-1'],
    ]);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await pass();
    await ended();
  });

  it('is over when its process says nothing for 20 s, from then on another may begin, and what comes late changes nothing', async () => {
    await made();
    const held = await beginChannelRun(world.db, { kind: 'tests', holder: 'dead', total: 7, askedBy: 1 });
    expect((await progress()).running).toBe(true);
    await world.root.refused('GET', '/api/channel/test');
    await world.db.query('update directory.channel_runs set beat_ms = beat_ms - 20000');
    expect(await progress()).toMatchObject({ running: false, total: 7 });
    expect(await runs()).toMatchObject([{ state: 'broken' }]);
    await world.root.done('GET', '/api/channel/test');
    await ended();
    expect(held?.number).toBe(1);
    expect(await runs()).toMatchObject([{ number: 2, state: 'ended', total: 1, done: 1 }]);
  });

  it('is over at once where its process ends in order', async () => {
    const other = createChannelRuns({ db: world.db, log: silentLog, holder: 'other' });
    const begun = await other.begin({
      kind: 'tests',
      askedBy: 0,
      items: async () => [1, 2],
      atOnce: 1,
      pauseMs: 60_000,
      each: async () => true,
    });
    await eventually(async () => (await progress()).running, 'it runs');
    await other.stop();
    expect(await runs()).toMatchObject([{ state: 'broken', total: 2 }]);
    expect(await begun?.ended).toMatchObject({ end: 'broken', done: 1 });
  });

  it('leaves a channel as a person has it who has switched it meanwhile, and one that is gone', async () => {
    const [first, second] = [await made(), await made()];
    for (const key of ['AutomaticDisableChannelEnabled', 'AutomaticEnableChannelEnabled'])
      await world.root.done('PUT', '/api/option/', { key, value: 'true' });
    await world.root.done('PUT', '/api/channel/', { id: first, status: 3 });
    const { pass, waiting } = gate();
    await world.root.done('GET', '/api/channel/test');
    await eventually(async () => waiting.length > 0, 'the first is being tested');
    await world.root.done('PUT', '/api/channel/', { id: first, status: 2 });
    await world.root.done('DELETE', `/api/channel/${second}/`);
    await pass();
    await ended();
    expect((await read(first)).status).toBe(2);
    expect(await progress()).toMatchObject({ total: 2, done: 2, failed: 0 });
    for (const key of ['AutomaticDisableChannelEnabled', 'AutomaticEnableChannelEnabled'])
      await world.root.done('PUT', '/api/option/', { key, value: 'false' });
  });

  it('mails root its end where a person had asked for it', async () => {
    await made();
    const notices = async () =>
      (await world.db.query<{ facts: string }>("select facts from directory.notices where kind = 'channels_tested'"))
        .rows;
    const before = (await notices()).length;
    await world.root.done('GET', '/api/channel/test');
    await ended();
    await eventually(async () => (await notices()).length === before + 1, 'the mail is noted');
    expect(JSON.parse((await notices()).at(-1)?.facts ?? '')).toEqual({ total: 1, failed: 0, disabled: 0, enabled: 0 });
  });
});

describe('tests of all channels by themselves', () => {
  it('begin where none began for so long, in one of those that would, and mail nobody', async () => {
    await made();
    const workers = [1, 2].map(() => createChannelTestsWorker(ports, { everyMs: 60_000, periodMs: 20 }));
    for (const worker of workers) worker.start();
    const number = async () => (await lastChannelRuns(world.db)).get('tests')?.number;
    await eventually(async () => (await number()) === 1, 'the first has begun');
    await ended();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await number()).toBe(1);
    expect(await runs()).toMatchObject([{ asked_by: 0, state: 'ended', total: 1 }]);
    expect((await channelRunFigures(world.db, 60_000)).overdue).toBe(0);
    await world.db.query('update directory.channel_runs set begun_ms = begun_ms - 90000');
    await eventually(async () => (await number()) === 2, 'the next has begun');
    for (const worker of workers) await worker.stop();
    await ended();
    await world.db.query('update directory.channel_runs set begun_ms = begun_ms - 90000');
    expect((await channelRunFigures(world.db, 60_000)).overdue).toBeGreaterThanOrEqual(30);
    expect(await channelRunFigures(world.db, 0)).toEqual({ tests: 0, balances: 0, overdue: 0 });
  });
});

describe('the balance of a channel', () => {
  let server: Server;
  let url: string;
  let answers: Readonly<Record<string, () => { status?: number; body: string }>>;
  let asked: string[];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization}`);
      const { status = 200, body } = answers[new URL(request.url ?? '', 'http://x').pathname]?.() ?? {
        status: 404,
        body: '',
      };
      response.writeHead(status).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());
  const answered = (by: Readonly<Record<string, unknown>>) => {
    asked = [];
    answers = Object.fromEntries(
      Object.entries(by).map(([path, json]) => [path, () => ({ body: JSON.stringify(json) })]),
    );
  };
  const billing = (limit: number, cents: number) => ({
    '/v1/dashboard/billing/subscription': { hard_limit_usd: limit, has_payment_method: true },
    '/v1/dashboard/billing/usage': { total_usage: cents },
  });
  const update = async (id: number) => (await world.root.call('GET', `/api/channel/update_balance/${id}/`)).json;

  it.each([
    [1, '', billing(20, 750), 12.5],
    [8, '/v1/chat/completions', billing(20, 2_501.25), -5.0125],
    [40, '', { '/v1/user/info': { code: 20_000, data: { totalBalance: '88.25' } } }, 88.25],
    [
      43,
      '/',
      {
        '/user/balance': {
          balance_infos: [
            { currency: 'USD', total_balance: '3' },
            { currency: 'CNY', total_balance: '110.50' },
          ],
        },
      },
      110.5,
    ],
  ])('of type %i is asked with its key, and kept', async (type, path, said, balance) => {
    answered(said);
    const id = await made({ type, base_url: `${url}${path}` });
    expect(await update(id)).toMatchObject({ success: true, balance });
    const stored = await read(id);
    expect(stored.balance).toBe(balance);
    expect(Math.abs(stored.balance_updated_time - Date.now() / 1_000)).toBeLessThan(60);
    expect(asked.every((one) => one.endsWith(`Bearer sk-run-${names}-of-the-channel`))).toBe(true);
  });

  it.each([
    ['an error', () => ({ status: 401, body: 'no: sk-run' }), 'answered with an error (HTTP 401)'],
    ['a redirect', () => ({ status: 302, body: '' }), 'answered with an error (HTTP 302)'],
    ['no JSON', () => ({ body: '<html>' }), 'answered something else than expected'],
    [
      'no number',
      () => ({ body: '{"hard_limit_usd":"much","total_usage":null}' }),
      'answered something else than expected',
    ],
    [
      'a number beyond all sense',
      () => ({ body: '{"hard_limit_usd":1e300}' }),
      'answered something else than expected',
    ],
  ])(
    'is left as it was where the upstream answers %s: the message names it, without the key',
    async (_what, answer, words) => {
      answered(billing(9, 0));
      const id = await made({ base_url: url });
      await update(id);
      answers = { '/v1/dashboard/billing/subscription': answer };
      const { success, message, balance } = await update(id);
      expect([success, message, balance]).toEqual([
        false,
        `The balance could not be read: ${new URL(url).host} ${words}.`,
        9,
      ]);
      expect((await read(id)).balance).toBe(9);
    },
  );

  it('of a type without one, of nobody there and of no channel is refused', async () => {
    expect(await update(await made({ type: 14 }))).toMatchObject({
      success: false,
      message: 'Channels of this type do not tell a balance.',
    });
    expect(await update(await made())).toMatchObject({
      success: false,
      message: 'The balance could not be read: 127.0.0.1:9 cannot be reached.',
    });
    expect(await update(987_654)).toMatchObject({ success: false, message: 'There is no such channel.', balance: 0 });
  });

  it('of all that are enabled is asked, and what is used up is disabled by a process, once, unless it never is by itself', async () => {
    answered(billing(20, 2_000));
    const [poor, spared, off] = [
      await made({ base_url: url }),
      await made({ base_url: url, auto_ban: 0 }),
      await made({ base_url: url }),
    ];
    await world.root.done('PUT', '/api/channel/', { id: off, status: 2 });
    const gone = await made();
    await made({ type: 14 });
    const {
      asked: count,
      failed,
      failures,
      disabled,
    } = await world.root.done<{
      asked: number;
      failed: number;
      failures: { id: number; error: string }[];
      disabled: { id: number }[];
    }>('GET', '/api/channel/update_balance');
    expect([count, failed]).toEqual([3, 1]);
    expect(failures).toMatchObject([{ id: gone, error: expect.stringContaining('127.0.0.1:9 cannot be reached') }]);
    expect(disabled).toMatchObject([{ id: poor }]);
    expect([(await read(poor)).status, (await read(spared)).status, (await read(off)).status]).toEqual([3, 1, 2]);
    expect(JSON.parse((await read(poor)).other_info)).toMatchObject({
      status_reason: 'the balance is used up',
      status_time: expect.any(Number),
    });
    expect(await runs()).toMatchObject([{ kind: 'balances', state: 'ended', total: 3, done: 3, failed: 1 }]);
    await world.root.done('GET', '/api/channel/update_balance');
    const records = await world.db.query<{ actor: string }>(
      "select actor from directory.audit_outbox where record->>'action' = 'channel.disable' and record->>'target' = $1",
      [`channel-${poor}`],
    );
    expect(records.rows).toEqual([{ actor: 'api' }]);
    const held = await beginChannelRun(world.db, { kind: 'balances', holder: 'other', total: 1, askedBy: 1 });
    expect(held).toBeDefined();
    expect(await world.root.refused('GET', '/api/channel/update_balance')).toBe(
      'The balances of all channels are being asked for already.',
    );
  });
});
