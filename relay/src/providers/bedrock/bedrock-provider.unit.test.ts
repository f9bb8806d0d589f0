import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import type { AnswerStream } from '../../modes/answer.ts';
import type { ChatRequest } from '../../modes/chat-request.ts';
import { parseMessages } from '../../protocols/anthropic/anthropic-messages.ts';
import { bedrockFrame, exceptionFrame } from '../../testing/network/aws-frames.ts';
import { answerHead, bodyOf, chatCall, headerSent, messageIn } from '../../testing/chat-calls.ts';
import { NO_CREDENTIALS, passedBy } from '../../testing/provider-call.ts';
import { upstreamError } from '../../upstream/upstream-error.ts';
import type { JsonObject, JsonRequest } from '../../wire/json.ts';
import type { Call } from '../provider.ts';
import { bedrock } from './bedrock-provider.ts';

const fixture = JSON.parse(readFileSync(new URL('fixtures/bedrock.json', import.meta.url), 'utf8')) as {
  readonly answer: JsonObject;
  readonly toolCall: JsonObject;
  readonly stream: readonly JsonObject[];
  readonly error: JsonObject;
};
const MODEL = 'claude-3-5-sonnet-20241022';
const CHANNEL = { type: 33, key: 'AKIDEXAMPLE|the-secret-of-the-account|eu-central-1' };
const HEAD = answerHead('application/vnd.amazon.eventstream');
const STREAM = Buffer.concat(fixture.stream.map(bedrockFrame));

const callOf = (fields: JsonObject & { readonly model?: string } = {}): Call<'chat'> =>
  chatCall(CHANNEL, { model: MODEL, ...fields });
const { chat } = bedrock.adapters;
const native = bedrock.native?.anthropic?.chat;
const streamOf = (call = callOf({ stream: true, stream_options: { include_usage: true } })): AnswerStream => {
  const stream = chat?.openStream?.(call, HEAD);
  if (stream === undefined) throw new Error('it streams');
  return stream;
};

/** A call of who speaks Anthropic's messages. */
function nativeCall(fields: JsonObject, headers: Readonly<Record<string, string>> = {}): Call<'chat'> {
  const body = { model: MODEL, max_tokens: 9, messages: [{ role: 'user', content: 'hi' }], ...fields };
  const json: JsonRequest = { bytes: Buffer.from(JSON.stringify(body)), body, model: MODEL };
  const request = parseMessages(json, headers, { maximum: true }) as ChatRequest;
  return { ...callOf(), dialect: 'anthropic', request };
}

describe('a chat for Bedrock', () => {
  it('is a message without model and stream, which the path says, signed for its region', async () => {
    const request = await chat?.request(callOf({ temperature: 0, stop: 'END' }), NO_CREDENTIALS);
    if (request === undefined) throw new Error('it is sent');
    expect([request.origin, request.path]).toEqual([
      'https://bedrock-runtime.eu-central-1.amazonaws.com',
      '/model/anthropic.claude-3-5-sonnet-20241022-v2%3A0/invoke',
    ]);
    expect(bodyOf(request)).toEqual({
      anthropic_version: 'bedrock-2023-05-31',
      max_tokens: 4096,
      messages: [{ role: 'user', content: 'hi' }],
      stop_sequences: ['END'],
      temperature: 0,
    });
    expect(headerSent(request, 'authorization')).toContain('/eu-central-1/bedrock/aws4_request');
    expect(headerSent(request, 'x-amz-date')).toBe('20231114T221320Z');
  });

  it('that is to be a stream goes to its own path, at the address of the channel', async () => {
    const call = chatCall({ ...CHANNEL, baseUrl: 'http://127.0.0.1:9/aws/' }, { model: MODEL, stream: true });
    const request = await chat?.request(call, NO_CREDENTIALS);
    expect(request).toMatchObject({
      origin: 'http://127.0.0.1:9',
      path: '/aws/model/anthropic.claude-3-5-sonnet-20241022-v2%3A0/invoke-with-response-stream',
    });
    expect(request?.kind === 'websocket' ? undefined : JSON.parse(request?.body?.toString() ?? '')).not.toHaveProperty(
      'stream',
    );
  });

  it.each([
    ['claude-2.1', 'anthropic.claude-v2:1'],
    ['claude-3-haiku-20240307', 'anthropic.claude-3-haiku-20240307-v1:0'],
    ['claude-3-7-sonnet-20250219', 'eu.anthropic.claude-3-7-sonnet-20250219-v1:0'],
    ['claude-sonnet-4-5-20250929', 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['claude-opus-4-6', 'eu.anthropic.claude-opus-4-6-v1'],
    ['global.anthropic.claude-sonnet-4-5-20250929-v1:0', 'global.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['arn:aws:bedrock:eu-central-1:1:inference-profile/x', 'arn:aws:bedrock:eu-central-1:1:inference-profile/x'],
  ])('calls %s by its id %s', async (model, id) => {
    const request = await chat?.request(callOf({ model }), NO_CREDENTIALS);
    expect(request?.path).toBe(`/model/${encodeURIComponent(id)}/invoke`);
  });

  it('has pictures as bytes, which those who speak its messages send themselves', () => {
    expect([chat?.picturesAsBytes, native?.picturesAsBytes]).toEqual([true, undefined]);
  });

  it('serves no other models', () => {
    expect(() => chat?.request(callOf({ model: 'meta.llama3-8b' }), NO_CREDENTIALS)).toThrow(UnsupportedRequest);
  });

  it('is answered by a message, which becomes a completion', () => {
    const read = chat?.readAnswer({ head: answerHead(), body: Buffer.from(JSON.stringify(fixture.answer)) }, callOf());
    if (read === undefined || !('body' in read)) throw new Error('it is an answer');
    expect(JSON.parse(read.body.toString())).toMatchObject({
      id: 'msg_bdrk_01A',
      created: 1_700_000_000,
      choices: [{ message: { content: 'It is 72 degrees in Tomé.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 23, completion_tokens: 9 },
    });
    expect(read.usage).toEqual({
      prompt: 23,
      completion: 9,
      parts: { cachedRead: 4, cachedWrite: 2, cachedWrite1h: 0 },
    });
  });

  it('may be answered by a call of a tool, whose id is kept', () => {
    const body = Buffer.from(JSON.stringify(fixture.toolCall));
    const read = chat?.readAnswer({ head: answerHead(), body }, callOf());
    expect(read !== undefined && 'body' in read ? JSON.parse(read.body.toString()) : undefined).toMatchObject({
      choices: [
        {
          message: {
            content: 'I look.',
            tool_calls: [{ id: 'toolu_bdrk_1', function: { name: 'top_song', arguments: '{"sign":"WZPZ"}' } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
    });
  });

  it('that failed has the status and the message of Bedrock', () => {
    const head = answerHead('application/json', 400);
    const error = upstreamError(head, Buffer.from(JSON.stringify(fixture.error)), callOf().channel);
    expect([error.status, error.message]).toEqual([400, 'The provided model identifier is invalid.']);
  });
});

describe("Bedrock's stream", () => {
  it('is one by its type alone', () => {
    expect([chat?.streams?.(HEAD), chat?.streams?.(answerHead())]).toEqual([true, false]);
  });

  it.each([1, 100, Infinity])('passes as chunks, in pieces of %s bytes', (size) => {
    const stream = streamOf();
    expect(messageIn(passedBy(stream, STREAM, size))).toEqual({
      content: 'Hello 北京',
      reasoning: 'Größer?',
      calls: [{ id: 'toolu_bdrk_2', name: 'top_song', arguments: '{"sign":"WZPZ"}' }],
      finish: ['tool_calls'],
    });
    expect([stream.ended, stream.usage()]).toEqual([
      true,
      { prompt: 25, completion: 12, parts: { cachedRead: 3, cachedWrite: 0, cachedWrite1h: 0 } },
    ]);
    expect(stream.facts?.()).toMatchObject({ id: 'msg_bdrk_01C' });
    expect(stream.ending({ prompt: 25, completion: 12 }).toString()).toContain('[DONE]');
  });

  it.each([
    ['throttlingException', 429],
    ['validationException', 400],
    ['internalServerException', 500],
    ['serviceUnavailableException', 529],
  ])('that begins with %s is a refusal of status %s', (type, status) => {
    const stream = streamOf();
    expect(passedBy(stream, exceptionFrame(type, 'not now'))).toBe('');
    expect([stream.ended, stream.refusal?.status, stream.refusal?.error.message]).toEqual([true, status, 'not now']);
  });

  it('that breaks with an exception tells it, and was not whole', () => {
    const stream = streamOf();
    const begun = Buffer.concat(fixture.stream.slice(0, 8).map(bedrockFrame));
    const said = passedBy(stream, Buffer.concat([begun, exceptionFrame('modelStreamErrorException', 'it broke')]));
    expect(said).toContain('"message":"it broke"');
    expect([stream.ended, stream.isWhole(), stream.hasToldError]).toEqual([false, false, true]);
    expect(stream.produced()?.texts).toEqual(['Größer?Hello 北京']);
  });
});

describe('messages for Bedrock', () => {
  it('go up as they are but for what Bedrock has elsewhere', async () => {
    const call = nativeCall(
      { stream: true, service_tier: 'auto', top_k: 3, future: [1] },
      { 'anthropic-beta': 'one-2025-01-01, two-2025-01-01', 'anthropic-version': '2023-06-01' },
    );
    const request = await native?.request(call, NO_CREDENTIALS);
    if (request === undefined) throw new Error('it is sent');
    expect(bodyOf(request)).toEqual({
      max_tokens: 9,
      messages: [{ role: 'user', content: 'hi' }],
      top_k: 3,
      future: [1],
      anthropic_version: 'bedrock-2023-05-31',
      anthropic_beta: ['one-2025-01-01', 'two-2025-01-01'],
    });
    expect(headerSent(request, 'anthropic-beta')).toBe('');
    expect(native?.sentWords?.(call)).toEqual([call.request.native?.json.body, call.request.native?.headers]);
  });

  it('are answered byte for byte', () => {
    const body = Buffer.from(JSON.stringify(fixture.toolCall));
    expect(native?.readAnswer({ head: answerHead(), body }, nativeCall({}))).toMatchObject({
      body,
      usage: { prompt: 290, completion: 40 },
    });
  });

  it.each([1, Infinity])('are streamed as the events that the frames hold, in pieces of %s bytes', (size) => {
    const stream = native?.openStream?.(nativeCall({ stream: true }), HEAD);
    if (stream === undefined) throw new Error('it streams');
    const events = fixture.stream.map((data) => `event: ${String(data['type'])}\ndata: ${JSON.stringify(data)}\n\n`);
    expect(passedBy(stream, STREAM, size)).toBe(events.slice(0, -1).join(''));
    expect([stream.ended, stream.usage()?.completion]).toEqual([true, 12]);
    expect(stream.ending({ prompt: 25, completion: 12 }).toString()).toBe(events.at(-1));
  });
});
