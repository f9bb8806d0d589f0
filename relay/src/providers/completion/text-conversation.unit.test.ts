import { describe, expect, it } from '@jest/globals';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { chatOf } from '../../testing/provider-call.ts';
import type { JsonObject } from '../../wire/json.ts';
import { textConversationOf } from './text-conversation.ts';

const fieldRefused = (fields: JsonObject): string => {
  try {
    textConversationOf(chatOf(fields));
    return 'none';
  } catch (error) {
    return error instanceof UnsupportedRequest ? error.field : String(error);
  }
};
const messages = (...given: readonly JsonObject[]): JsonObject => ({ messages: given });
const TOOLS = [{ type: 'function', function: { name: 'f' } }];

describe('a conversation of texts', () => {
  it.each([
    ['n', { n: 2 }],
    ['tools', { tools: TOOLS }],
    ['functions', { functions: [{ name: 'f' }] }],
    ['response_format', { response_format: { type: 'json_object' } }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['web_search_options', { web_search_options: {} }],
    ['enable_search', { enable_search: true }],
    ['tools[0].type', { tools: [{ type: 'web_search_preview' }], tool_choice: 'none' }],
    ['messages[0].tool_calls', messages({ role: 'assistant', tool_calls: [{}] })],
    ['messages[1].role', messages({ role: 'user', content: 'a' }, { role: 'tool', content: 'b', tool_call_id: 'c' })],
    [
      'messages[0].content[1]',
      messages({ role: 'user', content: ['a', { type: 'image_url', image_url: { url: 'x' } }] }),
    ],
    ['messages[0].content', messages({ role: 'user', content: 7 })],
    ['none', { tools: TOOLS, tool_choice: 'none', response_format: { type: 'text' }, n: 1, tool_calls: [] }],
    ['none', messages({ role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }], tool_calls: [] })],
  ])('names %s where it cannot be told', (field, fields) => {
    expect(fieldRefused(fields)).toBe(field);
  });

  it('gathers the system, joins turns and fills what is missing', () => {
    const request = chatOf(
      messages(
        { role: 'system', content: 'A' },
        { role: 'user', content: ' ' },
        { role: 'developer', content: ['B', 'C'] },
        { role: 'assistant', content: null },
      ),
    );
    expect(textConversationOf(request)).toEqual({
      system: 'A\nB\nC',
      turns: [
        { role: 'user', text: '...' },
        { role: 'assistant', text: '...' },
        { role: 'user', text: '...' },
      ],
    });
  });
});
