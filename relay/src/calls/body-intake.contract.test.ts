import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { userId } from '@ledgate/domain/shared/ids';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { closeSettled } from '../testing/close-settled.ts';
import { expectRefused } from '../testing/expect-refused.ts';
import { tokenView } from '../testing/fake-relay-view.ts';
import { type Answer, headText, type RawCaller, RelayFixture } from '../testing/relay-fixture.ts';

const MB = 1024 * 1024;
/** Bytes of a chunked body that does not end. */
const chunkOf = (bytes: number): string => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;

let relay: RelayFixture;
const callers: RawCaller[] = [];
afterEach(async () => {
  for (const caller of callers.splice(0)) caller.destroy();
  await relay.until(() => relay.bodies.bytes === 0);
  await closeSettled(relay);
});

async function begun(text: string): Promise<RawCaller> {
  const caller = await relay.caller();
  callers.push(caller);
  caller.write(text);
  return caller;
}

const prompt = (bytes: number): string =>
  JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'a '.repeat(bytes / 2) }] });

describe('bodies that are said to come', () => {
  it('take nothing from anybody before they come', async () => {
    relay = await RelayFixture.open({ bodyBytesMax: 32 * MB });
    for (let caller = 0; caller < 40; caller += 1) await begun(headText(`Content-Length: ${32 * MB}`));
    await relay.until(() => relay.cashier.requests.length === 40);
    expect((await relay.chat()).status).toBe(200);
    expect(relay.bodies.bytes).toBe(0);
  });

  it.each([
    ['nothing', ''],
    ['a part', 'x'.repeat(500)],
  ])('and of which only %s comes are ended with 408, and their connection closed', async (_what, part) => {
    relay = await RelayFixture.open({ bodies: { standstillMs: 40 } });
    const caller = await begun(`${headText('Content-Length: 1000')}${part}`);
    await once(caller, 'close');
    expect(caller.heard).toMatch(/^HTTP\/1\.1 408 [^]*Connection: close[^]*"code":"request_timeout"/);
    expect(relay.cashier.requests).toEqual([]);
  });
});

describe('a large body', () => {
  const LARGE = prompt(20_000);
  const bodies = { smallBodyBytes: 10_000 };
  const ways: [string, (body: string) => Parameters<RelayFixture['call']>[0]][] = [
    ['as it is', (body) => ({ body })],
    ['in chunks', (body) => ({ body, headers: { 'transfer-encoding': 'chunked' } })],
    ['in gzip', (body) => ({ body: gzipSync(body), headers: { 'content-encoding': 'gzip' } })],
    ['in deflate', (body) => ({ body: deflateSync(body), headers: { 'content-encoding': 'deflate' } })],
    ['in br', (body) => ({ body: brotliCompressSync(body), headers: { 'content-encoding': 'br' } })],
  ];

  it.each(ways)('%s is read only for who has a balance, whatever its model costs', async (_what, sent) => {
    relay = await RelayFixture.open({ bodies });
    relay.view.book = { ...defaultPriceBook(), modelPrice: { 'gpt-4o': '0' } };
    relay.cashier.refusal = { code: 'insufficient_user_quota', unspent: 0, available: 0, needed: 1 };
    expectRefused(await relay.call(sent(LARGE)), 403, { code: 'insufficient_user_quota' });
    expect(relay.cashier.requests.map(({ amount }) => amount)).toEqual([1]);
    expect(relay.upstream.received).toEqual([]);
  });

  it.each(ways)('%s is served to who has one, who pays for its one answer', async (_what, sent) => {
    relay = await RelayFixture.open({ bodies });
    expect((await relay.call(sent(LARGE))).status).toBe(200);
    expect(relay.upstream.received[0]?.text).toBe(LARGE);
    expect([relay.cashier.requests.length, relay.cashier.charges.length]).toEqual([2, 1]);
  });

  it.each(ways)('%s is none as long as it is small: nobody is asked for what he has', async (_what, sent) => {
    relay = await RelayFixture.open({ bodies });
    expect((await relay.call(sent(prompt(8_000)))).status).toBe(200);
    expect([relay.cashier.requests.length, relay.cashier.charges.length]).toEqual([1, 1]);
  });

  it.each([
    ['of which only the values are many', {}, `{"model":"gpt-4o","messages":[${'{},'.repeat(10_000)}{}]}`],
    ['that is one too many for its user once it is whole', { smallBodiesOfUserBytes: 10_000 }, prompt(4_000)],
  ])('%s is taken only from who has a balance', async (_what, limits, body) => {
    relay = await RelayFixture.open({ bodies: limits });
    relay.cashier.refusal = { code: 'insufficient_user_quota', unspent: 0, available: 0, needed: 1 };
    expectRefused(await relay.call({ body }), 403, { code: 'insufficient_user_quota' });
    expect(relay.cashier.requests.map(({ amount }) => amount)).toEqual([1]);
  });

  it('that is stated is refused before a byte of it comes', async () => {
    relay = await RelayFixture.open({ bodies });
    relay.cashier.refusal = { code: 'insufficient_user_quota', unspent: 0, available: 0, needed: 1 };
    const caller = await begun(headText('Content-Length: 20000'));
    await relay.until(() => caller.heard.startsWith('HTTP/1.1 403 '));
  });

  it('is what many small ones of one user are together', async () => {
    relay = await RelayFixture.open({ bodies: { smallBodiesOfUserBytes: 10_000 } });
    await begun(`${headText('Transfer-Encoding: chunked')}${chunkOf(9_000)}`);
    await relay.until(() => relay.bodies.bytes === 9_000);
    relay.cashier.refusal = { code: 'insufficient_user_quota', unspent: 0, available: 0, needed: 1 };
    expectRefused(await relay.call({ body: prompt(2_000) }), 403);
  });
});

/** What all bodies hold after each time that one asked for room, and how much it asked for. */
function watchedTaking(): readonly [held: number[], asked: number[]] {
  const [held, asked]: [number[], number[]] = [[], []];
  const take = relay.bodies.take.bind(relay.bodies);
  relay.bodies.take = (user, bytes, isLarge) => {
    const isTaken = take(user, bytes, isLarge);
    held.push(relay.bodies.bytes);
    asked.push(bytes);
    return isTaken;
  };
  return [held, asked];
}

describe('what all bodies hold', () => {
  it('is counted as it comes: beyond the limit a chunked one is 503', async () => {
    relay = await RelayFixture.open({ bodies: { bodiesBytesMax: 100_000 } });
    await begun(`${headText('Transfer-Encoding: chunked')}${chunkOf(60_000)}`);
    await relay.until(() => relay.bodies.bytes === 60_000);
    const second = await begun(`${headText('Transfer-Encoding: chunked')}${chunkOf(60_000)}`);
    await relay.until(() => second.heard.startsWith('HTTP/1.1 503 '));
    expect((await relay.chat()).status).toBe(200);
  });

  it('counts what many small values become when they are parsed', async () => {
    relay = await RelayFixture.open({ bodies: { bodiesBytesMax: 4 * MB } });
    const [held] = watchedTaking();
    const many = (values: number): string =>
      `{"model":"gpt-4o","messages":[{"role":"user","content":"a"}],"x":[${'{},'.repeat(values)}{}]}`;
    expect((await relay.call({ body: many(10_000) })).status).toBe(200);
    expect(Math.max(...held)).toBeGreaterThan(20_000 * 64);
    expectRefused(await relay.call({ body: many(50_000) }), 503, { code: 'service_unavailable' });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('counts what %s unpacks to as it comes, and never holds more than it may', async (encoding, pack) => {
    relay = await RelayFixture.open({ bodyBytesMax: 32 * MB, bodies: { bodiesBytesMax: 4 * MB } });
    const [held, asked] = watchedTaking();
    const answer = await relay.call({ body: pack(prompt(24 * MB)), headers: { 'content-encoding': encoding } });
    expectRefused(answer, 503, { code: 'service_unavailable' });
    // Of 4 MB three quarters are for large ones. They are filled to the last piece, and the one that is too much is the last that asks.
    const most = Math.max(...held);
    expect(most).toBeLessThanOrEqual(3 * MB);
    expect(most + (asked.at(-1) ?? 0)).toBeGreaterThan(3 * MB);
    expect(held.filter((bytes) => bytes === most)).toHaveLength(2);
    expect((await relay.chat()).status).toBe(200);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('does not take for standing still what has come and is being unpacked from %s', async (encoding, pack) => {
    relay = await RelayFixture.open({ bodyBytesMax: 32 * MB, bodies: { standstillMs: 20 } });
    const { status } = await relay.call({ body: pack(prompt(24 * MB)), headers: { 'content-encoding': encoding } });
    expect(status).toBe(200);
  });

  it('has a share of each user, and who uses up his is in nobody’s way', async () => {
    relay = await RelayFixture.open({ bodies: { bodiesOfUserBytesMax: 100_000 } });
    relay.view.tokens.set('other', tokenView({ key: 'other', user: { userId: userId(2) } }));
    await begun(`${headText('Transfer-Encoding: chunked')}${chunkOf(90_000)}`);
    await relay.until(() => relay.bodies.bytes === 90_000);
    expectRefused(await relay.call({ body: prompt(50_000) }), 503);
    expect((await relay.call({ body: prompt(25_000), key: 'other' })).status).toBe(200);
  });

  it('is given back when the caller leaves in the middle', async () => {
    relay = await RelayFixture.open();
    const caller = await begun(`${headText('Content-Length: 5000')}${'x'.repeat(4_000)}`);
    await relay.until(() => relay.bodies.bytes === 4_000);
    caller.destroy();
    await relay.until(() => relay.bodies.bytes === 0);
    expect(relay.unforeseen).toEqual([]);
  });

  it('counts running requests of a user too: beyond as many as may 429', async () => {
    relay = await RelayFixture.open({ bodies: { callsOfUserMax: 2 } });
    relay.view.tokens.set('other', tokenView({ key: 'other', user: { userId: userId(2) } }));
    let release = (): void => {};
    relay.cashier.reserving = () =>
      new Promise<void>((resolve) => {
        release = resolve;
      });
    const held: Promise<Answer>[] = [relay.chat()];
    await relay.until(() => relay.cashier.requests.length === 1);
    await begun(headText('Content-Length: 100'));
    const first = release;
    await relay.until(() => relay.bodies.callsOf(userId(1)) === 2);
    expectRefused(await relay.chat(), 429, { code: 'too_many_requests' });
    relay.cashier.reserving = () => Promise.resolve();
    expect((await relay.chat({}, { key: 'other' })).status).toBe(200);
    first();
    expect((await held[0])?.status).toBe(200);
  });
});

describe('a body that is refused', () => {
  it.each([
    ['too large by what is stated', headText('Content-Length: 5000000'), 413, 'too_large', {}],
    ['too large as it comes', `${headText('Transfer-Encoding: chunked')}${chunkOf(1_100_000)}`, 413, 'too_large', {}],
    ['standing still', headText('Content-Length: 1000'), 408, 'standstill', { standstillMs: 40 }],
    [
      'beyond all room',
      `${headText('Transfer-Encoding: chunked')}${chunkOf(60_000)}`,
      503,
      'full',
      { bodiesBytesMax: 50_000 },
    ],
    [
      'beyond its user’s share',
      `${headText('Transfer-Encoding: chunked')}${chunkOf(60_000)}`,
      503,
      'user_share',
      { bodiesOfUserBytesMax: 50_000 },
    ],
  ])('as %s is counted as that', async (_what, text, status, reason, bodies) => {
    relay = await RelayFixture.open({ bodies });
    const caller = await begun(text);
    await relay.until(() => caller.heard.startsWith(`HTTP/1.1 ${status} `));
    expect(relay.bodyRefusals).toEqual([reason]);
  });
});

describe('a body that would be dear to parse', () => {
  it.each([
    ['of a million values', `[${'{},'.repeat(1_000_000)}{}]`],
    ['that nests deeply', `${'[{"a":'.repeat(30_000)}1${'}]'.repeat(30_000)}`],
  ])('%s is 400', async (_what, content) => {
    relay = await RelayFixture.open({ bodyBytesMax: 32 * MB });
    const body = `{"model":"gpt-4o","max_tokens":1,"messages":[{"role":"user","content":${content}}]}`;
    expectRefused(await relay.call({ body }), 400, { code: 'invalid_text_request' });
    expect(relay.unforeseen).toEqual([]);
  });
});
