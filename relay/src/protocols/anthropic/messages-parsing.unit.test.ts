import { describe, expect, it } from '@jest/globals';
import { RelayError } from '../../errors/relay-error.ts';
import type { JsonObject } from '../../wire/json.ts';
import { innerFormOf } from './messages-parsing.ts';

const asked = (fields: object): JsonObject => ({
  model: 'claude',
  max_tokens: 50,
  messages: [{ role: 'user', content: 'Hi' }],
  ...fields,
});
function form(fields: object, maximum = true): { body: JsonObject; nativeOnly: RelayError | undefined } {
  const inner = innerFormOf(asked(fields), { maximum });
  if (inner instanceof RelayError) throw new Error(inner.message);
  return inner;
}
const inner = (fields: object): JsonObject => form(fields).body;
const turns = (...messages: object[]): unknown => inner({ messages })['messages'];

function refusal(fields: object, maximum = true): RelayError {
  const refused = innerFormOf(asked(fields), { maximum });
  if (!(refused instanceof RelayError)) throw new Error('nothing was refused');
  return refused;
}

const SCHEMA = { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] };
const TOOL = { name: 'look', description: 'Looks.', input_schema: SCHEMA, cache_control: { type: 'ephemeral' } };
const FUNCTION = { type: 'function', function: { name: 'look', description: 'Looks.', parameters: SCHEMA } };
const PICTURE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } };
const PICTURE_PART = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } };

describe("a body of messages in OpenAI's form", () => {
  it('has what both sides know, and nothing else', () => {
    expect(
      inner({
        system: 'Be brief.',
        temperature: 0,
        top_p: 0.9,
        top_k: 5,
        stop_sequences: ['END'],
        metadata: { user_id: 'u1' },
        stream: true,
        cache_control: { type: 'ephemeral' },
        context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
        unknown: 1,
      }),
    ).toEqual({
      model: 'claude',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
      max_tokens: 50,
      stop: ['END'],
      temperature: 0,
      top_p: 0.9,
      user: 'u1',
      stream: true,
    });
    expect(inner({ system: '', stop_sequences: [], stream: false, metadata: {}, thinking: null, tools: [] })).toEqual({
      model: 'claude',
      messages: [{ role: 'user', content: 'Hi' }],
      max_tokens: 50,
    });
  });

  it('joins the blocks of the system, and hashes a long name of a user', () => {
    expect(
      inner({
        system: [
          { type: 'text', text: 'a', cache_control: {} },
          { type: 'text', text: 'b' },
        ],
      })['messages'],
    ).toEqual([
      { role: 'system', content: 'a\nb' },
      { role: 'user', content: 'Hi' },
    ]);
    expect(inner({ metadata: { user_id: 'u'.repeat(65) } })['user']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has texts, pictures and documents', () => {
    const content = [
      { type: 'text', text: 'Look', cache_control: { type: 'ephemeral' } },
      PICTURE,
      { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' }, title: 'a.pdf' },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'plain' } },
      { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'inside' }, PICTURE] } },
    ];
    expect(turns({ role: 'user', content })).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          PICTURE_PART,
          { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' } },
          { type: 'text', text: 'plain' },
          { type: 'text', text: 'inside' },
          PICTURE_PART,
        ],
      },
    ]);
  });

  it('has as many texts in a document, and pictures in a result, as a body may hold', () => {
    const texts = Array.from({ length: 200_000 }, () => ({ type: 'text', text: 'a' }));
    const pictures = Array.from({ length: 200_000 }, () => PICTURE);
    const content = [
      { type: 'document', source: { type: 'content', content: texts } },
      { type: 'tool_result', tool_use_id: 't1', content: pictures },
    ];
    const [result, turn] = turns({ role: 'user', content }) as { role: string; content: object[] }[];
    expect([result?.role, turn?.content.length, turn?.content.at(-1)]).toEqual(['tool', 400_000, PICTURE_PART]);
  });

  it('has calls, and their results before what else the turn says', () => {
    expect(
      turns(
        { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'So', signature: 's' },
            { type: 'redacted_thinking', data: 'x' },
            { type: 'text', text: 'I ' },
            { type: 'text', text: 'look.' },
            { type: 'tool_use', id: 't1', name: 'look', input: { place: 'Rome' } },
            { type: 'tool_use', id: 't2', name: 'look', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'And?' },
            { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'sun' }, PICTURE] },
            { type: 'tool_result', tool_use_id: 't2', content: 'no such place', is_error: true },
            { type: 'tool_result', tool_use_id: 't3' },
          ],
        },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't4', name: 'look', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't4', content: 'x' }] },
        { role: 'system', content: 'Mind the time.' },
      ),
    ).toEqual([
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [
          { id: 't1', type: 'function', function: { name: 'look', arguments: '{"place":"Rome"}' } },
          { id: 't2', type: 'function', function: { name: 'look', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 't1', content: 'sun' },
      { role: 'tool', tool_call_id: 't2', content: 'Error: no such place' },
      { role: 'tool', tool_call_id: 't3', content: '' },
      { role: 'user', content: [{ type: 'text', text: 'And?' }, PICTURE_PART] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 't4', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 't4', content: 'x' },
      { role: 'system', content: 'Mind the time.' },
    ]);
    expect(turns({ role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: '' }] })).toEqual([
      { role: 'assistant', content: '' },
    ]);
  });

  it('has thoughts that nobody signed beside the calls that they led to', () => {
    const thought = (thinking: string, signature: string) => ({ type: 'thinking', thinking, signature });
    const content = [
      thought('Look ', ''),
      thought('signed', 's'),
      thought('there.', ''),
      { type: 'tool_use', id: 't1', name: 'look', input: {} },
    ];
    expect(turns({ role: 'assistant', content })).toMatchObject([
      { role: 'assistant', content: null, reasoning_content: 'Look there.', tool_calls: [{ id: 't1' }] },
    ]);
    const signed = { role: 'assistant', content: [...content.slice(1, 2), ...content.slice(3)] };
    expect(JSON.stringify(turns(signed))).not.toContain('reasoning_content');
  });

  it.each([
    [{ type: 'auto' }, { tool_choice: 'auto' }],
    [
      { type: 'any', disable_parallel_tool_use: true },
      { tool_choice: 'required', parallel_tool_calls: false },
    ],
    [{ type: 'none' }, { tool_choice: 'none' }],
    [{ type: 'tool', name: 'look' }, { tool_choice: { type: 'function', function: { name: 'look' } } }],
    [undefined, {}],
  ])('chooses tools by %j', (tool_choice, chosen) => {
    const { tools, tool_choice: choice, parallel_tool_calls: parallel } = inner({ tools: [TOOL], tool_choice });
    expect(tools).toEqual([FUNCTION]);
    expect({
      ...(choice === undefined ? {} : { tool_choice: choice }),
      ...(parallel === undefined ? {} : { parallel_tool_calls: parallel }),
    }).toEqual(chosen);
    expect(inner({ tool_choice })['tool_choice']).toBeUndefined();
  });

  it.each([
    [{ type: 'enabled', budget_tokens: 1_024 }, undefined, 'low'],
    [{ type: 'enabled', budget_tokens: 8_000 }, undefined, 'medium'],
    [{ type: 'enabled', budget_tokens: 32_000 }, undefined, 'high'],
    [{ type: 'adaptive' }, undefined, 'medium'],
    [{ type: 'adaptive' }, { effort: 'max' }, 'high'],
    [{ type: 'disabled' }, { effort: 'high' }, undefined],
    [undefined, { effort: 'high' }, 'high'],
    [undefined, { effort: 'low' }, 'low'],
    [undefined, { effort: 'unheard-of' }, undefined],
    [undefined, {}, undefined],
  ])('asks to think by %j and %j', (thinking, output_config, effort) => {
    expect(inner({ thinking, output_config })['reasoning_effort']).toBe(effort);
  });

  it.each([
    [false, SCHEMA],
    [true, { ...SCHEMA, additionalProperties: false }],
  ])('asks for a format, in both spellings, to the letter (%s) where OpenAI takes it so', (strict, schema) => {
    const format = { type: 'json_schema', schema };
    const asks = { type: 'json_schema', json_schema: { name: 'answer', strict, schema } };
    expect(inner({ output_config: { format } })['response_format']).toEqual(asks);
    expect(inner({ output_format: format })['response_format']).toEqual(asks);
  });

  it.each([
    ['tools.1.type', { tools: [TOOL, { type: 'web_search_20250305', name: 'web_search' }] }],
    ['mcp_servers', { mcp_servers: [{ url: 'https://example.org' }] }],
    ['container', { container: 'c' }],
    ['thread', { thread: { type: 'continue', previous_message_id: 'msg_1' } }],
    ['messages.0.content.0.type', { messages: [{ role: 'user', content: [{ type: 'search_result', source: 's' }] }] }],
    [
      'messages.0.content.0.source.type',
      { messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'file', file_id: 'f' } }] }] },
    ],
    [
      'messages.0.content.0.type',
      { messages: [{ role: 'assistant', content: [{ type: 'server_tool_use', id: 's', name: 'x', input: {} }] }] },
    ],
  ])('says that only some channels can do it: %s', (field, fields) => {
    const { nativeOnly, body } = form(fields);
    expect([nativeOnly?.status, nativeOnly?.param]).toEqual([400, field]);
    expect(JSON.stringify(body).length).toBeGreaterThan(60);
  });

  it.each([
    ['messages', { messages: [] }],
    ['messages', { messages: 'x' }],
    ['messages', { messages: undefined }],
    ['messages.0.role', { messages: [7] }],
    ['messages.0.role', { messages: [{ role: 'tool', content: 'x' }] }],
    ['messages.1.content', { messages: [{ role: 'user', content: 'x' }, { role: 'user' }] }],
    ['messages.0.content.0', { messages: [{ role: 'user', content: ['x'] }] }],
    ['messages.0.content.0.text', { messages: [{ role: 'user', content: [{ type: 'text' }] }] }],
    ['messages.0.content.0.source', { messages: [{ role: 'user', content: [{ type: 'image' }] }] }],
    [
      'messages.0.content.0.source',
      { messages: [{ role: 'user', content: [{ type: 'document', source: { type: 'base64' } }] }] },
    ],
    ['messages.0.content.0.id', { messages: [{ role: 'assistant', content: [{ type: 'tool_use' }] }] }],
    ['messages.0.content.0.name', { messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 't' }] }] }],
    [
      'messages.0.content.0.input',
      { messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'x' }] }] },
    ],
    ['messages.0.content.0.tool_use_id', { messages: [{ role: 'user', content: [{ type: 'tool_result' }] }] }],
    [
      'messages.0.content.0.content',
      { messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 7 }] }] },
    ],
    [
      'messages.0.content.0.content.0',
      { messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [7] }] }] },
    ],
    ['max_tokens', { max_tokens: undefined }],
    ['max_tokens', { max_tokens: 0 }],
    ['max_tokens', { max_tokens: '5' }],
    ['system', { system: 7 }],
    ['system.0', { system: [{ type: 'image' }] }],
    ['stream', { stream: 'yes' }],
    ['temperature', { temperature: 2 }],
    ['top_p', { top_p: '1' }],
    ['stop_sequences', { stop_sequences: 'END' }],
    ['metadata.user_id', { metadata: { user_id: 7 } }],
    ['thinking.type', { thinking: { type: 'much' } }],
    ['thinking.budget_tokens', { thinking: { type: 'enabled' } }],
    ['tools', { tools: {} }],
    ['tools.0', { tools: [7] }],
    ['tools.0.name', { tools: [{ input_schema: SCHEMA }] }],
    ['tools.0.input_schema', { tools: [{ name: 'x' }] }],
    ['tools.0.description', { tools: [{ ...TOOL, description: 7 }] }],
    ['tool_choice', { tools: [TOOL], tool_choice: { type: 'tool' } }],
    ['tool_choice', { tools: [TOOL], tool_choice: 'auto' }],
  ])('refuses and names %s', (field, fields) => {
    const refused = refusal(fields);
    expect([refused.status, refused.param]).toEqual([400, field]);
    expect(refused.message.startsWith(`${field}: `)).toBe(true);
  });

  it('needs no maximum to be counted', () => {
    expect(form({ max_tokens: undefined }, false).body['max_tokens']).toBeUndefined();
    expect(refusal({ max_tokens: 0 }, false).param).toBe('max_tokens');
  });
});
