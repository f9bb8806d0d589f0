import { afterAll, describe, expect, it } from '@jest/globals';
import { encodingOf, estimatedTokens } from './token-counter.ts';
import { WorkerTokenCounter } from './worker-token-counter.ts';

const counter = new WorkerTokenCounter();
afterAll(() => counter.close());

const count = (text: string, model = 'gpt-4o') => counter.count(encodingOf(model), [text]);

describe('the token counter', () => {
  it('counts as the provider does', async () => {
    expect(await count(' hello'.repeat(100))).toEqual({ tokens: 100, exact: true });
    expect(await count(' hello'.repeat(5_000))).toEqual({ tokens: 5_000, exact: true });
    expect(await count('tiktoken is great!', 'gpt-3.5-turbo')).toEqual({ tokens: 6, exact: true });
  });

  it('counts several texts together, and nothing as nothing', async () => {
    expect((await counter.count('cl100k_base', [' hello', ' hello', ''])).tokens).toBe(2);
    expect(await count('')).toEqual({ tokens: 0, exact: true });
  });

  it('counts a long run of one letter, with and without characters of two units', async () => {
    expect(await count('a'.repeat(100_000))).toEqual({ tokens: 12_500, exact: true });
    const { tokens, exact } = await count('😀'.repeat(5_000));
    expect(exact).toBe(true);
    expect(tokens).toBeGreaterThanOrEqual(5_000);
  });

  it('takes names of special tokens for text', async () => {
    expect((await count('<|endoftext|>')).tokens).toBeGreaterThan(1);
  });

  it('counts many at once, each for itself', async () => {
    const counts = await Promise.all(Array.from({ length: 50 }, (_, index) => count(' hello'.repeat(index))));
    expect(counts.map(({ tokens }) => tokens)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  it('begins again after it has been stopped', async () => {
    await counter.close();
    expect((await count(' hello')).tokens).toBe(1);
  });

  it('answers an estimate to those who wait when it stops', async () => {
    const waiting = count(' hello'.repeat(4));
    await counter.close();
    expect(await waiting).toEqual({ tokens: 6, exact: false });
  });
});

describe('an estimate', () => {
  it('takes four ASCII characters or one other for a token', () => {
    expect(estimatedTokens(['abcdefgh', '你好'])).toBe(4);
    expect(estimatedTokens(['', 'a'])).toBe(1);
  });
});
