import { describe, expect, it } from '@jest/globals';
import { chatAddress, chatLinks, secondChatLink } from './chat-links.ts';

const none = { chat_link: '', chat_link2: '', chats: [] };
const filling = { key: 'sk-a', address: 'https://gate.example:8443' };

describe('chat links', () => {
  it('are those of Chats, unless ChatLink is set', () => {
    const chats = [{ One: 'https://one.example' }, { Two: 'https://two.example' }];
    expect(chatLinks({ ...none, chats })).toEqual([
      { name: 'One', template: 'https://one.example' },
      { name: 'Two', template: 'https://two.example' },
    ]);
    expect(chatLinks({ ...none, chats, chat_link: 'https://c.example' })).toEqual([
      { name: '', template: 'https://c.example' },
    ]);
    expect(secondChatLink({ ...none, chats, chat_link2: 'https://2.example' })?.template).toBe('https://2.example');
    expect(secondChatLink({ ...none, chats })?.name).toBe('One');
    expect(secondChatLink(none)).toBeUndefined();
  });

  it.each([
    [
      'https://c.example/#/?key={key}&url={address}&again={key}',
      'https://c.example/#/?key=sk-a&url=https%3A%2F%2Fgate.example%3A8443&again=sk-a',
    ],
    [
      'https://c.example/',
      'https://c.example/#/?settings=%7B%22key%22%3A%22sk-a%22%2C%22url%22%3A%22https%3A%2F%2Fgate.example%3A8443%22%7D',
    ],
    ['javascript:alert("{key}")', undefined],
    ['c.example/{key}', undefined],
    ['', undefined],
  ])('%s leads to %s', (template, address) => {
    for (const _twice of [1, 2]) expect(chatAddress(template, filling)).toBe(address);
  });
});
