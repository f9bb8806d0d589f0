import { beforeEach, describe, expect, it } from '@jest/globals';
import { channelView } from '../testing/fake-relay-view.ts';
import { FakeShortLivedKeys } from '../testing/fake-short-lived-keys.ts';
import type { UpstreamQuestion, UpstreamReply } from './ask-upstream.ts';
import { type KeySource, ShortLivedKeys } from './short-lived-keys.ts';
import { maskOf } from './channel-secret.ts';
import { UpstreamBusy } from './upstream-busy.ts';

const LASTS_MS = 600_000;
const MARGIN_MS = 60_000;

let nowMs = 0;
let asked: UpstreamQuestion[] = [];
let answer: (question: UpstreamQuestion) => Promise<UpstreamReply>;

const source: KeySource = {
  question: () => ({ url: 'http://keys.test/token', headers: { a: 'b' }, body: 'grant' }),
  read: (text) => (text === '' ? undefined : { value: text, lastsMs: LASTS_MS }),
};
const [one, other] = [channelView({ id: 1 }), channelView({ id: 2, setting: { proxy: 'socks5://a.test' } })];
const keysWith = (limits: { keysMax?: number; askedMax?: number } = {}): ShortLivedKeys =>
  new ShortLivedKeys({
    nowMs: () => nowMs,
    limits,
    ask: (question) => {
      asked.push(question);
      return answer(question);
    },
  });

beforeEach(() => {
  nowMs = 0;
  asked = [];
  answer = () => Promise.resolve({ status: 200, text: `short-${asked.length}` });
});

describe('a short-lived key', () => {
  it('is asked for once, however many calls want it, by the way of its channel and within limits', async () => {
    const keys = keysWith();
    expect(
      await Promise.all([
        keys.shortLivedKey({ channel: other }, source),
        keys.shortLivedKey({ channel: other }, source),
      ]),
    ).toEqual(['short-1', 'short-1']);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ body: 'grant', proxy: 'socks5://a.test', timeoutMs: 10_000, bytesMax: 65_536 });
  });

  it('is kept until a minute before it expires, and half of its time where that is short', async () => {
    const keys = keysWith();
    await keys.shortLivedKey({ channel: one }, source);
    nowMs = LASTS_MS - MARGIN_MS - 1;
    expect(keys.shortLivedKey({ channel: one }, source)).toBe('short-1');
    nowMs += 1;
    expect(await keys.shortLivedKey({ channel: one }, source)).toBe('short-2');
    const brief = { ...source, read: (text: string) => ({ value: text, lastsMs: 1_000 }) };
    expect(await keys.shortLivedKey({ channel: other }, brief)).toBe('short-3');
    nowMs += 499;
    expect(keys.shortLivedKey({ channel: other }, brief)).toBe('short-3');
    nowMs += 1;
    expect(await keys.shortLivedKey({ channel: other }, brief)).toBe('short-4');
  });

  it("is a channel's own: another key or address has another one", async () => {
    const keys = keysWith();
    for (const fields of [{}, { key: 'sk-upstream-9' }, { baseUrl: 'http://127.0.0.1:10' }, { other: 'eu' }])
      await keys.shortLivedKey({ channel: { ...one, ...fields } }, source);
    expect(asked).toHaveLength(4);
  });

  it('is forgotten when the upstream does not take it, and when too many are kept', async () => {
    const keys = keysWith({ keysMax: 1 });
    await keys.shortLivedKey({ channel: one }, source);
    keys.refused({ channel: one });
    expect(await keys.shortLivedKey({ channel: one }, source)).toBe('short-2');
    await keys.shortLivedKey({ channel: other }, source);
    expect(await keys.shortLivedKey({ channel: one }, source)).toBe('short-4');
  });

  it('that was kept and is refused tells nothing of the own one, and takes no later key with it', async () => {
    const keys = keysWith();
    const [first, second, third, fourth] = [{ channel: one }, { channel: one }, { channel: one }, { channel: one }];
    await keys.shortLivedKey(first, source);
    for (const call of [second, third]) expect(keys.shortLivedKey(call, source)).toBe('short-1');
    expect(keys.refused(second)).toBe(false);
    expect(await keys.shortLivedKey(fourth, source)).toBe('short-2');
    expect(keys.refused(third)).toBe(false);
    expect(keys.shortLivedKey(third, source)).toBe('short-2');
    expect(keys.refused(fourth)).toBe(true);
  });

  it('is not asked for beside too many others, nor once the relay has closed', async () => {
    const keys = keysWith({ askedMax: 1 });
    const first = keys.shortLivedKey({ channel: one }, source);
    expect(() => keys.shortLivedKey({ channel: other }, source)).toThrow(UpstreamBusy);
    await first;
    await keys.shortLivedKey({ channel: other }, source);
    keys.close();
    keys.refused({ channel: one });
    expect(asked[0]?.signal?.aborted).toBe(true);
    expect(() => keys.shortLivedKey({ channel: one }, source)).toThrow(UpstreamBusy);
  });

  it('that is refused is an error of the upstream, without the key in it, and is asked for again', async () => {
    const keys = keysWith();
    answer = () => Promise.resolve({ status: 401, text: `{"error":{"message":"no account for ${one.key}"}}` });
    await expect(keys.shortLivedKey({ channel: one }, source)).rejects.toMatchObject({
      status: 401,
      error: { status: 401, message: expect.not.stringContaining(one.key), retryable: true },
    });
    answer = () => Promise.resolve({ status: 200, text: '' });
    await expect(keys.shortLivedKey({ channel: one }, source)).rejects.toMatchObject({
      status: 200,
      error: { status: 502 },
    });
    answer = () => Promise.reject(new Error('timed out'));
    await expect(keys.shortLivedKey({ channel: one }, source)).rejects.toMatchObject({
      status: 0,
      error: { code: 'do_request_failed', retryable: true },
    });
    answer = () => Promise.resolve({ status: 200, text: 'at last' });
    expect(await keys.shortLivedKey({ channel: one }, source)).toBe('at last');
  });

  it.each([400, 401])(
    'that is refused with %d tells of the own key, and never of the request of the call',
    async (status) => {
      const keys = keysWith();
      answer = () => Promise.resolve({ status, text: '{"error":"invalid_grant","error_description":"no account"}' });
      await expect(keys.shortLivedKey({ channel: one }, source)).rejects.toMatchObject({
        status: 401,
        error: { status: 401, message: 'invalid_grant: no account', retryable: true },
      });
    },
  );

  it('is masked like the own key from then on, and so is what it was asked for with', async () => {
    const keys = keysWith();
    const channel = channelView({ id: 3, key: 'sk-own-key-of-this-one' });
    const proven = { ...source, question: () => ({ ...source.question(), proof: 'eyJhbGci.eyJpc3Mi.c2lnbmVk' }) };
    answer = () => Promise.resolve({ status: 400, text: '{"error":{"message":"bad eyJhbGci.eyJpc3Mi.c2lnbmVk"}}' });
    await expect(keys.shortLivedKey({ channel }, proven)).rejects.toMatchObject({ error: { message: 'bad ***' } });
    expect(asked[0]).not.toHaveProperty('proof');
    answer = () => Promise.resolve({ status: 200, text: '24.0123456789.abcdef' });
    await keys.shortLivedKey({ channel }, proven);
    expect(maskOf(channel.key)('Access token 24.0123456789.abcdef is invalid')).toBe('Access token *** is invalid');
  });
});

describe('a short-lived key that several relays share', () => {
  const TIMEOUT_MS = 400;
  let shared: FakeShortLivedKeys;
  let errors: unknown[];
  const relay = (): ShortLivedKeys =>
    new ShortLivedKeys({
      nowMs: () => nowMs,
      limits: { timeoutMs: TIMEOUT_MS },
      shared,
      onError: (error) => errors.push(error),
      ask: (question) => {
        asked.push(question);
        return answer(question);
      },
    });
  const keyOf = (keys: ShortLivedKeys, channel = one) => keys.shortLivedKey({ channel }, source);

  beforeEach(() => {
    shared = new FakeShortLivedKeys();
    errors = [];
  });

  it('is asked for once by all of them, also while it is on its way, and stands encrypted where they find it', async () => {
    const [first, second, third] = [relay(), relay(), relay()];
    expect(await Promise.all([keyOf(first), keyOf(second)])).toEqual(['short-1', 'short-1']);
    expect(await keyOf(third)).toBe('short-1');
    expect(asked).toHaveLength(1);
    expect(Number.isInteger(asked[0]?.timeoutMs)).toBe(true);
    const [[name, row] = []] = shared.rows;
    expect(`${name} ${row?.key?.cipher.toString('latin1')}`).not.toMatch(/short-1|sk-/);
    expect(row?.key?.lastsMs).toBe(LASTS_MS - MARGIN_MS);
    expect(await keyOf(second, { ...one, key: 'sk-upstream-9' })).toBe('short-2');
  });

  it('that is not taken any more is asked for by who finds it so first: the others take what has come', async () => {
    const [first, second] = [relay(), relay()];
    await keyOf(first);
    const [call, late] = [{ channel: one }, { channel: one }];
    expect([await first.shortLivedKey(call, source), await second.shortLivedKey(late, source)]).toEqual([
      'short-1',
      'short-1',
    ]);
    expect([first.refused(call), second.refused(late)]).toEqual([false, false]);
    expect(await Promise.all([keyOf(first), keyOf(second)])).toEqual(['short-2', 'short-2']);
    expect(asked).toHaveLength(2);
  });

  it('may be asked for by the next where the provider gave none', async () => {
    answer = () => Promise.resolve({ status: 500, text: '' });
    await expect(keyOf(relay())).rejects.toMatchObject({ status: 500 });
    answer = () => Promise.resolve({ status: 200, text: 'at last' });
    expect(await keyOf(relay())).toBe('at last');
  });

  it('is not waited for longer than for half of the time where who asks for it is silent', async () => {
    answer = () => new Promise(() => undefined);
    void Promise.resolve(keyOf(relay())).catch(() => undefined);
    await new Promise(setImmediate);
    answer = () => Promise.resolve({ status: 200, text: 'own' });
    const begunAt = performance.now();
    expect(await keyOf(relay())).toBe('own');
    expect(performance.now() - begunAt).toBeGreaterThanOrEqual(TIMEOUT_MS / 2);
    expect(asked.at(-1)?.timeoutMs).toBeLessThanOrEqual(TIMEOUT_MS / 2);
  });

  it("is each relay's own where the directory does not answer, or holds what nobody can read", async () => {
    shared.isDown = true;
    expect([await keyOf(relay()), await keyOf(relay())]).toEqual(['short-1', 'short-2']);
    expect(errors).not.toHaveLength(0);
    shared.isDown = false;
    await keyOf(relay());
    const [[name, row] = []] = shared.rows;
    if (name === undefined || row?.key === undefined) throw new Error('nothing is shared');
    for (const damaged of [Buffer.from('x'), Buffer.alloc(40)]) {
      shared.rows.set(name, { ...row, key: { ...row.key, cipher: damaged } });
      expect(await keyOf(relay())).toBe(`short-${asked.length}`);
    }
    expect(asked).toHaveLength(5);
  });
});
