import { describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { RelayError } from '../errors/relay-error.ts';
import { jsonRequestOf } from '../wire/json.ts';
import { validateChat } from './chat-request.ts';
import { chat } from './chat.ts';

const UNSTATED = { tokens: 500, completionMax: undefined };
const BOOK = defaultPriceBook();

function promptReserved(model: string, ...content: object[]): number {
  const json = jsonRequestOf({ model, max_tokens: 5, messages: [{ role: 'user', content }] });
  const request = json instanceof RelayError ? json : validateChat(json);
  if (request instanceof RelayError) throw new Error(request.message);
  return chat.worstCase(request, { book: BOOK, model, group: 'default' }, UNSTATED, false).usage.prompt;
}

describe('what is reserved for a chat', () => {
  it.each([
    ['its data', { file_data: 'data:application/pdf;base64,JVBE' }],
    ['its id', { file_id: 'file-1' }],
  ])('with a file by %s is all that the model reads at a time', (_by, file) => {
    const part = { type: 'file', file };
    expect(promptReserved('gpt-4o', part)).toBe(1_048_576);
    expect(promptReserved('claude-sonnet-4-6', { type: 'text', text: 'Hi' }, part)).toBe(1_000_000);
    expect(promptReserved('claude-3-opus-20240229', part)).toBe(200_000);
  });

  it('without one is the bound of what stands in it', () => {
    expect(promptReserved('gpt-4o', { type: 'text', text: 'Hi' })).toBeLessThan(100);
  });
});
