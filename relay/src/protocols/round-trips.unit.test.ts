import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RelayError } from '../errors/relay-error.ts';
import type { ChatRequest } from '../modes/chat-request.ts';
import { readMessageAsCompletion } from '../providers/anthropic/messages-answer.ts';
import { messagesBody } from '../providers/anthropic/messages-body.ts';
import { readContentAsCompletion } from '../providers/gemini/content-answer.ts';
import { contentBody } from '../providers/gemini/content-body.ts';
import { arbitraryChats, arbitraryChoices, hundredths, stops, users } from '../testing/arbitrary-chats.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { chatOf } from '../testing/provider-call.ts';
import { ZERO_USAGE } from '../usage/usage.ts';
import { type JsonObject, jsonRequestOf } from '../wire/json.ts';
import { parseMessages } from './anthropic/anthropic-messages.ts';
import { messageOf } from './anthropic/message-answer.ts';
import { parseContent } from './gemini/gemini-content.ts';
import { generatedOf } from './gemini/generated-answer.ts';
import { parseResponses } from './responses/openai-responses.ts';

const MODEL = 'gemini-2.5-flash';
const channel = channelView({ id: 1 });

function accepted(request: ChatRequest | RelayError): JsonObject {
  if (request instanceof RelayError) throw new Error(request.message);
  expect(request.native?.only).toBeUndefined();
  return request.body;
}

function read(bytes: Buffer, parse: (json: ReturnType<typeof request>) => ChatRequest | RelayError): JsonObject {
  return accepted(parse(request(bytes)));
}

function request(bytes: Buffer) {
  const json = jsonRequestOf({ model: 'm', ...(JSON.parse(bytes.toString('utf8')) as JsonObject) });
  if (json instanceof RelayError) throw new Error(json.message);
  return json;
}

/** A chat as somebody writes it who speaks Responses: no provider here is asked for one in them. */
function responseBody(chat: JsonObject): Buffer {
  const {
    messages,
    max_tokens: most,
    tools,
    tool_choice: choice,
    reasoning_effort: effort,
    response_format: format,
    ...others
  } = chat;
  const input = (messages as JsonObject[]).flatMap(itemsOf);
  const asked = { ...others, input, max_output_tokens: most, store: false };
  return Buffer.from(
    JSON.stringify({
      ...asked,
      ...(Array.isArray(tools) ? { tools: (tools as JsonObject[]).map(flat) } : {}),
      ...(choice === undefined
        ? {}
        : { tool_choice: typeof choice === 'string' ? choice : flat(choice as JsonObject) }),
      ...(effort === undefined ? {} : { reasoning: { effort } }),
      ...(format === undefined ? {} : { text: { format: flat(format as JsonObject) } }),
    }),
  );
}

/** What stands in a member of the type's name in chats stands beside the type in Responses. */
const flat = ({ type, function: called, json_schema: asked }: JsonObject): JsonObject => ({
  type,
  ...(called as object | undefined),
  ...(asked as object | undefined),
});

function itemsOf({ role, content, tool_calls: calls, tool_call_id: id }: JsonObject): readonly JsonObject[] {
  if (role === 'tool') return [{ type: 'function_call_output', call_id: id, output: content }];
  const called = ((calls ?? []) as JsonObject[]).map(({ id: callId, function: of }) => ({
    type: 'function_call',
    call_id: callId,
    ...(of as object),
  }));
  if (content === null) return called;
  const parts = Array.isArray(content)
    ? (content as JsonObject[]).map(({ type, text, image_url: image }) =>
        type === 'text'
          ? { type: 'input_text', text }
          : { type: 'input_image', image_url: (image as JsonObject)['url'] },
      )
    : content;
  return [{ type: 'message', role, content: parts }, ...called];
}

const efforts = { reasoning_effort: fc.constantFrom('low', 'medium', 'high') };
const yes = fc.constant(true);
const no = fc.constant(false);
const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
const format = fc.constantFrom<JsonObject>(
  { type: 'json_object' },
  { type: 'json_schema', json_schema: { name: 'answer', schema } },
);

describe('a chat that is written in a protocol and read from it', () => {
  it('is the same in messages', () => {
    const chats = arbitraryChats({
      members: { temperature: hundredths(1), top_p: hundredths(1), stop: stops, user: users, stream: yes },
      ofTools: { parallel_tool_calls: no },
      effort: { ...efforts, user: users },
    });
    fc.assert(
      fc.property(chats, (chat) => {
        const bytes = messagesBody(chatOf(chat), 'm');
        expect(read(bytes, (json) => parseMessages(json, {}, { maximum: true }))).toEqual(chat);
      }),
    );
  });

  it('is the same in generateContent', () => {
    const members = {
      temperature: hundredths(2),
      top_p: hundredths(1),
      stop: stops,
      n: fc.integer({ min: 2, max: 8 }),
      seed: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      response_format: format,
    };
    fc.assert(
      fc.property(arbitraryChats({ members, effort: efforts }), (chat) => {
        const call = { request: chatOf(chat), model: MODEL, channel, priced: undefined };
        expect(read(contentBody(call, { hasIds: true }), (json) => parseContent(json, false))).toEqual(chat);
      }),
    );
  });

  it('is the same in responses', () => {
    const chats = arbitraryChats({
      members: { temperature: hundredths(2), top_p: hundredths(1), user: users, stream: yes, response_format: format },
      ofTools: { parallel_tool_calls: no },
      effort: { ...efforts, user: users },
    });
    fc.assert(
      fc.property(chats, (chat) => {
        expect(read(responseBody(chat), (json) => parseResponses(json, undefined))).toEqual(chat);
      }),
    );
  });
});

describe('an answer that is told in a protocol and read from it', () => {
  const completionOf = (choice: object): JsonObject => ({ id: 'one', model: 'm', choices: [{ index: 0, ...choice }] });
  const choiceIn = (body: Buffer): unknown => {
    const [choice] = (JSON.parse(body.toString('utf8')) as { choices: JsonObject[] }).choices;
    return { message: choice?.['message'], finish_reason: choice?.['finish_reason'] };
  };

  it('is the same in messages', () => {
    fc.assert(
      fc.property(arbitraryChoices, (choice) => {
        const message = messageOf(completionOf(choice), ZERO_USAGE, 'm');
        const answer = readMessageAsCompletion(Buffer.from(JSON.stringify(message)), 7);
        expect(answer && choiceIn(answer.body)).toEqual(choice);
      }),
    );
  });

  it('is the same in generateContent', () => {
    fc.assert(
      fc.property(arbitraryChoices, (choice) => {
        const generated = Buffer.from(JSON.stringify(generatedOf(completionOf(choice), ZERO_USAGE, 'm')));
        const answer = readContentAsCompletion(generated, { channel, model: 'm', createdS: 7 });
        if (answer === undefined || 'error' in answer) throw new Error('it is no answer');
        expect(choiceIn(answer.body)).toEqual(choice);
      }),
    );
  });
});
