import { describe, expect, it } from '@jest/globals';
import { BadChannel } from '../errors/bad-channel.ts';
import { openAiHeaders } from '../providers/openai/openai-headers.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { splitUrl } from '../wire/split-url.ts';
import { passedHeaders } from './answer-headers.ts';
import { attemptError } from './attempt-error.ts';
import { upstreamError } from './upstream-error.ts';
import { upstreamTimeouts } from './upstream-timeouts.ts';

const error = (status: number, body: unknown, mapping: [number, number][] = []) =>
  upstreamError(
    { status, statusText: 'Status Text', headers: {} },
    Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    { key: 'sk-of-a-channel', statusCodeMapping: new Map(mapping) },
  );

describe('an error of an upstream', () => {
  it("in OpenAI's shape passes with its own values", () => {
    const sent = { message: 'see https://platform.test/docs', type: 'invalid_request_error', param: 'n', code: 'bad' };
    expect(error(400, { error: sent })).toMatchObject({ status: 400, ...sent, retryable: true });
    expect(error(422, { error: { message: 'x', code: 7 } })).toMatchObject({
      type: 'upstream_error',
      param: null,
      code: '7',
    });
  });

  it("does not show the channel's key, wherever it stands", () => {
    const sent = {
      message: 'bad key sk-of-a-channel',
      type: 'of-a-channel',
      param: 'of-a-channel',
      code: 'of-a-channel',
    };
    expect(error(401, { error: sent })).toMatchObject({
      message: 'bad key sk-***',
      type: '***',
      param: '***',
      code: '***',
    });
    expect(error(401, { msg: 'bad key sk-of-a-channel' })).toMatchObject({ message: 'bad key sk-***' });
  });

  it.each([
    [{ message: 'm1' }],
    [{ msg: 'm1' }],
    [{ err: 'm1' }],
    [{ error_msg: 'm1' }],
    [{ error: 'm1' }],
    [{ header: { message: 'm1' } }],
    [{ response: { error: { message: 'm1' } } }],
  ])('is looked for in %j', (body) => {
    expect(error(400, body)).toMatchObject({
      message: 'm1',
      type: 'upstream_error',
      code: 'bad_response_status_code',
      param: 'Status Text',
    });
  });

  it("does not show addresses of the operator's network", () => {
    for (const body of [
      { error: { message: 'Post "https://a.test/v1": dial tcp 10.0.0.1' } },
      { message: 'dial tcp: no such host' },
      { msg: 'GET http://a.test failed' },
    ]) {
      expect(error(502, body).message).toBe('the upstream request failed');
    }
    expect(error(500, { message: 'compost and dialogue' }).message).toBe('compost and dialogue');
  });

  it('without a message says its status', () => {
    for (const body of ['', '<html>', [], { error: {} }])
      expect(error(503, body).message).toBe('the upstream request failed with status 503');
  });

  it('has a status that an error can have, after its mapping', () => {
    expect(error(400, '', [[400, 422]]).status).toBe(422);
    expect([error(307, '').status, error(201, '').status, error(404, '', [[404, 200]]).status]).toEqual([
      502, 502, 502,
    ]);
    expect([error(307, '').retryable, error(201, '').retryable]).toEqual([true, false]);
  });
});

describe('an attempt without an answer', () => {
  const failure = (code: string): Error => Object.assign(new Error('connect 10.0.0.1'), { code });
  const head = (status: number) => ({ status, statusText: '', headers: {} });

  it('is told by how far it came', () => {
    expect(attemptError(failure('ECONNREFUSED'), undefined)).toMatchObject({
      status: 500,
      code: 'do_request_failed',
      retryable: true,
    });
    expect(attemptError(failure('UND_ERR_HEADERS_TIMEOUT'), undefined)).toMatchObject({
      status: 504,
      retryable: false,
    });
    expect(attemptError(failure('UND_ERR_INVALID_ARG'), undefined)).toMatchObject({
      status: 500,
      code: 'convert_request_failed',
      retryable: true,
    });
    expect(attemptError(failure('UND_ERR_SOCKET'), head(200))).toMatchObject({ status: 502, retryable: false });
    expect(attemptError(failure('UND_ERR_SOCKET'), head(503))).toMatchObject({ status: 503, retryable: true });
    expect(attemptError(failure('ECONNREFUSED'), undefined).message).not.toContain('10.0.0.1');
  });
});

describe('headers', () => {
  it("pass but for those of the connection, of the operator's account, and those that cannot be sent", () => {
    expect(
      passedHeaders({
        'content-type': 'application/json',
        'x-request-id': 'up-1',
        'x-list': ['a', 'b'],
        connection: 'close',
        'transfer-encoding': 'chunked',
        'set-cookie': 'a',
        'openai-organization': 'ours',
        'x-odd': '包',
      }),
    ).toEqual({ 'content-type': 'application/json', 'x-list': ['a', 'b'] });
  });
});

describe("headers that tell of the operator's account", () => {
  it.each([
    'x-ratelimit-limit-requests',
    'x-ratelimit-remaining-tokens',
    'x-ratelimit-reset',
    'x-rate-limit-remaining',
    'ratelimit',
    'ratelimit-policy',
    'retry-after',
    'openai-organization',
    'openai-project',
    'anthropic-organization-id',
    'anthropic-ratelimit-requests-limit',
    'x-ms-region',
    'apim-request-id',
    'azureml-model-session',
    'x-account-id',
    'x-credits',
    'x-quota-remaining',
    'x-user-id',
  ])('%s stays behind', (name) => {
    expect(passedHeaders({ [name]: '1' })).toEqual({});
  });

  it.each(['openai-processing-ms', 'openai-version', 'content-type', 'cache-control', 'x-userland'])(
    '%s does not',
    (name) => {
      expect(passedHeaders({ [name]: '1' })).toEqual({ [name]: '1' });
    },
  );
});

describe("a channel's key", () => {
  it('is sent, or refused when no header can hold it', () => {
    expect(openAiHeaders(channelView({ id: 1, key: 'sk-\xe9' }), 'x')).toContain('Bearer sk-\xe9');
    for (const key of ['sk-密钥', 'sk-a\nb', 'sk-\u2011', 'sk-a\0']) {
      expect(() => openAiHeaders(channelView({ id: 1, key }), 'x')).toThrow(
        new BadChannel("the channel's key holds characters that cannot be sent"),
      );
    }
    expect(() => openAiHeaders(channelView({ id: 1, organization: '组' }), 'x')).toThrow(BadChannel);
  });
});

describe('a base URL', () => {
  it('may have a path and a slash at its end', () => {
    expect(splitUrl('https://a.test/', '/v1/x')).toEqual({ origin: 'https://a.test', path: '/v1/x' });
    expect(splitUrl(' http://a.test:81/deep//', '/v1/x')).toEqual({ origin: 'http://a.test:81', path: '/deep/v1/x' });
    expect(splitUrl('https://a.test/full?q=1', '')).toEqual({ origin: 'https://a.test', path: '/full?q=1' });
  });

  it('must be one for HTTP', () => {
    for (const url of ['nonsense', 'ftp://a.test', 'file:///etc/passwd'])
      expect(() => splitUrl(url, '/v1/x')).toThrow('base URL');
  });
});

describe('timeouts', () => {
  it('follow the option, with more patience for models that think', () => {
    expect(upstreamTimeouts(1, 'gpt-4o')).toEqual({ headMs: 1_000, bytesMs: 1_000 });
    expect(upstreamTimeouts(30, 'o3-mini')).toEqual({ headMs: 60_000, bytesMs: 30_000 });
  });
});
