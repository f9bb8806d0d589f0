import { createVerify, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { BadChannel } from '../../errors/bad-channel.ts';
import { RelayError } from '../../errors/relay-error.ts';
import { NOTHING_ASKED } from '../../modes/asked.ts';
import type { ChatRequest } from '../../modes/chat-request.ts';
import type { Dialect } from '../../modes/dialect.ts';
import { channelView } from '../../testing/fake-relay-view.ts';
import { chatOf } from '../../testing/provider-call.ts';
import type { Credentials, KeySource } from '../../upstream/short-lived-keys.ts';
import { type JsonObject, jsonRequestOf } from '../../wire/json.ts';
import type { Call } from '../provider.ts';
import { providers } from '../registry.ts';

type Family = {
  readonly whole: JsonObject;
  /** Data of its events. */
  readonly stream: readonly (JsonObject | '[DONE]')[];
  readonly usage: { readonly prompt: number; readonly completion: number };
};
const { token, error, families } = JSON.parse(
  readFileSync(new URL('fixtures/answers.json', import.meta.url), 'utf8'),
) as { readonly token: JsonObject; readonly error: unknown; readonly families: Readonly<Record<string, Family>> };
const [GEMINI, CLAUDE, LLAMA] = ['gemini-2.5-flash', 'claude-3-5-sonnet-20240620', 'meta/llama3-405b-instruct-maas'];

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ACCOUNT = {
  type: 'service_account',
  project_id: 'a-project',
  private_key_id: 'key-1',
  client_email: 'relay@a-project.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  token_uri: 'http://tokens.test/token',
};
const channel = (fields: object = {}, account: object = {}) =>
  channelView({
    id: 1,
    type: 41,
    baseUrl: '',
    other: 'europe-west1',
    key: JSON.stringify({ ...ACCOUNT, ...account }),
    ...fields,
  });

function chat(fields: object, native?: JsonObject): ChatRequest {
  const request = chatOf(fields);
  if (native === undefined) return request;
  const own = jsonRequestOf({ model: 'm', ...native });
  if (own instanceof RelayError) throw new Error(own.message);
  const sizeOf = () => ({ bound: 0, likely: 0, soundBound: 0, soundLikely: 0, rounds: 1 });
  const headers = ['anthropic-version', '2023-06-01', 'anthropic-beta', 'a,b'];
  const asked = () => NOTHING_ASKED;
  return {
    ...request,
    native: { json: own, headers, only: undefined, sizeOf, leftBehind: [], asked, effort: undefined },
  };
}

type On = {
  dialect?: Dialect;
  stream?: boolean;
  fields?: object;
  native?: JsonObject;
  on?: ReturnType<typeof channel>;
};

function called(model: string, { dialect = 'openai', stream = false, fields = {}, native, on = channel() }: On = {}) {
  const way = providers.wayOf(41, 'chat', dialect, model);
  if (way === undefined) throw new Error('Vertex chats');
  const request = chat({ model, ...fields, ...(stream ? { stream } : {}) }, native);
  const call: Call<'chat'> = { mode: 'chat', dialect, channel: on, model, request, priced: undefined, atMs: 7_000_000 };
  return { way, call };
}

/** A call's request, with the question for its token. */
async function sent(model: string, on: On = {}) {
  const { way, call } = called(model, on);
  let asked: KeySource | undefined;
  const credentials: Credentials = {
    shortLivedKey: (_, source) => {
      asked = source;
      return Promise.resolve(source.read(JSON.stringify(token))?.value ?? '');
    },
  };
  const request = await way.adapter.request(call, credentials);
  if (request.kind === 'websocket' || asked === undefined) throw new Error('no request with a token');
  const { origin, path, headers, body } = request;
  return { url: `${origin}${path}`, headers, body: JSON.parse(body?.toString() ?? '') as JsonObject, asked };
}

const PLACE = 'https://europe-west1-aiplatform.googleapis.com/v1/projects/a-project/locations/europe-west1';

describe('the access token of Vertex', () => {
  it('is asked for with an assertion that the account has signed, for its own token_uri', async () => {
    const { asked, headers } = await sent(GEMINI);
    const { url, body = '' } = asked.question();
    const form = new URLSearchParams(body);
    expect([url, form.get('grant_type')]).toEqual([ACCOUNT.token_uri, 'urn:ietf:params:oauth:grant-type:jwt-bearer']);
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-1' });
    expect(read(claims)).toEqual({
      iss: ACCOUNT.client_email,
      scope: 'https://www.googleapis.com/auth/cloud-platform',
      aud: ACCOUNT.token_uri,
      iat: 7_000,
      exp: 10_600,
    });
    expect(createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')).toBe(true);
    expect(headers).toEqual(expect.arrayContaining(['authorization', 'Bearer ya29.fixture']));
    expect(asked.read(JSON.stringify(token))).toEqual({ value: 'ya29.fixture', lastsMs: 3_599_000 });
    for (const text of ['', '{}', '{"access_token":"a"}', '{"access_token":"","expires_in":1}'])
      expect(asked.read(text)).toBeUndefined();
  });

  it("comes from Google's own address where the account names none", async () => {
    const { asked } = await sent(GEMINI, { on: channel({}, { token_uri: undefined }) });
    expect(asked.question().url).toBe('https://oauth2.googleapis.com/token');
  });

  it.each([
    ['no JSON', channel({ key: 'sk-key' })],
    ['no project', channel({}, { project_id: 7 })],
    ['no key that signs', channel({}, { private_key: 'secret-words' })],
    ['a token_uri that is none', channel({}, { token_uri: 'ftp://a' })],
    ['no region', channel({ other: '' })],
    ['a region that is a host', channel({ other: 'a.test/x' })],
    ['a map of regions without this one', channel({ other: '{"x":"us"}' })],
  ])('is not asked for with %s, and the words of the key are not told', async (_, on) => {
    const refusal = sent(GEMINI, { on });
    await expect(refusal).rejects.toThrow(BadChannel);
    await expect(refusal).rejects.toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret-words') }),
    );
  });
});

describe("Vertex's address", () => {
  it('is that of who made the model', async () => {
    expect((await sent(GEMINI)).url).toBe(`${PLACE}/publishers/google/models/${GEMINI}:generateContent`);
    expect((await sent(GEMINI, { stream: true })).url).toMatch(/:streamGenerateContent\?alt=sse$/);
    expect((await sent(CLAUDE)).url).toBe(`${PLACE}/publishers/anthropic/models/claude-3-5-sonnet@20240620:rawPredict`);
    expect((await sent(CLAUDE, { stream: true })).url).toMatch(/:streamRawPredict\?alt=sse$/);
    expect((await sent('claude-3-5-sonnet-20241022')).url).toContain('/claude-3-5-sonnet-v2@20241022:');
    expect((await sent(LLAMA)).url).toBe(`${PLACE.replace('/v1/', '/v1beta1/')}/endpoints/openapi/chat/completions`);
  });

  it('has the region of the model that was asked for, and the base URL of the channel', async () => {
    const other = JSON.stringify({ default: 'us-east5', asked: 'asia-east1', [CLAUDE]: 'europe-west4' });
    const on = channel({ other, baseUrl: 'http://127.0.0.1:9' });
    const urlOf = async (model: string, fields: object = {}) => (await sent(model, { on, fields })).url;
    expect(await urlOf(GEMINI)).toMatch(/^http:\/\/127.0.0.1:9\/v1\/projects\/a-project\/locations\/us-east5\//);
    expect(await urlOf(CLAUDE)).toContain('/europe-west4/');
    expect(await urlOf(CLAUDE, { model: 'asked' })).toContain('/asia-east1/');
    expect((await sent(GEMINI, { on: channel({ other: 'global' }) })).url).toMatch(
      /^https:\/\/aiplatform.googleapis.com\/v1\/projects\/a-project\/locations\/global\//,
    );
  });
});

describe('what Vertex is sent', () => {
  it('is what each family speaks, of Claude with its version and without the model', async () => {
    expect((await sent(GEMINI)).body).toMatchObject({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }] });
    const claude = await sent(CLAUDE, { stream: true });
    expect(claude.body).toEqual({
      max_tokens: 4_096,
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
      anthropic_version: 'vertex-2023-10-16',
    });
    expect((await sent(LLAMA)).body).toEqual({ model: LLAMA, messages: [{ role: 'user', content: 'hi' }] });
  });

  it('is what its caller wrote, where he speaks what the model does', async () => {
    const gemini = { contents: [{ parts: [{ text: 'a' }] }], safetySettings: [], future: 1 };
    expect((await sent(GEMINI, { dialect: 'gemini', native: gemini })).body).toEqual(gemini);
    const messages = { max_tokens: 9, messages: [{ role: 'user', content: 'a' }], future: 1, anthropic_version: 'x' };
    const claude = await sent(CLAUDE, { dialect: 'anthropic', native: messages });
    expect(claude.body).toEqual({ ...messages, anthropic_version: 'vertex-2023-10-16' });
    expect(claude.headers).toEqual(expect.arrayContaining(['anthropic-beta', 'a,b']));
    expect(claude.headers).not.toContain('anthropic-version');
  });

  it('is converted, where his model speaks something else', () => {
    const isNative = (dialect: Dialect, model: string) => providers.wayOf(41, 'chat', dialect, model)?.isNative;
    expect(['gemini' as const, 'anthropic' as const].map((dialect) => isNative(dialect, GEMINI))).toEqual([
      true,
      false,
    ]);
    expect(['gemini' as const, 'anthropic' as const].map((dialect) => isNative(dialect, CLAUDE))).toEqual([
      false,
      true,
    ]);
    expect(['gemini' as const, 'anthropic' as const].map((dialect) => isNative(dialect, LLAMA))).toEqual([
      false,
      false,
    ]);
  });
});

/** Claude's have names. */
function eventOf(data: JsonObject | '[DONE]'): string {
  if (data === '[DONE]') return `data: ${data}\n\n`;
  const name = typeof data['type'] === 'string' ? `event: ${data['type']}\n` : '';
  return `${name}data: ${JSON.stringify(data)}\n\n`;
}

const OK = { status: 200, statusText: '', headers: {} };

describe.each(Object.entries(families))('an answer of %s', (model, { whole, stream, usage }) => {
  it('is a completion with its call and its usage', () => {
    const { way, call } = called(model);
    const answer = way.adapter.readAnswer({ head: OK, body: Buffer.from(JSON.stringify(whole)) }, call);
    expect(answer).toMatchObject({ usage });
    const read = answer !== undefined && 'body' in answer ? (JSON.parse(answer.body.toString()) as JsonObject) : {};
    expect(read).toMatchObject({
      object: 'chat.completion',
      choices: [
        {
          finish_reason: 'tool_calls',
          message: { tool_calls: [{ function: { name: 'get_time', arguments: '{"zone":"CET"}' } }] },
        },
      ],
    });
  });

  it.each([Infinity, 1, 7])('says the same in a stream, in pieces of %d bytes', (size) => {
    const { way, call } = called(model, { stream: true });
    const answering = way.adapter.openStream?.(call, OK);
    if (answering === undefined) throw new Error('it streams');
    const bytes = Buffer.from(stream.map(eventOf).join(''));
    let said = '';
    for (let at = 0; at < bytes.length; at += size)
      said += answering.push(bytes.subarray(at, Math.min(bytes.length, at + size)))?.toString() ?? '';
    said += answering.flush()?.toString() ?? '';
    expect(said).toContain('"name":"get_time"');
    expect(said).toContain('"finish_reason":"tool_calls"');
    expect(answering.ended || answering.isWhole()).toBe(true);
    expect(answering.usage()).toMatchObject(usage);
  });
});

it("an error of Vertex has its provider's words, also in a list", () => {
  const provider = providers.providerOf(41);
  const head = { ...OK, status: 400 };
  const read = provider?.readError?.({ head, body: Buffer.from(JSON.stringify(error)) }, channel());
  expect(read).toMatchObject({ status: 400, message: 'Please use a valid role: user, model.' });
  expect(provider?.readError?.({ head, body: Buffer.from('{"error":{"message":"x"}}') }, channel())).toBeUndefined();
});
