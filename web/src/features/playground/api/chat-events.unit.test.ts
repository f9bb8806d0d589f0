import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ChatEvent, ChatEvents } from './chat-events.ts';

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const delta = (part: object): string => data({ choices: [{ delta: part }] });
const read = (...texts: readonly string[]): readonly ChatEvent[] => {
  const events = new ChatEvents();
  return texts.flatMap((text) => events.feed(text));
};

describe('events of a chat', () => {
  const whole = [
    ': a comment\n\n',
    delta({ role: 'assistant', content: '' }),
    delta({ reasoning_content: 'Hm' }),
    delta({ content: 'Grüß' }),
    delta({ content: ' 世界' }),
    data({ choices: [], usage: { total_tokens: 3 } }),
    'data: [DONE]\n\n',
  ].join('');
  const found: readonly ChatEvent[] = [
    { kind: 'reasoning', text: 'Hm' },
    { kind: 'text', text: 'Grüß' },
    { kind: 'text', text: ' 世界' },
    { kind: 'end' },
  ];

  it('are text, thoughts and the end; what else a stream says is no event', () => expect(read(whole)).toEqual(found));

  it('are the same wherever the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 6 }), (cuts) => {
        const at = [0, ...cuts.toSorted((one, other) => one - other), whole.length];
        expect(read(...at.slice(1).map((end, index) => whole.slice(at[index], end)))).toEqual(found);
      }),
    );
  });

  it('say why a stream failed, by the error in it or by what is no JSON', () => {
    expect(read(data({ error: { message: 'overloaded', code: 'x' } }))).toEqual([
      { kind: 'failed', message: 'overloaded' },
    ]);
    expect(read('data: <html>\n\n')).toEqual([{ kind: 'failed', message: '<html>' }]);
  });

  it('are not held without a limit', () => {
    const [failure] = read(`data: ${'x'.repeat(4_100_000)}`);
    expect(failure?.kind).toBe('failed');
  });
});
