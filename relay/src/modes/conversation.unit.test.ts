import { describe, expect, it } from '@jest/globals';
import { RelayError } from '../errors/relay-error.ts';
import { parseMessages } from '../protocols/anthropic/anthropic-messages.ts';
import { jsonRequestOf } from '../wire/json.ts';
import { type ChatRequest, validateChat } from './chat-request.ts';
import { conversationOf } from './conversation.ts';

const LONG = 'Work with care. '.repeat(300);
const ok = <Value>(value: Value | RelayError): Value => {
  if (value instanceof RelayError) throw value;
  return value;
};
const chat = (fields: object = {}): ChatRequest =>
  ok(validateChat(ok(jsonRequestOf({ model: 'gpt-4o', messages: turns('first'), ...fields }))));
const turns = (...texts: readonly string[]): object[] => [
  { role: 'system', content: LONG },
  ...texts.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
];
const TOOLS = [{ type: 'function', function: { name: 'look_up', parameters: { type: 'object', properties: {} } } }];
const named = (request: ChatRequest, headers: Record<string, string> = {}, whose = 'ann'): string | undefined =>
  conversationOf(request, headers, whose);

describe('a conversation', () => {
  it('is told by a digest of fixed length', () => {
    expect(named(chat({ prompt_cache_key: 'k'.repeat(10_000) }))).toHaveLength(32);
    expect(named(chat())).toHaveLength(32);
  });

  it('is none where the prompt is too short to be kept', () => {
    const short = (characters: number): ChatRequest =>
      chat({ messages: [{ role: 'user', content: 'x'.repeat(characters) }], prompt_cache_key: 'k' });
    expect(named(short(4_000))).toBeUndefined();
    expect(named(short(4_096))).toBeDefined();
  });

  it('goes on by what it begins with, whatever is said later', () => {
    const first = named(chat({ tools: TOOLS }));
    expect(named(chat({ tools: TOOLS, messages: turns('first', 'answer', 'second'), temperature: 1 }))).toBe(first);
    expect(named(chat())).not.toBe(first);
    expect(named(chat({ tools: TOOLS, messages: turns('another') }))).not.toBe(first);
    expect(named(chat({ tools: TOOLS, messages: [{ role: 'system', content: 'No. ' }, ...turns('first')] }))).not.toBe(
      first,
    );
    expect(named(chat({ tools: TOOLS }), {}, 'bob')).not.toBe(first);
  });

  it('is told apart by the beginning, the middle, the end and the length of long texts', () => {
    const text = 'Lorem ipsum. '.repeat(500);
    const of = (content: string): string | undefined => named(chat({ messages: [{ role: 'user', content }] }));
    const withWord = (at: number): string => `${text.slice(0, at)}WORD${text.slice(at + 4)}`;
    const all = [text, `${text}.`, withWord(0), withWord(text.length / 2), withWord(text.length - 4)].map(of);
    expect(new Set(all).size).toBe(5);
    expect(of(text)).toBe(all[0]);
  });

  it('goes on where the mark moves up to which its prompt is to be kept', () => {
    const marked = { cache_control: { type: 'ephemeral' } };
    const of = (content: unknown, ...more: readonly string[]): string | undefined =>
      named(
        chat({
          messages: [{ role: 'system', content: LONG }, { role: 'user', content }, ...turns('', ...more).slice(2)],
        }),
      );
    const first = of([{ type: 'text', text: 'first', ...marked }]);
    expect(of([{ type: 'text', text: 'first' }], 'answer', 'second')).toBe(first);
    expect(of('first', 'answer', 'second')).toBe(first);
    expect(of([{ type: 'text', text: 'another', ...marked }])).not.toBe(first);
    const picture = (url: string) => [
      { type: 'text', text: 'first' },
      { type: 'image_url', image_url: { url } },
    ];
    expect(of(picture('https://a.example/1.png'))).not.toBe(of(picture('https://a.example/2.png')));
  });

  it('goes on by prompt_cache_key, before everything else', () => {
    const first = named(chat({ prompt_cache_key: 'k' }), { session_id: 's' });
    expect(named(chat({ prompt_cache_key: 'k', messages: turns('another') }), { session_id: 't' })).toBe(first);
    expect(named(chat({ prompt_cache_key: 'other' }), { session_id: 's' })).not.toBe(first);
    expect(named(chat({ prompt_cache_key: '' }))).toBe(named(chat()));
  });

  it.each(['thread-id', 'session-id', 'session_id', 'conversation_id', 'x-claude-code-session-id', 'x-session-id'])(
    'goes on by the header %s of an agent, before what it begins with',
    (header) => {
      const first = named(chat(), { [header]: 's' });
      expect(named(chat({ messages: turns('another'), metadata: { user_id: 'u' } }), { [header]: 's' })).toBe(first);
      expect(named(chat(), { [header]: 't' })).not.toBe(first);
      expect(named(chat(), { [header]: '' })).toBe(named(chat()));
    },
  );

  it('goes on by metadata.user_id with system text and tools, whatever is said first', () => {
    const first = named(chat({ metadata: { user_id: 'u' }, tools: TOOLS }));
    expect(named(chat({ metadata: { user_id: 'u' }, tools: TOOLS, messages: turns('another') }))).toBe(first);
    expect(named(chat({ metadata: { user_id: 'v' }, tools: TOOLS }))).not.toBe(first);
    expect(named(chat({ metadata: { user_id: 'u' } }))).not.toBe(first);
    const system = [{ role: 'system', content: `${LONG}.` }, ...turns('first').slice(1)];
    expect(named(chat({ metadata: { user_id: 'u' }, tools: TOOLS, messages: system }))).not.toBe(first);
  });

  it("finds metadata.user_id in the caller's own body, of another dialect too", () => {
    const body = (user: string, text: string) => ({
      model: 'claude-sonnet-4',
      max_tokens: 10,
      system: [{ type: 'text', text: LONG, cache_control: { type: 'ephemeral' } }],
      messages: [{ role: 'user', content: text }],
      metadata: { user_id: user },
    });
    const of = (user: string, text: string): string | undefined =>
      named(ok(parseMessages(ok(jsonRequestOf(body(user, text))), {}, { maximum: true })));
    expect(of('u', 'first')).toBeDefined();
    expect(of('u', 'another')).toBe(of('u', 'first'));
    expect(of('v', 'first')).not.toBe(of('u', 'first'));
  });
});
