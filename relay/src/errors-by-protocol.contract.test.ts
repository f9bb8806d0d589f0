import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeSettled } from './testing/close-settled.ts';
import { tokenView } from './testing/fake-relay-view.ts';
import { errorText, sendJson } from './testing/fake-upstream.ts';
import { type Answer, type Call, RelayFixture } from './testing/relay-fixture.ts';

const MODEL = 'gpt-4o';
const BODY_BYTES_MAX = 64 * 1024;
const TURN = { role: 'user', content: 'one two' };
const CONTENTS = [{ role: 'user', parts: [{ text: 'one two' }] }];
const OPENAI = { error: { message: expect.stringMatching(/.+ \(request id: id-\d+\)$/), type: expect.any(String) } };

type Caller = { readonly path: string; readonly body: object; readonly error: (status: number) => object };

/** How each protocol asks, and tells an error. */
const PROTOCOLS: Readonly<Record<string, Caller>> = {
  chats: { path: '/v1/chat/completions', body: { model: MODEL, messages: [TURN] }, error: () => OPENAI },
  vectors: { path: '/v1/embeddings', body: { model: MODEL, input: 'one two' }, error: () => OPENAI },
  responses: { path: '/v1/responses', body: { model: MODEL, input: 'one two' }, error: () => OPENAI },
  messages: {
    path: '/v1/messages',
    body: { model: MODEL, max_tokens: 9, messages: [TURN] },
    error: () => ({
      type: 'error',
      error: { type: expect.stringMatching(/_error$|^request_too_large$/), message: expect.stringMatching(/./) },
      request_id: expect.stringMatching(/^id-\d+$/),
    }),
  },
  'counts of messages': {
    path: '/v1/messages/count_tokens',
    body: { model: MODEL, messages: [TURN] },
    error: () => ({
      type: 'error',
      error: { type: expect.stringMatching(/_error$|^request_too_large$/), message: expect.any(String) },
    }),
  },
  contents: {
    path: `/v1beta/models/${MODEL}:generateContent`,
    body: { contents: CONTENTS },
    error: (code) => ({ error: { code, message: expect.any(String), status: expect.stringMatching(/^[A-Z_]+$/) } }),
  },
  'streams of contents': {
    path: `/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`,
    body: { contents: CONTENTS },
    error: (code) => ({ error: { code, message: expect.any(String), status: expect.stringMatching(/^[A-Z_]+$/) } }),
  },
  'counts of contents': {
    path: `/v1beta/models/${MODEL}:countTokens`,
    body: { contents: CONTENTS },
    error: (code) => ({ error: { code, message: expect.any(String), status: expect.stringMatching(/^[A-Z_]+$/) } }),
  },
};

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open({ bodyBytesMax: BODY_BYTES_MAX });
});
afterEach(async () => {
  await closeSettled(relay);
  expect(relay.unforeseen).toEqual([]);
});

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const withMember = (body: object, json: string): string => `${JSON.stringify(body).slice(0, -1)},"x":${json}}`;

type Misfortune = readonly [what: string, status: number, call: (caller: Caller) => Call, arrange?: () => void];

const MISFORTUNES: readonly Misfortune[] = [
  ['no key', 401, () => ({ key: '' })],
  ['an unknown key', 401, () => ({ key: 'sk-nobody' })],
  [
    'a user who is banned',
    403,
    () => ({}),
    () => void relay.view.tokens.set('key', tokenView({ user: { status: 2 } })),
  ],
  ['a body that is no JSON', 400, () => ({ body: '{"model":' })],
  ['a body that is a list', 400, () => ({ body: '[]' })],
  ['an empty body', 400, () => ({ body: '' })],
  ['a body that is too large', 413, ({ body }) => ({ body: withMember(body, `"${'x'.repeat(BODY_BYTES_MAX)}"`) })],
  [
    'a packed body that is too large unpacked',
    413,
    ({ body }) => ({
      body: gzipSync(withMember(body, `"${'x'.repeat(BODY_BYTES_MAX)}"`)),
      headers: { 'content-encoding': 'gzip' },
    }),
  ],
  [
    'a packed body that is broken',
    400,
    ({ body }) => ({
      body: gzipSync(JSON.stringify(body)).subarray(0, 20),
      headers: { 'content-encoding': 'gzip' },
    }),
  ],
  ['a body packed in another way', 400, () => ({ headers: { 'content-encoding': 'compress' } })],
  ['JSON of 30,000 levels', 400, ({ body }) => ({ body: withMember(body, deep(30_000)) })],
  ['another method', 404, () => ({ method: 'PUT' })],
  [
    'a model that nobody serves',
    503,
    ({ path, body }) => ({
      path: path.replace(MODEL, 'no-model'),
      body: JSON.stringify({ ...body, ...('model' in body ? { model: 'no-model' } : {}) }),
    }),
  ],
];

describe.each(Object.entries(PROTOCOLS))('%s', (_name, caller) => {
  const ask = (call: Call = {}): Promise<Answer> =>
    relay.call({ path: caller.path, body: JSON.stringify(caller.body), ...call });

  it.each(MISFORTUNES.map((misfortune) => [misfortune[0], misfortune] as const))(
    'hear of %s in their own protocol',
    async (_what, [, status, call, arrange]) => {
      arrange?.();
      const answer = await ask(call(caller));
      expect([answer.status, answer.headers['content-type']]).toEqual([
        status,
        expect.stringMatching(/^application\/json/),
      ]);
      expect(JSON.parse(answer.text)).toMatchObject(caller.error(status));
      expect([relay.upstream.received.length, relay.cashier.charges.length]).toEqual([0, 0]);
    },
  );

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('are read in %s, and with members that objects have of their own', async (encoding, pack) => {
    const body = pack(withMember(caller.body, '{"__proto__":{"a":1},"constructor":2,"toString":null}'));
    relay.upstream.play = (response) => sendJson(response, errorText({ message: 'asked' }), 404);
    const answer = await ask({ body, headers: { 'content-encoding': encoding } });
    const isCounted = caller.path.includes('ount');
    expect(answer.status).toBe(isCounted ? 200 : 404);
    expect(answer.text).toMatch(isCounted ? /okens/ : /asked/);
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });
});
