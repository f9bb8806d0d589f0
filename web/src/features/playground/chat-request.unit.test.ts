import { describe, expect, it } from '@jest/globals';
import { chatRequest } from './chat-request.ts';
import { initialChoices } from './choices.ts';
import { asked, ended, playgroundSlice, type PlaygroundState, removed, served, written } from './playground-slice.ts';
import { left, signedIn } from '../../shared/session/session-slice.ts';

const after = (...actions: Parameters<typeof playgroundSlice.reducer>[1][]): PlaygroundState =>
  actions.reduce(playgroundSlice.reducer, playgroundSlice.getInitialState());
const ada = { id: 7, username: 'ada', display_name: 'Ada', role: 1, status: 1, group: 'default', permissions: [] };
const talk = [
  asked({ userId: 7, text: 'one' }),
  served({ id: 2, requestId: 'req-1' }),
  written({ id: 2, text: 'fi', reasoning: '' }),
  written({ id: 2, text: 'rst', reasoning: 'Hm' }),
  ended({ id: 2, standing: 'whole', failure: '' }),
  asked({ userId: 7, text: 'two' }),
  ended({ id: 4, standing: 'failed', failure: 'no' }),
  asked({ userId: 7, text: 'three' }),
];

describe('the request of an answer', () => {
  it('has the system prompt and what stands above the answer, without answers that hold nothing', () => {
    const { messages } = after(...talk);
    expect(chatRequest({ ...initialChoices, group: 'vip', maximum: 9 }, messages, 6)).toEqual({
      model: 'gpt-4o-mini',
      group: 'vip',
      stream: true,
      temperature: 0,
      max_tokens: 9,
      messages: [
        { role: 'system', content: 'You are a helpful assistant.' },
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'first' },
        { role: 'user', content: 'two' },
        { role: 'user', content: 'three' },
      ],
    });
    expect(chatRequest({ ...initialChoices, system: ' ' }, messages, 2).messages).toEqual([
      { role: 'user', content: 'one' },
    ]);
  });
});

describe('a conversation', () => {
  it('loses a question with its answer', () => {
    const { messages } = after(...talk, removed({ id: 3 }));
    expect(messages.map(({ id }) => id)).toEqual([1, 2, 5, 6]);
    expect(messages[1]).toMatchObject({ text: 'first', reasoning: 'Hm', requestId: 'req-1', standing: 'whole' });
  });

  it('is there for whose it is when he signs in again, and for nobody else', () => {
    expect(after(...talk, signedIn(ada)).messages).toHaveLength(6);
    expect(after(...talk, signedIn({ ...ada, id: 8 })).messages).toEqual([]);
    expect(after(...talk, left()).messages).toEqual([]);
  });

  it('takes nothing for an answer that is gone', () => {
    const state = after(...talk, removed({ id: 5 }));
    expect(playgroundSlice.reducer(state, written({ id: 6, text: 'late', reasoning: '' }))).toBe(state);
  });
});
