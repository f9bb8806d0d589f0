import { describe, expect, it } from '@jest/globals';
import { createTokens } from './tokens.ts';

describe('tokens of the bot check', () => {
  it('are good once: who comes second waits for the next', async () => {
    const tokens = createTokens();
    tokens.came('one');
    expect(await tokens.take()).toBe('one');
    const second = tokens.take();
    tokens.came('two');
    expect(await second).toBe('two');
  });

  it('are not handed out once they are too old', async () => {
    const tokens = createTokens();
    tokens.came('old');
    tokens.expired();
    const taken = tokens.take();
    tokens.came('new');
    expect(await taken).toBe('new');
  });

  it('tell all who wait why there is none, and are there for who asks later', async () => {
    const tokens = createTokens();
    const waiting = [tokens.take(), tokens.take()];
    tokens.failed('blocked');
    for (const one of waiting) await expect(one).rejects.toBe('blocked');
    const later = tokens.take();
    tokens.came('token');
    expect(await later).toBe('token');
  });
});
