import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RelayError } from './errors/relay-error.ts';
import { validateChat } from './modes/chat-request.ts';
import { parseContent } from './protocols/gemini/gemini-content.ts';
import { contentBody } from './providers/gemini/content-body.ts';
import { channelView } from './testing/fake-relay-view.ts';
import { jsonRequestOf, parseJsonRequest } from './wire/json.ts';

const text = fc.string({ minLength: 1, maxLength: 20 }).filter((one) => !/^\s*\{/.test(one));
const name = fc.constantFrom('f', 'g', 'weather');
const picture = fc.constant({ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } });
const said = fc.oneof(
  text,
  fc.tuple(text, picture).map(([one, image]) => [{ type: 'text', text: one }, image]),
);
const round = fc.record({ said, answer: text, calls: fc.array(fc.record({ name, result: text }), { maxLength: 3 }) });

/** A conversation in the form of OpenAI, as far as Gemini can say it. */
const conversation = fc
  .record({ system: fc.option(text), rounds: fc.array(round, { minLength: 1, maxLength: 4 }), last: text })
  .map(({ system, rounds, last }) => {
    let id = 0;
    return [
      ...(system === null ? [] : [{ role: 'system', content: system }]),
      ...rounds.flatMap(({ said: content, answer, calls }) => {
        const made = calls.map((call) => ({ ...call, id: `call-${(id += 1)}` }));
        const toolCalls = made.map((call) => ({
          id: call.id,
          type: 'function',
          function: { name: call.name, arguments: '{"a":[1,"x"]}' },
        }));
        const results = made.map((call) => ({ role: 'tool', tool_call_id: call.id, content: call.result }));
        return [
          { role: 'user', content },
          { role: 'assistant', content: answer, ...(made.length === 0 ? {} : { tool_calls: toolCalls }) },
          ...results,
          ...(made.length === 0 ? [] : [{ role: 'assistant', content: 'seen' }]),
        ];
      }),
      { role: 'user', content: last },
    ];
  });

const settings = fc.record(
  {
    max_tokens: fc.integer({ min: 1, max: 1_000_000 }),
    temperature: fc.constantFrom(0, 0.5, 2),
    top_p: fc.constantFrom(0, 0.5, 1),
    seed: fc.integer({ min: 0, max: 1_000 }),
    stop: fc.array(text, { minLength: 1, maxLength: 5 }),
    n: fc.integer({ min: 2, max: 8 }),
    stream: fc.constant(true),
    response_format: fc.constant({ type: 'json_object' }),
  },
  { requiredKeys: [] },
);

describe('the inner form, written and read as generateContent', () => {
  it('keeps all that Gemini can express', () => {
    fc.assert(
      fc.property(conversation, settings, (messages, fields) => {
        const model = 'gemini-2.5-flash';
        const tools = [
          {
            type: 'function',
            function: { name: 'f', parameters: { type: 'object', properties: { a: { type: 'string' } } } },
          },
        ];
        const body = { model, messages, tools, tool_choice: 'required', ...fields };
        const json = jsonRequestOf(body);
        const request = json instanceof RelayError ? json : validateChat(json);
        if (request instanceof RelayError) throw new Error(request.message);
        const call = { request, model, channel: channelView({ id: 1, type: 24 }), priced: undefined };
        const written = parseJsonRequest(contentBody(call, { hasIds: true }), undefined, model);
        const read = written instanceof RelayError ? written : parseContent(written, request.stream);
        if (read instanceof RelayError) throw new Error(read.message);
        expect(read.body).toEqual(body);
      }),
      { numRuns: 300 },
    );
  });
});
