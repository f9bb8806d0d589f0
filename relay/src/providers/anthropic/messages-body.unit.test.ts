import { describe, expect, it } from '@jest/globals';
import { RelayError } from '../../errors/relay-error.ts';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { type ChatRequest, validateChat } from '../../modes/chat-request.ts';
import { parseJsonRequest } from '../../wire/json.ts';
import { messagesBody } from './messages-body.ts';

function chat(fields: object): ChatRequest {
  const body = { model: 'claude', messages: [{ role: 'user', content: 'Hi' }], ...fields };
  const json = parseJsonRequest(Buffer.from(JSON.stringify(body)), undefined);
  const request = json instanceof RelayError ? json : validateChat(json);
  if (request instanceof RelayError) throw new Error(request.message);
  return request;
}

const sent = (fields: object, model = 'claude-3-7'): Record<string, unknown> =>
  JSON.parse(messagesBody(chat(fields), model).toString()) as Record<string, unknown>;

function refusedField(fields: object): string {
  try {
    messagesBody(chat(fields), 'claude-3-7');
  } catch (error) {
    if (error instanceof UnsupportedRequest) return error.field;
    throw error;
  }
  return '';
}

const call = (id: string, name: string, args: string): object => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const tool = (name: string, more: object = {}): object => ({ type: 'function', function: { name, ...more } });
const PICTURE = 'iVBORw0KGgo=';

describe('a chat as messages', () => {
  it('has the least that Anthropic demands', () => {
    expect(sent({})).toEqual({ model: 'claude-3-7', max_tokens: 4096, messages: [{ role: 'user', content: 'Hi' }] });
  });

  it('gathers the system texts, and keeps temperature 0, top_p, stop, user, stream and the maximum', () => {
    expect(
      sent({
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hi' },
          { role: 'developer', content: [{ type: 'text', text: 'And kind.' }] },
        ],
        temperature: 0,
        top_p: 0.9,
        stop: 'END',
        user: 'u1',
        stream: true,
        max_completion_tokens: 77,
        seed: 1,
        frequency_penalty: 1,
      }),
    ).toEqual({
      model: 'claude-3-7',
      max_tokens: 77,
      system: 'Be brief.\nAnd kind.',
      messages: [{ role: 'user', content: 'Hi' }],
      temperature: 0,
      top_p: 0.9,
      stop_sequences: ['END'],
      metadata: { user_id: 'u1' },
      stream: true,
    });
  });

  it('takes a temperature beyond 1 for 1, and leaves blank stops out', () => {
    expect(sent({ temperature: 1.7, stop: ['\n', 'X'] })).toMatchObject({ temperature: 1, stop_sequences: ['X'] });
  });

  it('joins turns of one role, begins with the user, and fills what is empty', () => {
    expect(
      sent({
        messages: [
          { role: 'assistant', content: 'Hello.' },
          { role: 'user', content: 'a' },
          { role: 'user', content: [{ type: 'text', text: 'b' }, 'c'] },
          { role: 'assistant', content: '' },
          { role: 'user', content: ' ' },
          { role: 'assistant', content: 'It is ' },
        ],
      })['messages'],
    ).toEqual([
      { role: 'user', content: '...' },
      { role: 'assistant', content: 'Hello.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
          { type: 'text', text: 'c' },
        ],
      },
      { role: 'assistant', content: '...' },
      { role: 'user', content: '...' },
      { role: 'assistant', content: 'It is' },
    ]);
    expect(sent({ messages: [{ role: 'system', content: 's' }] })).toMatchObject({
      system: 's',
      messages: [{ role: 'user', content: '...' }],
    });
  });

  it('takes pictures by data URL and by address, and files', () => {
    const parts = [
      { type: 'text', text: 'Look' },
      { type: 'image_url', image_url: { url: `data:image/jpg;base64,${PICTURE}` } },
      { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${PICTURE}` } },
      { type: 'file', file: { file_data: `data:text/plain;base64,${Buffer.from('größer').toString('base64')}` } },
    ];
    expect(sent({ messages: [{ role: 'user', content: parts }] })['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: PICTURE } },
          { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: PICTURE },
            title: 'a.pdf',
          },
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'größer' } },
        ],
      },
    ]);
  });

  it('has calls and their results, the results first in one turn of the user', () => {
    const messages = [
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          call('call.1', 'get_weather', '{"place":"Rome"}'),
          call('c2', 'get_time', ''),
          call('c3', 'odd', '[1'),
        ],
      },
      { role: 'tool', tool_call_id: 'call.1', content: 'sun' },
      { role: 'user', content: 'And?' },
      { role: 'tool', tool_call_id: 'c2', content: [{ type: 'text', text: '12:30' }] },
      { role: 'tool', tool_call_id: 'c3', content: '' },
    ];
    expect(sent({ messages, tools: [tool('get_weather')] })['messages']).toEqual([
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'call_1', name: 'get_weather', input: { place: 'Rome' } },
          { type: 'tool_use', id: 'c2', name: 'get_time', input: {} },
          { type: 'tool_use', id: 'c3', name: 'odd', input: { arguments: '[1' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_1', content: 'sun' },
          { type: 'tool_result', tool_use_id: 'c2', content: '12:30' },
          { type: 'tool_result', tool_use_id: 'c3' },
          { type: 'text', text: 'And?' },
        ],
      },
    ]);
  });

  it('has many results behind many texts in one turn, the results first, within the time of a test', async () => {
    const texts = Array.from({ length: 100_000 }, () => ({ role: 'user', content: 'a' }));
    const results = Array.from({ length: 50_000 }, (_, index) => ({
      role: 'tool',
      tool_call_id: `c${index}`,
      content: 'b',
    }));
    const [turn] = sent({ messages: [...texts, ...results] })['messages'] as { content: { tool_use_id?: string }[] }[];
    // What held up everything is seen here: the test's own time is over first.
    await new Promise((resolve) => setTimeout(resolve));
    expect(turn?.content).toHaveLength(150_000);
    expect([0, 49_999, 50_000].map((at) => turn?.content[at]?.tool_use_id)).toEqual(['c0', 'c49999', undefined]);
  }, 10_000);

  it('takes as many texts in one message as a body may hold', () => {
    const content = Array.from({ length: 200_000 }, () => 'a');
    const [turn] = sent({ messages: [{ role: 'user', content }] })['messages'] as { content: object[] }[];
    expect(turn?.content).toHaveLength(200_000);
    expect(sent({ messages: [{ role: 'system', content }] })['system']).toHaveLength(399_999);
  });

  it('reads arguments of calls only as large and as deep, all together, as a body may be', () => {
    const asking = (...args: string[]): object => ({
      messages: [{ role: 'assistant', tool_calls: args.map((one, index) => call(`c${index}`, 'f', one)) }],
    });
    const holding = (objects: number): string => `{"a":[${'{},'.repeat(objects)}{}]}`;
    const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(refusedField(asking('{}', deep(20_000)))).toBe('messages[0].tool_calls[1].function.arguments');
    expect(refusedField(asking(holding(400_000)))).toBe('messages[0].tool_calls[0].function.arguments');
    expect(refusedField(asking(holding(150_000), holding(150_000)))).toMatch(/tool_calls\[1\]\.function\.arguments$/);
    // Short ones, each of which could be read without a look.
    const many = Array.from({ length: 300 }, () => holding(1_000));
    expect(refusedField(asking(...many))).toMatch(/tool_calls\[249\]\.function\.arguments$/);
    const legacy = { role: 'assistant', function_call: { name: 'f', arguments: deep(20_000) } };
    expect(refusedField({ messages: [legacy] })).toBe('messages[0].function_call.arguments');
    expect(refusedField(asking(deep(500), holding(200_000)))).toBe('');
  });

  it('knows the legacy functions', () => {
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
      { role: 'function', name: 'f', content: 'done' },
    ];
    const {
      messages: turns,
      tools,
      tool_choice: choice,
    } = sent({ messages, functions: [{ name: 'f' }], function_call: { name: 'f' } });
    expect(turns).toEqual([
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'function_call_2', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'function_call_2', content: 'done' }] },
    ]);
    expect(tools).toEqual([{ name: 'f', input_schema: { type: 'object', properties: {} } }]);
    expect(choice).toEqual({ type: 'tool', name: 'f' });
  });

  it.each([
    ['auto', {}, { type: 'auto' }],
    ['required', {}, { type: 'any' }],
    ['none', { parallel_tool_calls: false }, { type: 'none' }],
    [tool('f'), {}, { type: 'tool', name: 'f' }],
    ['required', { parallel_tool_calls: false }, { type: 'any', disable_parallel_tool_use: true }],
    [undefined, { parallel_tool_calls: false }, { type: 'auto', disable_parallel_tool_use: true }],
    [undefined, {}, undefined],
  ])('chooses tools: %j %j', (tool_choice, more, choice) => {
    const schema = { type: 'object', properties: { a: {} }, required: ['a'] };
    const { tools, ...others } = sent({
      tools: [tool('f', { description: 'd', parameters: schema })],
      tool_choice,
      ...more,
    });
    expect(tools).toEqual([{ name: 'f', description: 'd', input_schema: schema }]);
    expect(others['tool_choice']).toEqual(choice);
  });

  it.each([
    ['auto', {}, { type: 'auto' }],
    ['required', {}, { type: 'any' }],
    ['required', { parallel_tool_calls: false }, { type: 'any', disable_parallel_tool_use: true }],
  ])('has no tools but those that are allowed: %s %j', (mode, more, choice) => {
    const allowed = [
      { type: 'function', function: { name: 'h' } },
      { type: 'function', function: { name: 'f' } },
    ];
    const tools = [tool('f'), tool('g'), { type: 'custom', custom: { name: 'c' } }, tool('h')];
    for (const tool_choice of [
      { type: 'allowed_tools', allowed_tools: { mode, tools: allowed } },
      {
        type: 'allowed_tools',
        mode,
        tools: [
          { type: 'function', name: 'f' },
          { type: 'function', name: 'h' },
        ],
      },
    ]) {
      const { tools: left, ...others } = sent({ tools, tool_choice, ...more });
      expect((left as { name: string }[]).map(({ name }) => name)).toEqual(['f', 'h']);
      expect(others['tool_choice']).toEqual(choice);
    }
  });

  it('has no choice without tools, and names the tools of a conversation that has none any more', () => {
    expect(sent({ tool_choice: 'auto', parallel_tool_calls: false })['tool_choice']).toBeUndefined();
    const messages = [
      { role: 'assistant', tool_calls: [call('c', 'f', '{}')] },
      { role: 'tool', tool_call_id: 'c', content: 'x' },
    ];
    expect(sent({ messages })).toMatchObject({
      tools: [{ name: 'f', input_schema: { type: 'object', properties: {} } }],
      tool_choice: { type: 'none' },
    });
  });

  it('thinks within the maximum that the caller states, and beside the usual one where he states none', () => {
    expect(sent({ reasoning_effort: 'high', max_tokens: 8_000, temperature: 0, top_p: 0.5 })).toEqual({
      model: 'claude-3-7',
      max_tokens: 8_000,
      messages: [{ role: 'user', content: 'Hi' }],
      thinking: { type: 'enabled', budget_tokens: 6_400 },
    });
    expect(sent({ reasoning_effort: 'low' })).toMatchObject({
      max_tokens: 6_144,
      thinking: { type: 'enabled', budget_tokens: 2_048 },
    });
  });

  it("thinks by a budget that is said in Anthropic's words", () => {
    const thinking = { type: 'enabled', budget_tokens: 3_000 };
    expect(sent({ thinking })).toMatchObject({ max_tokens: 7_096, thinking });
    expect(sent({ thinking: { type: 'enabled', budget_tokens: 1_000_000 } })['max_tokens']).toBe(28_672);
    expect(sent({ thinking, reasoning_effort: 'low' })).toMatchObject({ thinking: { budget_tokens: 2_048 } });
    for (const none of [{ type: 'disabled' }, { type: 'enabled', budget_tokens: 1_023 }, { type: 'enabled' }, 'much'])
      expect(sent({ thinking: none })['thinking']).toBeUndefined();
  });

  const LATER = [
    'claude-opus-4-7',
    'claude-opus-4-8-20260528',
    'claude-opus-4.7',
    'claude-sonnet-5',
    'claude-haiku-5-5',
    'claude-fable-5',
    'claude-mythos-preview',
    'us.anthropic.claude-opus-4-7-v1:0',
    'claude-opus-5@20261001',
  ];
  it.each(LATER)('%s is told how hard to think by a word, and not how to choose among words', (model) => {
    const asked = { reasoning_effort: 'xhigh', max_tokens: 8_000, temperature: 0, top_p: 0.5, top_k: 7 };
    expect(sent(asked, model)).toEqual({
      model,
      max_tokens: 8_000,
      messages: [{ role: 'user', content: 'Hi' }],
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'xhigh' },
    });
    expect(sent({ temperature: 1, top_p: 0.5, top_k: 7 }, model)).toEqual({
      model,
      max_tokens: 4_096,
      messages: [{ role: 'user', content: 'Hi' }],
    });
  });

  it.each([
    'claude-opus-4-6',
    'claude-opus-4-20250514',
    'claude-opus-4-1-20250805',
    'claude-haiku-4-5-20251001',
    'claude-sonnet-4@20250514',
    'claude-3-7-sonnet-20250219',
    'claude-3-5-haiku-latest',
  ])('%s is told by a number', (model) => {
    expect(sent({ reasoning_effort: 'low' }, model)['thinking']).toEqual({ type: 'enabled', budget_tokens: 2_048 });
    expect(sent({ temperature: 0.5 }, model)['temperature']).toBe(0.5);
  });

  it('a later model thinks too where tools have just answered, but not where one is forced or nothing fits', () => {
    const messages = [
      { role: 'assistant', tool_calls: [call('c', 'f', '{}')] },
      { role: 'tool', tool_call_id: 'c', content: 'x' },
    ];
    const tools = [tool('f')];
    const effort = (fields: object): unknown => sent(fields, 'claude-opus-4-7')['output_config'];
    expect(effort({ reasoning_effort: 'minimal', tools, messages })).toEqual({ effort: 'low' });
    expect(effort({ thinking: { type: 'enabled', budget_tokens: 20_000 } })).toEqual({ effort: 'high' });
    expect(effort({ thinking: { type: 'enabled', budget_tokens: 5_000 } })).toEqual({ effort: 'medium' });
    for (const none of [
      { reasoning_effort: 'high', tools, tool_choice: 'required' },
      { reasoning_effort: 'high', max_tokens: 1_000 },
      { reasoning_effort: 'none' },
    ])
      expect(effort(none)).toBeUndefined();
  });

  it('does not think where nothing is asked, nothing fits, a tool is forced, or tools have just answered', () => {
    const messages = [
      { role: 'assistant', tool_calls: [call('c', 'f', '{}')] },
      { role: 'tool', tool_call_id: 'c', content: 'x' },
    ];
    const tools = [tool('f')];
    for (const fields of [
      { reasoning_effort: 'none' },
      { reasoning_effort: 'high', max_tokens: 1_100 },
      { reasoning_effort: 'high', tools, tool_choice: 'required' },
      { reasoning_effort: 'high', tools, messages },
    ])
      expect(sent(fields)['thinking']).toBeUndefined();
  });

  it('tells the format in words', () => {
    const schema = { type: 'object', properties: { title: { type: 'string' } } };
    expect(sent({ response_format: { type: 'json_object' } })['system']).toMatch(/JSON/);
    expect(
      sent({
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'a' },
        ],
        response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
      })['system'],
    ).toBe(`Be brief.\nAnswer with JSON of this schema and nothing else: ${JSON.stringify(schema)}`);
    expect(sent({ response_format: { type: 'text' } })['system']).toBeUndefined();
  });

  it.each([
    ['n', { n: 2 }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['web_search_options', { web_search_options: {} }],
    ['tools[0]', { tools: [{ type: 'custom', custom: { name: 'x' } }] }],
    ['tools[0].function', { tools: [{ type: 'function', function: {} }] }],
    ['tool_choice', { tools: [tool('f')], tool_choice: { type: 'allowed_tools' } }],
    ['tool_choice', { tools: [tool('f')], tool_choice: { type: 'allowed_tools', mode: 'none', tools: [] } }],
    ['tool_choice', { tools: [tool('f')], tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [] } }],
    [
      'tool_choice',
      { tools: [tool('f')], tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ name: 'g' }] } },
    ],
    ['tool_choice', { tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ name: 'g' }] } }],
    [
      'tools[1]',
      {
        tools: [tool('f'), { type: 'x' }],
        tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'x' }] },
      },
    ],
    ['messages[0].role', { messages: [{ role: 'critic', content: 'x' }] }],
    ['messages[0].content', { messages: [{ role: 'user', content: 7 }] }],
    ['messages[0].content[0]', { messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: {} }] }] }],
    [
      'messages[0].content[0].image_url',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'ftp://x' } }] }] },
    ],
    [
      'messages[0].content[0].file',
      { messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'f' } }] }] },
    ],
    ['messages[0].tool_call_id', { messages: [{ role: 'tool', content: 'x' }] }],
    ['messages[0].tool_calls[0]', { messages: [{ role: 'assistant', tool_calls: [{ id: 'x' }] }] }],
  ])('refuses what Claude cannot: %s', (field, fields) => {
    expect(refusedField(fields)).toBe(field);
  });
});
