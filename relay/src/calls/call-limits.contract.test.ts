import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { channelId, tokenId } from '@ledgate/domain/shared/ids';
import { silentLog } from '@ledgate/domain/ports/log';
import { CallLimiter } from '../call-limits/call-limiter.ts';
import { sendJson } from '../testing/fake-upstream.ts';
import { channelView, tokenView } from '../testing/fake-relay-view.ts';
import { type Answer, errorOf, RelayFixture } from '../testing/relay-fixture.ts';

const USAGE = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 };
const answerJson = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }],
  usage: USAGE,
});

let relay: RelayFixture;
let held: (() => void)[] = [];
let isHolding = false;

beforeEach(async () => {
  relay = await RelayFixture.open();
  held = [];
  isHolding = false;
  relay.upstream.play = (response) => {
    const answer = (): void => void sendJson(response, answerJson);
    if (isHolding) held.push(answer);
    else answer();
  };
});
afterEach(() => relay.close());

const limits = (fields: Parameters<typeof tokenView>[0]): void => void relay.view.tokens.set('key', tokenView(fields));
const statuses = (answers: readonly Answer[]): readonly number[] => answers.map(({ status }) => status).sort();
const chats = (count: number): Promise<Answer[]> => Promise.all(Array.from({ length: count }, () => relay.chat()));

describe('a limited call', () => {
  it('is asked of nobody where nothing limits it', async () => {
    const answer = await relay.chat();
    expect(answer.status).toBe(200);
    expect(relay.sharedLimits.exchanges).toBe(0);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  });

  it('is told what is left, and refused with 429 beyond the requests of a minute, charged nothing', async () => {
    limits({ limits: { rpm: 2 } });
    const first = await relay.chat();
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit-requests': '2',
      'x-ratelimit-remaining-requests': '1',
      'x-ratelimit-reset-requests': expect.stringMatching(/^1m[01]s$/),
    });
    await relay.chat();
    const refused = await relay.chat();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    expect(refused.headers['x-ratelimit-remaining-requests']).toBe('0');
    expect(errorOf(refused)).toMatchObject({
      code: 'rate_limit_exceeded',
      message: expect.stringContaining('this API key may make 2 requests a minute'),
    });
    expect([relay.cashier.charges.length, relay.upstream.received.length]).toEqual([2, 2]);
    expect(relay.refused).toEqual([[11, 'too_many']]);
    expect(relay.limited).toBe(1);
  });

  it('says so in the protocol of its caller', async () => {
    limits({ limits: { rpm: 1 } });
    await relay.chat();
    const body = JSON.stringify({ model: 'gpt-4o', max_tokens: 5, messages: [{ role: 'user', content: 'one' }] });
    const refused = await relay.call({ path: '/v1/messages', body });
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(JSON.parse(refused.text)).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } });
  });

  it('of many that come at once is served as often as it may be, and asks the database once for many', async () => {
    limits({ user: { limits: { rpm: 7 } } });
    expect(statuses(await chats(30))).toEqual([...Array<number>(7).fill(200), ...Array<number>(23).fill(429)]);
    expect(relay.sharedLimits.exchanges).toBeLessThan(20);
  });

  it('waits a moment for one of too many that run, and is refused when none ends', async () => {
    limits({ user: { limits: { parallel: 2 } } });
    isHolding = true;
    const running = [relay.chat(), relay.chat()];
    await relay.until(() => held.length === 2);
    const refused = await relay.chat();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    const waiting = relay.chat();
    await new Promise((resolve) => setTimeout(resolve, 50));
    isHolding = false;
    for (const answer of held) answer();
    expect(statuses([...(await Promise.all(running)), await waiting])).toEqual([200, 200, 200]);
    expect((await relay.chat()).status).toBe(200);
  });

  it('that fails before any upstream is asked counts in nothing', async () => {
    limits({ limits: { rpm: 1 } });
    relay.cashier.refusal = { code: 'insufficient_user_quota', unspent: 0, available: 0, needed: 10 };
    expect((await relay.chat()).status).toBe(403);
    relay.cashier.refusal = undefined;
    await relay.until(() => relay.sharedLimits.states.get('token:11')?.spent.length === 0);
    expect((await relay.chat()).status).toBe(200);
    expect((await relay.chat()).status).toBe(429);
  });

  it('reserves tokens by its stated maximum, and gives back what it did not use', async () => {
    limits({ limits: { tpm: 1_000 } });
    const both = await Promise.all([relay.chat({ max_tokens: 900 }), relay.chat({ max_tokens: 900 })]);
    expect(both.map(({ status, headers }) => [status, headers['x-ratelimit-limit-tokens']])).toEqual([
      [200, '1000'],
      [429, '1000'],
    ]);
    await relay.until(() => relay.sharedLimits.states.get('token:11')?.spent[0]?.[2] === 30);
    const over = await relay.chat({ max_tokens: 2_000 });
    expect(errorOf(over).message).toContain('this request alone may use');
  });

  it('is held to the limits of its model and its group, of each user alone', async () => {
    relay.view.tokens.set('other', tokenView({ tokenId: tokenId(12), key: 'other', user: { userId: 2 as never } }));
    relay.view.setOptions({ ModelLimits: { 'gpt-4o': { rpm: 1 } }, GroupLimits: { default: { rpm: 1 } } });
    expect((await relay.chat()).status).toBe(200);
    expect(errorOf(await relay.chat()).message).toContain('this user with the model gpt-4o');
    const inChinese = errorOf(await relay.chat({}, { headers: { 'accept-language': 'zh-CN' } })).message;
    expect(inChinese).toContain('此用户对模型 gpt-4o每分钟可发 1 个请求');
    expect((await relay.chat({}, { key: 'other' })).status).toBe(200);
  });

  it('has the options as limits of users and tokens that have none of their own; nobody raises his own above them', async () => {
    relay.view.setOptions({ TokenRequestsPerMinute: 1, UserConcurrencyMax: 5 });
    limits({ limits: { rpm: 100 } });
    expect((await relay.chat()).headers['x-ratelimit-limit-requests']).toBe('1');
    limits({ limits: { rpm: 100 }, user: { role: 10, limits: { parallel: 9 } } });
    expect((await relay.chat()).headers).toMatchObject({
      'x-ratelimit-limit-requests': '100',
      'x-ratelimit-limit-parallel': '9',
    });
  });

  it('goes to another channel where one has reached its limit, and is refused when none is left', async () => {
    const at = { baseUrl: relay.upstream.url, models: ['gpt-4o'] };
    relay.view.channels = [
      channelView({ id: 1, priority: 2, limits: { rpm: 1 }, ...at }),
      channelView({ id: 2, priority: 1, limits: { rpm: 1 }, ...at }),
    ];
    const answers = [await relay.chat(), await relay.chat(), await relay.chat()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(relay.cashier.charges.map((charge) => charge.channelId)).toEqual([channelId(1), channelId(2)]);
    expect(errorOf(answers[2] as Answer).message).toContain('saturated');
    expect(relay.limited).toBe(3);
    expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(answers[2]?.headers).toMatchObject({
      'x-ratelimit-limit-requests': '1',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': expect.stringMatching(/^1m[01]s$/),
    });
  });

  it('is told when the first of full channels has room again, before that another cannot serve it', async () => {
    const at = { baseUrl: relay.upstream.url, models: ['gpt-4o'] };
    relay.view.channels = [
      channelView({ id: 1, priority: 3, limits: { parallel: 1 }, ...at }),
      channelView({ id: 2, priority: 2, limits: { rpm: 1 }, ...at }),
      channelView({ id: 3, priority: 1, type: 14, ...at }),
    ];
    isHolding = true;
    const running = [relay.chat({ n: 2 }), relay.chat({ n: 2 })];
    await relay.until(() => held.length === 2);
    const refused = await relay.chat({ n: 2 });
    for (const answer of held) answer();
    await Promise.all(running);
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({ 'retry-after': '1', 'x-ratelimit-remaining-parallel': '0' });
    expect(refused.headers['x-ratelimit-limit-requests']).toBeUndefined();
  });

  it('is told so where it alone is over the tokens of a minute of every channel', async () => {
    const at = { baseUrl: relay.upstream.url, models: ['gpt-4o'] };
    relay.view.channels = [channelView({ id: 1, limits: { tpm: 100 }, ...at })];
    const refused = await relay.chat({ max_tokens: 1_000 });
    expect(refused.status).toBe(429);
    expect(errorOf(refused).message).toContain('this request alone may use');
  });

  it('does not wait for a place on one channel where another has one', async () => {
    const at = { baseUrl: relay.upstream.url, models: ['gpt-4o'] };
    relay.view.channels = [
      channelView({ id: 1, priority: 2, limits: { parallel: 1 }, ...at }),
      channelView({ id: 2, priority: 1, ...at }),
    ];
    isHolding = true;
    const first = relay.chat();
    await relay.until(() => held.length === 1);
    const asked = relay.sharedLimits.exchanges;
    const second = relay.chat();
    await relay.until(() => held.length === 2);
    expect(relay.sharedLimits.exchanges).toBe(asked + 1);
    for (const answer of held) answer();
    expect(statuses([await first, await second])).toEqual([200, 200]);
  });

  it('is held to its limits by this process alone while the directory does not answer', async () => {
    limits({ limits: { rpm: 2 } });
    relay.sharedLimits.isGone = true;
    expect(statuses(await chats(5))).toEqual([200, 200, 429, 429, 429]);
    expect(relay.callLimits.isAlone).toBe(true);
    expect(relay.sharedLimits.exchanges).toBe(1);
  });

  it('frees the place of a call as soon as it ends, for other processes too', async () => {
    const other = new CallLimiter(relay.sharedLimits.of('two'), {
      clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
      log: silentLog,
    });
    limits({ user: { limits: { parallel: 1 } } });
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await relay.chat()).status).toBe(200);
      const permit = await other.take({ parts: [{ subject: 'user:1', limits: { parallel: 1 } }], tokens: 0 });
      if (permit?.granted !== true) throw new Error('refused');
      permit.end({ tokens: 0, isAsked: true });
    }
    other.close();
  });
});
