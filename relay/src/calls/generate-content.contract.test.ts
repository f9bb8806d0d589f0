import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeSettled } from '../testing/close-settled.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { beginStream, chunk, completion, DONE, sendJson, usageChunk } from '../testing/fake-upstream.ts';
import { type Answer, type Call, RelayFixture } from '../testing/relay-fixture.ts';

const GEMINI = 'gemini-1.5-pro';
/** Odd spelling on purpose: it must reach the caller as it is. */
const ANSWER =
  '{"candidates": [{"content":{"parts":[{"text":"Hello","thoughtSignature":"eA=="}],"role":"model"},"finishReason":"STOP"}],' +
  '"x":1.0,"usageMetadata":{"promptTokenCount":10,"candidatesTokenCount":3,"thoughtsTokenCount":2,"cachedContentTokenCount":4}}';
const said = (text: string): string => `{"candidates": [{"content":{"parts":[{"text":"${text}"}],"role":"model"}}]}`;
const PATH = `/v1beta/models/${GEMINI}:`;

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.channels.push(channelView({ id: 2, type: 24, models: [GEMINI], baseUrl: relay.upstream.url }));
  relay.upstream.play = (response) => sendJson(response, ANSWER);
});
afterEach(() => closeSettled(relay));

const asked = (fields: object = {}): string =>
  JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'one two' }] }], ...fields });
const post = (action: string, body: string = asked(), call: Call = {}): Promise<Answer> =>
  relay.call({
    path: `${PATH}${action}`,
    key: '',
    body,
    ...call,
    headers: { 'x-goog-api-key': 'key', ...call.headers },
  });
const otherPath = (action: string): Call => ({ path: `/v1beta/models/gpt-4o:${action}` });
const stream = (events: readonly string[]) => {
  relay.upstream.play = (response) => {
    beginStream(response);
    response.end(events.map((data) => `data: ${data}\n\n`).join(''));
  };
};

function expectRefused(answer: Answer, status: number, name: string, message: RegExp): void {
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toEqual({
    error: {
      code: status,
      message: expect.stringMatching(message),
      status: name,
      details: [
        { '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: expect.stringMatching(/^id-\d+$/) },
      ],
    },
  });
}

describe('generateContent by a channel that speaks it', () => {
  it('passes byte for byte, and never with the key of its caller', async () => {
    const body = asked({ safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }], future: 1 });
    const answer = await post('generateContent', body);
    expect(answer.text).toBe(ANSWER);
    const [sent] = relay.upstream.received;
    expect([sent?.path, sent?.text, sent?.headers['x-goog-api-key']]).toEqual([
      `/v1beta/models/${GEMINI}:generateContent`,
      body,
      'sk-upstream-2',
    ]);
    expect(relay.cashier.charges[0]).toMatchObject({
      modelAsked: GEMINI,
      usage: { source: 'provider', prompt: 10, completion: 5, parts: { cachedRead: 4, reasoning: 2 } },
    });
  });

  it('streams events byte for byte, and the end only once the charge is durable', async () => {
    stream([said('a'), said('b'), ANSWER]);
    let isCharged = false;
    const answer = await post('streamGenerateContent?alt=sse', asked(), {
      onText: (text) => {
        if (text.includes('finishReason')) isCharged = relay.cashier.charges.length === 1;
      },
    });
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(answer.text).toBe([said('a'), said('b'), ANSWER].map((data) => `data: ${data}\n\n`).join(''));
    expect(isCharged).toBe(true);
    expect(relay.upstream.received[0]?.path).toBe(`/v1beta/models/${GEMINI}:streamGenerateContent?alt=sse`);
  });

  it('streams one array without alt=sse, of the same bytes', async () => {
    stream([said('a'), ANSWER]);
    const answer = await post('streamGenerateContent');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.text).toBe(`[${said('a')},\r\n${ANSWER}]`);
    expect(relay.upstream.received[0]?.path).toContain('alt=sse');
  });

  it('that broke off is charged for what came, and has an error and no end in either form', async () => {
    relay.upstream.play = (response) => {
      beginStream(response);
      response.write(`data: ${said('a')}\n\n`, () => response.destroy());
    };
    const events = await post('streamGenerateContent?alt=sse');
    expect(events.text).toMatch(/"a".*\n\ndata: \{"error":\{"code":502,/);
    const array = await post('streamGenerateContent');
    expect(JSON.parse(array.text)).toMatchObject([JSON.parse(said('a')), { error: { code: 502, status: 'INTERNAL' } }]);
    expect([events.whole, array.whole]).toEqual([false, false]);
    expect(relay.cashier.charges).toMatchObject([{ usage: { source: 'counted' } }, { usage: { source: 'counted' } }]);
  });

  it('is charged every part of the prompt that its stream has told before it broke off', async () => {
    const usageMetadata = {
      promptTokenCount: 1_000,
      cachedContentTokenCount: 300,
      promptTokensDetails: [
        { modality: 'AUDIO', tokenCount: 400 },
        { modality: 'IMAGE', tokenCount: 200 },
      ],
      cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: 100 }],
    };
    stream([JSON.stringify({ ...JSON.parse(said('a')), usageMetadata })]);
    await post('streamGenerateContent?alt=sse');
    expect(relay.cashier.charges[0]?.usage).toEqual({
      source: 'counted',
      prompt: 1_000,
      completion: 1,
      parts: { cachedRead: 200, cachedAudio: 100, audioInput: 300, imageInput: 200 },
    });
  });

  it('is charged the thoughts that its stream has told before it broke off', async () => {
    const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 1, thoughtsTokenCount: 40 };
    stream([JSON.stringify({ ...JSON.parse(said('a')), usageMetadata })]);
    await post('streamGenerateContent?alt=sse');
    expect(relay.cashier.charges[0]?.usage).toEqual({
      source: 'counted',
      prompt: 100,
      completion: 41,
      parts: { reasoning: 40 },
    });
  });

  it('goes up with all that stands in it reserved', async () => {
    await post('generateContent', asked({ generationConfig: { maxOutputTokens: 10 } }));
    await post(
      'generateContent',
      asked({ generationConfig: { maxOutputTokens: 10 }, cachedContent: 'cachedContents/x' }),
    );
    const [plain, cached] = relay.cashier.requests.map(({ amount }) => Number(amount));
    expect(cached).toBeGreaterThan(1_000 * (plain ?? 0));
  });

  it('passes what multiplies the price only where it is priced', async () => {
    const search = asked({ tools: [{ googleSearch: {} }] });
    expectRefused(
      await post('generateContent', search),
      400,
      'INVALID_ARGUMENT',
      /tools\[0\].googleSearch: has no price/,
    );
    await post('generateContent', asked({ serviceTier: 'priority', labels: {} }));
    expect(relay.upstream.received.map(({ text }) => text)).toEqual([asked({ labels: {} })]);
    relay.view.channels = [
      channelView({ id: 2, type: 24, models: [GEMINI], baseUrl: relay.upstream.url, setting: { unpriced: 'pass' } }),
    ];
    await post('generateContent', search);
    expect(relay.upstream.received.at(-1)?.text).toBe(search);
  });

  it('is told what it costs in its usage', async () => {
    const cost = { 'x-ledgate-cost': '1' };
    const whole = JSON.parse((await post('generateContent', asked(), { headers: cost })).text) as object;
    expect(whole).toMatchObject({ usageMetadata: { promptTokenCount: 10, cost: { units: expect.any(Number) } } });
    stream([said('a'), ANSWER]);
    const streamed = JSON.parse((await post('streamGenerateContent', asked(), { headers: cost })).text) as object[];
    expect(streamed.at(-1)).toMatchObject({ usageMetadata: { cost: { units: expect.any(Number) } } });
  });

  it('becomes a stream where the upstream answered whole', async () => {
    expect((await post('streamGenerateContent?alt=sse')).text).toBe(`data: ${JSON.stringify(JSON.parse(ANSWER))}\n\n`);
    expect(JSON.parse((await post('streamGenerateContent')).text)).toEqual([JSON.parse(ANSWER)]);
  });
});

describe('generateContent by a channel that speaks like OpenAI', () => {
  it('is a chat, and its answer has the usage that is charged', async () => {
    relay.upstream.play = (response) => sendJson(response, completion());
    const answer = await post(
      'generateContent',
      asked({ systemInstruction: { parts: [{ text: 'Be brief.' }] } }),
      otherPath('generateContent'),
    );
    expect(JSON.parse(answer.text)).toMatchObject({
      candidates: [{ content: { role: 'model' }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    });
    expect(JSON.parse(relay.upstream.received[0]?.text ?? '')).toEqual({
      model: 'gpt-4o',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'one two' },
      ],
    });
  });

  it('streams in both forms', async () => {
    relay.upstream.play = (response) => {
      beginStream(response);
      response.end(`${chunk('Hel')}${chunk('lo')}${usageChunk()}${DONE}`);
    };
    const events = await post('streamGenerateContent?alt=sse', asked(), otherPath('streamGenerateContent?alt=sse'));
    const array = await post('streamGenerateContent', asked(), otherPath('streamGenerateContent'));
    const told = events.text
      .split('\n\n')
      .filter((event) => event !== '')
      .map((event) => JSON.parse(event.slice(6)) as object);
    expect(JSON.parse(array.text)).toEqual(told);
    expect(told.at(-1)).toMatchObject({
      candidates: [{ finishReason: 'STOP' }],
      usageMetadata: { totalTokenCount: 15 },
    });
  });

  it('is refused where only Gemini can serve it', async () => {
    const answer = await post(
      'generateContent',
      asked({ tools: [{ googleSearch: {} }] }),
      otherPath('generateContent'),
    );
    expectRefused(
      answer,
      400,
      'INVALID_ARGUMENT',
      /^tools\[0\].googleSearch: built-in tools can be used only with channels/,
    );
    expect(relay.upstream.received).toEqual([]);
  });
});

describe('errors of generateContent', () => {
  it("are in Google's form, the upstream's too", async () => {
    expectRefused(
      await post('generateContent', asked(), { headers: { 'x-goog-api-key': 'x' } }),
      401,
      'UNAUTHENTICATED',
      /not valid/,
    );
    expectRefused(await post('generateContent', 'no JSON'), 400, 'INVALID_ARGUMENT', /JSON/);
    expectRefused(await post('generateContent', '{}'), 400, 'INVALID_ARGUMENT', /^contents/);
    relay.upstream.play = (response) =>
      sendJson(response, '{"error":{"code":418,"message":"odd","status":"UNKNOWN"}}', 418);
    expectRefused(await post('generateContent'), 418, 'FAILED_PRECONDITION', /odd/);
    expectRefused(await relay.call({ path: '/v1beta/nothing', key: '', body: '{}' }), 404, 'NOT_FOUND', /Unknown URL/);
  });

  it('come of a key in the address too, which goes nowhere else', async () => {
    const answer = await relay.call({ path: `${PATH}generateContent?key=sk-key`, key: '', body: asked() });
    expect(answer.status).toBe(200);
    const [sent] = relay.upstream.received;
    expect(`${sent?.path} ${JSON.stringify(sent?.headers)}`).not.toContain('sk-key');
    expectRefused(
      await relay.call({ path: `${PATH}generateContent?key=odd`, key: '', body: asked() }),
      401,
      'UNAUTHENTICATED',
      /./,
    );
  });
});

describe("Gemini's other routes", () => {
  it('count tokens for nothing', async () => {
    const whole = JSON.stringify({ generateContentRequest: { model: `models/${GEMINI}`, ...JSON.parse(asked()) } });
    for (const body of [asked(), whole]) {
      const { totalTokens } = JSON.parse((await post('countTokens', body)).text) as { totalTokens: number };
      expect(totalTokens).toBeGreaterThanOrEqual(2);
    }
    expectRefused(await post('countTokens', '{}'), 400, 'INVALID_ARGUMENT', /^contents/);
    expect([relay.upstream.received, relay.cashier.charges]).toEqual([[], []]);
  });

  it('list models, whose names may have slashes', async () => {
    relay.view.channels.push(channelView({ id: 3, models: ['own/model'], baseUrl: relay.upstream.url }));
    const get = async (path: string): Promise<unknown> =>
      JSON.parse((await relay.call({ method: 'GET', path, key: '', headers: { 'x-goog-api-key': 'key' } })).text);
    const { models } = (await get('/v1beta/models')) as { models: { name: string }[] };
    expect(models.map(({ name }) => name)).toContain(`models/${GEMINI}`);
    expect(await get('/v1beta/models/own/model')).toMatchObject({
      name: 'models/own/model',
      supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
    });
    expect(await get('/v1beta/models/no-such')).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } });
    relay.upstream.play = (response) => sendJson(response, completion());
    await post('generateContent', asked(), { path: '/v1beta/models/own/model:generateContent' });
    expect(JSON.parse(relay.upstream.received[0]?.text ?? '')).toMatchObject({ model: 'own/model' });
  });
});
