import { describe, expect, it } from '@jest/globals';
import { RelayError } from '../../errors/relay-error.ts';
import type { ChatRequest } from '../../modes/chat-request.ts';
import type { JsonObject } from '../../wire/json.ts';
import { parseJsonRequest } from '../../wire/json.ts';
import { parseResponses } from './openai-responses.ts';

function parsed(fields: object): ChatRequest | RelayError {
  const bytes = Buffer.from(JSON.stringify({ model: 'm', input: 'hi', ...fields }));
  const json = parseJsonRequest(bytes, undefined);
  return json instanceof RelayError ? json : parseResponses(json, undefined);
}
function request(fields: object): ChatRequest {
  const found = parsed(fields);
  if (found instanceof RelayError) throw new Error(found.message);
  return found;
}
const inner = (fields: object): JsonObject => request(fields).body;
const problem = (fields: object): string => {
  const found = parsed(fields);
  return found instanceof RelayError ? `${String(found.param)} ${found.status}` : 'none';
};
const only = (fields: object): string | null | undefined => request(fields).native?.only?.param;

const PICTURE = 'data:image/png;base64,AAAA';

describe('a body of Responses as a chat', () => {
  it('has instructions, turns, calls and their results', () => {
    const input = [
      { role: 'developer', content: 'Be brief.' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Where?' }] },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
      {
        type: 'message',
        role: 'assistant',
        content: [
          { type: 'output_text', text: 'I look.' },
          { type: 'refusal', refusal: ' No.' },
        ],
      },
      { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f', arguments: '{"a":1}' },
      { type: 'function_call', call_id: 'c2', name: 'g', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'one' },
      { type: 'function_call_output', call_id: 'c2', output: [{ type: 'input_text', text: 'two' }] },
      { role: 'assistant', content: 'There.' },
      { type: 'custom_tool_call', call_id: 'c3', name: 'patch', input: '*** "x"' },
      { type: 'custom_tool_call_output', call_id: 'c3', output: 'done' },
    ];
    const call = (id: string, name: string, args: string) => ({
      id,
      type: 'function',
      function: { name, arguments: args },
    });
    expect(inner({ instructions: 'You are kind.', input })).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'You are kind.' },
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Where?' },
        { role: 'assistant', content: 'I look. No.', tool_calls: [call('c1', 'f', '{"a":1}'), call('c2', 'g', '{}')] },
        { role: 'tool', tool_call_id: 'c1', content: 'one' },
        { role: 'tool', tool_call_id: 'c2', content: 'two' },
        { role: 'assistant', content: 'There.', tool_calls: [call('c3', 'patch', '{"input":"*** \\"x\\""}')] },
        { role: 'tool', tool_call_id: 'c3', content: 'done' },
      ],
    });
    expect(only({ input })).toBeUndefined();
  });

  it('has calls that nothing was said before as a turn of their own', () => {
    const input = [{ type: 'function_call', call_id: 'c1', name: 'f', arguments: '' }];
    expect(inner({ input })['messages']).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '' } }],
      },
    ]);
  });

  it('has thoughts that nobody encrypted beside the calls that they led to, and none of an earlier turn', () => {
    const thought = (text: string, encrypted_content?: string) => ({
      type: 'reasoning',
      summary: [{ type: 'summary_text', text }],
      encrypted_content,
    });
    const called = (id: string) => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' });
    const input = [
      thought('Of nothing.'),
      { role: 'user', content: 'hi' },
      thought('Hidden.', 'x'),
      thought('Look.'),
      { role: 'assistant', content: 'I look.' },
      called('c1'),
      { type: 'function_call_output', call_id: 'c1', output: 'sun' },
      called('c2'),
    ];
    expect(inner({ input })['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: 'I look.', reasoning_content: 'Look.', tool_calls: [{ id: 'c1' }] },
      { role: 'tool' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c2' }] },
    ]);
    expect(JSON.stringify(inner({ input }))).not.toMatch(/Hidden|nothing/);
  });

  it('has pictures, files and sounds, those of results behind all results', () => {
    const image = { type: 'input_image', image_url: PICTURE, detail: 'low' };
    const input = [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What?' },
          image,
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA' },
          { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } },
        ],
      },
      { type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_text', text: 'seen' }, image] },
      { type: 'function_call_output', call_id: 'c2', output: '' },
    ];
    const shown = { type: 'image_url', image_url: { url: PICTURE, detail: 'low' } };
    expect(inner({ input })['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What?' },
          shown,
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA' } },
          { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'seen' },
      { role: 'tool', tool_call_id: 'c2', content: '' },
      { role: 'user', content: [shown] },
    ]);
  });

  it('has its tools, those whose input is a text as functions of one text, and which may be called', () => {
    const f = { type: 'function', name: 'f', description: 'd', parameters: { type: 'object' }, strict: true };
    const p = {
      type: 'custom',
      name: 'p',
      description: 'd',
      format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
    };
    const body = inner({
      tools: [f, p, { type: 'function', name: 'g' }],
      tool_choice: 'required',
      parallel_tool_calls: false,
    });
    expect(body).toMatchObject({
      tools: [
        { type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' }, strict: true } },
        {
          type: 'function',
          function: {
            name: 'p',
            description: 'd\nThe input follows this grammar (lark):\nstart: "x"',
            parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
          },
        },
        { type: 'function', function: { name: 'g' } },
      ],
      tool_choice: 'required',
      parallel_tool_calls: false,
    });
    expect(inner({ tools: [f], tool_choice: { type: 'function', name: 'f' } })['tool_choice']).toEqual({
      type: 'function',
      function: { name: 'f' },
    });
    const allowed = { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'custom', name: 'p' }] };
    const narrowed = inner({ tools: [f, p], tool_choice: allowed });
    expect([narrowed['tool_choice'], (narrowed['tools'] as unknown[]).length]).toEqual(['auto', 1]);
    expect(inner({ tools: [], tool_choice: 'auto', parallel_tool_calls: false })).toEqual(inner({}));
  });

  it('has its limits, format, effort and tier, and leaves behind what changes nothing', () => {
    const schema = { type: 'object', properties: {} };
    const body = inner({
      max_output_tokens: 20,
      temperature: 0,
      top_p: 0.5,
      stream: true,
      service_tier: 'flex',
      reasoning: { effort: 'high', summary: 'auto' },
      text: { format: { type: 'json_schema', name: 'n', schema, strict: true }, verbosity: 'low' },
      safety_identifier: 'x'.repeat(65),
      metadata: { a: 'b' },
      include: ['reasoning.encrypted_content'],
      truncation: 'auto',
      store: false,
      background: false,
      prompt_cache_key: 'k',
      future: 1,
    });
    expect(body).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'hi' }],
      max_tokens: 20,
      temperature: 0,
      top_p: 0.5,
      stream: true,
      service_tier: 'flex',
      reasoning_effort: 'high',
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema, strict: true } },
      verbosity: 'low',
      user: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(inner({ text: { format: { type: 'json_object' } } })['response_format']).toEqual({ type: 'json_object' });
    expect(inner({ text: { format: { type: 'text' } }, user: 'u' })).toEqual({ ...inner({}), user: 'u' });
  });
});

describe('what only a provider who has Responses can serve', () => {
  it.each([
    ['previous_response_id', { previous_response_id: 'resp_1', input: 'hi' }],
    ['previous_response_id', { previous_response_id: 'resp_1', input: undefined }],
    ['conversation', { conversation: { id: 'conv_1' } }],
    ['store', { store: true }],
    ['prompt', { prompt: { id: 'pmpt_1', variables: { a: 'x' } }, input: null }],
    ['tools[1].type', { tools: [{ type: 'function', name: 'f' }, { type: 'web_search' }] }],
    ['tool_choice', { tools: [{ type: 'function', name: 'f' }], tool_choice: { type: 'file_search' } }],
    [
      'tool_choice',
      { tools: [{ type: 'function', name: 'f' }], tool_choice: { type: 'allowed_tools', mode: 'required', tools: [] } },
    ],
    ['input[0].type', { input: [{ type: 'item_reference', id: 'msg_1' }] }],
    ['input[0].type', { input: [{ type: 'compaction', encrypted_content: 'x' }] }],
    ['input[0].content[0].file_id', { input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'f' }] }] }],
    ['input[0].content[0].file_url', { input: [{ role: 'user', content: [{ type: 'input_file', file_url: 'u' }] }] }],
    ['input[0].content[0].type', { input: [{ role: 'user', content: [{ type: 'of_tomorrow' }] }] }],
    ['text.format.type', { text: { format: { type: 'grammar' } } }],
  ])('%s', (field, fields) => {
    expect(only(fields)).toBe(field);
  });

  it('are words that its caller puts into a prompt: they are looked at all the same', () => {
    const { messages } = request({
      prompt: { id: 'p', variables: { a: 'one', b: { type: 'input_text', text: 'two' } } },
    });
    expect(messages[0]).toEqual({ role: 'user', content: ['one', { type: 'input_text', text: 'two' }] });
  });
});

describe('what nobody can serve', () => {
  it.each([
    ['input', { input: undefined }],
    ['input', { input: [] }],
    ['input', { input: '' }],
    ['input', { input: 7 }],
    ['input', { input: 7, previous_response_id: 'r' }],
    ['input[0]', { input: ['x'] }],
    ['input[0].type', { input: [{ type: 7 }] }],
    ['input[0].role', { input: [{ role: 'tool', content: 'x' }] }],
    ['input[0].content', { input: [{ role: 'user' }] }],
    ['input[0].content[0]', { input: [{ role: 'user', content: ['x'] }] }],
    ['input[0].content[0].text', { input: [{ role: 'user', content: [{ type: 'input_text' }] }] }],
    ['input[0].content[0].type', { input: [{ role: 'user', content: [{}] }] }],
    ['input[0].content[0].image_url', { input: [{ role: 'user', content: [{ type: 'input_image' }] }] }],
    ['input[0].content[0].file_data', { input: [{ role: 'user', content: [{ type: 'input_file' }] }] }],
    ['input[0].call_id', { input: [{ type: 'function_call', name: 'f', arguments: '' }] }],
    ['input[0].name', { input: [{ type: 'function_call', call_id: 'c', arguments: '' }] }],
    ['input[0].arguments', { input: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: {} }] }],
    ['input[0].input', { input: [{ type: 'custom_tool_call', call_id: 'c', name: 'f' }] }],
    ['input[0].call_id', { input: [{ type: 'function_call_output', output: '' }] }],
    ['input[0].output', { input: [{ type: 'function_call_output', call_id: 'c' }] }],
    ['instructions', { instructions: 7 }],
    ['background', { background: true }],
    ['background', { background: 'yes' }],
    ['stream', { stream: 'yes' }],
    ['store', { store: 1 }],
    ['parallel_tool_calls', { parallel_tool_calls: 'no' }],
    ['max_output_tokens', { max_output_tokens: -1 }],
    ['max_output_tokens', { max_output_tokens: 0 }],
    ['max_tool_calls', { max_tool_calls: 1.5 }],
    ['temperature', { temperature: 2.1 }],
    ['top_p', { top_p: '1' }],
    ['service_tier', { service_tier: 1 }],
    ['reasoning.effort', { reasoning: { effort: 1 } }],
    ['text', { text: 'x' }],
    ['text.format.type', { text: { format: {} } }],
    ['text.format.name', { text: { format: { type: 'json_schema', schema: {} } } }],
    ['text.format.schema', { text: { format: { type: 'json_schema', name: 'n' } } }],
    ['tools', { tools: {} }],
    ['tools[0]', { tools: ['x'] }],
    ['tools[0].type', { tools: [{ name: 'f' }] }],
    ['tools[0].name', { tools: [{ type: 'function' }] }],
    ['tools[0].parameters', { tools: [{ type: 'function', name: 'f', parameters: 'x' }] }],
    ['tool_choice', { tools: [{ type: 'function', name: 'f' }], tool_choice: 'f' }],
    ['Input', { Input: 'x' }],
  ])('%s is named', (field, fields) => {
    expect(problem(fields)).toBe(`${field} 400`);
  });

  it('has a member twice that decides something', () => {
    const json = parseJsonRequest(
      Buffer.from('{"model":"m","input":"a","max_output_tokens":1,"max_output_tokens":2}'),
      undefined,
    );
    if (json instanceof RelayError) throw new Error(json.message);
    expect(parseResponses(json, undefined)).toMatchObject({ status: 400, param: 'max_output_tokens' });
  });
});

describe('the size of a body that passes as it is', () => {
  const size = (fields: object) => request(fields).native?.sizeOf('gpt-4o') ?? { bound: 0, likely: 0, rounds: 0 };
  const MILLION = 1_048_576;

  it('is that of all that stands in it, with pictures as pictures', () => {
    const small = size({}).bound;
    expect(small).toBeLessThan(60);
    expect(size({ instructions: 'x'.repeat(1_000) }).bound).toBeGreaterThanOrEqual(small + 1_000);
    expect(size({ new: 'x'.repeat(1_000) }).bound).toBeGreaterThanOrEqual(small + 1_000);
    expect(size({ max_output_tokens: 5, include: ['a'], metadata: { a: 'x'.repeat(1_000) } }).bound).toBe(small);
    const image = { type: 'input_image', image_url: `data:image/png;base64,${'A'.repeat(100_000)}` };
    const shown = size({ input: [{ role: 'user', content: [image] }] }).bound;
    expect(shown).toBeGreaterThan(700);
    expect(shown).toBeLessThan(50_000);
    const result = { type: 'function_call_output', call_id: 'c', output: [image] };
    expect(size({ input: [result] }).bound).toBeLessThan(50_000);
  });

  it.each([
    { previous_response_id: 'r' },
    { conversation: 'c' },
    { prompt: { id: 'p' } },
    { input: [{ type: 'item_reference', id: 'm' }] },
    { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'f' }] }] },
    { input: [{ role: 'user', content: [{ type: 'input_file', file_data: 'data:application/pdf;base64,AA' }] }] },
  ])('is what a model reads at a time where the provider brings something: %j', (fields) => {
    expect(size(fields)).toMatchObject({ bound: MILLION, rounds: 1 });
  });

  it('comes again for each call of a tool that the provider runs, and for a summary', () => {
    expect(size({ tools: [{ type: 'web_search' }] })).toMatchObject({ bound: MILLION, rounds: 10 });
    expect(size({ tools: [{ type: 'mcp' }], max_tool_calls: 2 }).rounds).toBe(2);
    expect(size({ tools: [{ type: 'function', name: 'f' }] }).rounds).toBe(1);
    expect(size({ context_management: [{ type: 'compaction' }] }).rounds).toBe(2);
  });
});
