import { describe, expect, it } from '@jest/globals';
import { RelayError } from '../../errors/relay-error.ts';
import type { ChatRequest } from '../../modes/chat-request.ts';
import { type JsonObject, parseJsonRequest } from '../../wire/json.ts';
import { parseContent } from './gemini-content.ts';

const HI = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] };

function parsed(body: object | string, stream = false): ChatRequest | RelayError {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const json = parseJsonRequest(bytes, undefined, 'm');
  return json instanceof RelayError ? json : parseContent(json, stream);
}

function inner(body: object | string, stream = false): ChatRequest {
  const request = parsed(body, stream);
  if (request instanceof RelayError) throw new Error(request.message);
  return request;
}

const messages = (contents: readonly object[]): readonly JsonObject[] => inner({ contents }).messages;
const refusal = (body: object | string): string => {
  const request = parsed(body);
  return request instanceof RelayError ? `${request.status} ${request.param}` : 'no refusal';
};
const nativeOnly = (body: object): unknown => inner({ ...HI, ...body }).native?.only?.param;

describe('a body of generateContent in the inner form', () => {
  it('has the model and the kind of answer by the path, and nothing that was not said', () => {
    expect(inner(HI).body).toEqual({ model: 'm', messages: [{ role: 'user', content: 'hi' }] });
    expect(inner({ ...HI, model: 'other' }, true)).toMatchObject({ model: 'm', stream: true, body: { model: 'm' } });
  });

  it('has turns with their pictures, sounds and files, and no thoughts', () => {
    const contents = [
      {
        parts: [
          { text: 'a' },
          { inline_data: { mime_type: 'image/png', data: 'AAAA' } },
          { inlineData: { mimeType: 'audio/mpeg', data: 'BBBB' } },
          { inlineData: { mimeType: 'application/pdf', data: 'CCCC', displayName: 'x.pdf' } },
          { fileData: { mimeType: 'image/png', fileUri: 'https://example.org/a.png' } },
        ],
      },
      { role: 'model', parts: [{ text: 'so', thought: true, thoughtSignature: 'eA==' }, { text: 'b' }, { text: 'c' }] },
    ];
    expect(messages(contents)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'input_audio', input_audio: { data: 'BBBB', format: 'mp3' } },
          { type: 'file', file: { filename: 'x.pdf', file_data: 'data:application/pdf;base64,CCCC' } },
          { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
        ],
      },
      { role: 'assistant', content: 'bc' },
    ]);
  });

  it.each([
    [{ parts: [{ text: 'x' }, { text: 'y' }] }, 'x\ny'],
    [{ parts: { text: 'x' } }, 'x'],
  ])('has a system instruction %j', (systemInstruction, content) => {
    expect(inner({ ...HI, systemInstruction }).messages[0]).toEqual({ role: 'system', content });
    expect(inner({ ...HI, system_instruction: systemInstruction }).messages[0]).toEqual({ role: 'system', content });
  });

  it('knows which call a result is of, by its id or its name', () => {
    const contents = [
      HI.contents[0] as object,
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'f', args: { a: 1 } } },
          { functionCall: { name: 'g' } },
          { functionCall: { id: 'own', name: 'f', args: {} } },
        ],
      },
      {
        role: 'function',
        parts: [
          { functionResponse: { id: 'own', name: 'f', response: { result: 'third' } } },
          { function_response: { name: 'g', response: { output: 'second' } } },
          { functionResponse: { name: 'f', response: { result: '{"x":1}' } } },
          { text: 'so?' },
        ],
      },
    ];
    const call = (id: string, name: string, written: string) => ({
      id,
      type: 'function',
      function: { name, arguments: written },
    });
    expect(messages(contents).slice(1)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('call_1', 'f', '{"a":1}'), call('call_2', 'g', '{}'), call('own', 'f', '{}')],
      },
      { role: 'tool', tool_call_id: 'own', content: 'third' },
      { role: 'tool', tool_call_id: 'call_2', content: '{"output":"second"}' },
      { role: 'tool', tool_call_id: 'call_1', content: '{"result":"{\\"x\\":1}"}' },
      { role: 'user', content: 'so?' },
    ]);
  });

  it('has limits and format in either spelling', () => {
    const schema = {
      type: 'OBJECT',
      properties: {
        nullable: { type: 'STRING', nullable: true },
        b: { type: 'ARRAY', items: { type: 'INTEGER' }, minItems: '1' },
      },
      propertyOrdering: ['b'],
    };
    const generationConfig = {
      maxOutputTokens: 9,
      temperature: 0,
      topP: 0.5,
      topK: 3,
      candidateCount: 2,
      seed: 4,
      stopSequences: ['END'],
      presencePenalty: 1,
      responseMimeType: 'application/json',
      responseSchema: schema,
    };
    const expected = {
      max_tokens: 9,
      temperature: 0,
      top_p: 0.5,
      n: 2,
      seed: 4,
      stop: ['END'],
      presence_penalty: 1,
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'answer',
          schema: {
            type: 'object',
            properties: {
              nullable: { type: ['string', 'null'] },
              b: { type: 'array', items: { type: 'integer' }, minItems: 1 },
            },
          },
        },
      },
    };
    expect(inner({ ...HI, generationConfig }).body).toMatchObject(expected);
    expect(inner({ ...HI, generationConfig })).toMatchObject({ completionMax: 9, choices: 2 });
    const { maxOutputTokens: max_output_tokens, responseMimeType: response_mime_type } = generationConfig;
    expect(inner({ ...HI, generation_config: { max_output_tokens, response_mime_type } }).body).toMatchObject({
      max_tokens: 9,
      response_format: { type: 'json_object' },
    });
  });

  it.each([
    [{ thinkingBudget: 2_048 }, 'low'],
    [{ thinkingBudget: 8_192 }, 'medium'],
    [{ thinking_budget: 20_000 }, 'high'],
    [{ thinkingBudget: -1, includeThoughts: true }, 'medium'],
    [{ thinkingBudget: 0 }, undefined],
    [{ thinkingLevel: 'HIGH' }, 'high'],
    [{}, undefined],
  ])('thinks as %j says', (thinkingConfig, effort) => {
    expect(inner({ ...HI, generationConfig: { thinkingConfig } }).body['reasoning_effort']).toBe(effort);
  });

  it('has tools and the choice among them', () => {
    const tools = [
      { functionDeclarations: [{ name: 'f', description: 'does', parameters: { type: 'OBJECT', properties: {} } }] },
      { function_declarations: [{ name: 'g', parametersJsonSchema: { type: 'object' } }, { name: 'h' }] },
    ];
    const chosen = (functionCallingConfig: object) =>
      inner({ ...HI, tools, toolConfig: { functionCallingConfig } }).body;
    expect(inner({ ...HI, tools }).body['tools']).toEqual([
      {
        type: 'function',
        function: { name: 'f', description: 'does', parameters: { type: 'object', properties: {} } },
      },
      { type: 'function', function: { name: 'g', parameters: { type: 'object' } } },
      { type: 'function', function: { name: 'h', parameters: { type: 'object', properties: {} } } },
    ]);
    for (const [mode, choice] of Object.entries({ AUTO: 'auto', NONE: 'none', ANY: 'required', VALIDATED: 'auto' }))
      expect(chosen({ mode })['tool_choice']).toBe(choice);
    expect(chosen({ mode: 'ANY', allowedFunctionNames: ['f'] })['tool_choice']).toEqual({
      type: 'function',
      function: { name: 'f' },
    });
    const some = chosen({ mode: 'ANY', allowed_function_names: ['f', 'h'] });
    expect(some['tool_choice']).toBe('required');
    expect((some['tools'] as { function: JsonObject }[]).map((tool) => tool.function['name'])).toEqual(['f', 'h']);
    const valid = chosen({ mode: 'VALIDATED', allowedFunctionNames: ['g'] });
    expect([valid['tool_choice'], (valid['tools'] as unknown[]).length]).toEqual(['auto', 1]);
  });

  it.each([
    ['400 contents', {}],
    ['400 contents', { contents: [] }],
    ['400 contents', { contents: 'x' }],
    ['400 contents[0].parts', { contents: [{ role: 'user' }] }],
    ['400 contents[0].role', { contents: [{ role: 'odd', parts: [{ text: 'x' }] }] }],
    ['400 contents[0].parts[0]', { contents: [{ parts: ['x'] }] }],
    ['400 contents[0].parts[0].text', { contents: [{ parts: [{ text: 5 }] }] }],
    [
      '400 contents[0].parts[0].functionResponse',
      { contents: [{ parts: [{ functionResponse: { name: 'f', response: {} } }] }] },
    ],
    ['400 generationConfig.maxOutputTokens', { ...HI, generationConfig: { maxOutputTokens: 0 } }],
    ['400 generationConfig.maxOutputTokens', { ...HI, generationConfig: { max_output_tokens: 1.5 } }],
    ['400 generationConfig.temperature', { ...HI, generationConfig: { temperature: '1' } }],
    ['400 generationConfig.stopSequences', { ...HI, generationConfig: { stopSequences: 'x' } }],
    ['400 generationConfig', { ...HI, generationConfig: [] }],
    ['400 tools', { ...HI, tools: {} }],
    ['400 tools[0].functionDeclarations[0].name', { ...HI, tools: [{ functionDeclarations: [{}] }] }],
    ['400 generation_config', { ...HI, generationConfig: {}, generation_config: { maxOutputTokens: 9 } }],
    [
      '400 generationConfig.max_output_tokens',
      { ...HI, generationConfig: { maxOutputTokens: 9, max_output_tokens: 99 } },
    ],
  ])('%s refuses %j', (expected, body) => {
    expect(refusal(body)).toBe(expected);
  });

  it('refuses a member that stands twice', () => {
    const twice = '{"contents":[{"parts":[{"text":"x"}]}],"generationConfig":{"candidateCount":1,"candidateCount":8}}';
    expect(refusal(twice)).toBe('400 generationConfig.candidateCount');
  });

  it.each([
    ['tools[0].googleSearch', { tools: [{ googleSearch: {} }] }],
    ['cachedContent', { cachedContent: 'cachedContents/x' }],
    ['generationConfig.responseModalities', { generationConfig: { responseModalities: ['TEXT', 'AUDIO'] } }],
    ['contents[0].parts[0].fileData', { contents: [{ parts: [{ fileData: { fileUri: 'gs://a/b' } }] }] }],
    ['contents[0].parts[0].executableCode', { contents: [{ parts: [{ executableCode: { code: 'x' } }] }] }],
    [undefined, { safetySettings: [], labels: {}, future: 1, generationConfig: { topK: 3, mediaResolution: 'x' } }],
    [
      'toolConfig.functionCallingConfig.allowedFunctionNames',
      {
        tools: [{ functionDeclarations: [{ name: 'f' }] }],
        toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['g', 'h'] } },
      },
    ],
  ])('only a channel of Gemini can serve %s', (field, body) => {
    expect(nativeOnly(body)).toBe(field);
  });

  it('asks for the searches that its tools may make, and for a tier of service', () => {
    expect(inner({ ...HI, tools: [{ google_search: {} }] }).native?.asked('m')).toMatchObject({
      measuredMax: { searches: 10 },
    });
    expect(inner({ ...HI, serviceTier: 'PRIORITY' }).native?.asked('m')).toMatchObject({ serviceTier: 'priority' });
    expect(inner({ ...HI, service_tier: 'standard' }).native?.asked('m').serviceTier).toBeUndefined();
  });
});

describe('the size of a body that goes up as it is', () => {
  const sizeOf = (body: object, model = 'gemini-2.5-flash') => {
    const size = inner({ ...HI, ...body }).native?.sizeOf(model);
    if (size === undefined) throw new Error('no size');
    return size;
  };
  const said = sizeOf({});
  const READ_MAX = 1_048_576;

  it('has all texts, known or not, and no settings of safety', () => {
    expect(said.bound).toBeLessThan(60);
    expect(sizeOf({ future: 'x'.repeat(500) }).bound).toBeGreaterThan(said.bound + 499);
    expect(sizeOf({ systemInstruction: { parts: [{ text: 'ä'.repeat(500) }] } }).bound).toBeGreaterThan(
      said.bound + 999,
    );
    expect(sizeOf({ safetySettings: [{ category: 'x'.repeat(500) }], labels: { a: 'x'.repeat(500) } })).toEqual(said);
    const call = { functionCall: { name: 'f', args: { a: ['"'.repeat(100)] } } };
    const more = { contents: [...HI.contents, { role: 'model', parts: [call] }] };
    expect(sizeOf(more).bound).toBeGreaterThan(said.bound + 200);
  });

  it('has a picture as such, whatever its bytes, and a sound by its length', () => {
    const data = 'A'.repeat(4_000_000);
    const of = (mimeType: string) => sizeOf({ contents: [{ parts: [{ inlineData: { mimeType, data } }] }] });
    expect(of('image/png').bound).toBeLessThan(20_000);
    expect(of('audio/wav').soundBound).toBeGreaterThan(1_000);
  });

  it.each([
    ['a document', { contents: [{ parts: [{ inlineData: { mimeType: 'application/pdf', data: 'AAAA' } }] }] }],
    ['a file', { contents: [{ parts: [{ file_data: { file_uri: 'gs://a/b' } }] }] }],
    ['a cache', { cachedContent: 'cachedContents/x' }],
    ['what an address brings', { tools: [{ urlContext: {} }] }],
  ])('is what the model reads at most with %s', (_, body) => {
    expect(sizeOf(body).bound).toBe(READ_MAX);
  });

  it('is read again for each round of tools that the provider runs', () => {
    expect(sizeOf({ tools: [{ codeExecution: {} }] }).rounds).toBe(5);
    expect(sizeOf({ tools: [{ googleSearch: {} }] }).rounds).toBe(1);
  });
});
