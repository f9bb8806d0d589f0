import { describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { askedOfOpenAi, NOTHING_ASKED } from '../../modes/asked.ts';
import type { ChatRequest } from '../../modes/chat-request.ts';
import { channelView } from '../../testing/fake-relay-view.ts';
import { chatOf } from '../../testing/provider-call.ts';
import type { JsonObject } from '../../wire/json.ts';
import { contentBody } from './content-body.ts';

const MODEL = 'gemini-2.5-flash';
const BOOK: PriceBook = defaultPriceBook();

function body(fields: object, { model = MODEL, book = BOOK, hasIds = true } = {}): JsonObject {
  const request = chatOf({ model, ...fields });
  const call = { request, model, channel: channelView({ id: 1, type: 24 }), priced: { book, model, group: 'default' } };
  return JSON.parse(contentBody(call, { hasIds }).toString()) as JsonObject;
}

function refusedField(fields: object, model?: string): string | undefined {
  try {
    body(fields, model === undefined ? {} : { model });
  } catch (error) {
    if (error instanceof UnsupportedRequest) return error.field;
    throw error;
  }
  return undefined;
}

const contents = (messages: readonly object[], on = {}): unknown => body({ messages }, on)['contents'];
const config = (fields: object, model = MODEL): unknown => body(fields, { model })['generationConfig'];
const call = (id: string, name: string, args: string, more: object = {}): object => ({
  id,
  type: 'function',
  function: { name, arguments: args },
  ...more,
});

describe('a chat as generateContent', () => {
  it('says nothing that was not asked, and blocks nothing', () => {
    const { safetySettings, ...others } = body({});
    expect(others).toEqual({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }] });
    expect(safetySettings).toHaveLength(5);
    expect(new Set((safetySettings as JsonObject[]).map(({ threshold }) => threshold))).toEqual(
      new Set(['BLOCK_NONE']),
    );
  });

  it('gathers system texts, joins turns of one role and keeps texts as they are', () => {
    const messages = [
      { role: 'system', content: 'one' },
      { role: 'user', content: 'a' },
      {
        role: 'user',
        content: [
          { type: 'text', text: ' b ' },
          { type: 'text', text: '' },
        ],
      },
      { role: 'assistant', content: 'c' },
      { role: 'developer', content: [{ type: 'text', text: 'two' }] },
      { role: 'user', content: '' },
    ];
    expect(body({ messages })).toMatchObject({
      systemInstruction: { parts: [{ text: 'one\ntwo' }] },
      contents: [
        { role: 'user', parts: [{ text: 'a' }, { text: ' b ' }] },
        { role: 'model', parts: [{ text: 'c' }] },
        { role: 'user', parts: [{ text: '...' }] },
      ],
    });
  });

  it('has pictures, sounds and files as their data, or as the address that Gemini asks itself', () => {
    const parts = [
      { type: 'image_url', image_url: { url: 'data:image/jpg;base64,AAAA' } },
      { type: 'image_url', image_url: { url: 'https://example.org/a.PNG?x=1' } },
      { type: 'image_url', image_url: 'https://example.org/a' },
      { type: 'input_audio', input_audio: { data: 'BBBB', format: 'wav' } },
      { type: 'file', file: { file_data: 'data:application/pdf;base64,CCCC' } },
      { type: 'file', file: { file_id: 'https://generativelanguage.googleapis.com/v1beta/files/x' } },
    ];
    expect(contents([{ role: 'user', content: parts }])).toEqual([
      {
        role: 'user',
        parts: [
          { inlineData: { mimeType: 'image/jpeg', data: 'AAAA' } },
          { fileData: { fileUri: 'https://example.org/a.PNG?x=1', mimeType: 'image/png' } },
          { fileData: { fileUri: 'https://example.org/a', mimeType: 'image/jpeg' } },
          { inlineData: { mimeType: 'audio/wav', data: 'BBBB' } },
          { inlineData: { mimeType: 'application/pdf', data: 'CCCC' } },
          { fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/x' } },
        ],
      },
    ]);
  });

  const CALLED = [
    { role: 'user', content: 'weather and time?' },
    { role: 'assistant', content: null, tool_calls: [call('a', 'weather', '{"at":"Rome"}'), call('b', 'time', '')] },
    { role: 'tool', tool_call_id: 'b', content: '12:30' },
    { role: 'tool', tool_call_id: 'a', content: '{"sun":true}' },
    { role: 'user', content: 'so?' },
  ];

  it('keeps the ids of calls and their results, which stand first in their turn and in the order of the calls', () => {
    expect(contents(CALLED)).toEqual([
      { role: 'user', parts: [{ text: 'weather and time?' }] },
      {
        role: 'model',
        parts: [
          { functionCall: { id: 'a', name: 'weather', args: { at: 'Rome' } } },
          { functionCall: { id: 'b', name: 'time', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'a', name: 'weather', response: { sun: true } } },
          { functionResponse: { id: 'b', name: 'time', response: { result: '12:30' } } },
          { text: 'so?' },
        ],
      },
    ]);
    expect(JSON.stringify(contents(CALLED, { hasIds: false }))).not.toContain('"id"');
  });

  it('signs calls as they were signed, and says of a later model that nobody did', () => {
    const signed = { extra_content: { google: { thought_signature: 'c2ln' } } };
    const turn = (more: object) => [
      { role: 'user', content: 'x' },
      { role: 'assistant', tool_calls: [call('a', 'f', '{}', more), call('b', 'f', '{}')] },
    ];
    const signatures = (more: object, model: string): unknown =>
      (contents(turn(more), { model }) as [unknown, { parts: JsonObject[] }])[1].parts.map(
        ({ thoughtSignature: signature }) => signature,
      );
    expect(signatures(signed, MODEL)).toEqual(['c2ln', undefined]);
    expect(signatures({}, MODEL)).toEqual([undefined, undefined]);
    expect(signatures({}, 'gemini-3-pro')).toEqual(['skip_thought_signature_validator', undefined]);
  });

  it('has a filler before a call that nobody asked for', () => {
    expect(contents([{ role: 'assistant', tool_calls: [call('a', 'f', 'no JSON')] }])).toEqual([
      { role: 'user', parts: [{ text: '...' }] },
      { role: 'model', parts: [{ functionCall: { id: 'a', name: 'f', args: { arguments: 'no JSON' } } }] },
    ]);
  });

  it('has tools with schemas of Gemini, without parameters where there are none, and the choice among them', () => {
    const parameters = {
      $schema: 'x',
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: false,
    };
    const functions = [
      { name: 'f', description: 'does', parameters, strict: true },
      { name: 'g', parameters: { type: 'object', properties: {} } },
    ];
    const tools = functions.map((one) => ({ type: 'function', function: one }));
    expect(body({ tools, tool_choice: { type: 'function', function: { name: 'f' } } })).toMatchObject({
      tools: [
        {
          functionDeclarations: [
            { name: 'f', description: 'does', parameters: { type: 'object', properties: { a: { type: 'string' } } } },
            { name: 'g' },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } },
    });
    expect(JSON.stringify(body({ tools }))).not.toMatch(/additionalProperties|\$schema|strict|toolConfig/);
    for (const [choice, mode] of Object.entries({ auto: 'AUTO', none: 'NONE', required: 'ANY' }))
      expect(body({ functions, tool_choice: choice })['toolConfig']).toEqual({ functionCallingConfig: { mode } });
  });

  it.each([
    ['auto', 'AUTO'],
    ['required', 'ANY'],
  ])('has no functions but those that are allowed: %s', (choice, mode) => {
    const [f, g, h] = ['f', 'g', 'h'].map((name) => ({ type: 'function', function: { name } }));
    const tool_choice = { type: 'allowed_tools', allowed_tools: { mode: choice, tools: [h, f] } };
    expect(body({ tools: [f, g, h], tool_choice })).toMatchObject({
      tools: [{ functionDeclarations: [{ name: 'f' }, { name: 'h' }] }],
      toolConfig: { functionCallingConfig: { mode } },
    });
  });

  it('has limits and format, 0 as 0', () => {
    const schema = { type: 'object', properties: { a: { type: ['string', 'null'] } }, additionalProperties: false };
    expect(
      config({
        max_completion_tokens: 9,
        temperature: 0,
        top_p: 0,
        seed: 3,
        n: 2,
        stop: 'END',
        presence_penalty: 1,
        response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } },
      }),
    ).toEqual({
      maxOutputTokens: 9,
      temperature: 0,
      topP: 0,
      seed: 3,
      candidateCount: 2,
      stopSequences: ['END'],
      responseMimeType: 'application/json',
      responseSchema: { type: 'object', properties: { a: { type: 'string', nullable: true } } },
    });
    expect(config({ response_format: { type: 'json_object' } })).toEqual({ responseMimeType: 'application/json' });
    expect(config({ temperature: 3, max_tokens: 0 })).toEqual({ temperature: 2 });
  });

  it.each([
    [{ reasoning_effort: 'high' }, MODEL, { thinkingBudget: 24_576, includeThoughts: true }],
    [{ reasoning_effort: 'high', max_tokens: 1_000 }, MODEL, { thinkingBudget: 800, includeThoughts: true }],
    [{ reasoning_effort: 'none' }, MODEL, { thinkingBudget: 0 }],
    [{ reasoning_effort: 'none' }, 'gemini-2.5-pro', { thinkingBudget: 128, includeThoughts: true }],
    [{ reasoning_effort: 'medium' }, 'gemini-3-pro', { thinkingLevel: 'medium', includeThoughts: true }],
    [{ thinking: { type: 'enabled', budget_tokens: 2_000 } }, MODEL, { thinkingBudget: 2_000, includeThoughts: true }],
    [{ thinking: { type: 'disabled' } }, MODEL, { thinkingBudget: 0 }],
    [{ reasoning_effort: 'odd' }, MODEL, undefined],
  ])('thinks as %j of %s says', (fields, model, expected) => {
    expect(config(fields, model as string)).toEqual(
      expected === undefined ? undefined : expect.objectContaining({ thinkingConfig: expected }),
    );
  });

  it('searches where that has a price, and refuses what has none', () => {
    const book: PriceBook = { ...BOOK, prices: { [MODEL]: { input: '3', output: '15', search: '0.01' } } };
    expect(body({ web_search_options: {} }, { book })['tools']).toEqual([{ googleSearch: {} }]);
    expect(refusedField({ web_search_options: {} })).toBe('web_search_options');
    expect(refusedField({ enable_search: true })).toBe('enable_search');
    expect(refusedField({}, 'gemini-2.5-flash-image')).toBe('model');
  });

  it('switches on tools of its own by functions of their names, where those have a price', () => {
    const prices = { [MODEL]: { input: '3', output: '15', search: '0.01', codeSession: '0.03' } };
    const book: PriceBook = { ...BOOK, prices };
    const own = (...names: readonly string[]) => names.map((name) => ({ type: 'function', function: { name } }));
    const tools = own('googleSearch', 'f', 'codeExecution');
    expect(body({ tools, tool_choice: 'auto' }, { book })).toMatchObject({
      tools: [{ functionDeclarations: [{ name: 'f' }] }, { googleSearch: {} }, { codeExecution: {} }],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
    });
    const { tools: alone, toolConfig } = body({ tools: own('googleSearch'), tool_choice: 'auto' }, { book });
    expect([alone, toolConfig]).toEqual([[{ googleSearch: {} }], undefined]);
    expect(refusedField({ tools })).toBe('tools[0].function.name');
    const tool_choice = { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: own('f') } };
    expect(body({ tools, tool_choice })['tools']).toEqual([{ functionDeclarations: [{ name: 'f' }] }]);
    expect(askedOfOpenAi({ tools, tool_choice }, MODEL)).toEqual(askedOfOpenAi({}, MODEL));
    expect(askedOfOpenAi({ tools }, MODEL)).toMatchObject({
      measured: { codeSessions: 1 },
      measuredMax: { codeSessions: 1, searches: 10 },
    });
    expect(askedOfOpenAi({ tools: own('googleSearch') }, MODEL)).toMatchObject({
      measured: undefined,
      measuredMax: { searches: 10 },
    });
    for (const [asked, model] of [
      [tools, 'gpt-4o'],
      [own('f'), MODEL],
    ] as const)
      expect(askedOfOpenAi({ tools: asked }, model)).toBe(NOTHING_ASKED);
  });

  it('leaves functions of these names to callers of other protocols, who have words of their own for such tools', () => {
    const request = chatOf({ model: MODEL, tools: [{ type: 'function', function: { name: 'googleSearch' } }] });
    const native: NonNullable<ChatRequest['native']> = {
      json: request,
      headers: [],
      only: undefined,
      sizeOf: () => ({ bound: 0, likely: 0, soundBound: 0, soundLikely: 0, rounds: 1 }),
      leftBehind: [],
      effort: undefined,
      asked: () => NOTHING_ASKED,
    };
    const foreign = {
      request: { ...request, native },
      model: MODEL,
      channel: channelView({ id: 1, type: 24 }),
      priced: { book: BOOK, model: MODEL, group: 'default' },
    };
    expect(JSON.parse(contentBody(foreign, { hasIds: true }).toString())).toMatchObject({
      tools: [{ functionDeclarations: [{ name: 'googleSearch' }] }],
    });
  });

  it.each([
    ['n', { n: 9 }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['stop', { stop: ['1', '2', '3', '4', '5', '6'] }],
    ['tools[0]', { tools: [{ type: 'web_search' }] }],
    ['tool_choice', { tools: [{ type: 'function', function: { name: 'f' } }], tool_choice: 'odd' }],
    ['tool_choice', { tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ name: 'f' }] } }],
    ['messages[0].role', { messages: [{ role: 'odd' }] }],
    ['messages[0].tool_call_id', { messages: [{ role: 'tool', tool_call_id: 'x', content: '1' }] }],
    ['messages[0].content[0]', { messages: [{ role: 'user', content: [{ type: 'odd' }] }] }],
    [
      'messages[0].content[0].image_url',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'http://10.0.0.1/a' } }] }] },
    ],
  ])('refuses %s', (field, fields) => {
    expect(refusedField(fields)).toBe(field);
  });
});
