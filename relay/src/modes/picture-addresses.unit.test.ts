import { describe, expect, it } from '@jest/globals';
import { RelayError } from '../errors/relay-error.ts';
import { parseJsonRequest } from '../wire/json.ts';
import { type ChatRequest, validateChat } from './chat-request.ts';
import { pictureAddresses, withPictures } from './picture-addresses.ts';

function chatOf(text: string): ChatRequest {
  const json = parseJsonRequest(Buffer.from(text), undefined);
  const chat = json instanceof RelayError ? json : validateChat(json);
  if (chat instanceof RelayError) throw new Error(chat.message);
  return chat;
}

const asking = (...parts: readonly unknown[]): ChatRequest =>
  chatOf(
    JSON.stringify({
      model: 'm',
      messages: [
        { role: 'system', content: 'x' },
        { role: 'user', content: parts },
      ],
    }),
  );

const picture = (url: unknown): object => ({ type: 'image_url', image_url: { url, detail: 'low' } });

describe('pictures by address', () => {
  it('are found where they stand, in both spellings', () => {
    const text = { type: 'text', text: 'https://example.org/no.png' };
    const bare = { type: 'image_url', image_url: 'https://example.org/b.png' };
    expect(pictureAddresses(asking(text, picture('https://example.org/a.png'), bare))).toEqual([
      { url: 'https://example.org/a.png', field: 'messages[1].content[1].image_url' },
      { url: 'https://example.org/b.png', field: 'messages[1].content[2].image_url' },
    ]);
  });

  it.each(['file:///etc/passwd', 'FTP://example.org/a', ' https://example.org/a', 'http://127.0.0.1/'])(
    'are all that look like an address, for the guard to judge: %s',
    (url) => expect(pictureAddresses(asking(picture(url)))).toHaveLength(1),
  );

  it.each(['data:image/png;base64,iVBORw0KGgo=', 'DATA:image/png;base64,iVBO', 'iVBORw0KGgo=', '', 7, null])(
    'are not what is data, or nothing: %j',
    (url) => expect(pictureAddresses(asking(picture(url), null, 'x'))).toEqual([]),
  );

  it('give way to what was fetched, and nothing else changes', () => {
    const url = 'https://example.org/a.png';
    const content = JSON.stringify(['x', picture(url), { type: 'image_url', image_url: url }]);
    const message = `{"role":"user","content":${content}}`;
    const request = chatOf(`{"model":"m", "messages":[${message}],"seed":12345678901234567890}`);
    const pictured = withPictures(request, new Map([[url, 'data:image/png;base64,AAAA']]));
    const parts = [
      'x',
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low' } },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    ];
    expect(pictured.messages).toEqual([{ role: 'user', content: parts }]);
    expect(pictured.body['messages']).toBe(pictured.messages);
    expect(JSON.parse(pictured.bytes.toString())).toEqual(pictured.body);
    expect(pictured.bytes.toString()).toContain('"seed":12345678901234567890');
    expect(pictured.members.map(({ name }) => name)).toEqual(['model', 'messages', 'seed']);
    const [, messages] = pictured.members;
    const value = pictured.bytes.toString('utf8', messages?.valueStart, messages?.valueEnd);
    expect(JSON.parse(value)).toEqual(pictured.messages);
    expect(request.bytes.toString()).toContain(url);
  });
});
