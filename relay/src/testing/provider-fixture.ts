import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { ChannelTypeKey } from '@ledgate/domain/channel/channel-types';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { UnsupportedRequest } from '../errors/unsupported-request.ts';
import { upstreamError } from '../upstream/upstream-error.ts';
import type { JsonObject } from '../wire/json.ts';
import { chatOf, chunksIn, ProviderCall } from './provider-call.ts';

/** What a provider that does not speak like OpenAI takes and says in chats, by its own documents. */
type Fixture = {
  readonly source: string;
  readonly url: string;
  readonly channel?: Partial<Omit<ChannelView, 'id'>>;
  /** Bodies as callers write them, and whole as they go up. */
  readonly requests: readonly { readonly why: string; readonly asked: object; readonly sent: object }[];
  readonly unsupported: readonly { readonly asked: object; readonly field: string }[];
  /** `told`: the choice. `usage` null: it is counted, and `produced` has its texts. */
  readonly answers: readonly {
    readonly why: string;
    readonly said: object;
    readonly told: object;
    readonly usage: object | null;
    readonly produced?: readonly string[];
  }[];
  /** `told`: the choices of all chunks, each as its delta and its reason to finish. */
  readonly streams: readonly {
    readonly why: string;
    readonly said: readonly unknown[];
    readonly told: readonly (readonly [delta: object, reason: string | null])[];
    readonly usage: object | null;
  }[];
  /** With status 200. */
  readonly refusals: readonly { readonly said: object; readonly status: number; readonly message: string }[];
  readonly errors: readonly { readonly status: number; readonly said: unknown; readonly message: string }[];
};

type Way = { readonly key: ChannelTypeKey; readonly file: URL; readonly framed?: (text: string) => string };

/** `framed`: how one text of a stream stands in its bytes, where those are no events. */
export function describeFixture({ key, file, framed }: Way): void {
  const fixture = JSON.parse(readFileSync(file, 'utf8')) as Fixture;
  const call = (fields: object = {}) =>
    new ProviderCall(key, 'chat', chatOf(fields), { atMs: 7_999, channel: fixture.channel ?? {} });
  const streamed = (said: readonly unknown[], pieceBytes: number, fields: object = {}) =>
    call({ stream: true, ...fields }).streamed(said, pieceBytes, framed);

  describe(`${key} by ${fixture.source}`, () => {
    it.each(fixture.requests.map((request) => [request.why, request] as const))('is asked: %s', async (_why, one) => {
      const { url, headers, body } = await call(one.asked).sent();
      expect([url, headers.get('authorization')]).toEqual([fixture.url, 'Bearer sk-upstream-1']);
      expect(body).toEqual(one.sent);
    });

    it.each(fixture.unsupported.map(({ asked, field }) => [field, asked] as const))(
      'cannot be asked for %s',
      async (field, asked) => {
        const refused = await call(asked)
          .sent()
          .catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(UnsupportedRequest);
        expect((refused as UnsupportedRequest).field).toBe(field);
      },
    );

    it.each(fixture.answers.map((answer) => [answer.why, answer] as const))('answers: %s', (_why, answer) => {
      const read = call().read(answer.said);
      if (read === undefined || 'error' in read) throw new Error('it is no answer');
      const completion = JSON.parse(read.body.toString('utf8')) as JsonObject;
      expect(completion).toMatchObject({ object: 'chat.completion', created: 7, model: 'm', choices: [answer.told] });
      if (answer.usage === null) {
        expect(read.usage).toBeUndefined();
        const counted = read.bodyWith?.({ prompt: 5, completion: 3 }) ?? read.body;
        expect(JSON.parse(counted.toString('utf8'))).toMatchObject({
          usage: { prompt_tokens: 5, completion_tokens: 3 },
        });
      } else expect(read.usage).toMatchObject(answer.usage);
      if (answer.produced !== undefined) expect(read.produced().texts).toEqual(answer.produced);
    });

    describe.each(fixture.streams.map((stream) => [stream.why, stream] as const))('streams: %s', (_why, one) => {
      it.each([1, 7, Infinity])('in pieces of %s bytes', (pieceBytes) => {
        const { passed, stream } = streamed(one.said, pieceBytes);
        expect(choicesIn(passed)).toEqual(one.told);
        expect(new Set(chunksIn(passed).map(({ id }) => id)).size).toBe(1);
        expect([stream.ended, stream.refusal, passed.includes('"usage"')]).toEqual([true, undefined, false]);
        if (one.usage === null) expect(stream.usage()).toBeUndefined();
        else expect(stream.usage()).toMatchObject(one.usage);
      });

      it('with its usage, for who asked', () => {
        const { passed, stream } = streamed(one.said, 1, { stream_options: { include_usage: true } });
        const told = `${passed}${stream.ending({ prompt: 5, completion: 3 }).toString()}`;
        expect(chunksIn(told).filter((chunk) => 'usage' in chunk)).toHaveLength(1);
        expect(told.endsWith('data: [DONE]\n\n')).toBe(true);
      });

      it('and is not whole where it breaks off before its end', () => {
        const { stream } = streamed(one.said.slice(0, -1), 1);
        expect([stream.isWhole(), stream.usage()]).toEqual([false, undefined]);
      });
    });

    it.each(fixture.refusals.map((refusal) => [refusal.message, refusal] as const))(
      'refuses, although the status is 200: %s',
      (_message, { said, status, message }) => {
        const told = { status, error: expect.objectContaining({ status, message: expect.stringContaining(message) }) };
        expect(call().read(said)).toEqual(told);
        const { passed, stream } = streamed([said], 1);
        expect([passed, stream.ended, stream.refusal]).toEqual(['', true, told]);
      },
    );

    it('tells errors in its own words', () => {
      for (const { status, said, message } of fixture.errors) {
        const head = { status, statusText: '', headers: {} };
        const error = upstreamError(head, Buffer.from(JSON.stringify(said)), call().call.channel);
        expect(error).toMatchObject({ status, message: expect.stringContaining(message) });
      }
    });
  });
}

const choicesIn = (passed: string): readonly (readonly [object, string | null])[] =>
  chunksIn(passed)
    .flatMap(({ choices }) => choices)
    .map(({ delta, finish_reason: reason }) => [delta, reason]);
