import { describe, expect, it } from '@jest/globals';
import { sensitiveWord } from './sensitive-words.ts';

const refused = (content: unknown): boolean =>
  sensitiveWord(
    [
      { role: 'system', content: 'be kind' },
      { role: 'user', content },
    ],
    ['bad', 'worse'],
  ) !== undefined;

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
  ])('are found in %s', (_where, content) => {
    expect(refused(content)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['other words', 'good'],
    ['parts without them', [{ type: 'text', text: 'good' }]],
    ['a picture', [{ type: 'image_url', image_url: { url: 'data:image/png;base64,bad' } }]],
    ['no content', null],
    ['odd parts', [null, 5, { text: 7 }, []]],
  ])('are not found in %s', (_where, content) => {
    expect(refused(content)).toBe(false);
  });

  it('follow the option', () => {
    expect(sensitiveWord([{ content: 'bad' }], [])).toBeUndefined();
    expect(sensitiveWord([{ content: 'bad' }], ['bad'])).toMatchObject({
      status: 400,
      code: 'sensitive_words_detected',
    });
    expect(sensitiveWord([{ content: 'bad' }], ['other'])).toBeUndefined();
  });
});
