import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import type { ChannelTypeKey } from '@ledgate/domain/channel/channel-types';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { upstreamError } from '../../upstream/upstream-error.ts';
import type { JsonObject } from '../../wire/json.ts';
import { chatOf, chunksIn, ProviderCall } from '../../testing/provider-call.ts';
import { compatible } from './rows.ts';

/** What a provider takes and says, by its own documents. */
type Fixture = {
  readonly source: string;
  readonly url: string;
  /** Of the channel, where it needs more than its type. */
  readonly channel?: Partial<Omit<ChannelView, 'id'>>;
  /** Bodies as callers write them, and whole as they go up. The model is `m`, and stands in both. */
  readonly requests: readonly { readonly why: string; readonly asked: object; readonly sent: object }[];
  readonly unsupported: readonly { readonly asked: object; readonly field: string }[];
  /** `told` and `usage`: members that matter. */
  readonly answers: readonly {
    readonly why: string;
    readonly said: object;
    readonly told: object;
    readonly usage: object;
  }[];
  readonly stream: {
    readonly said: readonly unknown[];
    readonly told?: readonly object[];
    readonly text: string;
    readonly usage: object;
  };
  /** With status 200. */
  readonly refusals?: readonly { readonly said: object; readonly status: number; readonly message: string }[];
  readonly errors: readonly { readonly status: number; readonly said: unknown; readonly message: string }[];
};

const FOLDER = new URL('fixtures/', import.meta.url);
const KEYS = Object.keys(compatible) as readonly ChannelTypeKey[];
const fixtureOf = (key: string): Fixture => JSON.parse(readFileSync(new URL(`${key}.json`, FOLDER), 'utf8')) as Fixture;

const MESSAGES = [{ role: 'user', content: 'hi' }];

it('each provider that speaks almost like OpenAI has a fixture', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(KEYS.map((key) => `${key}.json`).sort());
});

describe.each(KEYS)('%s', (key) => {
  const fixture = fixtureOf(key);
  const channel = fixture.channel ?? {};
  const call = (fields: object = {}) => new ProviderCall(key, 'chat', chatOf(fields), { channel });

  it.each(fixture.requests.map((request) => [request.why, request] as const))('is asked: %s', async (_why, request) => {
    const { url, body } = await call(request.asked).sent();
    expect(url).toBe(fixture.url);
    expect(body).toEqual({ model: 'm', messages: MESSAGES, ...request.sent });
  });

  it('is asked in the very bytes of a caller where nothing has to change', async () => {
    const plain = call();
    const { bytes } = await plain.sent();
    expect(bytes).toBe(plain.call.request.bytes);
  });

  it.each(fixture.unsupported.map(({ asked, field }) => [field, asked] as const))(
    'cannot be asked for %s',
    async (field, asked) => {
      const priced = { book: defaultPriceBook(), group: 'default', model: 'm' };
      const refused = await new ProviderCall(key, 'chat', chatOf(asked), { channel, priced })
        .sent()
        .catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(UnsupportedRequest);
      expect((refused as UnsupportedRequest).field).toBe(field);
    },
  );

  it.each(fixture.answers.map((answer) => [answer.why, answer] as const))(
    'answers: %s',
    (_why, { said, told, usage }) => {
      const read = call().read(said);
      if (read === undefined || 'error' in read) throw new Error('it is no answer');
      expect(JSON.parse(read.body.toString('utf8'))).toMatchObject(told);
      expect(read.usage).toMatchObject(usage);
    },
  );

  it.each([1, 7, Infinity])('streams, in pieces of %s bytes', (pieceBytes) => {
    const { said, told, text, usage } = fixture.stream;
    const { passed, stream } = call({ stream: true }).streamed(said, pieceBytes);
    const chunks = chunksIn(passed);
    expect(chunks.map(textOf).join('')).toBe(text);
    expect(stream.isWhole()).toBe(true);
    expect(stream.usage()).toMatchObject(usage);
    if (told !== undefined) expect(chunks.slice(-told.length)).toMatchObject(told);
  });

  it('refuses, also with status 200', () => {
    for (const { said, status, message } of fixture.refusals ?? []) {
      const told = { status, error: expect.objectContaining({ status, message: expect.stringContaining(message) }) };
      expect(call().read(said)).toEqual(told);
      const { passed, stream } = call({ stream: true }).streamed([said]);
      expect([passed, stream.ended, stream.refusal]).toEqual(['', true, told]);
    }
  });

  it('tells errors in its own words', () => {
    for (const { status, said, message } of fixture.errors) {
      const head = { status, statusText: '', headers: {} };
      const error = upstreamError(head, Buffer.from(JSON.stringify(said)), call().call.channel);
      expect(error).toMatchObject({ status, message: expect.stringContaining(message) });
    }
  });
});

function textOf({ choices }: JsonObject): string {
  const [choice] = Array.isArray(choices)
    ? (choices as readonly { readonly delta?: { readonly content?: string } }[])
    : [];
  return choice?.delta?.content ?? '';
}
