import { describe, expect, it } from '@jest/globals';
import { answerOf, questionOf } from './messages.ts';

describe('a message about a recall', () => {
  it('is read as it was sent', () => {
    const [question, answer] = [
      { recallId: 'r', accountId: 7, from: 'relay-1' },
      { recallId: 'r', relayId: 'relay-2' },
    ];
    expect(questionOf(JSON.stringify(question))).toEqual(question);
    expect(answerOf(JSON.stringify(answer))).toEqual(answer);
  });

  it.each([
    '',
    '{',
    'null',
    '7',
    '[]',
    '{}',
    '{"recallId":1,"accountId":7,"from":"a","relayId":"b"}',
    '{"recallId":"r","accountId":0,"from":"a"}',
    '{"recallId":"r","accountId":9007199254740993,"from":"a"}',
  ])('is none, and throws nothing: %s', (payload) => {
    expect([questionOf(payload), answerOf(payload)]).toEqual([undefined, undefined]);
  });
});
