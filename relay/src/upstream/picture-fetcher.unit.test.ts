import { beforeEach, describe, expect, it } from '@jest/globals';
import type { OutboundAnswer, OutboundProblem } from '@ledgate/domain/ports/outbound-calls';
import { userId } from '@ledgate/domain/shared/ids';
import { RelayError } from '../errors/relay-error.ts';
import {
  PICTURE_BYTES_MAX,
  PICTURE_COPIES,
  PICTURES_AT_ONCE,
  PICTURES_MAX,
  PICTURES_OF_USER_AT_ONCE,
} from '../limits.ts';
import { answered, FakeOutbound } from '../testing/fake-outbound.ts';
import { FakeRelayView } from '../testing/fake-relay-view.ts';
import { PictureFetcher } from './picture-fetcher.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1');
const DATA = `data:image/png;base64,${PNG.toString('base64')}`;
const URL_A = 'https://a.example/pictures/a.png';

let outside: FakeOutbound;
let view: FakeRelayView;
let fetcher: PictureFetcher;
let warnings: string[];
let held: number[];

beforeEach(() => {
  outside = new FakeOutbound();
  view = new FakeRelayView();
  warnings = [];
  held = [];
  const log = {
    info: () => undefined,
    warn: (facts: object, message: string) => void warnings.push(`${message} ${JSON.stringify(facts)}`),
    error: () => undefined,
  };
  fetcher = new PictureFetcher({ outbound: outside, view, log });
});

const wanted = (...urls: readonly string[]) => urls.map((url, index) => ({ url, field: `messages[${index}]` }));

function fetched(
  urls: readonly string[],
  { user = 1, signal = new AbortController().signal, room = Infinity } = {},
): Promise<ReadonlyMap<string, string> | RelayError> {
  const hold = (bytes: number): boolean => held.push(bytes) > 0 && held.reduce((all, one) => all + one, 0) <= room;
  return fetcher.fetch(wanted(...urls), { userId: userId(user), hold, signal });
}

async function refusalOf(urls: readonly string[], options = {}): Promise<RelayError> {
  const refusal = await fetched(urls, options);
  if (!(refusal instanceof RelayError)) throw new Error('the pictures were fetched');
  return refusal;
}

/** An answer that comes when it is told to. */
function waiting() {
  let asked = 0;
  const waiters: (() => void)[] = [];
  const at = async (): Promise<OutboundAnswer> => {
    asked += 1;
    await new Promise<void>((resolve) => void waiters.push(resolve));
    return answered(PNG);
  };
  return { at, asked: () => asked, answer: () => waiters.splice(0).forEach((resolve) => resolve()) };
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('fetched pictures', () => {
  it('are data of the type that their bytes have', async () => {
    outside.at.set(URL_A, () => answered(PNG, { 'content-type': 'text/plain' }));
    expect(await fetched([URL_A])).toEqual(new Map([[URL_A, DATA]]));
    expect(outside.asked).toMatchObject([{ purpose: 'picture', url: URL_A, bytesMax: PICTURE_BYTES_MAX }]);
    expect(held).toEqual([PICTURE_COPIES * PNG.length]);
  });

  it('are asked for once, however often they are named', async () => {
    outside.at.set(URL_A, () => answered(PNG));
    expect(await fetched(Array.from({ length: 3 * PICTURES_MAX }, () => URL_A))).toEqual(new Map([[URL_A, DATA]]));
    expect(outside.asked).toHaveLength(1);
  });

  it('come some at a time', async () => {
    const urls = Array.from({ length: PICTURES_MAX }, (_, index) => `https://a.example/${index}`);
    const { at, asked, answer } = waiting();
    for (const url of urls) outside.at.set(url, at);
    const all = fetched(urls);
    await turn();
    expect(asked()).toBe(PICTURES_AT_ONCE);
    for (let round = 0; round < PICTURES_MAX; round += 1) {
      answer();
      await turn();
    }
    expect(await all).toEqual(new Map(urls.map((url) => [url, DATA])));
  });
});

describe('a picture that cannot be had', () => {
  it.each<[OutboundProblem, RegExp]>([
    ['url', /^messages\[0\]: must be an https address without a name and password in it, or a data URL$/],
    ['plain', /a\.example\/pictures\/a\.png must be an https address$/],
    ['private', /a\.example\/pictures\/a\.png is at no public address$/],
    ['unknown_host', /a\.example\/pictures\/a\.png is at no public address$/],
    ['unreachable', /could not be read$/],
    ['unreadable', /could not be read$/],
    ['timeout', /took too long$/],
    ['ended', /took too long$/],
    ['too_large', /is larger than 8 MiB$/],
  ])('is refused with its field: %s', async (problem, message) => {
    outside.at.set(URL_A, () => problem);
    expect(await refusalOf([URL_A])).toMatchObject({
      status: 400,
      param: 'messages[0]',
      message: expect.stringMatching(message),
      retryable: false,
    });
  });

  it.each([
    [answered(PNG, {}, 404), /answered with status 404$/],
    [answered(PNG, { location: 'https://b.example' }, 302), /sends elsewhere \(status 302\), which is not followed$/],
    [answered(Buffer.from('<html>'), { 'content-type': 'text/html' }), /is no picture that a model reads$/],
    [answered(Buffer.alloc(0), { 'content-type': 'image/png' }), /is no picture that a model reads$/],
  ])('is refused for its answer', async (answer, message) => {
    outside.at.set(URL_A, () => answer);
    expect(await refusalOf([URL_A])).toMatchObject({ status: 400, message: expect.stringMatching(message) });
  });

  it('is named without what may let somebody in, and at some length', async () => {
    const { message } = await refusalOf([`https://me:secret@a.example/${'x'.repeat(500)}?signature=secret#secret`]);
    expect(message).not.toContain('secret');
    expect(message).toMatch(/^messages\[0\]: https:\/\/a\.example\/x{182}\?\.\.\. is at/);
  });

  it('says to the operator alone what was found', async () => {
    outside.at.set(URL_A, () => 'unknown_host');
    const unknown = await refusalOf([URL_A]);
    expect(warnings).toEqual([]);
    outside.at.set(URL_A, () => 'private');
    expect((await refusalOf([URL_A])).message).toBe(unknown.message);
    expect(warnings).toEqual([expect.stringMatching(/^a picture is at a private address /)]);
  });

  it('ends what is being fetched, and nothing more is asked for', async () => {
    const urls = Array.from({ length: PICTURES_MAX }, (_, index) => `https://a.example/${index}`);
    let ended = 0;
    for (const url of urls)
      outside.at.set(
        url,
        ({ signal }) =>
          new Promise((resolve) => {
            signal?.addEventListener('abort', () => {
              ended += 1;
              resolve('ended');
            });
          }),
      );
    outside.at.set(urls[2] ?? '', () => 'timeout');
    expect(await refusalOf(urls)).toMatchObject({ param: 'messages[2]' });
    expect(ended).toBe(PICTURES_AT_ONCE - 1);
    expect(outside.asked).toHaveLength(PICTURES_AT_ONCE);
  });

  it('ends when its caller leaves', async () => {
    const caller = new AbortController();
    const ends: OutboundProblem = 'ended';
    outside.at.set(
      URL_A,
      ({ signal }) => new Promise((resolve) => void signal?.addEventListener('abort', () => resolve(ends))),
    );
    const refusal = refusalOf([URL_A], { signal: caller.signal });
    await turn();
    caller.abort();
    expect((await refusal).status).toBe(400);
  });
});

describe('the limits of fetched pictures', () => {
  it('hold for their number', async () => {
    const urls = Array.from({ length: PICTURES_MAX + 1 }, (_, index) => `https://a.example/${index}`);
    expect(await refusalOf(urls)).toMatchObject({ status: 400, param: `messages[${PICTURES_MAX}]` });
    expect(outside.asked).toEqual([]);
  });

  it('hold for their bytes together', async () => {
    const urls = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3'];
    for (const url of urls) outside.at.set(url, () => answered(Buffer.concat([PNG, Buffer.alloc(7 * 1024 * 1024)])));
    expect(await refusalOf(urls)).toMatchObject({
      status: 400,
      message: expect.stringMatching(/are together larger than 20 MiB$/),
    });
  });

  it('hold for the memory that there is for bodies', async () => {
    outside.at.set(URL_A, () => answered(PNG));
    expect(await refusalOf([URL_A], { room: PICTURE_COPIES * PNG.length - 1 })).toMatchObject({ status: 503 });
  });

  it('hold for a user, and for no other', async () => {
    const { at, asked, answer } = waiting();
    const urls = Array.from({ length: PICTURES_AT_ONCE }, (_, index) => `https://a.example/${index}`);
    for (const url of urls) outside.at.set(url, at);
    const running = Array.from({ length: PICTURES_OF_USER_AT_ONCE / PICTURES_AT_ONCE }, () => fetched(urls));
    await turn();
    expect(asked()).toBe(PICTURES_OF_USER_AT_ONCE);
    expect(await refusalOf(urls)).toMatchObject({ status: 429, retryAfter: '1' });
    const other = fetched(urls, { user: 2 });
    await turn();
    answer();
    expect([...(await Promise.all(running)), await other].every((one) => one instanceof Map)).toBe(true);
    outside.at.set(URL_A, () => answered(PNG));
    expect(await fetched([URL_A])).toBeInstanceOf(Map);
  });

  it('hold for all calls that go out', async () => {
    outside.at.set(URL_A, () => 'busy');
    expect(await refusalOf([URL_A])).toMatchObject({ status: 503 });
  });
});

describe("the operator's worker", () => {
  const WORKER = 'https://worker.example/fetch/';
  beforeEach(() => view.setOptions({ WorkerUrl: 'https://worker.example/fetch', WorkerValidKey: 'the key' }));

  it('is asked for the picture in place of its address, with its key', async () => {
    outside.at.set(WORKER, () => answered(PNG));
    expect(await fetched([URL_A])).toEqual(new Map([[URL_A, DATA]]));
    expect(outside.asked.map(({ url }) => url)).toEqual([WORKER]);
    expect(outside.asked[0]?.headers).toEqual({ 'content-type': 'application/json' });
    expect(JSON.parse(String(outside.asked[0]?.body))).toEqual({ url: URL_A, key: 'the key' });
  });

  it('is asked for no address that we would not ask', async () => {
    outside.refused.set(URL_A, 'private');
    expect(await refusalOf([URL_A])).toMatchObject({ status: 400, param: 'messages[0]' });
    expect(outside.asked).toEqual([]);
  });

  it('answers for the picture with the status that it has', async () => {
    outside.at.set(WORKER, () => answered(Buffer.from('no'), {}, 403));
    expect(await refusalOf([URL_A])).toMatchObject({ status: 400, message: expect.stringMatching(/status 403$/) });
  });

  it.each<OutboundProblem>(['url', 'plain', 'private', 'unknown_host', 'unreachable', 'unreadable'])(
    'is no fault of the caller when it cannot be asked: %s',
    async (problem) => {
      outside.at.set(WORKER, () => problem);
      const refusal = await refusalOf([URL_A]);
      expect(refusal).toMatchObject({ status: 502, code: 'picture_worker_failed', param: null });
      expect(refusal.message).not.toContain('worker.example');
      expect(warnings).toEqual([expect.stringContaining('the worker that fetches pictures failed')]);
    },
  );
});
