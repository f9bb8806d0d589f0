import { describe, expect, it } from '@jest/globals';
import { sensitiveWord } from './sensitive-words.ts';

const WORDS = ['bad', 'worse'];
const param = (body: Record<string, unknown>, words = WORDS): string | null | undefined =>
  sensitiveWord(body, words)?.param;
const said = (content: unknown): string | null | undefined =>
  param({
    model: 'm',
    messages: [
      { role: 'system', content: 'be kind' },
      { role: 'user', content },
    ],
  });
const turn = (message: object): Record<string, unknown> => ({ messages: [{ role: 'user', content: 'good' }, message] });
const PICTURE = `iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9bad0${'A'.repeat(40)}`;

describe('words that are not allowed', () => {
  it.each<[string, unknown]>([
    ['plain text', 'so WORSE it is'],
    ['a text part', [{ type: 'text', text: 'so bad' }]],
    [
      'a later part',
      [
        { type: 'text', text: 'good' },
        { type: 'text', text: 'BAD' },
      ],
    ],
    ['a part of another name', [{ type: 'input_text', text: 'bad' }]],
    ['a bare part', ['bad']],
    ['text that is written as a picture is', `${PICTURE}bad`],
  ])('are found in %s', (_where, content) => {
    expect(said(content)).toBe('messages');
  });

  it.each<[string, Record<string, unknown>]>([
    [
      'messages',
      turn({ role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{"a":"bad"}' } }] }),
    ],
    ['messages', turn({ role: 'assistant', tool_calls: [{ function: { arguments: '{"a":"\\u0062\\u0041d"}' } }] })],
    ['input', { input: [{ type: 'function_call_output', call_id: 'c', output: '{"a":"\\u0062ad"}' }] }],
    ['messages', turn({ role: 'assistant', content: [{ type: 'refusal', refusal: 'bad' }] })],
    ['messages', turn({ role: 'assistant', content: null, reasoning_content: 'bad' })],
    ['messages', turn({ role: 'user', name: 'bad', content: 'good' })],
    [
      'messages',
      turn({ role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: { id: 'so bad' } }] }),
    ],
    [
      'messages',
      turn({ content: [{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'bad' } }] }),
    ],
    ['tools', { tools: [{ type: 'function', function: { name: 'f', description: 'bad' } }] }],
    ['tools', { tools: [{ name: 'f', description: `${'so_'.repeat(30)}bad` }] }],
    ['messages', turn({ role: 'assistant', reasoning_content: `${'so-'.repeat(30)}bad` })],
    ['tools', { tools: [{ name: 'f', input_schema: { properties: { a: { enum: ['bad'] } } } }] }],
    ['functions', { functions: [{ name: 'f', description: 'bad' }] }],
    ['response_format', { response_format: { type: 'json_schema', json_schema: { name: 'n', description: 'bad' } } }],
    ['prediction', { prediction: { type: 'content', content: 'bad' } }],
    ['system', { system: [{ type: 'text', text: 'bad' }] }],
    ['instructions', { instructions: 'bad' }],
    ['input', { input: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: '{"a":"bad"}' }] }],
    ['contents', { contents: [{ parts: [{ functionResponse: { name: 'f', response: { result: 'bad' } } }] }] }],
    ['systemInstruction', { systemInstruction: { parts: [{ text: 'bad' }] } }],
    ['stop', { stop: ['bad'] }],
  ])('are found in %s: %j', (where, body) => {
    expect(param({ model: 'm', ...body })).toBe(where);
  });

  it.each<[string, unknown]>([
    ['other words', 'good'],
    ['parts without them', [{ type: 'text', text: 'good' }]],
    ['a picture', [{ type: 'image_url', image_url: { url: 'data:image/png;base64,bad' } }]],
    ["a picture's bytes", [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PICTURE } }]],
    ['a file', [{ type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${PICTURE}` } }]],
    ['no content', null],
    ['odd parts', [null, 5, { text: 7 }, []]],
  ])('are not found in %s', (_where, content) => {
    expect(said(content)).toBeUndefined();
  });

  it('are not looked for in names that no model reads', () => {
    const body = { model: 'bad', user: 'bad', metadata: { team: 'bad' }, prompt_cache_key: 'bad' };
    expect(param({ ...body, ...turn({ role: 'tool', tool_call_id: 'call_bad', content: 'good' }) })).toBeUndefined();
  });

  it('follow the option', () => {
    expect(sensitiveWord({ input: 'bad' }, [])).toBeUndefined();
    expect(sensitiveWord({ input: 'bad' }, ['bad'])).toMatchObject({
      status: 400,
      code: 'sensitive_words_detected',
      message: 'input: the prompt contains words that are not allowed here',
    });
    expect(sensitiveWord({ input: 'bad' }, ['other'])).toBeUndefined();
  });
});
