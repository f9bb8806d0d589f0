import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { closeSettled } from '../testing/close-settled.ts';
import { beginStream, chunk, DONE, errorText, event, sendJson, usageChunk } from '../testing/fake-upstream.ts';
import { type Answer, errorOf, RelayFixture } from '../testing/relay-fixture.ts';

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
});
afterEach(() => closeSettled(relay));

const WORDS = `${chunk('One ')}${chunk('fünf ')}${chunk('六 ')}`;

/** The upstream sends this text in pieces and ends, or cuts the connection. */
function upstreamSends(text: string, { pieceBytes = Infinity, cut = false } = {}): void {
  relay.upstream.play = async (response) => {
    beginStream(response);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      await new Promise((resolve) =>
        response.write(bytes.subarray(at, Math.min(bytes.length, at + pieceBytes)), resolve),
      );
    }
    if (cut) response.destroy();
    else response.end();
  };
}

const stream = (fields: object = {}, call: Parameters<RelayFixture['chat']>[1] = {}): Promise<Answer> =>
  relay.chat({ stream: true, ...fields }, call);
const lastEvent = (text: string): unknown =>
  JSON.parse(text.trimEnd().split('\n\n').at(-1)?.slice('data: '.length) ?? '');

describe('a stream', () => {
  it.each([7, 1_000, Infinity])(
    'passes in pieces of %s bytes, its usage hidden, and is charged by it',
    async (pieceBytes) => {
      upstreamSends(`${WORDS}${usageChunk()}${DONE}`, { pieceBytes });
      const answer = await stream();
      expect(answer).toMatchObject({ status: 200, text: `${WORDS}${DONE}`, whole: true });
      expect(answer.headers).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache',
        'x-accel-buffering': 'no',
      });
      expect(JSON.parse(relay.upstream.received[0]?.text ?? '')).toMatchObject({
        stream_options: { include_usage: true },
      });
      expect(relay.cashier.charges).toHaveLength(1);
      expect(relay.cashier.charges[0]).toMatchObject({
        stream: true,
        firstTokenMs: expect.any(Number),
        usage: { source: 'provider', prompt: 10, completion: 5 },
        amount: 38,
      });
    },
  );

  it('shows the usage to who asked, given or counted', async () => {
    const asked = { stream_options: { include_usage: true } };
    upstreamSends(`${WORDS}${usageChunk()}${DONE}`);
    expect((await stream(asked)).text).toBe(`${WORDS}${usageChunk()}${DONE}`);
    upstreamSends(`${WORDS}${DONE}`);
    const counted = await stream(asked);
    expect(counted.text.endsWith(DONE)).toBe(true);
    expect(lastEvent(counted.text.slice(0, -DONE.length))).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
    });
    expect(relay.cashier.charges[1]?.usage).toMatchObject({ source: 'counted', prompt: 9, completion: 3 });
  });

  it('reaches the caller while the upstream is still sending', async () => {
    let goOn = (): void => {};
    relay.upstream.play = async (response) => {
      beginStream(response);
      response.write(chunk('first'));
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      response.end(`${chunk('second')}${usageChunk()}${DONE}`);
    };
    const answer = await stream(
      {},
      {
        onText: (text) => {
          if (text === chunk('first')) goOn();
        },
      },
    );
    expect(answer.text).toBe(`${chunk('first')}${chunk('second')}${DONE}`);
  });

  it('has no end mark before its charge is durable', async () => {
    let durable = (): void => {};
    let recording = false;
    relay.cashier.recording = () =>
      new Promise((resolve) => {
        recording = true;
        durable = resolve;
      });
    upstreamSends(`${WORDS}${usageChunk()}${DONE}`);
    let seen = '';
    const answer = stream(
      {},
      {
        onText: (text) => {
          seen = text;
        },
      },
    );
    await relay.until(() => recording && seen !== '');
    // What the relay would have sent by now has come before the answers to calls that were made later.
    for (let call = 0; call < 2; call += 1) await relay.call({ path: '/v1/models', method: 'GET' });
    expect(seen).toBe(WORDS);
    durable();
    expect((await answer).text).toBe(`${WORDS}${DONE}`);
  });

  it('is cut without an end mark when the charge cannot be made durable', async () => {
    relay.cashier.recordError = new StoreUnavailable('away');
    upstreamSends(`${WORDS}${usageChunk()}${DONE}`);
    const answer = await stream();
    expect(answer.whole).toBe(false);
    expect(answer.text.startsWith(WORDS)).toBe(true);
    expect(answer.text).not.toContain('[DONE]');
  });

  it('is retried as long as none of it has come', async () => {
    relay.view.setOptions({ RetryTimes: 1 });
    let calls = 0;
    relay.upstream.play = (response) => {
      calls += 1;
      if (calls === 1) sendJson(response, errorText({}), 500);
      else {
        beginStream(response);
        response.end(`${WORDS}${usageChunk()}${DONE}`);
      }
    };
    expect((await stream()).text).toBe(`${WORDS}${DONE}`);
    expect(relay.cashier.charges[0]?.attempts.map(({ status }) => status)).toEqual([500, 200]);
  });

  it('without an end mark is whole when its answer has finished', async () => {
    const finish = event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    upstreamSends(`${WORDS}${finish}`);
    expect((await stream()).text).toBe(`${WORDS}${finish}${DONE}`);
  });

  it('whose upstream keeps the connection open after the end mark is over all the same', async () => {
    relay.upstream.play = (response) => {
      beginStream(response);
      response.write(`${WORDS}${usageChunk()}${DONE}`);
    };
    expect((await stream()).text).toBe(`${WORDS}${DONE}`);
  });

  it('runs beside others, each with its own words', async () => {
    relay.upstream.play = async (response, { text }) => {
      const { user } = JSON.parse(text) as { user: string };
      beginStream(response);
      for (let word = 0; word < 10; word += 1) {
        response.write(chunk(`${user}-${word} `));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      response.end(`${usageChunk()}${DONE}`);
    };
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => stream({ user: `u${index}` })));
    for (const [index, { text }] of answers.entries()) {
      expect(text).toBe(`${Array.from({ length: 10 }, (_, word) => chunk(`u${index}-${word} `)).join('')}${DONE}`);
    }
    expect(relay.cashier.charges).toHaveLength(40);
  });
});

describe('a stream that breaks off', () => {
  it('ends for the caller with an error and no end mark, charged for what came', async () => {
    upstreamSends(WORDS, { cut: true });
    const answer = await stream();
    expect(answer.whole).toBe(false);
    expect(answer.text.startsWith(WORDS)).toBe(true);
    expect(lastEvent(answer.text)).toMatchObject({ error: { code: 'bad_response' } });
    expect(relay.cashier.charges[0]?.usage).toMatchObject({ source: 'counted', prompt: 9, completion: 3 });
  });

  it('is no answer either when the upstream closed it in good order', async () => {
    upstreamSends(WORDS);
    const answer = await stream();
    expect(answer.text).not.toContain('[DONE]');
    expect(relay.cashier.charges).toHaveLength(1);
  });

  it('is none by the figures that came with its pieces, which count where they are more than what came', async () => {
    const sofar = { prompt_tokens: 30, completion_tokens: 8, total_tokens: 38, num_search_queries: 2 };
    for (const [completion, counted] of [
      [8, 8],
      [1, 3],
    ]) {
      const usage = { ...sofar, completion_tokens: completion };
      upstreamSends(WORDS.replaceAll('"usage":null', `"usage":${JSON.stringify(usage)}`));
      const answer = await stream();
      expect(answer.text).not.toContain('[DONE]');
      expect(lastEvent(answer.text)).toMatchObject({ error: { code: 'bad_response' } });
      expect(relay.cashier.charges.at(-1)?.usage).toMatchObject({
        source: 'counted',
        prompt: 30,
        completion: counted,
        measured: { searches: 2 },
      });
    }
  });

  it('into silence is given up after the seconds of the option', async () => {
    relay.view.setOptions({ UpstreamTimeoutSeconds: 0.2 });
    relay.upstream.play = (response) => {
      beginStream(response);
      response.write(WORDS);
    };
    const answer = await stream();
    expect(answer.text).not.toContain('[DONE]');
    expect(relay.cashier.charges).toHaveLength(1);
  }, 10_000);

  it('as garbage is charged nothing', async () => {
    upstreamSends('data: {"choices": [\n\ndata: nonsense\n\nnot even an event');
    const answer = await stream();
    expect(answer.text).not.toContain('[DONE]');
    expect(relay.cashier.charges).toEqual([]);
    expect(relay.cashier.failures).toHaveLength(1);
  });

  it('before its first event is a 502', async () => {
    for (const text of ['', ': ping', DONE]) {
      upstreamSends(text);
      const answer = await stream();
      expect(answer.status).toBe(502);
      expect(errorOf(answer).code).toBe('bad_response');
    }
    expect(relay.cashier.charges).toEqual([]);
  });
});

describe('a caller who leaves in the middle of a stream', () => {
  const endless = (): void => {
    relay.upstream.play = async (response) => {
      beginStream(response);
      for (let word = 0; !response.destroyed; word += 1) {
        response.write(chunk(`w${word} `));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
  };
  const leaveAfter = (words: number, fields: object = {}): Promise<Answer> =>
    stream(fields, {
      onText: (text, hangUp) => {
        if (text.split('data: ').length > words) hangUp();
      },
    });

  it('is charged for what was produced, and the upstream is told', async () => {
    endless();
    await leaveAfter(10);
    await relay.until(() => relay.cashier.charges.length > 0 && relay.upstream.received[0]?.hungUp === true);
    const [charge] = relay.cashier.charges;
    expect(charge?.usage).toMatchObject({ source: 'counted', prompt: 9 });
    expect(charge?.usage.completion).toBeGreaterThanOrEqual(10);
  });

  it('pays the price of a call that has one', async () => {
    relay.view.book = { ...defaultPriceBook(), modelPrice: { 'gpt-4o': '0.01' } };
    endless();
    await leaveAfter(3);
    await relay.until(() => relay.cashier.charges.length > 0);
    expect(relay.cashier.charges[0]?.amount).toBe(5_000);
  });

  it('leaves nothing reserved, whenever it happens', async () => {
    relay.upstream.play = async (response) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      beginStream(response);
      for (let word = 0; word < 20; word += 1) {
        response.write(chunk(`w${word} `));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      response.end(`${usageChunk()}${DONE}`);
    };
    const calls = Array.from({ length: 40 }, () => stream());
    for (let round = 0; round < 15; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, round));
      if (round % 3 === 2) await relay.hangUpAll();
      else calls.push(stream(), stream());
    }
    await Promise.all(calls);
    await relay.settled();
    expect(relay.cashier.open).toBe(0);
    expect(relay.unforeseen).toEqual([]);
  });

  it('is the same when he reads slowly: the upstream is slowed down, not the memory filled', async () => {
    const long = chunk('x'.repeat(64 * 1024));
    let written = 0;
    relay.upstream.play = async (response) => {
      beginStream(response);
      for (let part = 0; part < 1_000 && !response.destroyed; part += 1) {
        written += long.length;
        if (!response.write(long))
          await new Promise<void>((resolve) => {
            response.once('drain', resolve);
            response.once('close', resolve);
          });
      }
      response.end(DONE);
    };
    const slow = await relay.callWithoutReading({ stream: true });
    let before = -1;
    while (written !== before) {
      before = written;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect(written).toBeLessThan(32 * 1024 * 1024);
    slow.destroy();
    await relay.until(() => relay.cashier.charges.length > 0);
    expect(relay.cashier.charges).toHaveLength(1);
  }, 20_000);
});
