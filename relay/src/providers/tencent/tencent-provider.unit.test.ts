import { describe, expect, it } from '@jest/globals';
import { BadChannel } from '../../errors/bad-channel.ts';
import { bodyOf, chatCall, headerSent } from '../../testing/chat-calls.ts';
import { asEvents, fixtureOf, heardStreamed, heardWhole } from '../../testing/heard-answers.ts';
import { NO_CREDENTIALS } from '../../testing/provider-call.ts';
import type { UpstreamRequest } from '../../upstream/upstream-request.ts';
import type { JsonObject } from '../../wire/json.ts';
import type { Call } from '../provider.ts';
import { tencent } from './tencent-provider.ts';

const fixture = fixtureOf(import.meta.url, 'tencent');
const { chat } = tencent.adapters;

const callOf = (
  fields: JsonObject = {},
  channel: { readonly key?: string; readonly baseUrl?: string } = {},
): Call<'chat'> =>
  chatCall({ type: 23, key: '1250|AKIDEXAMPLE|the-secret', ...channel }, { model: 'hunyuan-pro', ...fields });
const requestOf = (call: Call<'chat'>): UpstreamRequest => {
  const request = chat?.request(call, NO_CREDENTIALS);
  if (request === undefined || request instanceof Promise) throw new Error('it is sent at once');
  return request;
};
const sent = (fields: JsonObject): JsonObject => bodyOf(requestOf(callOf(fields)));
const told = (fields: JsonObject): unknown => sent(fields)['Messages'];

describe('a chat for Hunyuan', () => {
  it('goes to the one address, signed for its time', () => {
    const request = requestOf(callOf({ temperature: 0, top_p: 0.9, stop: 'END', seed: 7, max_tokens: 9 }));
    expect([request.origin, request.path]).toEqual(['https://hunyuan.tencentcloudapi.com', '/']);
    expect(headerSent(request, 'authorization')).toMatch(
      /^TC3-HMAC-SHA256 Credential=AKIDEXAMPLE\/2023-11-14\/hunyuan\/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=[0-9a-f]{64}$/,
    );
    expect(['action', 'version', 'timestamp'].map((name) => headerSent(request, `x-tc-${name}`))).toEqual([
      'ChatCompletions',
      '2023-09-01',
      '1700000000',
    ]);
    expect(bodyOf(request)).toEqual({
      Model: 'hunyuan-pro',
      Messages: [{ Role: 'user', Content: 'hi' }],
      Stream: false,
      Temperature: 0,
      TopP: 0.9,
      Stop: ['END'],
      Seed: 7,
      EnableEnhancement: false,
    });
  });

  it('goes to the address of the channel', () => {
    const request = requestOf(callOf({ stream: true }, { baseUrl: 'http://127.0.0.1:9/x' }));
    expect([request.origin, request.path, bodyOf(request)['Stream']]).toEqual(['http://127.0.0.1:9', '/x/', true]);
    expect(() => requestOf(callOf({}, { key: 'a|b' }))).toThrow(
      new BadChannel("the channel's key must be AppId|SecretId|SecretKey"),
    );
  });

  it('has the system first and turns by turns', () => {
    const messages = [
      { role: 'assistant', content: 'Hello' },
      { role: 'system', content: 'A' },
      { role: 'user', content: 'one' },
      { role: 'user', content: ['two', { type: 'text', text: 'three' }] },
      { role: 'developer', content: 'B' },
      { role: 'assistant', content: '' },
    ];
    expect(told({ messages })).toEqual([
      { Role: 'system', Content: 'A\nB' },
      { Role: 'user', Content: '...' },
      { Role: 'assistant', Content: 'Hello' },
      { Role: 'user', Content: 'one\ntwo\nthree' },
      { Role: 'assistant', Content: '...' },
      { Role: 'user', Content: '...' },
    ]);
  });

  it('has pictures, calls with their ids and results', () => {
    const messages = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'see' },
          { type: 'image_url', image_url: { url: 'https://a/b' } },
        ],
      },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c1', function: { name: 'f', arguments: '{"a":1}' } }] },
      { role: 'tool', tool_call_id: 'c1', content: 'sunny' },
    ];
    expect(told({ messages })).toEqual([
      {
        Role: 'user',
        Contents: [
          { Type: 'text', Text: 'see' },
          { Type: 'image_url', ImageUrl: { Url: 'https://a/b' } },
        ],
      },
      {
        Role: 'assistant',
        Content: '',
        ToolCalls: [{ Id: 'c1', Type: 'function', Function: { Name: 'f', Arguments: '{"a":1}' } }],
      },
      { Role: 'tool', ToolCallId: 'c1', Content: 'sunny' },
    ]);
  });

  const F = { type: 'function', function: { name: 'f', description: 'does', parameters: { type: 'object' } } };
  const G = { type: 'function', function: { name: 'g' } };
  const TOOL_F = { Type: 'function', Function: { Name: 'f', Parameters: '{"type":"object"}', Description: 'does' } };
  const TOOL_G = { Type: 'function', Function: { Name: 'g', Parameters: '{"type":"object","properties":{}}' } };

  it.each([
    [undefined, {}],
    ['auto', { ToolChoice: 'auto' }],
    ['none', { ToolChoice: 'none' }],
    [
      { type: 'function', function: { name: 'g' } },
      { ToolChoice: 'custom', CustomTool: TOOL_G },
    ],
  ])('has its tools, and of them %j', (choice, expected) => {
    const body = sent({ tools: [F, G], tool_choice: choice });
    expect(body).toMatchObject({ Tools: [TOOL_F, TOOL_G], ...expected });
    expect('ToolChoice' in body).toBe('ToolChoice' in expected);
  });

  it('is held to its only tool where one must be called', () => {
    expect(sent({ tools: [F], tool_choice: 'required' })).toMatchObject({ ToolChoice: 'custom', CustomTool: TOOL_F });
  });

  it.each([
    ['n', { n: 2 }],
    ['modalities', { modalities: ['audio'] }],
    ['response_format', { response_format: { type: 'json_object' } }],
    ['web_search_options', { web_search_options: {} }],
    ['functions', { functions: [{ name: 'f' }] }],
    ['tools[0].type', { tools: [{ type: 'web_search' }] }],
    ['tool_choice', { tools: [F, G], tool_choice: 'required' }],
    ['tool_choice', { tools: [F], tool_choice: { type: 'function', function: { name: 'h' } } }],
    ['messages[0].role', { messages: [{ role: 'function', name: 'f', content: 'x' }] }],
    ['messages[0].content', { messages: [{ role: 'user', content: 7 }] }],
    ['messages[0].content[0]', { messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] }],
    ['messages[0].tool_calls[0]', { messages: [{ role: 'assistant', tool_calls: [{ id: 'c' }] }] }],
  ])('that cannot be told names %s', (field, fields) => {
    expect(() => sent(fields)).toThrow(expect.objectContaining({ name: 'UnsupportedRequest', field }));
  });
});

describe("Hunyuan's answers", () => {
  it('are completions', () => {
    expect(heardWhole(chat, Buffer.from(JSON.stringify(fixture.answer)), callOf())).toEqual(fixture.completion);
  });

  it.each([1, 70, Infinity])('are streams, in pieces of %s bytes', (size) => {
    expect(heardStreamed(chat, asEvents(fixture.stream), size, callOf({ stream: true }))).toEqual(fixture.streamed);
  });

  it('end with an end mark too', () => {
    const bytes = Buffer.concat([asEvents(fixture.stream), Buffer.from('data: [DONE]\n\n'), asEvents(fixture.stream)]);
    expect(heardStreamed(chat, bytes, 1, callOf({ stream: true }))).toEqual(fixture.streamed);
  });

  it('are no answers without choices', () => {
    for (const body of ['', '{}', '{"Response":{}}'])
      expect(heardWhole(chat, Buffer.from(body), callOf())).toEqual({ none: true });
  });

  it.each(fixture.errors.map((error) => [error.message, error] as const))(
    'are refusals where they say so: %s',
    (_message, { told: said, status, message }) => {
      expect(heardWhole(chat, Buffer.from(JSON.stringify(said)), callOf())).toEqual({ status, message });
      expect(heardStreamed(chat, asEvents([said]), 1, callOf({ stream: true }))).toEqual({ status, message });
    },
  );

  it('that fail in their middle are not whole, and what was filtered says so', () => {
    const [begun] = fixture.stream;
    const failed = asEvents([begun, { ErrorMsg: { Code: 4_000_001, Msg: 'it failed' } }]);
    const filtered = asEvents([begun, { Choices: [{ FinishReason: 'sensitive', Delta: {} }] }]);
    const heard = (bytes: Buffer): JsonObject => heardStreamed(chat, bytes, 1, callOf({ stream: true }));
    expect(heard(failed)).toMatchObject({ content: '1+1', finish: [], isWhole: false });
    expect(heard(filtered)).toMatchObject({ finish: ['content_filter'], isWhole: true });
  });
});
