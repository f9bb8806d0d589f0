import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PATHS_OF_PROGRAMS } from '@ledgate/domain/catalogue/paths-of-programs';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { channelEventSchemas } from '@ledgate/domain/channel/events';
import { createTestChannel } from './channels/test-channel.ts';
import { TEST_TIMEOUT_MS } from './limits.ts';
import { Providers, providers } from './providers/registry.ts';
import { channelView, tokenView } from './testing/fake-relay-view.ts';
import { errorText, sendJson } from './testing/fake-upstream.ts';
import { errorOf, RelayFixture } from './testing/relay-fixture.ts';
import { Upstreams } from './upstream/upstreams.ts';

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
});
afterEach(() => relay.close());

describe('the routes', () => {
  it("answer an unknown path with 404 in OpenAI's shape, with and without a key", async () => {
    for (const key of ['', 'key']) {
      const answer = await relay.call({ method: 'GET', path: '/v1/no/such/path?a=b', key });
      expect(answer.status).toBe(404);
      expect(errorOf(answer)).toMatchObject({
        type: 'invalid_request_error',
        message: expect.stringMatching(/GET \/v1\/no\/such\/path\) \(request id: id-\d+\)/),
      });
    }
  });

  it('are those below every path of programs, known or not', async () => {
    for (const path of PATHS_OF_PROGRAMS) {
      const answer = await relay.call({ method: 'GET', path: `${path}/no/such/path`, key: '' });
      expect([path, answer.status, errorOf(answer).message]).toEqual([
        path,
        404,
        expect.stringContaining('Unknown URL'),
      ]);
    }
    expect((await relay.call({ method: 'GET', path: '/v1x', key: '' })).text).not.toContain('Unknown URL');
  });

  it('answer a path that cannot be decoded with 400, and nothing of ours in it', async () => {
    for (const path of ['/v1/models/%E0%A4%A', '/v1/models/%', '/v1/files/%FF', '/v1/fine-tunes/a/%C3%28']) {
      const answer = await relay.call({ method: 'GET', path });
      expect(answer).toMatchObject({ status: 400, headers: { 'content-type': 'application/json; charset=utf-8' } });
      expect(errorOf(answer)).toMatchObject({
        type: 'new_api_error',
        code: 'invalid_request',
        message: expect.stringMatching(/ \(request id: id-\d+\)$/),
      });
      expect(answer.text).not.toMatch(/\.ts|\.js|URIError|decode/i);
    }
    expect(relay.unforeseen).toEqual([]);
  });

  it('answer a fault of our own with 500, logged once', async () => {
    relay.view.modelsOf = () => {
      throw new TypeError('secret detail');
    };
    const answer = await relay.call({ method: 'GET', path: '/v1/models' });
    expect(answer.status).toBe(500);
    expect(errorOf(answer)).toMatchObject({
      code: 'internal_error',
      message: expect.stringMatching(/ \(request id: id-\d+\)$/),
    });
    expect(answer.text).not.toContain('secret');
    expect(relay.unforeseen).toHaveLength(1);
  });

  it('answer 501 where nothing is built, to who may call', async () => {
    for (const [method, path] of [
      ['POST', '/v1/images/edits'],
      ['GET', '/v1/files'],
      ['GET', '/v1/files/a/content'],
      ['POST', '/v1/fine-tunes'],
      ['DELETE', '/v1/models/m'],
    ] as const) {
      const answer = await relay.call({ method, path });
      expect(answer.status).toBe(501);
      expect(errorOf(answer).code).toBe('api_not_implemented');
      expect((await relay.call({ method, path, key: '' })).status).toBe(401);
    }
  });

  it('let pages of any origin call', async () => {
    const preflight = await relay.call({
      method: 'OPTIONS',
      key: '',
      headers: {
        origin: 'https://a.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization',
    });
    expect(
      (await relay.chat({}, { headers: { origin: 'https://a.test' } })).headers['access-control-allow-origin'],
    ).toBe('*');
  });
});

describe('the models', () => {
  it('are those of the group, or those of the token', async () => {
    relay.view.channels.push(
      channelView({ id: 2, models: ['other', 'gpt-4o'] }),
      channelView({ id: 3, models: ['hidden'], groups: ['svip'] }),
    );
    const list = async (): Promise<unknown> =>
      JSON.parse((await relay.call({ method: 'GET', path: '/v1/models' })).text);
    const entry = (id: string): object =>
      expect.objectContaining({ id, object: 'model', owned_by: expect.any(String), root: id, parent: null }) as object;
    expect(await list()).toEqual({ success: true, object: 'list', data: [entry('gpt-4o'), entry('other')] });
    relay.view.tokens.set('key', tokenView({ models: new Set(['mine']) }));
    expect(await list()).toEqual({ success: true, object: 'list', data: [entry('mine')] });
  });

  it('are answered one by one, or 404', async () => {
    expect(JSON.parse((await relay.call({ method: 'GET', path: '/v1/models/gpt-4o' })).text)).toMatchObject({
      id: 'gpt-4o',
      object: 'model',
      owned_by: 'openai',
    });
    relay.view.tokens.set('key', tokenView({ models: new Set(['claude-3-haiku-20240307', 'nobody-s']) }));
    for (const [model, owner] of [
      ['claude-3-haiku-20240307', 'claude'],
      ['nobody-s', 'custom'],
    ] as const)
      expect(JSON.parse((await relay.call({ method: 'GET', path: `/v1/models/${model}` })).text)).toMatchObject({
        owned_by: owner,
      });
    const unknown = await relay.call({ method: 'GET', path: '/v1/models/no-such-model' });
    expect(unknown.status).toBe(404);
    expect(errorOf(unknown).code).toBe('model_not_found');
    expect((await relay.call({ method: 'GET', path: '/v1/models', key: 'sk-unknown' })).status).toBe(401);
  });
});

describe('a channel test', () => {
  const upstreams = new Upstreams();
  const test = (fields: Partial<Omit<Parameters<typeof channelView>[0], 'id'>> = {}, model = 'gpt-4o') =>
    createTestChannel({
      upstreams,
      view: relay.view,
      clock: { nowMs: Date.now, monotonicMs: () => performance.now() },
    })(channelView({ id: 1, baseUrl: relay.upstream.url, ...fields }), model);
  afterAll(() => upstreams.close());

  it('asks the upstream one short question and reports the time', async () => {
    expect(await test()).toMatchObject({
      ok: true,
      message: '',
      status: 200,
      model: 'gpt-4o',
      seconds: expect.any(Number),
      usage: { prompt: 10, completion: 5 },
    });
    expect(JSON.parse(relay.upstream.received[0]?.text ?? '')).toEqual({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'hi' }],
      max_tokens: 10,
      stream: false,
    });
  });

  it('asks models that think by their own rules', async () => {
    await test({ modelMapping: new Map([['a', 'o3-mini-high']]) }, 'a');
    expect(JSON.parse(relay.upstream.received[0]?.text ?? '')).toEqual({
      model: 'o3-mini',
      messages: [{ role: 'user', content: 'hi' }],
      max_completion_tokens: 10,
      stream: false,
      reasoning_effort: 'high',
    });
  });

  it.each(['gpt-5-mini', 'o4-mini'])('asks %s for a maximum as it takes one', async (model) => {
    await test({ models: [model] }, model);
    expect(JSON.parse(relay.upstream.received[0]?.text ?? '')).toMatchObject({ model, max_completion_tokens: 10 });
    expect(relay.upstream.received[0]?.text).not.toContain('max_tokens');
  });

  it('asks a Claude channel in its own language', async () => {
    relay.upstream.play = (response) =>
      sendJson(response, '{"content":[{"type":"text","text":"Hi"}],"usage":{"input_tokens":8,"output_tokens":1}}');
    expect(await test({ type: 14 }, 'claude')).toMatchObject({ ok: true, usage: { prompt: 8, completion: 1 } });
    const [sent] = relay.upstream.received;
    expect([sent?.path, sent?.headers['x-api-key'], JSON.parse(sent?.text ?? '')]).toEqual([
      '/v1/messages',
      'sk-upstream-1',
      { model: 'claude', max_tokens: 10, messages: [{ role: 'user', content: 'hi' }] },
    ]);
  });

  it.each([
    ['text-embedding-3-small', 'text-embedding-3-small'],
    ['vectors', 'BAAI/bge-m3'],
  ])('asks for vectors where the name of the model that goes up is one of those: %s', async (model, upstreamModel) => {
    relay.upstream.play = (response) =>
      sendJson(response, '{"data":[{"embedding":[1]}],"usage":{"prompt_tokens":1,"total_tokens":1}}');
    const modelMapping = new Map([['vectors', 'BAAI/bge-m3']]);
    expect(await test({ modelMapping }, model)).toMatchObject({ ok: true, usage: { prompt: 1, completion: 0 } });
    const [sent] = relay.upstream.received;
    expect([sent?.path, JSON.parse(sent?.text ?? '')]).toEqual([
      '/v1/embeddings',
      { model: upstreamModel, input: 'hi' },
    ]);
  });

  it.each([
    ['my-embeddings', 14],
    ['whisper-lovers-chat', 14],
  ])('asks for a chat otherwise, and where its type has no such mode: %s', async (model, type) => {
    await test({ type }, model);
    expect(relay.upstream.received[0]?.text).toContain('"messages"');
  });

  it.each(['bge-reranker-v2-m3', 'dall-e-3', 'whisper-1', 'drawings'])(
    'asks nothing where the type has the mode of the model and no test asks in it: %s',
    async (model) => {
      const modelMapping = new Map([['drawings', 'gpt-image-1']]);
      const { ok, code, message, tried, disables } = await test({ modelMapping }, model);
      expect({ ok, code, tried, disables }).toEqual({
        ok: false,
        code: 'mode_not_testable',
        tried: undefined,
        disables: false,
      });
      expect(message).toMatch(/ is for (?:rerank|images|transcription), in which channels of type 1 cannot be tested/);
      expect(relay.upstream.received).toHaveLength(0);
    },
  );

  it.each(['jina-embeddings-v3', 'jina-reranker-v2-base-multilingual', 'jina-clip-v1'])(
    'asks nothing of a type that is not served, whatever the model is for: %s',
    async (model) => {
      const { ok, code, message, tried } = await test({ type: channelTypeNamed('jina').code }, model);
      expect({ ok, code, message, tried }).toEqual({
        ok: false,
        code: 'invalid_api_type',
        message: 'channels of type 38 are not served, and cannot be tested',
        tried: undefined,
      });
      expect(relay.upstream.received).toHaveLength(0);
    },
  );

  it("asks for vectors where the type's row has no chat, whatever the model is called", async () => {
    const way = providers.wayOf(1, 'embeddings', 'openai');
    if (way === undefined) throw new Error('there is no adapter for vectors');
    const vectorsAlone = new Providers({ jina: { adapters: { embeddings: way.adapter } } });
    await createTestChannel({
      upstreams,
      view: relay.view,
      clock: { nowMs: Date.now, monotonicMs: () => performance.now() },
      providers: vectorsAlone,
    })(channelView({ id: 1, type: channelTypeNamed('jina').code, baseUrl: relay.upstream.url }), 'clip');
    expect(relay.upstream.received[0]?.path).toBe('/v1/embeddings');
  });

  it('has its attempt as charges have theirs, with the usage and the cost that no charge tells', async () => {
    relay.upstream.play = (response) => {
      sendJson(
        response,
        '{"id":"chatcmpl-1","model":"gpt-4o-2024-11-20","choices":[{"message":{"role":"assistant","content":"Hi"}}],' +
          '"usage":{"prompt_tokens":8,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":3},"cost":0.00003}}',
      );
    };
    const { tried } = await test({ keyId: 2, modelMapping: new Map([['a', 'gpt-4o']]) }, 'a');
    expect(channelEventSchemas.ChannelTested.parse(tried)).toEqual({
      attempts: [
        {
          channelId: 1,
          keyId: 2,
          provider: 'openai',
          modelSent: 'gpt-4o',
          modelAnswered: 'gpt-4o-2024-11-20',
          startMs: expect.any(Number),
          latencyMs: expect.any(Number),
          status: 200,
          outcome: 'answered',
          upstreamRequestId: 'up-1',
          upstreamAnswerId: 'chatcmpl-1',
          usage: { source: 'provider', prompt: 8, completion: 1, parts: { cachedRead: 3 } },
          cost: { amount: '0.00003', currency: 'USD' },
        },
      ],
      privateSalt: expect.any(String),
    });
    expect(Buffer.from(tried?.privateSalt ?? '', 'base64url')).toHaveLength(16);
    expect((await test()).tried?.privateSalt).not.toBe(tried?.privateSalt);
  });

  it('keeps of a failure our code and the id of the request, and no word or key', async () => {
    relay.upstream.play = (response) => {
      response
        .writeHead(401, { 'content-type': 'application/json', 'x-request-id': 'of sk-upstream-1' })
        .end(errorText({ message: 'bad key sk-upstream-1', code: 'invalid_api_key' }));
    };
    const { tried } = await test();
    expect(tried?.attempts).toEqual([
      {
        channelId: 1,
        keyId: 101,
        provider: 'openai',
        modelSent: 'gpt-4o',
        startMs: expect.any(Number),
        latencyMs: expect.any(Number),
        status: 401,
        outcome: 'failed',
        error: 'upstream_error',
        upstreamRequestId: expect.stringMatching(/^of /),
      },
    ]);
    expect(JSON.stringify(tried)).not.toMatch(/sk-upstream-1|bad key|invalid_api_key/);
    expect((await test({ baseUrl: 'http://127.0.0.1:9' })).tried?.attempts).toMatchObject([
      { status: 0, outcome: 'failed', error: 'do_request_failed' },
    ]);
    expect((await test({ baseUrl: 'nonsense' })).tried?.attempts).toMatchObject([
      { status: 0, outcome: 'failed', error: 'convert_request_failed' },
    ]);
  });

  it('has an attempt that was cut, where the upstream worked for longer than a test waits', async () => {
    relay.upstream.play = () => undefined;
    const inTime = globalThis.setTimeout;
    const soon = jest
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((act: () => void, ms?: number) =>
        inTime(act, ms === TEST_TIMEOUT_MS ? 300 : ms)) as typeof setTimeout);
    try {
      const { ok, tried } = await test();
      expect([ok, tried?.attempts]).toMatchObject([false, [{ status: 0, outcome: 'cut' }]]);
    } finally {
      soon.mockRestore();
    }
  });

  it('has none where nothing was tried: its type has nothing to be asked, or no name can go up', async () => {
    expect((await test({ type: 2 })).tried).toBeUndefined();
    const modelMapping = new Map([['a', 'x'.repeat(256)]]);
    expect(await test({ modelMapping }, 'a')).toMatchObject({
      ok: false,
      message: expect.stringContaining('model_mapping'),
      tried: undefined,
    });
    expect(relay.upstream.received).toEqual([]);
  });

  it('says what failed', async () => {
    relay.upstream.play = (response) =>
      sendJson(response, errorText({ message: 'bad key', code: 'invalid_api_key' }), 401);
    expect(await test()).toMatchObject({ ok: false, status: 401, message: 'bad key', seconds: expect.any(Number) });
    relay.upstream.play = (response) => sendJson(response, 'nonsense');
    expect(await test()).toMatchObject({ ok: false, status: 200 });
    expect(await test({ baseUrl: 'http://127.0.0.1:9' })).toMatchObject({
      ok: false,
      status: 0,
      message: expect.stringContaining('ECONNREFUSED'),
    });
    expect(await test({ baseUrl: 'nonsense' })).toMatchObject({ ok: false, message: 'the base URL is not a URL' });
    expect(await test({ type: 2 })).toMatchObject({ ok: false });
  });
});

describe('a custom channel', () => {
  it('is called at its own full URL', async () => {
    relay.view.channels = [channelView({ id: 1, type: 8, baseUrl: `${relay.upstream.url}/any/{model}/chat?v=1` })];
    expect((await relay.chat()).status).toBe(200);
    expect(relay.upstream.received[0]?.path).toBe('/any/gpt-4o/chat?v=1');
  });
});
